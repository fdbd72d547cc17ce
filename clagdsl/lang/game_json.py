"""The checked rules as JSON, for other programs: what `clagdsl compile` writes."""

from __future__ import annotations

from typing import Literal

from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import schema_of, to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.rules import Game


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """The checked rules of one game and their fingerprint, with the format that they are in."""

    format: Literal["clagdsl game"]
    version: Literal[1]
    rules_hash: str
    game: Game


def game_json(game: Game) -> JsonValue:
    """The checked rules as one JSON document."""
    return to_json(CompiledGame("clagdsl game", 1, rules_hash(game), game))


def game_schema() -> JsonObject:
    """The JSON Schema (2020-12) of what `game_json` gives."""
    return schema_of(CompiledGame, title="The checked rules of one game, as clagdsl compiles them")
