"""Invariants of state machines, checked on their states and steps alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from clagdsl.table.states import NEXT, StateMachine, Step, decisions


def violations(machine: StateMachine) -> tuple[str, ...]:
    """Returns every invariant that a machine breaks, in words; none for a machine of checked rules.

    - A match begins between two deals and reaches every state.
    - There is one end without a way out, and it can be reached from every state.
    - Within a deal nothing is repeated except bids and cards.
    - Every deal is dealt, played and scored once.
    - The number of decisions is the sum of the most that each deal can take, except that no trump
      is named where no card is left to turn.
    """
    names = [state.name for state in machine.states]
    broken = [f"two states are called {name}" for name in set(names) if names.count(name) > 1]
    known = set(names)
    for step in machine.steps:
        broken += [f"no state {name}" for name in (step.source, step.target) if name not in known]
    if broken:
        return tuple(sorted(broken))
    broken += _broken_paths(machine)
    if not broken:
        broken += _broken_deals(machine)
    return tuple(broken)


def _broken_paths(machine: StateMachine) -> list[str]:
    ends = [state.name for state in machine.states if state.moment == "end"]
    if len(ends) != 1:
        return [f"there are {len(ends)} ends"]
    forward: dict[str, list[str]] = {state.name: [] for state in machine.states}
    backward: dict[str, list[str]] = {state.name: [] for state in machine.states}
    for step in machine.steps:
        forward[step.source].append(step.target)
        backward[step.target].append(step.source)
    reached = _reached(NEXT, forward)
    ending = _reached(ends[0], backward)
    broken = [f"{ends[0]} has a way out"] if forward[ends[0]] else []
    for state in machine.states:
        if state.name not in reached:
            broken.append(f"{state.name} is never reached")
        if state.name not in ending:
            broken.append(f"{state.name} never comes to the end")
    return broken


def _reached(start: str, onward: Mapping[str, Iterable[str]]) -> set[str]:
    reached = {start}
    waiting = [start]
    while waiting:
        for name in onward[waiting.pop()]:
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached


def _broken_deals(machine: StateMachine) -> list[str]:
    moments = {state.name: state.moment for state in machine.states}
    within = [
        step
        for step in machine.steps
        if step.source != step.target
        and NEXT not in (step.source, step.target)
        and step.event != "DealThrownIn"  # such a deal is not played
    ]
    looking = {step.source for step in machine.steps if step.event == "Looked"}
    broken = []
    total = fewer = 0
    for course in machine.courses:
        first = f"{course.name}: {course.phases[0]}"
        paths = _paths(first, within)
        if paths is None:
            broken.append(f"{course.name} comes back to where it was")
            continue
        for path in paths:
            order = [moments[name] for name in path]
            for moment in ("deal", "play", "score"):
                if order.count(moment) != 1:
                    broken.append(f"{course.name} has {order.count(moment)} times {moment}")
            if order[-1] != "score":
                broken.append(f"{course.name} ends with {order[-1]}")
        for number, said in zip(course.numbers, course.auction_bid_counts, strict=True):
            cards = machine.schedule[number - 1].high
            total += max(
                sum(decisions(moments[name], machine.players, cards, said) for name in path)
                + machine.players * len(looking.intersection(path))
                for path in paths
            )
            # without a card that is turned, the dealer names no trump
            fewer += "name" in course.phases and "none" in course.ways.turned
    if not broken and not total - fewer <= machine.decisions <= total:
        broken.append(f"{machine.decisions} decisions are said to be the most, {total} can be")
    return broken


def _paths(start: str, steps: Collection[Step]) -> list[list[str]] | None:
    """Returns every path through a deal from its first state, or None if there is a cycle."""
    finished: list[list[str]] = []
    waiting = [[start]]
    while waiting:
        path = waiting.pop()
        onward = [step.target for step in steps if step.source == path[-1]]
        if any(name in path for name in onward):
            return None
        if not onward:
            finished.append(path)
        waiting += [[*path, name] for name in onward]
    return finished
