"""The data model of a balance, with its JSON form; docstrings of classes are schema text."""

from __future__ import annotations

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import Versioned, schema_of
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.rules import Direction


@dataclass(frozen=True, slots=True)
class Interval95:
    """A figure with its 95 % confidence interval; an end is null if unknown."""

    value: float
    low: float | None
    high: float | None

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the interval; the value itself for an unknown end."""
        low = self.value if self.low is None else self.low
        return low, self.value if self.high is None else self.high

    @property
    def within(self) -> float | None:
        """The distance from the value to the farther end of the interval."""
        if self.low is None or self.high is None:
            return None
        return max(self.value - self.low, self.high - self.value)

    @property
    def certain(self) -> bool:
        """True if the interval excludes 0."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


@dataclass(frozen=True, slots=True)
class BalanceFigure:
    """A figure of the game, of the other game, and the difference between the two.

    `other` and `more` are null if there is only one game, or if the other lacks the figure.
    """

    here: Interval95
    other: Interval95 | None
    more: Interval95 | None


@dataclass(frozen=True, slots=True)
class SeatBalance:
    """A seat, counted from 0 for the player left of the first dealer; the first dealer is last.

    `points` are per match, `worth` is their excess over the mean of all seats, `won` the share of
    matches won, with joint wins shared.
    """

    seat: int
    points: BalanceFigure
    worth: BalanceFigure
    won: BalanceFigure


@dataclass(frozen=True, slots=True)
class BidderBalance:
    """Points per deal, and the share of contracts made; null if the game counts no contracts."""

    points: BalanceFigure
    made: BalanceFigure | None


@dataclass(frozen=True, slots=True)
class CardsCost:
    """The last bidder's loss in points per deal by the limit, in deals of this many cards."""

    cards: int
    cost: BalanceFigure


@dataclass(frozen=True, slots=True)
class LimitBalance:
    """The effect of the limit on the last bid: the last bidder compared with the other players.

    `dealer` is true if the last bidder is always the dealer. `deals` is the number of deals with
    the limit in a match, `apart` the last bidder's points per deal minus the others'. The other
    figures compare with the same packs played without the limit. `cost` is the last bidder's loss
    in points per deal, `cost_in_match` that loss times `deals`, and `cost_of_others` each other
    player's loss per deal. `cost_made` is the share of contracts that the last bidder fails because
    of the limit. They are null if the rules are not sound without it. `costs` has the cost by
    number of cards.
    """

    dealer: bool
    deals: BalanceFigure
    last: BidderBalance
    others: BidderBalance
    apart: BalanceFigure
    free_last: BidderBalance | None
    free_others: BidderBalance | None
    free_apart: BalanceFigure | None
    cost: BalanceFigure | None
    cost_in_match: BalanceFigure | None
    cost_of_others: BalanceFigure | None
    cost_made: BalanceFigure | None
    costs: tuple[CardsCost, ...]


@dataclass(frozen=True, slots=True)
class DealWeight:
    """One deal of the schedule.

    `decides` is its share of the spread of final totals, `spread` the points between the best and
    the worst seat in it.
    """

    number: int
    name: str
    cards: int | None
    decides: Interval95 | None
    spread: Interval95


@dataclass(frozen=True, slots=True)
class KindWeight:
    """All deals of one name; `deals` is their number in the schedule.

    `decides` is their share of the spread of final totals. `each` is the share of one of them, as a
    multiple of an even share. `spread` is the number of points between the best and the worst seat
    in one.
    """

    name: str
    deals: int
    decides: BalanceFigure | None
    each: BalanceFigure | None
    spread: BalanceFigure


@dataclass(frozen=True, slots=True)
class SkillBalance:
    """The gain of one better player among worse ones, over all seats.

    `points` is the gain per match over a worse player in the same seat with the same packs. `won`
    is the share of matches won; `fair` is the share of a player who is not better.
    """

    better: str
    worse: str
    packs: int
    fair: float
    points: BalanceFigure
    won: BalanceFigure


@dataclass(frozen=True, slots=True)
class DecisionBalance:
    """Decisions of one kind in a match, and those in which more than one action is legal."""

    name: str
    made: BalanceFigure
    choices: BalanceFigure


@dataclass(frozen=True, slots=True)
class RulesFigures:
    """The figures by which a search for rules judges a game; null if a figure has no value.

    `fairness` is as in `Balance`, `cost` as `cost_in_match` in `LimitBalance`; 0 without a limit.
    `skill` is the gain of one steady player among random ones, in multiples of the spread of
    final totals among steady ones. `late` is the share of the result decided by the last third of
    the deals. `lead_changes` and `cards` played are per match.
    """

    fairness: BalanceFigure
    cost: BalanceFigure | None
    skill: BalanceFigure | None
    late: BalanceFigure | None
    lead_changes: BalanceFigure
    cards: BalanceFigure


@dataclass(frozen=True, slots=True)
class BalancedGame:
    """A game of the balance; `turns` is the number of matches with each set of packs."""

    rules: str
    title: str
    parameters: tuple[str, ...]
    low_wins: bool
    direction: Direction
    turns: int


@dataclass(frozen=True, slots=True)
class Balance(Versioned):
    """The balance of a game between good players: its seats, limit on bids, deals, skill and
    length.

    `packs` is the number of sets of packs. `fairness` is the share of matches won from the best
    seat minus that from the worst. `notes` lists what is left out and why.
    """

    game: BalancedGame
    against: BalancedGame | None
    players: int
    player: str
    packs: int
    seed: int
    fairness: BalanceFigure
    seats: tuple[SeatBalance, ...]
    limit: LimitBalance | None
    deals: tuple[DealWeight, ...]
    kinds: tuple[KindWeight, ...]
    skill: tuple[SkillBalance, ...]
    decisions: tuple[DecisionBalance, ...]
    counted: int
    notes: tuple[str, ...]


def balance_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of `Balance.to_json()`."""
    return schema_of(Balance, title="The balance of a game")
