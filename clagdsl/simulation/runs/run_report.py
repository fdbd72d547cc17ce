"""The result of a run, and its report, from which text, JSON and plots are generated."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clagdsl.engine.players.named_players import seat_policies
from clagdsl.lang.rules import title_of, value_text
from clagdsl.problems.escape import escape_invisible
from clagdsl.simulation.blocks import Figures
from clagdsl.simulation.runs.request import RawOption, Request, Setting
from clagdsl.simulation.stats.differences import game_differences
from clagdsl.simulation.stats.reports import Report, TwoReports
from clagdsl.simulation.stats.statistics import GameFigures, game_figures
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a run, in exact figures."""

    request: Request
    table: Table
    against: Table | None
    """The table of the second game, if two games are compared; else None."""
    figures: Figures
    whole: bool
    """Whether the run finished without interruption."""
    within: float | None
    """The largest half width of the intervals of mean totals; None before the second match."""
    reached: bool
    """Whether the requested precision was reached."""
    written: tuple[str, ...] = ()
    """The files to which matches were written."""
    trouble: str | None = None
    """The reason why the last checkpoint failed; None if it did not."""

    @property
    def matches(self) -> int:
        """The number of matches played."""
        return self.figures.matches

    @property
    def game(self) -> GameFigures:
        """All figures of the first game."""
        return game_figures(self.figures.summary, self.table)


def report_of(result: Result) -> Report | TwoReports:
    """Returns the report of a run; requires at least one match."""
    request, against = result.request, result.against
    settings = _settings(result)
    policies = seat_policies(request.policy, result.table.players)
    report = Report(title_of(result.table.game), settings, policies, result.game)
    comparison, rules = result.figures.comparison, request.against
    if comparison is None or against is None or rules is None:
        return report
    other = game_figures(comparison.other, against)
    first_title = named_game(request.rules.reference, result.table)
    return TwoReports(
        f"{report.title} against {title_of(against.game)}",
        settings[1:],
        replace(report, title=first_title, paired_game=other),
        Report(named_game(rules.reference, against), settings, policies, other, report.game),
        game_differences(comparison),
    )


def named_game(reference: str, table: Table) -> str:
    """Returns a game's reference and title, and the parameters that are not at their defaults."""
    changed = [
        f"{parameter.name} = {value_text(table.parameters[parameter.name])}"
        for parameter in table.game.parameters
        if table.parameters[parameter.name] != parameter.default
    ]
    title = escape_invisible(title_of(table.game)) + (
        f" with {', '.join(changed)}" if changed else ""
    )
    return f"{escape_invisible(reference)}: {title}" if reference else title


def _settings(result: Result) -> tuple[tuple[str, str], ...]:
    request = result.request
    many = f"{result.matches:,}"
    if not result.whole:
        many += ", interrupted" if request.matches is None else f" of {request.matches:,}"
    parameters = (("set", request.parameters), ("set in B", request.against_parameters))
    return (
        ("rules", request.rules.reference),
        ("matches", many),
        ("players", str(result.table.players)),
        ("policy", request.policy),
        ("seed", str(request.seed)),
        *(
            (word, f"{name}={_text(value)}")
            for word, settings in parameters
            for name, value in settings.items()
        ),
    )


def _text(setting: Setting) -> str:
    return setting.text if isinstance(setting, RawOption) else value_text(setting)
