"""What is reported of a run: one model, from which text, JSON and pictures are written.

Every figure is stated once, in `GameFigures` and `GameDifferences`.  `report_text`, `report_json`
and `plots` choose what they show of them, and how exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from clagdsl.lang.game_text import title_of, value_text
from clagdsl.players.named_players import seat_policies
from clagdsl.problems.safe_text import visible
from clagdsl.simulation.runs.request import Setting, Written
from clagdsl.simulation.stats.differences import GameDifferences, game_differences
from clagdsl.simulation.stats.statistics import GameFigures, ThirdFigures, game_figures
from clagdsl.table.table import Table

if TYPE_CHECKING:
    from clagdsl.simulation.runs.simulation import Simulation

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
    beside: GameFigures | None = None
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


def report_of(simulation: Simulation) -> Report | TwoReports:
    """Returns what is reported of a run; there must be a match."""
    request, against = simulation.request, simulation.against
    settings = _settings(simulation)
    policies = seat_policies(request.policy, simulation.table.players)
    report = Report(title_of(simulation.table.game), settings, policies, simulation.game)
    comparison, rules = simulation.figures.comparison, request.against
    if comparison is None or against is None or rules is None:
        return report
    other = game_figures(comparison.other, against)
    first_title = named_game(request.rules.reference, simulation.table)
    return TwoReports(
        f"{report.title} against {title_of(against.game)}",
        settings[1:],
        replace(report, title=first_title, beside=other),
        Report(named_game(rules.reference, against), settings, policies, other, report.game),
        game_differences(comparison),
    )


def named_game(reference: str, table: Table) -> str:
    """How a game is referred to, its title, and the parameters that are set."""
    changed = [
        f"{parameter.name} = {value_text(table.parameters[parameter.name])}"
        for parameter in table.game.parameters
        if table.parameters[parameter.name] != parameter.default
    ]
    title = visible(title_of(table.game)) + (f" with {', '.join(changed)}" if changed else "")
    return f"{visible(reference)}: {title}" if reference else title


def _settings(simulation: Simulation) -> tuple[tuple[str, str], ...]:
    request = simulation.request
    many = f"{simulation.matches:,}"
    if not simulation.whole:
        many += ", interrupted" if request.matches is None else f" of {request.matches:,}"
    parameters = (("set", request.parameters), ("set in B", request.against_parameters))
    return (
        ("rules", request.rules.reference),
        ("matches", many),
        ("players", str(simulation.table.players)),
        ("policy", request.policy),
        ("seed", str(request.seed)),
        *(
            (word, f"{name}={_text(value)}")
            for word, settings in parameters
            for name, value in settings.items()
        ),
    )


def _text(setting: Setting) -> str:
    return setting.text if isinstance(setting, Written) else value_text(setting)
