"""The rules of one deal for given players, parameters and calls.

`make_table` chooses one alternative of every clause and puts the values into `DealRules`. The
functions of this room take it as their first argument. So do the interpreter, score sheets, the
prover and the lowering of the simulator. Nothing in it is left to choose, except what happens in
the deal itself.

INVARIANT: deals of one name and call with the same chosen alternatives share one object. It holds
caches (legal bids, duties, voids, results) of values that every play and every bid needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, assert_never

from clagdsl.lang.aspects import OF_A_DEAL, field_for_each
from clagdsl.lang.cards import Card, CountedSuit, Deck, Suit
from clagdsl.lang.expr.evaluate import Names
from clagdsl.lang.expr.free_variables import variables, written_names
from clagdsl.lang.expr.simplify import constant, simplify
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    ASPECTS,
    DEFAULT,
    ROW_DEALS,
    AspectName,
    AuctionRule,
    BidRule,
    CallRule,
    CardWorth,
    Clause,
    CompletedWhen,
    Contract,
    DealWinner,
    EqualCards,
    Expression,
    FollowClass,
    Following,
    Leader,
    Limit,
    NextDealer,
    Opening,
    Origin,
    RankOrder,
    Shown,
    Sight,
    Special,
    TrumpRanks,
    TrumpRule,
    TrumpWorth,
    WhichCard,
    Wild,
    trump_name,
)
from clagdsl.lang.special_cards import Extreme
from clagdsl.table.bid_masks import BidMemory, limit_memory

if TYPE_CHECKING:
    from clagdsl.table.bid_masks import Key
    from clagdsl.table.trick_value import Worths

Trumps: TypeAlias = tuple[Suit, ...]
"""The trumps once known, highest first: empty for no trump, one suit, or an order of all suits."""


Phase: TypeAlias = Literal[
    "size", "deal", "call", "auction", "name", "rest", "turn", "first", "bid", "play", "score"
]
"""A stage of a deal."""

Duty: TypeAlias = FollowClass | Extreme
"""A kind of card that a player can owe: a class, or the highest or lowest card of a suit."""


class Owed(NamedTuple):
    """A class of cards that a player who follows must play from."""

    kind: Duty
    suits: tuple[CountedSuit, ...]
    """The suits that contain cards of the class, as they count."""
    by_height: bool
    """True if only some cards of these suits belong to the class, depending on their height."""


@dataclass(frozen=True, slots=True)
class CountedCards:
    """The cards of a pack as they count under one trump.

    `suit_of` has no entry for special cards with powers, and none for a card whose suit is unknown
    because the trumps are.
    """

    suit_of: Mapping[Card, CountedSuit]
    height: Mapping[Card, int]
    """The height of each card within its suit; 0 for the lowest rank of the pack."""
    by_suit: Mapping[CountedSuit, tuple[Card, ...]]
    """The cards of each suit, in the fixed order of the pack."""
    trump: CountedSuit | None
    """The suit of the trumps, for `follow trump` and `open no trump`; None without trumps."""
    winning: tuple[CountedSuit, ...]
    """The suits that beat the suit led, highest first."""
    top: frozenset[Card]
    """The cards whose suit or height comes from `rank of trump`."""

    @property
    def suits(self) -> tuple[CountedSuit, ...]:
        """The suits of the pack's cards, in the fixed order; `trump` is the last."""
        return tuple(self.by_suit)


@field_for_each(ASPECTS)
@dataclass(frozen=True, slots=True)
class DealRules:
    """One value for every aspect of a deal, chosen for a table and the calls made.

    `names` holds the number of players, the parameters and the `let` names. Fields with
    `init=False` are derived from the others, or are caches. They are stored because every play
    reads them.
    """

    name: str
    calls: tuple[str, ...]
    names: Names = field(hash=False)
    deck: Deck
    specials: Mapping[str, Special] = field(compare=False, repr=False)
    """The special cards of the game by name."""
    rank: RankOrder
    trump: TrumpRule
    shown: Shown
    sight: Sight
    bid: BidRule
    last_bid: Limit
    each_bid: Limit
    lead: Leader
    follow: Following
    play: WhichCard
    wild: Wild
    trick_worth: Expression
    score: Expression
    completed: Contract
    won_by: DealWinner
    next_dealer: NextDealer
    call: CallRule
    open: Opening
    auction: AuctionRule
    equal: EqualCards
    card_worth: CardWorth
    trump_rank: TrumpRanks
    trump_worth: TrumpWorth
    origins: Mapping[AspectName, Origin] = field(compare=False, repr=False)
    choice_names: Mapping[str, str] = field(compare=False, repr=False)
    """The full name of every choice of the call, by its full and by its short name."""
    calls_trump: bool = field(compare=False, repr=False)
    """True if a choice of the call replaces the trump."""
    calls_bid: bool = field(compare=False, repr=False)
    """True if a choice of the call replaces the bid."""
    draws_bidder: bool
    """True if the first bidder is drawn before the deal, in case the rules or a call ask for it."""

    players: int = field(init=False, compare=False, repr=False)
    ranks: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The ranks of the deck, high to low."""
    strength: Mapping[str, int] = field(init=False, compare=False, repr=False)
    """The height of each rank within its suit: 0 for the lowest."""
    plays_top: bool = field(init=False, compare=False, repr=False)
    """True if players must play the top card of their hand, so that nobody follows suit."""
    duties: tuple[FollowClass, ...] = field(init=False, compare=False, repr=False)
    """The classes of cards a player who follows owes, in order; often just the suit led."""
    holds_back: bool = field(init=False, compare=False, repr=False)
    """True if the rules restrict leads: some cards may not be led by a player who holds others."""
    follows: bool = field(init=False, compare=False, repr=False)
    """True if a player who holds the suit led must follow suit."""
    binds: bool = field(init=False, compare=False, repr=False)
    """True if any duty can bind a player who follows; false if top cards are played."""
    asks_trumps: bool = field(init=False, compare=False, repr=False)
    """True if a duty depends on the trumps; false if players must only follow the suit led."""
    as_printed: bool = field(init=False, compare=False, repr=False)
    """True if no card is played as anything but itself: no card is wild or has powers."""
    powers: Mapping[str, Special] = field(init=False, compare=False, repr=False)
    """The special cards of the deck that have powers, by name; others are ordinary trumps."""
    counted_table: dict[Trumps | None, CountedCards] = field(init=False, compare=False, repr=False)
    """Cached suits and heights of the cards, by trumps."""
    owed_table: dict[tuple[CountedSuit | None, Trumps | None, Extreme | None], tuple[Owed, ...]] = (
        field(init=False, compare=False, repr=False)
    )
    """Cached duties, by suit led, trumps if a duty depends on them, and the extreme asked for."""
    void_table: dict[
        tuple[CountedSuit | None, Trumps | None, Card, Card | None], tuple[CountedSuit, ...]
    ] = field(init=False, compare=False, repr=False)
    """Cached voids shown by plays, by suit led, trumps if a duty uses them, card and face."""
    next_phases: dict[Phase, tuple[Phase | None]] = field(init=False, compare=False, repr=False)
    """Cached successors of the phases of the deal."""
    bid_memory: BidMemory = field(init=False, compare=False, repr=False)
    """The figures of the earlier bids that limits on bids read in addition to their sum."""
    bid_table: dict[
        tuple[int, int, int, bool, tuple[tuple[str, int], ...], Key], tuple[int, ...]
    ] = field(init=False, compare=False, repr=False)
    """Cached legal bids, by deal, cards, sum of bids, is-last flag, the bidder's past, and the key
    of the earlier bids in `bid_memory`.
    """
    worth_by_rank: bool = field(init=False, compare=False, repr=False)
    """True if the value of a trick may depend on the rank of the card that wins it."""
    worth_table: dict[int, Worths] = field(init=False, compare=False, repr=False)
    """Cached possible values of the tricks, by number of cards."""
    score_reads: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The names on which the score and the contract of a player's deal depend.

    Branches that the parameters rule out do not count. Deals share tables by what they read, so
    `row_deals` counts although a deal has one value of it.
    """
    unread: Names = field(init=False, compare=False, repr=False)
    """Any value for each other name in the score and the contract: the parameters rule out that the
    result depends on it.
    """
    result_table: dict[object, tuple[int, bool | None]] = field(
        init=False, compare=False, repr=False
    )
    """Cached scores and contracts, by the values of these names."""
    score_table: dict[object, int] = field(init=False, compare=False, repr=False)
    """Cached scores for players that evaluate many outcomes."""

    def __post_init__(self) -> None:
        players = self.names["players"]
        if type(players) is not int:
            raise TypeError("the number of players is a whole number")
        ranks = tuple(rank for rank in self.rank.ranks if rank in self.deck.ranks)
        strength = {rank: place for place, rank in enumerate(reversed(ranks))}
        plays_top = _plays_top(self.play)
        duties = () if plays_top else self.follow.duties
        powers = {
            name: special
            for name, special in self.specials.items()
            if name in self.deck.specials and special.power != "trump"
        }
        judged = [self.score]
        if isinstance(self.completed, CompletedWhen):
            judged.append(self.completed.condition)
        constants = {
            name: constant(value) for name, value in self.names.items() if name != ROW_DEALS
        }
        reads = frozenset[str]().union(
            *(variables(simplify(expression, constants)) for expression in judged)
        )
        written = frozenset[str]().union(*map(variables, judged))
        worked_out: dict[str, object] = {
            "players": players,
            "ranks": ranks,
            "strength": strength,
            "plays_top": plays_top,
            "duties": duties,
            "holds_back": not plays_top and self.open != "anything",
            "follows": not plays_top and self.follow.requires_suit_led,
            "binds": bool(duties or powers) and not plays_top,
            "asks_trumps": any(duty != "suit" for duty in duties) or bool(self.trump_rank.top),
            "as_printed": not self.wild.ranks and not powers,
            "powers": powers,
            "worth_by_rank": "won_with" in variables(self.trick_worth),
            "score_reads": tuple(reads),
            "unread": {name: _ANY_VALUE.get(name, 0) for name in written - reads},
            "bid_memory": limit_memory(self.each_bid, self.last_bid),
        }
        for table in ("counted", "owed", "void", "bid", "worth", "result", "score"):
            worked_out[f"{table}_table"] = {}
        for name, value in {**worked_out, "next_phases": {}}.items():
            object.__setattr__(self, name, value)

    @property
    def shows_hands(self) -> bool:
        """True if players see all other hands but not their own."""
        return self.sight == "others only"

    def origin(self, aspect: AspectName) -> Origin:
        """Returns the origin of the rule for an aspect: its place and its citation."""
        return self.origins.get(aspect, DEFAULT)


_ANY_VALUE: Final[Names] = {"trump": trump_name(()), "made": False, "blind": False}
"""Some value of each name that is not a number."""


def has_equal_cards(rules: DealRules, deck: Deck) -> bool:
    """Returns whether two cards of a deck can be equally high in a trick.

    Equal special cards are so only if they are trumps: of others, their power decides.
    """
    trumps = {name for name, special in rules.specials.items() if special.power == "trump"}
    return deck.copies > 1 or any(n > 1 and c.rank in trumps for c, n in deck.counts.items())


def _plays_top(play: WhichCard) -> bool:
    match play:
        case "any card":
            return False
        case "top card":
            return True
        case _:
            assert_never(play)


# --- which alternative of a clause applies -------------------------------------------------


def chosen_alternative(clause: Clause[object], holds: Callable[[Expression], bool]) -> int:
    """Returns the index of the first alternative whose condition holds; the last has none."""
    for number, alternative in enumerate(clause.alternatives):
        if alternative.condition is None or holds(alternative.condition):
            return number
    raise AssertionError("the last alternative of a clause has no condition")


def guard_dependencies(clause: Clause[object]) -> frozenset[str]:
    """Returns which of `cards` and `deal` decide between the alternatives of a clause."""
    if len(clause.alternatives) == 1:
        return frozenset()
    conditions = [each.condition for each in clause.alternatives if each.condition is not None]
    return OF_A_DEAL.intersection(*[frozenset[str]().union(*map(variables, conditions))])


def depends_on_deal_only(clause: Clause[object]) -> bool:
    """Returns whether the choice of an alternative depends only on `cards` and `deal`.

    This must hold for any number of players.
    """
    conditions = [each.condition for each in clause.alternatives if each.condition is not None]
    return all(written_names(condition) <= OF_A_DEAL for condition in conditions)
