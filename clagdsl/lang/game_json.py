"""The checked rules as JSON, for other programs: what `clagdsl compile` writes."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import schema_of, to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.rules import Game

_FILES: Final = ("file", "extends")
"""The keys that name files: that of a place, the game's own, and the one that it extends."""


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """The checked rules of one game and their fingerprint, with the format that they are in."""

    format: Literal["clagdsl game"]
    version: Literal[1]
    rules_hash: str
    game: Game


def game_json(game: Game) -> JsonValue:
    """The checked rules as one JSON document, which names files without their folders."""
    return _without_folders(to_json(CompiledGame("clagdsl game", 1, rules_hash(game), game)))


def _without_folders(value: JsonValue) -> JsonValue:
    """The same JSON; the folders of the author's machine are nobody else's business."""
    if isinstance(value, list):
        return [_without_folders(item) for item in value]
    if isinstance(value, dict):
        return {
            key: Path(item).name
            if key in _FILES and isinstance(item, str)
            else _without_folders(item)
            for key, item in value.items()
        }
    return value


def game_schema() -> JsonObject:
    """The JSON Schema (2020-12) of what `game_json` gives."""
    return schema_of(CompiledGame, title="The checked rules of one game, as clagdsl compiles them")
