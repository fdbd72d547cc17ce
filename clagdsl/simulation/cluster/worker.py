"""The worker's side: plays a block of matches, as a pure function of the job and the block."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from threading import Lock

from clagdsl.lang.fingerprint import program_hash
from clagdsl.lang.json_schema import from_json
from clagdsl.simulation.blocks import Run, TableData, make_run, simulator_for
from clagdsl.simulation.cluster.wire_format import write_part


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that determines a block's result, except the match numbers."""

    tables: tuple[TableData, ...]
    """The table of the game, and that of the game to compare with if there is one."""
    policies: tuple[str, ...]
    """The policy of each seat."""
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


_open_lock = Lock()


@lru_cache(maxsize=8)
def _open_run(job: str) -> Run:
    opened = read_job(job)
    first, *others = (
        simulator_for(each.open(), opened.policies, opened.matches) for each in opened.tables
    )
    against = others[0] if others else None
    return make_run(first, opened.seed, keep=opened.keep, against=against)


def play(program: str, job: str, first: int, matches: int) -> bytes | None:
    """Plays `matches` matches starting at number `first`; returns a message for `read_part`.

    Returns None if the caller's program has a different hash.
    """
    if program != program_hash():
        return None
    with _open_lock:  # open each job once, however many threads begin
        run = _open_run(job)
    return write_part(run.part(first, matches))
