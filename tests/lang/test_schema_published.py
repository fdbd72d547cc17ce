"""The published schema of compiled games is today's, and every bundled game is valid against it."""

import copy
import json
import runpy
from pathlib import Path

import jsonschema
import pytest

from clagdsl.check.checker import check_path
from clagdsl.lang.game_json import game_json, game_schema

ROOT = Path(__file__).parent.parent.parent
PUBLISHED = ROOT / "docs" / "reference" / "game.schema.json"
NOT_IN_COMPACT = {"extends", "file", "place", "texts"}
NAMES = sorted(path.stem for path in (ROOT / "rules").glob("*.clag"))


def test_the_published_schema_is_the_one_that_the_types_give() -> None:
    assert PUBLISHED.read_text("utf-8") == json.dumps(game_schema(), indent=1) + "\n"
    jsonschema.Draft202012Validator.check_schema(game_schema())


def test_every_published_schema_is_today_s() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "write_schemas.py"))
    published = {path.name for path in PUBLISHED.parent.glob("*.schema.json")}
    assert published == {name.rpartition("/")[2] for name in written["SCHEMAS"]}
    for name in written["SCHEMAS"]:
        text = (ROOT / "docs" / name).read_text("utf-8")
        assert text == written["schema_text"](name), name


@pytest.mark.parametrize("name", NAMES)
def test_a_compiled_game_is_valid(name: str) -> None:
    game = check_path(name).game
    assert game is not None
    document = json.loads(json.dumps(game_json(game)))
    schema = json.loads(PUBLISHED.read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    assert [error.message for error in validator.iter_errors(document)] == []
    assert document["rules_hash"].startswith("sha256:")
    for path in (("version",), ("game", "deals", 0, "aspects", "score"), ("game", "players", 1)):
        assert not validator.is_valid(without(document, path))


def test_the_reference_lists_every_key_that_may_be_missing() -> None:
    text = PUBLISHED.with_name("game-json.md").read_text("utf-8")
    listed = text.partition("## Keys that can be missing")[2].partition("\n## ")[0]
    missing = {
        key
        for kind in game_schema()["$defs"].values()
        for key in set(kind["properties"]) - set(kind["required"])
    }
    assert {key for key in missing - NOT_IN_COMPACT if f"`{key}`" not in listed} == set()
    assert missing >= NOT_IN_COMPACT


def without(document: object, path: tuple[str | int, ...]) -> object:
    changed = copy.deepcopy(document)
    part = changed
    for step in path[:-1]:
        part = part[step]
    del part[path[-1]]
    return changed
