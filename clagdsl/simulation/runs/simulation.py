"""A finished simulation: its figures as JSON, as text and as plots."""

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
    """The exact result of a run; the properties are figures over all matches of the run.

    A run that is stopped before its first block has no matches, and therefore no figures.
    """

    @property
    def seats(self) -> tuple[SeatFigures, ...]:
        """Each seat's totals."""
        return self.game.seats

    @property
    def deals(self) -> tuple[DealFigures, ...]:
        """The figures for each deal of the schedule."""
        return self.game.deals

    @property
    def bids(self) -> tuple[BidFigures, ...]:
        """The figures for each bid with each hand size."""
        return self.game.bids

    @property
    def last_bids(self) -> tuple[LastBidFigures, ...]:
        """The last bidder and the others, overall and by hand size; empty if no bid is limited."""
        return self.game.last_bids

    @property
    def callers(self) -> tuple[CallerFigures, ...]:
        """The caller and the others, overall and then by seat; empty if nobody calls."""
        return self.game.callers

    @property
    def thirds(self) -> tuple[ThirdFigures, ...]:
        """The share that each third of the match decides."""
        return self.game.thirds

    @property
    def lead_changes(self) -> Estimate:
        """The mean number of lead changes per match."""
        return self.game.lead_changes

    @property
    def seat_differences(self) -> tuple[SeatDifference, ...]:
        """Each seat's difference from the other game, then that of all; empty if not compared."""
        comparison = self.figures.comparison
        return () if comparison is None else seat_differences(comparison)

    @property
    def deal_differences(self) -> tuple[DealDifference, ...]:
        """Each deal's difference from the other game; empty without a comparison."""
        comparison = self.figures.comparison
        return () if comparison is None else deal_differences(comparison)

    def to_json(self) -> JsonObject:
        """Returns the JSON document that `clagdsl simulate --json` prints."""
        return report_json(self, report_of(self))

    def to_text(self, by: Sequence[str] | None = None) -> str:
        """Returns the tables that `clagdsl simulate` prints; `by` names additional tables."""
        return "\n".join(report_lines(self, report_of(self), self.request.by if by is None else by))

    def draw(self, path: str | Path) -> None:
        """Draws the figures as a page (`.html`) or an image (`.png`).

        Raises FileError if the file has another suffix or cannot be written.
        """
        check_picture(str(path))
        check_extras({"plot": "draw"})
        from clagdsl.simulation.plots.image import png
        from clagdsl.simulation.plots.page import page

        report = report_of(self)
        write_file(Path(path), (page if Path(path).suffix.lower() == ".html" else png)(report))

    def record(self, match: int) -> Record:
        """Returns a match of the run as a record; raises ArgumentError if it has no such match."""
        return match_record(self.request, match)
