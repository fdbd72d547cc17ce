"""The JavaScript core knows every word of the language that it has to tell apart.

What the published schema of compiled games lists is either in a table of the core, which its
programs go by, or is told here to be of cards that lie on the table, of which no sheet knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.node import ask

from clagdsl.lang.game_json import game_schema

SOURCES = Path(__file__).parents[2] / "web" / "clag-score" / "src"
SCHEMA: dict[str, Any] = game_schema()

TABLES = {
    "Arithmetic operator": "ARITHMETIC",
    "Comparison operator": "COMPARISONS",
    "Logic operator": "LOGIC",
    "Function name": "FUNCTIONS",
    "Aspects score": "EXPRESSIONS",
    "ScheduleRow sizes": "SIZES",
    "Ladder direction": "LADDERS",
    "Pack ranks": "RANKS_OF_PACK",
    "Parameter range": "RANGES",
    "Game past": "PAST",
    "Worth kind": "WORTHS",
    "CallGroup kind": "GROUPS",
    "Call by": "CALLERS",
    "NamedTrump what": "NAMEABLE",
    "Winner criteria": "CRITERIA",
    "Aspects trump": "TRUMPS",
    "Aspects bid": "BIDS",
    "Aspects last_bid": "LIMITS",
    "Aspects each_bid": "LIMITS",
    "Aspects auction": "AUCTIONS",
    "Aspects completed": "CONTRACTS",
    "Aspects won_by": "DEAL_WINNERS",
    "Aspects next_dealer": "DEALS_NEXT",
    "Aspects shown": "SHOWN",
    "Aspects sight": "SIGHTS",
    "OnTurned kind": "TURNED_CASES",
}
"""Where the schema lists words, and the table of the core that has them all."""

PARTS = {
    "NamedTrump by": "ROLES",
    "TopTrump kind": "WORTHS",
    "TrumpRanks top": "WORTHS",
    "BidInTurn first": "ROLES",
    "BidTogether again": "ROLES",
    "OnTurned named": "NAMEABLE",
}
"""The same, where the table has others, too."""

SAID_ONCE = {
    "Aspects call": {"none", "call"},
    "Game first_dealer": {"said", "drawn"},
    "TurnedTrump nothing_left": {"none", "last card"},
}
"""What has one word beside its usual one, for which no table is needed."""

OF_CARDS = {
    "rank",
    "lead",
    "follow",
    "play",
    "wild",
    "trick_worth",
    "open",
    "equal",
    "card_worth",
    "trump_rank",
    "trump_worth",
}
"""Aspects of the cards played; what they say of figures is an expression or a list."""

NOT_ASKED = {
    "Game direction",  # seats count in the direction of play
    "Special power",
    "Special demands",
    "Following classes",
    "Variable name",  # below
    "Deal replaced",
}
SUITS = {"S", "H", "D", "C"}


def words(part: dict[str, Any]) -> set[str]:
    """The words or the kinds that a part of the schema tells apart."""
    if "enum" in part:
        return {word for word in part["enum"] if isinstance(word, str)}
    if "$ref" in part:
        return words(SCHEMA["$defs"][part["$ref"].split("/")[-1]])
    if "anyOf" in part:
        return set[str]().union(*map(words, part["anyOf"]))
    if "items" in part:
        return words(part["items"])
    inside = part.get("properties", {})
    if "alternatives" in inside:
        return words(inside["alternatives"]["items"]["properties"]["value"])
    return words(inside["kind"]) if "kind" in inside else set()


def lists() -> Iterator[tuple[str, set[str]]]:
    """Every place of the schema that has several words to choose from."""
    for name, definition in SCHEMA["$defs"].items():
        for key, part in definition["properties"].items():
            found = words(part) - SUITS
            if len(found) > 1 and name not in ("Twist", "CompiledGame"):
                yield f"{name} {key}", found


LISTS = dict(lists())


@pytest.fixture(scope="module")
def known() -> dict[str, list[str]]:
    [answer] = ask({}, [{"kind": "known"}])
    return answer


def test_each_list_of_words_is_known_or_of_cards(known: dict[str, list[str]]) -> None:
    whole = [set(table) for table in known.values()]  # one list may stand in several places
    for where, found in LISTS.items():
        aspect = where.removeprefix("Aspects ")
        if where in TABLES:
            assert set(known[TABLES[where]]) == found, where
        elif where in PARTS:
            assert found <= set(known[PARTS[where]]), where
        elif where in SAID_ONCE:
            assert found == SAID_ONCE[where], where
        else:
            assert aspect in OF_CARDS or where in NOT_ASKED or found in whole, where


def test_each_table_is_held_against_the_schema(known: dict[str, list[str]]) -> None:
    assert set(known) == {*TABLES.values(), *PARTS.values()}
    assert set(TABLES) | set(PARTS) | set(SAID_ONCE) <= set(LISTS)


def test_every_name_of_an_expression_is_given_a_value() -> None:
    text = "".join(path.read_text("utf-8") for path in SOURCES.rglob("*.js"))
    members = set(re.findall(r"\$\{who\}(\.\w+)", text))
    for name in LISTS["Variable name"]:
        who, dot, figure = name.partition(".")
        told = (
            f".{figure}" in members and f'"{who}"' in text
            if dot
            else re.search(rf"\b{name}\b", text)
        )
        assert told, name


def test_each_aspect_is_in_a_table_or_of_cards() -> None:
    told = {where.removeprefix("Aspects ") for where in (*TABLES, *SAID_ONCE)}
    assert set(SCHEMA["$defs"]["Aspects"]["properties"]) <= told | OF_CARDS
