"""Caches of checks and proofs for tests that check the same rules many times."""

from __future__ import annotations

import pickle
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

import pytest

from clagdsl.check import checker
from clagdsl.check.checker import CheckResult, IsProved
from clagdsl.check.proof_report import Evidence, GameExample
from clagdsl.lang.resources import data_folder
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic

Proof: TypeAlias = tuple[Evidence | None, tuple[Diagnostic, ...]]

RULES = data_folder("rules")

_proved: dict[bytes, Proof] = {}
"""Proofs by a digest of the game and its examples."""
_checked: dict[tuple[SourceText, Path], CheckResult] = {}
"""Results for the bundled rules files by their text and path; these extend only each other."""


def prove_each_once(patch: pytest.MonkeyPatch) -> None:
    """Patches the checker to prove each game once, and to check each bundled file once.

    Games are compared by their pickled bytes, places and examples included, so any difference leads
    to a new proof.
    """
    prove, check = checker.prove, checker._check

    def proved(game: Game, examples: tuple[GameExample, ...], version: int = 1) -> Proof:
        key = blake2b(pickle.dumps((game, examples, version)), digest_size=16).digest()
        if key not in _proved:
            _proved[key] = prove(game, examples, version)
        return _proved[key]

    def checked(
        source: SourceText,
        path: Path | None,
        known: IsProved | None = None,
        within: Path | None = None,
    ) -> CheckResult:
        if path is None or RULES not in path.parents or known is not None or within is not None:
            return check(source, path, known, within)
        if (source, path) not in _checked:
            _checked[source, path] = check(source, path)
        return _checked[source, path]

    patch.setattr(checker, "prove", proved)
    patch.setattr(checker, "_check", checked)
