"""The proofs of games that many tests check again and again: gone through once by each worker."""

from __future__ import annotations

import pickle
from hashlib import blake2b
from typing import TypeAlias

import pytest

from clagdsl.check import checker
from clagdsl.check.proof_report import Evidence, GameExample
from clagdsl.lang.rules import Game
from clagdsl.problems.model import Diagnostic

Proof: TypeAlias = tuple[Evidence | None, tuple[Diagnostic, ...]]

_proved: dict[bytes, Proof] = {}
"""By what the bytes of a game and its examples come to."""


def prove_each_once(patch: pytest.MonkeyPatch) -> None:
    """From now on a game is not proved again that has been, with the same places and examples.

    A game is known by its bytes: one that differs in anything is proved.
    """
    prove = checker.prove

    def proved(game: Game, examples: tuple[GameExample, ...], version: int = 1) -> Proof:
        key = blake2b(pickle.dumps((game, examples, version)), digest_size=16).digest()
        if key not in _proved:
            _proved[key] = prove(game, examples, version)
        return _proved[key]

    patch.setattr(checker, "prove", proved)
