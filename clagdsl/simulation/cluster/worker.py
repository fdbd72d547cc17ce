"""The worker's side: plays a block of matches, as a pure function of the job and the block."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from threading import Lock

from clagdsl.check.checker import game_of
from clagdsl.lang.fingerprint import program_hash
from clagdsl.lang.json_schema import from_json
from clagdsl.lang.rules import Value
from clagdsl.lang.source import SourceText
from clagdsl.simulation.blocks import Run, make_run, simulator_for
from clagdsl.simulation.cluster.wire_format import write_part
from clagdsl.simulation.runner import Simulator
from clagdsl.table.table import open_table


@dataclass(frozen=True, slots=True)
class Rules:
    """Checked rules with all of their parameters, and the policy of each seat."""

    texts: tuple[tuple[str, str], ...]
    """The names and source texts of the rules file and of the files that it extends."""
    players: int
    parameters: tuple[tuple[str, Value], ...]
    policies: tuple[str, ...]

    def simulator(self, matches: int | None) -> Simulator:
        """Returns a simulator of these rules for about `matches` matches (None if unknown)."""
        game = game_of([SourceText(name, text) for name, text in self.texts])
        table = open_table(game, self.players, dict(self.parameters))
        return simulator_for(table, self.policies, matches)


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that determines a block's result, except the match numbers."""

    rules: Rules
    against: Rules | None
    seed: int
    keep: bool
    matches: int | None = None
    """The expected number of matches, if known: compiling does not pay for few matches."""


def write_job(job: Job) -> str:
    """Serializes a job as JSON."""
    return json.dumps(asdict(job))


def read_job(text: str) -> Job:
    """Parses a job that `write_job` serialized."""
    job: Job = from_json(Job, json.loads(text))
    return job


def rules_of(simulator: Simulator, chain: Sequence[SourceText]) -> Rules:
    """Returns the rules of a simulator; `chain` has their source texts."""
    texts = tuple((source.name, source.text) for source in chain)
    table = simulator.table
    return Rules(texts, table.players, tuple(table.parameters.items()), simulator.policies)


_open_lock = Lock()


@lru_cache(maxsize=8)
def _open_run(job: str) -> Run:
    opened = read_job(job)
    many = opened.matches
    against = None if opened.against is None else opened.against.simulator(many)
    return make_run(opened.rules.simulator(many), opened.seed, keep=opened.keep, against=against)


def play(program: str, job: str, first: int, matches: int) -> bytes | None:
    """Plays `matches` matches starting at number `first`; returns a message for `read_part`.

    Returns None if the caller's program has a different hash.
    """
    if program != program_hash():
        return None
    with _open_lock:  # open each job once, however many threads begin
        run = _open_run(job)
    return write_part(run.part(first, matches))
