"""`clagdsl graph`: the state machine of a game as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from clagdsl.check.checker import load_checked
from clagdsl.check.proof_cache import proved_table
from clagdsl.cli._options import players_option, read_deal, read_settings, set_option
from clagdsl.cli._output import force_option, format_option, report_written, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.explain.graph.picture import Diagram, dot, make_picture, mermaid
from clagdsl.explain.graph.svg import svg
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.output_paths import DOT, MERMAID, SVG, FileKind, check_target
from clagdsl.table.states import Course, StateMachine, make_machine
from clagdsl.table.table import scheduled_deal

_WRITERS: Final[dict[str, Callable[[Diagram], str]]] = {".mmd": mermaid, ".dot": dot, ".svg": svg}
_KINDS: Final[dict[str, FileKind]] = {".mmd": MERMAID, ".dot": DOT, ".svg": SVG}


@click.command()
@click.argument("file")
@click.option(
    "--deal", metavar="D", help="Draw only this deal: its number in the schedule or its name."
)
@click.option(
    "-o", "--output", metavar="X.svg", help="Write SVG, DOT (.dot) or Mermaid (.mmd) to this file."
)
@force_option
@players_option
@set_option
@format_option("text", "json")
def graph(
    file: str,
    deal: str | None,
    output: str | None,
    force: bool,
    players: int | None,
    settings: tuple[str, ...],
    output_format: str,
) -> int:
    """Draw the course of a match as a state machine.

    Without -o it prints Mermaid text.
    """
    ending = ".mmd"
    if output is not None:
        ending = Path(output).suffix.lower()
        if ending not in _WRITERS:
            raise click.UsageError(f"`{output}` does not end in .mmd, .dot or .svg")
    rules = load_checked(file)
    chosen = read_settings(rules.game, settings)
    table = proved_table(rules.game, players, chosen, rules.evidence.tried)
    machine = make_machine(table)
    courses = None
    if deal is not None:
        row = scheduled_deal(table, read_deal(deal))
        named = not isinstance(read_deal(deal), int)
        courses = tuple(c for c in machine.courses if _shows(c, row.number, row.name, named))
    if output is None and output_format == "json":
        write_json(machine_json(machine, machine.courses if courses is None else courses))
        return FINE
    text = _WRITERS[ending](make_picture(machine, courses))
    if output is None:
        write(text.rstrip("\n"))
        return FINE
    from clagdsl.lang.files import write_file

    check_target(Path(output), _KINDS[ending], force=force, shown=output)
    write_file(Path(output), text)
    report_written(output, as_json=output_format == "json")
    return FINE


def _shows(course: Course, number: int, name: str, named: bool) -> bool:
    """Returns whether a course is part of the deal selected by name or by number."""
    return course.deal == name if named else number in course.numbers


def machine_json(machine: StateMachine, courses: tuple[Course, ...]) -> JsonObject:
    """Returns the states and transitions of some courses, with the schedule, as JSON."""
    beginnings = tuple(f"{course.name}{mark}" for course in courses for mark in (":", " ("))

    def shown(name: str) -> bool:
        return name in ("next", "end") or name.startswith(beginnings)

    return {
        "title": machine.title,
        "players": machine.players,
        "decisions": machine.decisions,
        "schedule": [
            {"number": row.number, "name": row.name, "cards": [row.low, row.high]}
            for row in machine.schedule
        ],
        "states": [
            {"name": state.name, "phase": state.moment, "actor": state.actor}
            for state in machine.states
            if shown(state.name)
        ],
        "steps": [
            {
                "from": step.source,
                "to": step.target,
                "event": step.event,
                "condition": step.condition or None,
            }
            for step in machine.steps
            if shown(step.source) and shown(step.target)
        ],
    }
