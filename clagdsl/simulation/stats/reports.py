"""What is reported of a run: one model, from which text, JSON and pictures are written.

Every figure is stated once, in `GameFigures` and `GameDifferences`.  `report_text`, `report_json`
and `plots` choose what they show of them, and how exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from clagdsl.simulation.stats.differences import GameDifferences
from clagdsl.simulation.stats.statistics import GameFigures, ThirdFigures

THIRDS: Final = ("first third", "second third", "last third")


@dataclass(frozen=True, slots=True)
class Report:
    """One game of a run: its figures, and what was asked for."""

    title: str
    settings: tuple[tuple[str, str], ...]
    """What was asked for: pairs of a word and its value."""
    policies: tuple[str, ...]
    """How each seat plays."""
    game: GameFigures
    paired_game: GameFigures | None = None
    """A game that is drawn beside this one, on axes that reach as far."""

    @property
    def thirds(self) -> tuple[tuple[str, ThirdFigures], ...]:
        """The thirds of the schedule by their names; none if a third is empty."""
        if any(each.first > each.last for each in self.game.thirds):
            return ()
        return tuple(zip(THIRDS, self.game.thirds, strict=True))


@dataclass(frozen=True, slots=True)
class TwoReports:
    """Two games that were played with the same packs; the title of each says which it is."""

    title: str
    settings: tuple[tuple[str, str], ...]
    """What was asked for of both."""
    first: Report
    other: Report
    difference: GameDifferences

    @property
    def game(self) -> GameFigures:
        """The figures of the first game."""
        return self.first.game

    @property
    def only_both(self) -> bool:
        """Whether one of the games has deals that the other has not."""
        return len(self.first.game.deals) != len(self.other.game.deals)
