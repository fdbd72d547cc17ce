"""What a worker does: plays a block of matches, a pure function of the job and the block."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from clagdsl.check.checker import game_of
from clagdsl.lang.build_id import program_hash
from clagdsl.lang.rules import Value
from clagdsl.lang.source import SourceText
from clagdsl.simulation.blocks import Run, make_run
from clagdsl.simulation.runner import Simulator, make_simulator
from clagdsl.table.table import open_table


@dataclass(frozen=True, slots=True)
class Rules:
    """Checked rules with all of their parameters, and who plays by them."""

    texts: tuple[tuple[str, str], ...]
    """The rules file, followed by those that it extends: their names and texts."""
    players: int
    parameters: tuple[tuple[str, Value], ...]
    policies: tuple[str, ...]

    def simulator(self) -> Simulator:
        """The simulator of these rules."""
        game = game_of([SourceText(name, text) for name, text in self.texts])
        table = open_table(game, self.players, dict(self.parameters))
        return make_simulator(table, self.policies)


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that a block of matches depends on but its number."""

    rules: Rules
    against: Rules | None
    seed: int
    keep: bool


def rules_of(simulator: Simulator, chain: Sequence[SourceText]) -> Rules:
    """What a simulator plays, the texts of whose rules these are."""
    texts = tuple((source.name, source.text) for source in chain)
    table = simulator.table
    return Rules(texts, table.players, tuple(table.parameters.items()), simulator.policies)


_lowering = Lock()


@lru_cache(maxsize=8)
def _opened(job: bytes) -> Run:
    opened = pickle.loads(job)
    assert isinstance(opened, Job)
    against = None if opened.against is None else opened.against.simulator()
    return make_run(opened.rules.simulator(), opened.seed, keep=opened.keep, against=against)


def play(program: str, job: bytes, first: int, matches: int) -> bytes | None:
    """The `Part` of so many matches from that number on, pickled.

    None where this is another clagdsl than that of whoever asks, by its fingerprint.
    """
    if program != program_hash():
        return None
    with _lowering:  # once, however many threads begin at the same time
        run = _opened(job)
    return pickle.dumps(run.part(first, matches))
