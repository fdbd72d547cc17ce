"""Rules that a command needs: checked, or the command ends with their problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clagdsl.check.checker import check_path
from clagdsl.check.proof_report import Evidence
from clagdsl.cli.output import InputError
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText


@dataclass(frozen=True, slots=True)
class CheckedRules:
    """Rules without an error, what was proved about them, their texts as in `CheckResult`."""

    game: Game
    evidence: Evidence
    sources: Mapping[str, SourceText]
    chain: tuple[SourceText, ...]


def checked(file: str) -> CheckedRules:
    """The checked rules of a path or a bundled name; their errors end the command."""
    result = check_path(file)
    if result.game is None or result.evidence is None:
        raise InputError(result.diagnostics, result.sources)
    return CheckedRules(result.game, result.evidence, result.sources, result.chain)
