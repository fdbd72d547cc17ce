"""The rules of one deal once everything is chosen: players, parameters and calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, assert_never

from clagdsl.lang.aspects import OF_A_DEAL, field_for_each
from clagdsl.lang.cards import Card, Deck, Suit
from clagdsl.lang.expr.evaluate import Names
from clagdsl.lang.expr.free_variables import variables, written_names
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    ASPECTS,
    DEFAULT,
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
    TrumpRule,
    WhichCard,
    Wild,
)
from clagdsl.lang.special_cards import Extreme

if TYPE_CHECKING:
    from clagdsl.table.trick_value import Worths

Trumps: TypeAlias = tuple[Suit, ...]
"""Trump once it is known: nothing, one suit, or every suit with those that beat it before it."""


Phase: TypeAlias = Literal[
    "size", "deal", "call", "auction", "name", "rest", "turn", "first", "bid", "play", "score"
]
"""What happens in a deal."""

Duty: TypeAlias = FollowClass | Extreme
"""What somebody owes: a card of a class, or the highest or lowest one of the suit asked for."""


class Owed(NamedTuple):
    """A class of cards that binds who follows."""

    kind: Duty
    suits: tuple[Suit, ...]
    """The suits of the deck whose cards are of it."""
    by_height: bool
    """Whether not every card of these suits is of it: the height of a card decides."""


@field_for_each(ASPECTS)
@dataclass(frozen=True, slots=True)
class DealRules:
    """One value for every aspect of a deal, chosen for a table and the calls made.

    `names` holds the number of players, the parameters and the `let` names.  What is not an
    argument is worked out from the rest, or kept once worked out, because every play asks for it.
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
    origins: Mapping[AspectName, Origin] = field(compare=False, repr=False)
    choice_names: Mapping[str, str] = field(compare=False, repr=False)
    """The full name of every choice of the call, by its full and by its short name."""

    players: int = field(init=False, compare=False, repr=False)
    ranks: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The ranks of the deck, high to low."""
    strength: Mapping[str, int] = field(init=False, compare=False, repr=False)
    """How high a rank is within its suit: 0 for the lowest."""
    plays_top: bool = field(init=False, compare=False, repr=False)
    """Whether the top card of a hand is played, whatever it is, so that nobody follows."""
    duties: tuple[FollowClass, ...] = field(init=False, compare=False, repr=False)
    """The classes of cards of which whoever follows owes one, the first first; often the suit."""
    holds_back: bool = field(init=False, compare=False, repr=False)
    """Whether there are cards that nobody may lead who holds others."""
    follows: bool = field(init=False, compare=False, repr=False)
    """Whether somebody who holds the suit led owes a card of it."""
    binds: bool = field(init=False, compare=False, repr=False)
    """Whether something may bind who follows: not where the top card of a hand is played."""
    asks_trumps: bool = field(init=False, compare=False, repr=False)
    """Whether it hangs on the trumps what binds: not where only the suit led is to be followed."""
    as_printed: bool = field(init=False, compare=False, repr=False)
    """Whether every card is played as what is printed on it: none is wild, and none special."""
    owed_table: dict[tuple[Suit | None, Trumps | None, Extreme | None], tuple[Owed, ...]] = field(
        init=False, compare=False, repr=False
    )
    """What binds who follows as far as that is worked out, by the suit led, the trumps if they are
    asked about, and the highest or lowest card that a special card asks for."""
    void_table: dict[tuple[Suit, Trumps | None, Card, Card | None], tuple[Suit, ...]] = field(
        init=False, compare=False, repr=False
    )
    """The suits of which a card shows its player void as far as that is worked out, by the suit
    led, the trumps if they are asked about, the card, and what a wild one stands for."""
    next_phases: dict[Phase, tuple[Phase | None]] = field(init=False, compare=False, repr=False)
    """What comes after a phase of the deal, as far as that has been asked."""
    bid_table: dict[tuple[int, int, int, bool, tuple[tuple[str, int], ...]], tuple[int, ...]] = (
        field(init=False, compare=False, repr=False)
    )
    """Legal bids worked out so far, by deal, cards, sum of the bids made, whether it is last,
    and what runs and tallies have come to."""
    worth_by_rank: bool = field(init=False, compare=False, repr=False)
    """Whether the rank of the card that wins a trick may decide what it is worth."""
    worth_table: dict[int, Worths] = field(init=False, compare=False, repr=False)
    """What the tricks can be worth as far as that is worked out, by number of cards."""
    score_reads: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The names that the score and the contract read of a player's deal."""
    result_table: dict[object, tuple[int, bool | None]] = field(
        init=False, compare=False, repr=False
    )
    """Scores and contracts worked out so far, by what these names stand for."""
    score_table: dict[object, int] = field(init=False, compare=False, repr=False)
    """Scores worked out so far, for players who reckon with many."""

    def __post_init__(self) -> None:
        players = self.names["players"]
        if type(players) is not int:
            raise TypeError("the number of players is a whole number")
        ranks = tuple(rank for rank in self.rank.ranks if rank in self.deck.ranks)
        strength = {rank: place for place, rank in enumerate(reversed(ranks))}
        plays_top = _plays_top(self.play)
        duties = () if plays_top else self.follow.duties
        reads = variables(self.score)
        if isinstance(self.completed, CompletedWhen):
            reads |= variables(self.completed.condition)
        worked_out: dict[str, object] = {
            "players": players,
            "ranks": ranks,
            "strength": strength,
            "plays_top": plays_top,
            "duties": duties,
            "holds_back": not plays_top and self.open != "anything",
            "follows": not plays_top and self.follow.requires_suit_led,
            "binds": bool(duties or self.deck.specials) and not plays_top,
            "asks_trumps": any(duty != "suit" for duty in duties),
            "as_printed": not self.wild.ranks and not self.deck.specials,
            "worth_by_rank": "won_with" in variables(self.trick_worth),
            "score_reads": tuple(reads),
        }
        for table in ("owed", "void", "bid", "worth", "result", "score"):
            worked_out[f"{table}_table"] = {}
        for name, value in {**worked_out, "next_phases": {}}.items():
            object.__setattr__(self, name, value)

    @property
    def shows_hands(self) -> bool:
        """Whether everybody sees the hands of all others, and not the own one."""
        return self.sight == "others only"

    def origin(self, aspect: AspectName) -> Origin:
        """Where the rule about an aspect stands and what it cites."""
        return self.origins.get(aspect, DEFAULT)


def _plays_top(play: WhichCard) -> bool:
    match play:
        case "any card":
            return False
        case "top card":
            return True
        case _:
            assert_never(play)


# --- which alternative of a clause counts -------------------------------------------------


def chosen_alternative(clause: Clause[object], holds: Callable[[Expression], bool]) -> int:
    """Returns the number, from 0, of the first alternative whose condition holds; the last has
    none.
    """
    for number, alternative in enumerate(clause.alternatives):
        if alternative.condition is None or holds(alternative.condition):
            return number
    raise AssertionError("the last alternative of a clause has no condition")


def guard_dependencies(clause: Clause[object]) -> frozenset[str]:
    """Which of `cards` and `deal` decide between the alternatives of a clause."""
    if len(clause.alternatives) == 1:
        return frozenset()
    conditions = [each.condition for each in clause.alternatives if each.condition is not None]
    return OF_A_DEAL.intersection(*[frozenset[str]().union(*map(variables, conditions))])


def depends_on_deal_only(clause: Clause[object]) -> bool:
    """Returns whether `cards` and `deal` alone decide: then all numbers of players choose alike."""
    conditions = [each.condition for each in clause.alternatives if each.condition is not None]
    return all(written_names(condition) <= OF_A_DEAL for condition in conditions)
