"""The report of a run: the one model from which text, JSON and plots are generated.

Every figure is defined once, in `GameFigures` and `GameDifferences`.  `report_text`, `report_json`
and `plots` choose the ones to show, and the number of digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from clagdsl.simulation.stats.differences import GameDifferences
from clagdsl.simulation.stats.statistics import GameFigures, ThirdFigures

THIRDS: Final = ("first third", "second third", "last third")


@dataclass(frozen=True, slots=True)
class Report:
    """The report of one game: its figures, and the settings of the run."""

    title: str
    settings: tuple[tuple[str, str], ...]
    """The settings of the run, as pairs of a label and a value."""
    policies: tuple[str, ...]
    """The policy of each seat."""
    game: GameFigures
    paired_game: GameFigures | None = None
    """Another game whose plots use the same axis scales; None if there is only one game."""

    @property
    def thirds(self) -> tuple[tuple[str, ThirdFigures], ...]:
        """The thirds of the schedule by name; empty if a third is empty."""
        if any(each.first > each.last for each in self.game.thirds):
            return ()
        return tuple(zip(THIRDS, self.game.thirds, strict=True))


@dataclass(frozen=True, slots=True)
class TwoReports:
    """The reports of two games played with the same packs; each title names its game."""

    title: str
    settings: tuple[tuple[str, str], ...]
    """The settings that both games share."""
    first: Report
    other: Report
    difference: GameDifferences

    @property
    def game(self) -> GameFigures:
        """The first game's figures."""
        return self.first.game

    @property
    def only_both(self) -> bool:
        """True if deals are compared only where both games have them, because one game has more."""
        return len(self.first.game.deals) != len(self.other.game.deals)
