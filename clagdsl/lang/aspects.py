"""The table of aspects: every aspect of a deal, in the order of the language reference.

An aspect is one part of a deal's rules, such as the trump or the bids. This is the only enumeration
of the aspects and their named values; all code that handles aspects iterates over it.
`clagdsl.lang.rules` has the records with a typed field for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, fields
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

from clagdsl.lang.cards import ORDINARY
from clagdsl.lang.expr.ast import Expression, Number, Variable
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import in_words
from clagdsl.lang.policies.bid import (
    AUCTION,
    BID,
    CALL,
    LIMITS,
    AuctionRule,
    BidRule,
    CallRule,
    Free,
    Limit,
    NoAuction,
    NoCall,
)
from clagdsl.lang.policies.deal_end import (
    COMPLETED,
    NEXT_DEALER,
    WON_BY,
    CompletedWhen,
    Contract,
    DealWinner,
    NextDealer,
)
from clagdsl.lang.policies.play import (
    EQUAL_CARDS,
    FOLLOW,
    LEAD,
    NO_WORTH,
    OPENING,
    PLAY,
    SHOWN,
    SIGHT,
    USUAL,
    WILD,
    CardWorth,
    EqualCards,
    Following,
    Leader,
    Opening,
    RankOrder,
    Shown,
    Sight,
    WhichCard,
    Wild,
)
from clagdsl.lang.policies.policy import NONE, Policies
from clagdsl.lang.policies.trump import TRUMP, TrumpRule
from clagdsl.lang.policies.trump_order import TRUMP_RANK, TRUMP_WORTH, TrumpRanks, TrumpWorth

Record = TypeVar("Record", bound=type)

AspectName: TypeAlias = Literal[
    "rank",
    "trump",
    "shown",
    "sight",
    "bid",
    "last_bid",
    "each_bid",
    "lead",
    "follow",
    "play",
    "wild",
    "trick_worth",
    "score",
    "completed",
    "won_by",
    "next_dealer",
    "call",
    "open",
    "auction",
    "equal",
    "card_worth",
    "trump_rank",
    "trump_worth",
]

AspectValue: TypeAlias = (
    RankOrder
    | TrumpRule
    | Shown
    | Sight
    | BidRule
    | Limit
    | Leader
    | Following
    | WhichCard
    | Wild
    | Expression
    | Contract
    | DealWinner
    | NextDealer
    | CallRule
    | Opening
    | AuctionRule
    | EqualCards
    | CardWorth
    | TrumpRanks
    | TrumpWorth
)
"""The value of an aspect."""

OF_A_DEAL: Final = frozenset(("cards", "deal"))
"""The variables in clause conditions whose values differ between the deals of a table."""


@dataclass(frozen=True, slots=True)
class Default:
    """The value of an aspect in a deal without that clause, and its text in a rules file."""

    value: AspectValue
    syntax: str


@dataclass(frozen=True, slots=True)
class Aspect:
    """The declaration of one aspect."""

    name: AspectName
    keyword: str
    """The words at the beginning of its clause."""
    _: KW_ONLY
    since: int
    """The version of the language that introduced it."""
    default: Default | None
    """The default; None if every deal must declare or inherit it."""
    policies: Policies[Any] = NONE
    """Its named values; empty if they are written as expressions or lists."""
    called: bool = True
    """True if a call may replace it."""
    between_deals: bool = False
    """True if it matters only after the deal has been played."""
    question: str
    """The end of an error message that begins `does not say ...`."""
    meaning: str
    """The meaning of its words, shown by the editor."""


_TABLE: Final = (
    Aspect(
        "rank",
        "rank",
        since=1,
        default=Default(RankOrder(ORDINARY.ranks), " ".join(ORDINARY.ranks)),
        question="how the ranks are ordered",
        meaning=f"The order of the ranks from high to low, all {in_words(len(ORDINARY.ranks))}.",
    ),
    Aspect(
        "trump",
        "trump",
        since=1,
        default=None,
        policies=TRUMP,
        question="where trump comes from",
        meaning="Where trump comes from: `none`, `turned`, `drawn`, `named by ...`, an `order`,"
        " a suit like `spades`; or it `rotates`.",
    ),
    Aspect(
        "shown",
        "shown",
        since=1,
        default=Default("before bids", "before bids"),
        policies=SHOWN,
        question="when the turned card is shown",
        meaning=f"When the turned-up card is shown: {SHOWN.choices}.",
    ),
    Aspect(
        "sight",
        "sight",
        since=1,
        default=Default("before bids", "before bids"),
        policies=SIGHT,
        question="when players see their cards",
        meaning=f"When players see their own cards: {SIGHT.choices}.",
    ),
    Aspect(
        "bid",
        "bid",
        since=1,
        default=None,
        policies=BID,
        question="how players bid",
        meaning="How bids are made: `in turn`, also `in turn, dealer first`; `together`;"
        " `fixed 0`; `none`.",
    ),
    Aspect(
        "last_bid",
        "last bid",
        since=1,
        default=Default(Free(), "free"),
        policies=LIMITS,
        question="what limits the last bid",
        meaning="A limit on the bid made last: `free`, or `keeps` a condition.",
    ),
    Aspect(
        "each_bid",
        "each bid",
        since=1,
        default=Default(Free(), "free"),
        policies=LIMITS,
        question="what limits each bid",
        meaning="A limit on every bid: `free`, or `keeps` a condition.",
    ),
    Aspect(
        "lead",
        "lead",
        since=1,
        default=Default("eldest", "eldest"),
        policies=LEAD,
        question="who leads first",
        meaning=f"Who leads to the first trick: {LEAD.choices}.",
    ),
    Aspect(
        "follow",
        "follow",
        since=1,
        default=Default(USUAL, "suit, else anything"),
        policies=FOLLOW,
        question="how players must follow suit",
        meaning="What must be played to a trick: a list, of which the first that one holds counts.",
    ),
    Aspect(
        "play",
        "play",
        since=1,
        default=Default("any card", "any card"),
        policies=PLAY,
        question="which card is played",
        meaning="Which card may be played: `any card`, or `top card` of the hand, unseen or not.",
    ),
    Aspect(
        "wild",
        "wild",
        since=1,
        default=Default(Wild(), "none"),
        policies=WILD,
        question="which ranks are wild",
        meaning="The ranks that may stand for any card; `in suit` if they also count as printed.",
    ),
    Aspect(
        "trick_worth",
        "trick worth",
        since=1,
        default=Default(Number(1), "1"),
        question="what a trick is worth",
        meaning="The value of a trick, over `trick`, `cards`, `players` and `won_with`.",
    ),
    Aspect(
        "score",
        "score",
        since=1,
        default=None,
        question="what is scored",
        meaning="What each player scores in the deal.",
    ),
    Aspect(
        "completed",
        "completed",
        since=1,
        default=Default(CompletedWhen(Variable("made")), "when made"),
        policies=COMPLETED,
        between_deals=True,
        question="when a contract is completed",
        meaning=f"When a bid counts as a contract completed: {COMPLETED.choices}.",
    ),
    Aspect(
        "won_by",
        "won by",
        since=1,
        default=Default("most points", "most points"),
        policies=WON_BY,
        between_deals=True,
        question="who won the deal",
        meaning=f"Who has won the deal: {WON_BY.choices}.",
    ),
    Aspect(
        "next_dealer",
        "next dealer",
        since=1,
        default=Default("left", "left"),
        policies=NEXT_DEALER,
        between_deals=True,
        question="who deals next",
        meaning=f"Who deals next: {NEXT_DEALER.choices} of the deal.",
    ),
    Aspect(
        "call",
        "call",
        since=1,
        default=Default(NoCall(), "none"),
        policies=CALL,
        called=False,
        question="who calls what",
        meaning="Who calls before the bids, and what may be called; `call none` for nobody.",
    ),
    Aspect(
        "open",
        "open",
        since=2,
        default=Default("anything", "anything"),
        policies=OPENING,
        question="what may be led",
        meaning="What nobody may lead while something else is held: `no trump`, a suit as in"
        " `no hearts`; `until broken`, `anything`.",
    ),
    Aspect(
        "auction",
        "auction",
        since=2,
        default=Default(NoAuction(), "none"),
        policies=AUCTION,
        question="whether there is an auction",
        meaning="An auction before the bids: numbers of tricks, each with a suit of a list, the"
        " lowest first.",
    ),
    Aspect(
        "equal",
        "equal cards",
        since=2,
        default=Default("first wins", "first wins"),
        policies=EQUAL_CARDS,
        question="which of equal cards wins",
        meaning=f"Which of equal cards wins, where the pack has copies: {EQUAL_CARDS.choices}.",
    ),
    Aspect(
        "card_worth",
        "card worth",
        since=2,
        default=Default(CardWorth(), NO_WORTH),
        question="what cards are worth by themselves",
        meaning="What cards add to the value of the trick that holds them: `1 hearts, 13 QS`.",
    ),
    Aspect(
        "trump_rank",
        "rank of trump",
        since=2,
        default=Default(TrumpRanks(), "none"),
        policies=TRUMP_RANK,
        question="how trumps are ordered",
        meaning="The highest trumps, the highest first: ranks of the trump suit, and cards and"
        " special cards that are always trumps.",
    ),
    Aspect(
        "trump_worth",
        "card worth of trump",
        since=2,
        default=Default(TrumpWorth(), "none"),
        policies=TRUMP_WORTH,
        question="what trumps are worth by themselves",
        meaning="What trumps add to the value of their trick, in place of `card worth`:"
        " `card worth of trump 20 J, 14 9`.",
    ),
)

TABLE: Final[Mapping[AspectName, Aspect]] = {aspect.name: aspect for aspect in _TABLE}
"""Every aspect of a deal by its name, in the order of the language reference."""

ASPECTS: Final[tuple[AspectName, ...]] = tuple(TABLE)
"""The names of all aspects of a deal, in the order of the language reference."""

CALLED: Final[tuple[AspectName, ...]] = tuple(name for name in ASPECTS if TABLE[name].called)
"""The aspects that a call may replace."""

BID_LIMITS: Final[tuple[AspectName, ...]] = tuple(
    name for name in ASPECTS if TABLE[name].policies is LIMITS
)
"""The aspects that limit the bids."""

if get_args(AspectName) != ASPECTS:
    raise TypeError("the names of the aspects are not those of the table")


def field_for_each(aspects: tuple[AspectName, ...]) -> Callable[[Record], Record]:
    """Returns a decorator that checks that a record class has a field for each of these aspects, in
    order.
    """

    def check(record: Record) -> Record:
        names = tuple(field.name for field in fields(record) if field.name in TABLE)
        if names != aspects:
            raise TypeError(f"{record.__name__} does not have a field for each aspect: {names}")
        return record

    return check
