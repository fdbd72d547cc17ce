"""What many tests check again and again: gone through once by each worker."""

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
"""By what the bytes of a game and its examples come to."""
_checked: dict[tuple[SourceText, Path], CheckResult] = {}
"""What was found in each file of the checkout's rules, by its text: they extend only each other."""


def prove_each_once(patch: pytest.MonkeyPatch) -> None:
    """From now on a game is not proved again that has been, with the same places and examples.

    A game is known by its bytes: one that differs in anything is proved.  Bundled rules are known
    by their text, and nothing of them is asked again.
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
