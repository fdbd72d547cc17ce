"""A finished simulation: its figures as a JSON document, as text and as plots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clagdsl.lang.files import write_file
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.record import Record
from clagdsl.simulation.optional_deps import check_extras
from clagdsl.simulation.runs.match_record import match_record
from clagdsl.simulation.runs.report_json import report_json
from clagdsl.simulation.runs.report_text import report_lines
from clagdsl.simulation.runs.request import check_picture
from clagdsl.simulation.runs.run_report import Result, report_of
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.differences import (
    DealDifference,
    SeatDifference,
    deal_differences,
    seat_differences,
)
from clagdsl.simulation.stats.statistics import (
    BidFigures,
    CallerFigures,
    DealFigures,
    LastBidFigures,
    SeatFigures,
    ThirdFigures,
)


@dataclass(frozen=True, slots=True)
class Simulation(Result):
    """The result of a run, in exact figures; the properties are figures of all its matches.

    A run that is stopped before its first block has no matches, and therefore no figures.
    """

    @property
    def seats(self) -> tuple[SeatFigures, ...]:
        """The totals of each seat."""
        return self.game.seats

    @property
    def deals(self) -> tuple[DealFigures, ...]:
        """The points of each deal of the schedule."""
        return self.game.deals

    @property
    def bids(self) -> tuple[BidFigures, ...]:
        """The points of each bid with each number of cards."""
        return self.game.bids

    @property
    def last_bids(self) -> tuple[LastBidFigures, ...]:
        """The last bidder and the others: over all, then by cards; empty if no bid is limited."""
        return self.game.last_bids

    @property
    def callers(self) -> tuple[CallerFigures, ...]:
        """The caller and the others: over all, then by seat; empty if nobody calls."""
        return self.game.callers

    @property
    def thirds(self) -> tuple[ThirdFigures, ...]:
        """The share that each third of the match decides."""
        return self.game.thirds

    @property
    def lead_changes(self) -> Estimate:
        """The number of changes of the lead in a match."""
        return self.game.lead_changes

    @property
    def seat_differences(self) -> tuple[SeatDifference, ...]:
        """The differences of each seat, then of all, to the other game; empty without one."""
        comparison = self.figures.comparison
        return () if comparison is None else seat_differences(comparison)

    @property
    def deal_differences(self) -> tuple[DealDifference, ...]:
        """The differences of each deal to that of the other game; empty without one."""
        comparison = self.figures.comparison
        return () if comparison is None else deal_differences(comparison)

    def to_json(self) -> JsonObject:
        """Returns the document that `clagdsl simulate --json` prints."""
        return report_json(self, report_of(self))

    def to_text(self, by: Sequence[str] | None = None) -> str:
        """Returns the tables that `clagdsl simulate` prints; `by` are additional tables."""
        return "\n".join(report_lines(self, report_of(self), self.request.by if by is None else by))

    def draw(self, path: str | Path) -> None:
        """Draws the figures into a page (`.html`) or an image (`.png`); raises FileError."""
        check_picture(str(path))
        check_extras({"plot": "draw"})
        from clagdsl.simulation.plots.image import png
        from clagdsl.simulation.plots.page import page

        report = report_of(self)
        write_file(Path(path), (page if Path(path).suffix.lower() == ".html" else png)(report))

    def record(self, match: int) -> Record:
        """Returns one match of the run as a record; raises ArgumentError."""
        return match_record(self.request, match)
