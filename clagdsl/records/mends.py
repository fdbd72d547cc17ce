"""Finds figures of a row that make it right if they are changed.

Every fix is tried by reading the row again with it, limits on bids included, and then the row
after it: a slip that was made in writing one figure leaves the rows after it right.  What is tried
depends on what is wrong:

- one player, the row as a whole, or a forbidden bid: every single figure;
- tricks that the recorded cards or `taken` rule out: other tricks, in as few cells as possible;
- several players: one figure of each of them, together;
- `taken`, if the row fits without it: other seats.

If the cards show who took every trick, the seats in `taken` that differ belong to every fix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, product
from math import prod
from typing import Final, TypeAlias, TypeVar

from clagdsl.lang.limits import FIX_WORK, MOST_TRIALS
from clagdsl.lang.record import Cell, FigureChange, RecordedDeal, RowFix
from clagdsl.lang.rules import ChosenBid
from clagdsl.records.row_check import Found, solved
from clagdsl.records.row_context import Standing
from clagdsl.records.solver import Counts, Row, Solver
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.scoring import score_names

F = TypeVar("F")

Change: TypeAlias = tuple[int, Cell, int]
"""A seat, one of its figures, and the other value; in `taken` a trick and its other seat."""

Way: TypeAlias = tuple[Change, ...]

RULED_OUT: Final = frozenset(("R557", "R559"))
"""The problems of tricks that the recorded cards, or `taken`, make impossible."""

FIGURES: Final = frozenset(("R540", "R541", "R542", "R543")) | RULED_OUT
"""The problems of a row whose figures do not fit each other."""

FORBIDDEN_BIDS: Final = frozenset(("A201", "A202", "A203"))
UNDECIDED: Final = "R544"

MOST_TOGETHER: Final = 200
"""So many ways to change a figure of several players, or seats of `taken`, are tried per row."""


@dataclass(slots=True)
class Patience:
    """What is left for fixes of one record."""

    trials: Budget = field(default_factory=lambda: Budget(MOST_TRIALS))
    budget: Budget = field(default_factory=lambda: Budget(FIX_WORK))


@dataclass(frozen=True, slots=True)
class WithoutTaken:
    """What fits a row without `taken`: the seats that can have taken each trick, and the counts."""

    takers: tuple[frozenset[int], ...]
    counts: Counts


Trial: TypeAlias = Callable[[RecordedDeal], tuple[Standing, Found]]
"""Reads the row with other figures."""

Following: TypeAlias = Callable[[RecordedDeal, Standing], bool]
"""Whether there is a row after it, and its figures fit from that standing."""


@dataclass(slots=True)
class MendSearch:
    """Looks for fixes of one row."""

    deal: RecordedDeal
    row: Row
    base: tuple[int | None, ...]
    label: str
    players: tuple[str, ...]
    patience: Patience
    points: frozenset[int] = frozenset()
    """The seats of which the sheet has the points of the deal instead of the total."""
    corrected: Way = ()
    """The seats in `taken` that `deal` has by the cards; they belong to every fix."""
    without_taken: WithoutTaken | None = None
    """What fits the row without `taken`; None if the row does not fit without it."""

    def fixes(self, trial: Trial, following: Following) -> tuple[RowFix, ...]:
        """Return the fixes with the fewest figures; none if finding them takes too long."""
        confirmed: dict[Standing, bool] = {}
        fixes: list[RowFix] = []
        try:
            _, before = trial(self.deal)
            for ways in self._ways(before, trial):
                for way in ways:
                    changed, after, problems = self._try(way, trial)
                    if any(one.severity == "error" for _, one in problems):
                        continue
                    if after not in confirmed:
                        confirmed[after] = not self.points and following(changed, after)
                    changes = tuple(self._change(*change) for change in self.corrected + way)
                    fixes.append(RowFix(changes, confirmed[after]))
                if fixes:
                    break
        except TooMuchError:
            return ()
        return tuple(fixes)

    def _ways(self, before: Found, trial: Trial) -> Iterator[Iterable[Way]]:
        """Yield what may be changed, in groups of equally many figures, fewest first."""
        if self.corrected:
            yield ((),)
        most = max(len(self.players), len(self.deal.taken or ()))
        for size in range(1, most + 1):
            yield chain(self._figures(size, before, trial), self._other_takers(size))

    def _figures(self, size: int, before: Found, trial: Trial) -> Iterable[Way]:
        """Return the ways to change so many figures of players."""
        wrong = [seat for seat, one in before if one.code in FIGURES]
        ruled_out = [seat for seat, one in before if one.code in RULED_OUT]
        suspects = [seat for seat in dict.fromkeys(wrong) if seat is not None]
        if ruled_out:
            return self._divisions({seat for seat in ruled_out if seat is not None}, size)
        if len(wrong) <= 1:
            return ((change,) for change in self._candidates(None)) if size == 1 else ()
        if size != len(suspects):
            return ()
        parts = [
            [change for change in self._candidates(seat) if self._helps(change, before, trial)]
            for seat in suspects
        ]
        return product(*parts) if prod(map(len, parts)) <= MOST_TOGETHER else ()

    def _other_takers(self, size: int) -> list[Way]:
        """Return the ways to change so many seats in `taken` that the rest of the row allows."""
        row, taken = self.without_taken, self.deal.taken or ()
        if row is None:
            return []
        pairs = list(enumerate(zip(taken, row.takers, strict=True)))
        wrong = [trick for trick, (seat, seats) in pairs if seat not in seats]
        unsure = [trick for trick, (seat, seats) in pairs if seat in seats and len(seats) > 1]
        too_many = sum(max(0, taken.count(s) - max(n)) for s, n in enumerate(row.counts))
        if size < max(len(wrong), too_many):
            return []
        ways: list[Way] = []
        for more in combinations(unsure, size - len(wrong)):
            tricks = (*wrong, *more)
            for seats in product(*(sorted(row.takers[trick] - {taken[trick]}) for trick in tricks)):
                self.patience.budget.spend(len(taken))
                after = list(taken)
                for trick, seat in zip(tricks, seats, strict=True):
                    after[trick] = seat
                if all(after.count(seat) in counts for seat, counts in enumerate(row.counts)):
                    changes = zip(tricks, seats, strict=True)
                    ways.append(tuple((trick, "taken", seat) for trick, seat in sorted(changes)))
            if len(ways) > MOST_TOGETHER:
                raise TooMuchError
        return ways

    def _try(self, way: Way, trial: Trial) -> tuple[RecordedDeal, Standing, Found]:
        """Return the row with other figures and what is wrong with it then."""
        self.patience.trials.spend(1)
        changed = self.deal
        for change in way:
            changed = with_figure(changed, *change)
        after, problems = trial(changed)
        if any(one.code == UNDECIDED for _, one in problems):
            raise TooMuchError  # the changed row is not decided
        return changed, after, problems

    def _helps(self, change: Change, before: Found, trial: Trial) -> bool:
        """Whether nothing is wrong with a player after a change, whatever is with others."""
        _, _, problems = self._try((change,), trial)
        left = [seat for seat, one in problems if one.code in FIGURES]
        fewer = len(left) < sum(one.code in FIGURES for _, one in before)
        return fewer and not {change[0], None} & {*left}

    def _change(self, seat: int, cell: Cell, value: int) -> FigureChange:
        """Return a change as the sheet has it."""
        if cell == "taken":
            return FigureChange(self.label, self.players[value], cell, value + 1, seat + 1)
        if cell == "total" and seat in self.points:
            cell, value = "points", value - (self.base[seat] or 0)
        return FigureChange(self.label, self.players[seat], cell, value)

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
                    self.patience.trials.spend(1)
                    yield seat, base + score - value
            except TooMuchError:
                return

    def _divisions(self, excluded: set[int], size: int) -> Iterator[Way]:
        """Yield other tricks that the cards allow and that add up, with `excluded` changed."""
        won = self.deal.won or ()
        written = [seat for seat, count in enumerate(won) if count is not None]
        return (
            way
            for seats in combinations(written, size)
            if excluded <= {*seats}
            for way in product(*(self._other_counts(seat) for seat in seats))
            if self._can_divide(way)
        )

    def _other_counts(self, seat: int) -> list[Change]:
        written = (self.deal.won or ())[seat]
        return [(seat, "tricks", n) for n in self.row.evidence.counts(seat) if n != written]

    def _can_divide(self, way: Way) -> bool:
        """Whether tricks add up and the cards allow them."""
        self.patience.budget.spend(1)
        won = list(self.deal.won or ())
        for seat, _, count in way:
            won[seat] = count
        total = sum(count or 0 for count in won)
        adds_up = total <= self.row.cards if None in won else total == self.row.cards
        return adds_up and self.row.evidence.allows(tuple(won))

    def _candidates(self, of: int | None) -> Iterator[Change]:
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
        case "taken":
            return replace(deal, taken=_changed(deal.taken or (), seat, value))


def _changed(figures: tuple[F, ...], seat: int, value: int) -> tuple[F | int, ...]:
    return (*figures[:seat], value, *figures[seat + 1 :])
