"""The data model of a balance, with its JSON form; docstrings of classes are schema text."""

from __future__ import annotations

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import Versioned, schema_of
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.rules import Direction


@dataclass(frozen=True, slots=True)
class Interval95:
    """A figure, and between what the truth lies 95 times in 100; null where that is not known."""

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
    """A figure of the game, the same of the other game, and how much more it is here.

    `other` and `more` are null where there is no other game, or it has no such figure.
    """

    here: Interval95
    other: Interval95 | None
    more: Interval95 | None


@dataclass(frozen=True, slots=True)
class SeatBalance:
    """A seat, counted from 0 for the one that is left of the first dealer, who is the last one.

    `points` are those of a match, `worth` how many more than the mean of all seats, `won` the share
    of matches won, joint wins shared.
    """

    seat: int
    points: BalanceFigure
    worth: BalanceFigure
    won: BalanceFigure


@dataclass(frozen=True, slots=True)
class BidderBalance:
    """Points a deal, and the share of contracts made, null where none counts."""

    points: BalanceFigure
    made: BalanceFigure | None


@dataclass(frozen=True, slots=True)
class LimitBalance:
    """Who bids last in the deals where the rules limit that bid, beside the others.

    `dealer` says whether it is always the dealer.  `deals` is how many such deals a match has,
    `apart` how many points a deal the last bidder has more than the others.  The rest holds the
    same packs without the limit: `cost` is how many points a deal the last bidder loses by it,
    `cost_of_others` what each of the others loses, `cost_made` what share of the contracts the
    last bidder fails because of it; null where the rules do not hold together without.
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
    cost_of_others: BalanceFigure | None
    cost_made: BalanceFigure | None


@dataclass(frozen=True, slots=True)
class DealWeight:
    """One deal of the schedule.

    `decides` is its share of how far final totals lie apart, `spread` how many points lie between
    the best and the worst seat in it.
    """

    number: int
    name: str
    cards: int | None
    decides: Interval95 | None
    spread: Interval95


@dataclass(frozen=True, slots=True)
class KindWeight:
    """All deals of one name: `deals` of the schedule.

    `decides` is their share of how far final totals lie apart, `each` that of one of them as a
    multiple of an even share, `spread` how many points lie between best and worst in one.
    """

    name: str
    deals: int
    decides: BalanceFigure | None
    each: BalanceFigure | None
    spread: BalanceFigure


@dataclass(frozen=True, slots=True)
class SkillBalance:
    """What one better player gains among worse ones, in every seat in turn.

    `points` are those of a match more than a worse player has in the same seat with the same packs;
    `won` is the share of matches won, of which `fair` would be that of nobody better.
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
class BalancedGame:
    """Which game, and what is counted there: `turns` matches with each set of packs."""

    rules: str
    title: str
    parameters: tuple[str, ...]
    low_wins: bool
    direction: Direction
    turns: int


@dataclass(frozen=True, slots=True)
class Balance(Versioned):
    """What good players make of a game: its seats, its limit on bids, its deals, skill, length.

    `packs` is how many sets of packs were played, `notes` what is not told and why.
    """

    game: BalancedGame
    against: BalancedGame | None
    players: int
    player: str
    packs: int
    seed: int
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
    return schema_of(Balance, title="What good players make of a game")
