"""A match that is played is a walk through the states written out for it.

The machine and the interpreter are written apart from each other: the events of random matches
are read as steps, and every event must be one that the states reached so far allow.
"""

import pytest
from support.engine_games import CALLED, GAMES, TWISTS, random_match
from support.table_games import aspects, clause, game

from clagdsl.lang.rules import (
    BidInTurn,
    Call,
    CallGroup,
    Deal,
    FixedBid,
    FixedOrder,
    NamedTrump,
    NoTrump,
    Number,
    OneSize,
    PickedSize,
    ScheduleRow,
    TurnedTrump,
    Twist,
)
from clagdsl.table.states import END, NEXT, make_machine, state_name
from clagdsl.table.table import make_table

UNDONE = game(
    Deal(
        "called",
        aspects(
            trump=NoTrump(),
            bid=FixedBid(0),
            call=Call(
                "dealer",
                (
                    CallGroup("at most one of", ("Turned", "Named", "Ordered")),
                    CallGroup("any of", ("Bid", "Guess")),
                ),
            ),
        ),
    ),
    twists=(
        Twist("Turned", trump=clause(TurnedTrump())),
        Twist("Named", trump=clause(NamedTrump("dealer", "suit"))),
        Twist("Ordered", trump=clause(FixedOrder(("H", "C", "D", "S")))),
        Twist("Bid", bid=clause(BidInTurn())),
        Twist("Guess", shown=clause("after bids")),
    ),
    schedule=(ScheduleRow(OneSize(Number(2)), ("called",), Number(30)),),
)
MIXED = game(
    Deal("normal", aspects()),
    Deal("called", CALLED),
    twists=TWISTS,
    schedule=(
        ScheduleRow(OneSize(Number(2)), ("normal", "called"), Number(3)),
        ScheduleRow(PickedSize(Number(1), Number(3)), ("normal", "called"), Number(3)),
    ),
)


def allowed(machine, step, event):
    """Whether a step may be taken at an event, beyond being named after it."""
    if event.kind == "DealBegun":
        course = next(
            course
            for course in machine.courses
            if state_name(course, course.phases[0]) == step.target
        )
        return event.deal in course.numbers
    if event.kind == "CallMade":
        return any(
            event.calls in branch.calls
            and step.target == state_name(course, branch.phases[0], branch)
            for course in machine.courses
            for branch in course.branches
        )
    return True


def walk(machine, reached, events):
    """The states that a match may be in after these events, from any of those reached."""
    for event in events:
        if event.kind in ("HandSeen", "HandShown"):
            continue
        reached = {
            step.target
            for step in machine.steps
            if step.source in reached and step.event == event.kind and allowed(machine, step, event)
        }
        assert reached, event
    return reached


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rules", [*GAMES.values(), UNDONE, MIXED])
def test_a_match_walks_from_state_to_state(rules, seed):
    machine = make_machine(make_table(rules, 4))
    actors = {state.name: state.actor for state in machine.states}
    moments = {state.name: state.moment for state in machine.states}
    reached = {NEXT}
    seen = 0
    for made, state in enumerate(random_match(rules, 4, seed)):
        reached = walk(machine, reached, state.events[seen:])
        seen = len(state.events)
        if state.over:
            break
        waiting = {name for name in reached if moments[name] == state.phase}
        assert len(waiting) == 1, (state.phase, reached)
        assert actors[waiting.pop()] not in {"chance", "nobody"}
        assert made < machine.decisions
    assert reached == {END}
