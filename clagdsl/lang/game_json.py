"""The checked rules as JSON for other programs: the output of `clagdsl compile`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.frozen import added_field, dataclass
from clagdsl.lang.json_schema import from_json, schema_of, to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText

FORMAT: Final = "clagdsl game"
VERSION: Final = 2

_LOCATION_KEYS: Final = frozenset({"place", "file", "extends"})
"""The keys of `game` for file names or places in files; a compact game omits them."""


@dataclass(frozen=True, slots=True)
class CarriedText:
    """The text of one rules file without its comments, and the name of the file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """The checked rules of one game, their fingerprint, and the version of the format."""

    format: Literal["clagdsl game"]
    version: Literal[2]
    rules_hash: str
    game: Game
    texts: tuple[CarriedText, ...] = added_field(())
    """The texts of the file and of the files it extends; empty in a compact game."""


def game_json(game: Game, texts: Sequence[SourceText] = ()) -> JsonValue:
    """Returns the checked rules as one JSON document, in compact form if `texts` is empty."""
    carried = tuple(CarriedText(each.name, each.text) for each in texts)
    whole = to_json(CompiledGame(FORMAT, VERSION, rules_hash(game), game, carried))
    return whole if carried else _without(_LOCATION_KEYS, whole)


def read_game_json(value: Any) -> CompiledGame:
    """Returns the game in a JSON document that `game_json` wrote with texts."""
    compiled: CompiledGame = from_json(CompiledGame, value)
    return compiled


def game_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of the documents of `game_json`."""
    title = "The checked rules of one game, as clagdsl compiles them"
    schema: Any = schema_of(CompiledGame, title=title)
    for kind in schema["$defs"].values():
        if "required" in kind:
            kind["required"] = [name for name in kind["required"] if name not in _LOCATION_KEYS]
    made: JsonObject = schema
    return made


def _without(keys: frozenset[str], value: JsonValue) -> JsonValue:
    """Returns a JSON value with some keys removed, at any depth."""
    if isinstance(value, list):
        return [_without(keys, item) for item in value]
    if isinstance(value, dict):
        return {key: _without(keys, item) for key, item in value.items() if key not in keys}
    return value
