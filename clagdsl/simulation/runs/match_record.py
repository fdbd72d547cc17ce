"""Replays a single match of a simulation with the interpreter, as a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from clagdsl.check.loader import rules_from
from clagdsl.engine.players.deciding import decide
from clagdsl.engine.players.named_players import seat_policies
from clagdsl.engine.state import State, start_at_table
from clagdsl.lang.record import PlayerName, Record
from clagdsl.simulation.request_error import check_request, wrong_request
from clagdsl.simulation.runs.request import Request, table_of


def finish_match(state: State, policies: Sequence[PlayerName]) -> State:
    """Returns the end of a match that has a seed, played by the policies of the seats."""
    while isinstance(seat := state.actor, int):
        action = decide(state, policies[seat])
        assert action is not None
        state = state.apply(action)
    return state


def match_record(request: Request, match: int, path: Path | None = None) -> Record:
    """Returns the record of match number `match` of a run, with rules named relative to `path`.

    Raises ArgumentError or RulesError if the request is invalid.
    """
    check_request(request.most, request.seed, 1 if request.threads is None else request.threads)
    if request.matches is not None and not 0 <= match < request.matches:
        raise wrong_request(
            "there is no match {match}: with `{n} {matches}` the matches are 0 to {last}",
            matches=request.matches,
            last=request.matches - 1,
            match=match,
        )
    table = table_of(request.rules.load(), request.players, request.parameters)
    rules = rules_from(request.rules.reference, path)
    policies = seat_policies(request.policy, table.players)
    state = finish_match(start_at_table(table, request.seed, match, rules=rules), policies)
    return replace(state.record(), source=f"simulated, policy {request.policy}")
