"""Which one figure of a row that cannot be, written otherwise, would make it fit.

Every candidate is tried by reading the row anew with it, limits on bids included, and then the row
after it: a slip that was made in writing one figure leaves the rows after it right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, TypeVar

from clagdsl.lang.record import RecordedDeal
from clagdsl.lang.rules import ChosenBid
from clagdsl.records.row_check import Found, solved
from clagdsl.records.row_context import Standing
from clagdsl.records.solver import Budget, Row, Solver, TooMuchWorkError
from clagdsl.table.scoring import score_names

Cell: TypeAlias = Literal["bid", "tricks", "total", "points"]
F = TypeVar("F")

FIGURES: Final = frozenset(("R540", "R541", "R542", "R543"))
"""The problems of a row whose figures do not fit each other."""

UNDECIDED: Final = "R544"
MOST_TRIALS: Final = 2_500
"""So many rows are read anew for one record."""


@dataclass(frozen=True, slots=True)
class Mend:
    """One figure written otherwise; `confirmed` where the row after agrees with it."""

    row: str
    player: str
    cell: Cell
    value: int
    confirmed: bool

    def to_json(self) -> dict[str, object]:
        """The mend as `replay --json` prints it."""
        return {"row": self.row, "player": self.player, "cell": self.cell, "value": self.value}


@dataclass(slots=True)
class Patience:
    """What is left for mends of one record."""

    trials: int = MOST_TRIALS
    budget: Budget = field(default_factory=lambda: Budget(200_000))


Trial: TypeAlias = Callable[[RecordedDeal], tuple[Standing, Found]]
"""Reads the row with other figures."""

Following: TypeAlias = Callable[[RecordedDeal, Standing], bool]
"""Whether there is a row after it, and its figures fit from that standing."""


@dataclass(slots=True)
class MendSearch:
    """Looks for every mend of one figure of a row."""

    deal: RecordedDeal
    row: Row
    base: tuple[int | None, ...]
    patience: Patience
    points: frozenset[int] = frozenset()
    """The seats of which the sheet has the points of the deal instead of the total."""

    def mends(
        self,
        label: str,
        players: tuple[str, ...],
        trial: Trial,
        following: Following,
        of: int | None = None,
    ) -> tuple[Mend, ...]:
        """Every mend, those first that the next row confirms; none where that takes too long.

        Those `of` one seat are the figures of this player after which nothing is wrong with them,
        whatever is wrong with others.
        """
        before = trial(self.deal)[1]
        others = self._others(before)
        wrong = sum(one.code in FIGURES for _, one in before)
        known: dict[Standing, bool] = {}
        found: list[Mend] = []
        try:
            for seat, cell, value in self._candidates(of):
                self.patience.trials -= 1
                if self.patience.trials < 0:
                    return ()
                changed = with_figure(self.deal, seat, cell, value)
                after, problems = trial(changed)
                if any(one.code == UNDECIDED for _, one in problems):
                    return ()
                left = [whose for whose, one in problems if one.code in FIGURES]
                less = len(left) < wrong and not {of, None} & {*left}
                if (left if of is None else not less) or self._others(problems) > others:
                    continue
                if after not in known:
                    known[after] = not self.points and following(changed, after)
                found.append(self._mend(label, players, seat, cell, value, known[after]))
        except TooMuchWorkError:
            return ()
        return tuple(sorted(found, key=lambda one: not one.confirmed))

    def _mend(
        self,
        label: str,
        players: tuple[str, ...],
        seat: int,
        cell: Cell,
        value: int,
        confirmed: bool,
    ) -> Mend:
        if cell == "total" and seat in self.points:
            cell, value = "points", value - (self.base[seat] or 0)
        return Mend(label, players[seat], cell, value, confirmed)

    @staticmethod
    def _others(problems: Found) -> int:
        return sum(one.severity == "error" and one.code not in FIGURES for _, one in problems)

    def totals_before(self) -> Iterator[tuple[int, int]]:
        """Every total of the row before from which a player can have come to that of this row."""
        row, budget = self.row, self.patience.budget
        for seat, score in enumerate(row.scores):
            base = self.base[seat]
            try:
                if score is None or base is None:
                    continue
                if not all(solved(row.without(frozenset({seat})), budget)):
                    continue
                for value in sorted(Solver(row, budget).scores_of(seat) - {score}):
                    self.patience.trials -= 1
                    if self.patience.trials < 0:
                        return
                    yield seat, base + score - value
            except TooMuchWorkError:
                return

    def _candidates(self, of: int | None) -> Iterator[tuple[int, Cell, int]]:
        row, budget = self.row, self.patience.budget
        chosen = isinstance(row.rules.bid, ChosenBid)
        # Another bid can change what everybody scores.
        all_bids = bool(score_names(row.rules) & {"bids", "makers"})
        for seat, score in enumerate(row.scores):
            if of not in (None, seat):
                continue
            suspect = of is not None or all(solved(row.without(frozenset({seat})), budget))
            bid = None if row.bids is None else row.bids[seat]
            if chosen and bid is not None and (suspect or all_bids):
                for value in range(row.cards + 1):
                    if value != bid:
                        yield seat, "bid", value
            if not suspect:
                continue
            if row.won[seat] is not None and self.deal.won is not None:
                for value in row.evidence.counts(seat):
                    if value != row.won[seat]:
                        yield seat, "tricks", value
            base = self.base[seat]
            if score is not None and base is not None:
                for value in sorted(Solver(row, budget).scores_of(seat) - {score}):
                    yield seat, "total", base + value


def with_figure(deal: RecordedDeal, seat: int, cell: Cell, value: int) -> RecordedDeal:
    """A row with one figure written otherwise."""
    match cell:
        case "bid":
            return replace(deal, bids=_changed(deal.bids or (), seat, value))
        case "tricks":
            return replace(deal, won=_changed(deal.won or (), seat, value))
        case "total" | "points":
            return replace(deal, totals=_changed(deal.totals or (), seat, value))


def _changed(figures: tuple[F, ...], seat: int, value: int) -> tuple[F | int, ...]:
    return (*figures[:seat], value, *figures[seat + 1 :])
