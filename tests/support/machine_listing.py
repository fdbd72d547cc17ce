"""A state machine as a deterministic text, for golden files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clagdsl.table.deal_rules import Phase
from clagdsl.table.states import (
    END,
    NEXT,
    Branch,
    Course,
    StateMachine,
    ranges,
    state_name,
)


def listing(machine: StateMachine) -> str:
    """Returns the states of a game with the steps out of each, deal by deal."""
    lot = "the first dealer is drawn, " if machine.draws_dealer else ""
    lines = [
        f"{machine.title}: {machine.players} players, {lot}{machine.deals_text}, "
        f"{len(machine.states)} states, at most {machine.decisions} decisions",
        "",
        *_steps(machine, NEXT, "nobody"),
    ]
    for course in machine.courses:
        lines += ["", *_course(machine, course)]
    return "\n".join([*lines, "", END, ""])


def _course(machine: StateMachine, course: Course) -> Iterator[str]:
    sizes = ranges(course.sizes)
    cards = "card" if sizes == "1" else "cards"
    picked = ", the dealer picks" if "size" in course.phases else ""
    yield f"# {course.name}: deal {ranges(course.numbers)}; {sizes} {cards}{picked}"
    yield from _skipped(course.skipped)
    yield from _phases(machine, course, None, course.phases)
    for branch in course.branches:
        yield f"## {course.name} ({branch.name})"
        yield from _skipped(branch.skipped)
        yield from _phases(machine, course, branch, branch.phases)


def _skipped(skipped: Sequence[tuple[Phase, str]]) -> Iterator[str]:
    for phase, why in skipped:
        yield f"no {phase}: {why}"


def _phases(
    machine: StateMachine, course: Course, branch: Branch | None, order: Sequence[Phase]
) -> Iterator[str]:
    for phase in order:
        name = state_name(course, phase, branch)
        actor = next(state.actor for state in machine.states if state.name == name)
        yield from _steps(machine, name, actor)


def _steps(machine: StateMachine, name: str, actor: str) -> Iterator[str]:
    yield name if actor == "nobody" else f"{name} ({actor})"
    for step in machine.steps:
        if step.source == name:
            target = "again" if step.target == name else step.target
            condition = f", {step.condition}" if step.condition else ""
            yield f"  {step.event}{condition} -> {target}"
