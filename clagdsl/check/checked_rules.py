"""Rules that somebody needs: checked, or an error with their problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from clagdsl.check.checker import check_path, game_of
from clagdsl.check.proof_report import Evidence
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import RulesError


@dataclass(frozen=True, slots=True)
class CheckedRules:
    """Rules without an error, what was proved about them, their texts as in `CheckResult`."""

    game: Game
    evidence: Evidence
    sources: Mapping[str, SourceText] = field(default_factory=dict)
    chain: tuple[SourceText, ...] = ()


def checked(reference: str | Path) -> CheckedRules:
    """The checked rules of a path or a bundled name; raises RulesError with their problems."""
    result = check_path(reference)
    if result.game is None or result.evidence is None:
        raise RulesError(result.diagnostics, result.sources)
    return CheckedRules(result.game, result.evidence, result.sources, result.chain)


def compiled_json(game: Game, chain: Sequence[SourceText]) -> JsonValue:
    """A checked game as JSON with its texts, in which every place is one of these texts."""
    from clagdsl.check.compiled_game import carried_texts
    from clagdsl.lang.game_json import game_json

    texts = carried_texts(chain)
    return game_json(game if texts == tuple(chain) else game_of(texts), texts)
