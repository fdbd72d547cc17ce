"""A finished balance: its figures as a JSON document, as text and as a page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clagdsl.lang.files import write_file
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.output_paths import BALANCE_PAGE, check_target
from clagdsl.simulation.balancing.balance_figures import balance_of
from clagdsl.simulation.balancing.balance_report import Balance
from clagdsl.simulation.balancing.balance_request import BalanceRequest
from clagdsl.simulation.balancing.balance_run import measure
from clagdsl.simulation.balancing.balance_text import balance_lines
from clagdsl.simulation.optional_deps import check_extras
from clagdsl.simulation.runs.progress import Watch


@dataclass(frozen=True, slots=True)
class BalanceResult:
    """The result of a balance."""

    figures: Balance

    def to_json(self) -> JsonObject:
        """Returns the JSON document that `clagdsl balance --json` prints."""
        return self.figures.to_json()

    def to_text(self, *, tables: bool = False) -> str:
        """Returns the text that `clagdsl balance` prints, with its tables on request."""
        return "\n".join(balance_lines(self.figures, tables=tables))

    def draw(self, path: str | Path) -> None:
        """Writes the balance as an HTML page, which needs the `plot` extra.

        Raises FileError if it cannot be written, ArgumentError if packages are missing.
        """
        check_extras({"plot": "draw"})
        check_target(Path(path), BALANCE_PAGE, option="draw", force=True, shown=str(path))
        from clagdsl.simulation.balancing.balance_page import balance_page

        write_file(Path(path), balance_page(self.figures))


def play_balance(request: BalanceRequest, watch: Watch) -> BalanceResult | None:
    """Plays the matches of a balance; returns None if stopped.

    Raises ArgumentError or RulesError if the request is invalid.
    """
    measured = measure(request, watch)
    return None if measured is None else BalanceResult(balance_of(measured))
