"""`clagdsl simulate --keep`: one match of a simulation as a record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import click

from clagdsl.cli.output import FINE, write, write_json
from clagdsl.cli.recorded import rules_from
from clagdsl.cli.writing import write_file
from clagdsl.interpreter.random_player import random_action
from clagdsl.interpreter.state import State, sit_down
from clagdsl.machine.table import Table
from clagdsl.record import Record
from clagdsl.records.writing import write_record

ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class Kept:
    """The match that is to be kept: its number, of how many if that is said, and the file."""

    match: int
    matches: int | None
    output: str | None

    def check(self) -> None:
        """Raise UsageError where it cannot be; asked before anything is played."""
        if self.output is not None and Path(self.output).suffix.lower() != ENDING:
            raise click.UsageError(f"`{self.output}` does not end in {ENDING}")
        if self.matches is not None and not 0 <= self.match < self.matches:
            many = f"with `-n {self.matches}` the matches are 0 to {self.matches - 1}"
            raise click.UsageError(f"{many}: there is no match {self.match}")


def keep_match(
    kept: Kept, table: Table, file: str, seed: int, policy: str, *, as_json: bool
) -> int:
    """Play the match in the interpreter and write its record; the exit status."""
    path = None if kept.output is None else Path(kept.output)
    state = sit_down(table, seed, kept.match, rules=rules_from(file, path))
    text = write_record(match_record(state, policy))
    if path is not None:
        write_file(path, text)
    _tell(kept, text, as_json=as_json)
    return FINE


def match_record(state: State, policy: str) -> Record:
    """The record of a match, played to its end."""
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    return replace(state.record(), source=f"simulated, policy {policy}")


def _tell(kept: Kept, text: str, *, as_json: bool) -> None:
    if as_json:
        write_json({"written": kept.output} if kept.output else {"record": text})
    else:
        write(f"{kept.output} written" if kept.output else text.removesuffix("\n"))
