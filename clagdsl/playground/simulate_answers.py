"""Answers with the statistics of many matches, played with NumPy or in the interpreter.

A page has no threads and no Numba, so it plays a long run in parts, and shows its progress. An
answer holds the exact counts so far, and the next question gives them back. So no answer depends on
anything that is remembered, and every split into parts has the same figures. The rules, their proof
and the simulator are remembered from part to part only to save time.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from clagdsl import problems
from clagdsl.check.checker import CheckResult, check_untrusted
from clagdsl.check.proof_cache import proved_table
from clagdsl.engine.players.player import SeatPolicy
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.rules import Value
from clagdsl.playground.requests import SimulateQuestion, read_seed, read_settings
from clagdsl.playground.responses import (
    ResponseSimulation,
    SimulateAnswer,
    problem_pages,
    response_problems,
)

if TYPE_CHECKING:
    from clagdsl.simulation.blocks import Run

MOST_MATCHES: Final = 100_000
"""The most matches of a run, which take minutes in a page."""


def simulate_answer(question: SimulateQuestion, file: str) -> SimulateAnswer:
    """Returns the answer to a question; raises ArgumentError if an argument is invalid.

    The rules, called `file` in problems and reports, may extend bundled games.
    """
    checked = _check(question.text, file)
    problem_list, pages = response_problems(checked.diagnostics), problem_pages(checked.diagnostics)
    simulation = None if checked.game is None else _simulate(question, file)
    return SimulateAnswer("simulate", problem_list, pages, simulation)


@lru_cache(1)
def _check(text: str, file: str) -> CheckResult:
    return check_untrusted(text, file)


@lru_cache(1)
def _run(
    text: str,
    file: str,
    players: int | None,
    parameters: tuple[tuple[str, Value], ...],
    seed: int,
    policy: SeatPolicy,
) -> Run:
    from clagdsl.simulation.blocks import make_run
    from clagdsl.simulation.interpreted_runner import make_interpreted_simulator
    from clagdsl.simulation.runner import make_simulator

    checked = _check(text, file)
    assert checked.game is not None
    tried = () if checked.evidence is None else checked.evidence.tried
    table = proved_table(checked.game, players, dict(parameters), tried)
    seats = (policy,) * table.players
    if policy == "random":
        return make_run(make_simulator(table, seats, machine=False), seed)
    return make_run(make_interpreted_simulator(table, seats), seed)


def _simulate(question: SimulateQuestion, file: str) -> ResponseSimulation:
    matches, part, seed = question.matches, question.part, read_seed(question.seed)
    if not 1 <= matches <= MOST_MATCHES:
        raise problems.arguments.WrongSimulation(
            f"`{matches}` matches cannot be played in a page: give a number from 1 to"
            f" {MOST_MATCHES}, or use `clagdsl simulate`"
        ).error()
    if part is not None and part < 1:
        raise problems.arguments.WrongSimulation(f"a part cannot have `{part}` matches").error()
    from clagdsl.simulation.optional_deps import check_extras

    check_extras({"simulate": "simulate"}, compiled=False)
    from clagdsl.simulation.blocks import part_ranges
    from clagdsl.simulation.runs.checkpoint import figures_of
    from clagdsl.simulation.runs.request import Played, Request, RulesSource, SavedRules, SavedRun
    from clagdsl.simulation.runs.run import widest_interval
    from clagdsl.simulation.runs.simulation import Simulation

    checked = _check(question.text, file)
    assert checked.game is not None
    settings = read_settings(checked.game, question.parameters)
    parameters = tuple(sorted(settings.items()))
    run = _run(question.text, file, question.players, parameters, seed, question.policy)
    table, saved = run.simulator.table, None
    if question.counts is not None:
        rules = SavedRules(file, rules_hash(table.game), table.parameters)
        saved = SavedRun(
            rules=(rules,),
            players=table.players,
            policy=question.policy,
            seed=seed,
            matches=matches,
            until=None,
            figures=_parsed(question.counts),
        )
    request = Request(
        RulesSource(file),
        matches=matches,
        seed=seed,
        policy=question.policy,
        saved=saved,
        resume="counts",
    )
    figures = figures_of(request, run, (Played(file, table, checked.chain),))
    end = matches if part is None else min(matches, figures.matches + part)
    for first, length in part_ranges(run, figures.matches, end):
        figures.merge(run.part(first, length).figures)
    whole, within = figures.matches == matches, widest_interval(figures)
    result = Simulation(request, table, None, figures, whole, within, False)
    return ResponseSimulation(
        played=figures.matches,
        matches=matches,
        counts=json.dumps(figures.to_json(), separators=(",", ":")),
        report=json.dumps(result.to_json()),
        text=result.to_text(),
    )


def _parsed(counts: str) -> JsonValue:
    """Returns the counts of an earlier answer; null for a text that is not JSON."""
    try:
        parsed: JsonValue = json.loads(counts)
    except (ValueError, RecursionError):
        return None
    return parsed
