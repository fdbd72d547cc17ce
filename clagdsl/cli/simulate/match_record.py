"""`clagdsl simulate --keep`: one match of a simulation as a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from clagdsl.check.proved_table import proved_table
from clagdsl.cli.checked_rules import checked
from clagdsl.cli.output import FINE, write, write_json
from clagdsl.cli.output_file import write_file
from clagdsl.cli.record_io import rules_from
from clagdsl.cli.simulate.run import Request
from clagdsl.cli.table_options import read_settings
from clagdsl.engine.players.policy_names import Policy, seat_policies
from clagdsl.engine.players.random_player import random_action
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State, sit_down
from clagdsl.lang.record import Record
from clagdsl.records.writing import write_record

F = TypeVar("F", bound=Callable[..., Any])

ENDING: Final = ".toml"


def keep_options(command: F) -> F:
    """The options `--keep M` and `-o X.toml`, as `keep` and `output`."""
    command = click.option(
        "-o", "--output", metavar="X.toml", help="Write the kept match to this file."
    )(command)
    return click.option(
        "--keep", type=int, metavar="M", help="Write match M as a record instead of the figures."
    )(command)


def keep_match(
    request: Request, match: int, output: str | None, plots: tuple[str, ...] = ()
) -> int:
    """Play one match in the interpreter and write its record; the exit status."""
    _check(request, match, output, plots)
    path = None if output is None else Path(output)
    rules = checked(request.file)
    settings = read_settings(rules.game, request.settings)
    table = proved_table(rules.game, request.players, settings, rules.evidence.tried)
    state = sit_down(table, request.seed, match, rules=rules_from(request.file, path))
    policies = seat_policies(request.policy, state.players)
    text = write_record(match_record(state, policies, request.policy))
    if path is not None:
        write_file(path, text)
    if request.output_format == "json":
        write_json({"record": text} if output is None else {"written": output})
    else:
        write(text.removesuffix("\n") if output is None else f"{output} written")
    return FINE


def _check(request: Request, match: int, output: str | None, plots: tuple[str, ...]) -> None:
    saves = request.save is not None and request.saved is None
    if request.csv or request.parquet or request.against or saves or plots:
        others = "`--plot`, `--csv`, `--parquet`, `--save` and `--against`"
        raise click.UsageError(f"`--keep` writes one match instead of what {others} are for")
    if output is not None and Path(output).suffix.lower() != ENDING:
        raise click.UsageError(f"`{output}` does not end in {ENDING}")
    if request.matches is not None and not 0 <= match < request.matches:
        many = f"with `-n {request.matches}` the matches are 0 to {request.matches - 1}"
        raise click.UsageError(f"{many}: there is no match {match}")


def match_record(state: State, policies: Sequence[Policy], policy: str) -> Record:
    """The record of a match, played to its end by each seat's policy; `policy` is their text."""
    while isinstance(seat := state.actor, int):
        decide = steady_action if policies[seat] == "steady" else random_action
        action = decide(state)
        assert action is not None
        state = state.apply(action)
    return replace(state.record(), source=f"simulated, policy {policy}")
