"""The page of the conformance suite describes every kind of case, of expression and of number.

What there is is read from the schemas of cases and of compiled games, which follow the
declarations. So whatever is added there fails here until it is described.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.unproved import table_of

from clagdsl.conformance.cases import Case, all_cases
from clagdsl.lang.game_json import game_schema
from clagdsl.lang.resources import conformance_folder, reference_folder
from clagdsl.lang.rules import FixedOrder, FixedSuit, NoTrump
from clagdsl.table.scoring import is_scored, worths

PAGE = (reference_folder() / "conformance.md").read_text("utf-8")
GAMES: dict[str, Any] = game_schema()["$defs"]  # type: ignore[assignment, unused-ignore]
CASES: dict[str, Any] = json.loads((conformance_folder() / "cases.schema.json").read_text("utf-8"))[
    "$defs"
]
OF_EVERY_CASE = {"id", "kind", "rule", "cite", "law", "origin", "expect"}
THE_CARDS = {"pack", "hands", "turned"}
KINDS = CASES["case"]["properties"]["kind"]["enum"]


def rows(head: str) -> list[list[str]]:
    """The cells of the table with this head."""
    found = re.search(rf"^\| {re.escape(head)} \|\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found, head
    return [line.strip("| ").split(" | ") for line in found[1].splitlines()]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


# --- expressions --------------------------------------------------------------------------


def expressions() -> dict[str, dict[str, Any]]:
    """The objects that can be an expression, by kind."""
    (*references, _null) = GAMES["ScheduleRow"]["properties"]["repeat"]["anyOf"]
    names = [reference["$ref"].split("/")[-1] for reference in references]
    return {GAMES[name]["properties"]["kind"]["enum"][0]: GAMES[name] for name in names}


def test_every_kind_of_expression_is_described_with_its_keys() -> None:
    described = {
        quoted(kind)[0]: set(quoted(keys)) for kind, keys, _ in rows("kind | keys | value")
    }
    assert described == {
        kind: set(found["properties"]) - {"kind", "place"} for kind, found in expressions().items()
    }


@pytest.mark.parametrize("kind", ["arithmetic", "comparison", "logic", "function"])
def test_every_operator_and_function_is_described(kind: str) -> None:
    (text,) = [value for each, _, value in rows("kind | keys | value") if each == f"`{kind}`"]
    key = "name" if kind == "function" else "operator"
    words = expressions()[kind]["properties"][key]["enum"]
    assert set(words) <= set(quoted(text))


def test_every_variable_is_described() -> None:
    read_by_scores = [name for cells in rows("name | value") for name in quoted(cells[0])]
    others = [name for cells in rows("name | read by") for name in quoted(cells[0])]
    assert len(read_by_scores) == len(set(read_by_scores))
    assert {*read_by_scores, *others} == set(GAMES["Variable"]["properties"]["name"]["enum"])


def is_number(part: dict[str, Any]) -> bool:
    parts = [*part.get("anyOf", ()), *part.get("prefixItems", ())]
    parts += [part["items"]] if isinstance(part.get("items"), dict) else []
    return part.get("type") == "integer" or any(map(is_number, parts))


def test_every_plain_number_is_listed() -> None:
    listed = {
        (quoted(name)[0], key)
        for name, keys in rows("object in `game.schema.json` | keys")
        for key in quoted(keys)
    }
    assert listed == {
        (name, key)
        for name, definition in GAMES.items()
        for key, part in definition["properties"].items()
        if is_number(part) and name != "CompiledGame"
    }


# --- cases --------------------------------------------------------------------------------


def test_every_kind_of_case_has_a_row() -> None:
    assert sorted(quoted(cells[0])[0] for cells in rows("kind | given | expected")) == sorted(KINDS)


def fields(part: dict[str, Any]) -> Iterator[str]:
    """The fields of a case or its expectation, and those of the deals of a match."""
    for name, inside in part["properties"].items():
        yield name
        if name == "deals" and "properties" in inside["items"]:
            yield from inside["items"]["properties"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_a_kind_of_case_is_described(kind: str) -> None:
    (cells,) = [row for row in rows("kind | given | expected") if row[0] == f"`{kind}`"]
    given, expected = set(quoted(cells[1])), set(quoted(cells[2]))
    given |= THE_CARDS if "the cards" in cells[1] else set()
    if kind == "view":
        expected |= {name for row in rows("field | value") for name in quoted(row[0])}
    assert set(fields(CASES[f"a-{kind}"])) - OF_EVERY_CASE <= given
    assert set(fields(CASES[f"a-{kind}"]["properties"]["expect"])) <= expected


def test_what_every_case_has_is_described() -> None:
    section = PAGE.partition("\n## Cases\n")[2].partition("\n###")[0]
    assert OF_EVERY_CASE - {"origin"} <= set(quoted(section))
    for origin in CASES["case"]["properties"]["origin"]["enum"]:
        assert f'`"origin": "{origin}"`' in section


def test_every_field_of_a_start_and_every_source_is_described() -> None:
    listed = set(re.findall(r"^- `(\w+)`", PAGE.partition("`start` describes the match")[2], re.M))
    assert set(CASES["start"]["properties"]) <= listed
    sources = {name for row in rows("name | text") for name in quoted(row[0])}
    assert sources == set(CASES["cite"]["properties"]["source"]["enum"])


SCORES = [case for case in all_cases() if case["kind"] == "score"]


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case["id"])
def test_a_score_case_needs_only_the_variables_that_the_page_explains(case: Case) -> None:
    start = case["start"]
    table = table_of(start["variant"], start["players"], tuple(start.get("parameters", {}).items()))
    rules = table.rules_of(
        table.schedule[start["deal"] - 1], tuple(case.get("calls", ())), case.get("cards")
    )
    cards = case.get("cards") or sum(case["tricks"])
    assert not is_scored(rules, (), "auction")
    if is_scored(rules, (), "points"):
        found = worths(rules, cards)
        assert found.takers_decide if "taken" in case else found.each is not None
    if is_scored(rules, (), "trump") and "trump" not in case:
        assert isinstance(rules.trump, NoTrump | FixedSuit | FixedOrder)
