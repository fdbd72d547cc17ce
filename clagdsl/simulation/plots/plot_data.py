"""What the pictures of a simulation show: plain figures, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PERCENTS: Final = (5, 25, 50, 75, 95)
"""The quantiles of `Spread`, in percent."""

FEW: Final = 30
"""A share of fewer contracts than this is drawn without a colour: it may well be chance."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How figures lie: so many percent of them are at most this, for each of PERCENTS."""

    low: float
    lower: float
    median: float
    upper: float
    high: float


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The final totals of one seat: their mean, how exact that is, how they lie.

    The interval of 95 percent goes `margin` to each side; None where one match tells nothing.
    """

    seat: int
    policy: str
    mean: float
    margin: float | None
    spread: Spread
    won: float
    """The share of matches won."""


@dataclass(frozen=True, slots=True)
class DealCourse:
    """One deal of the schedule."""

    number: int
    name: str
    cards: str
    mean: float
    """The mean of the points of a seat."""
    made: float | None
    """The share of contracts completed, None where none counts."""
    totals: Spread
    """The running totals after this deal, of all seats."""
    decides: float | None
    """The share of the variance of final totals; None where all final totals are the same."""
    leader_wins: float
    """How often the leader after this deal wins the match; of several leaders one by lot."""


@dataclass(frozen=True, slots=True)
class BidFigures:
    """The contracts of one bid with one number of cards."""

    cards: int
    bid: int
    made: int
    counted: int


@dataclass(frozen=True, slots=True)
class Third:
    """Some deals in a row, by their numbers, and the share of the variance that they decide."""

    name: str
    first: int
    last: int
    decides: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """All that the pictures and their page tell.  Shares are from 0 to 1."""

    title: str
    settings: tuple[tuple[str, str], ...]
    """What was asked for: pairs of a word and its value."""
    seats: tuple[SeatScore, ...]
    deals: tuple[DealCourse, ...]
    bids: tuple[BidFigures, ...]
    thirds: tuple[Third, ...]
