"""The page of the border: its table names every bundled game of the family, and is true of each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clagdsl.check.checker import check_text
from clagdsl.lang.resources import bundled_path, family_names
from clagdsl.problems.syntax import OutsideTheBorder

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "border.md"
ROW = re.compile(
    r"^\| `(?P<name>[a-z0-9-]+)` \| (?P<game>.*?) \| (?P<needs>.*) \| (?P<today>.*?) \|$", re.M
)
TEXT = PAGE.read_text("utf-8")
ROWS = [row.groupdict() for row in ROW.finditer(TEXT)]


def test_the_table_names_exactly_the_bundled_games_as_bundled() -> None:
    assert {row["today"] for row in ROWS} <= {"bundled", "a house file, as below"}
    told = sorted(row["name"] for row in ROWS if row["today"] == "bundled")
    assert told == sorted(family_names()), "docs/border.md: say `bundled` in the row of each"
    assert len({row["name"] for row in ROWS}) == len(ROWS) >= 17


def test_what_a_bundled_game_is_said_to_need_stands_in_its_file() -> None:
    for row in ROWS:
        path = bundled_path(row["name"]) if row["today"] == "bundled" else None
        for word in re.findall("`(.*?)`", row["needs"]) if path is not None else ():
            assert path is not None
            assert word in path.read_text("utf-8"), (row["name"], word)


def test_a_house_file_stands_below_the_table() -> None:
    below = TEXT[TEXT.rindex("\n| `") :]
    for row in ROWS:
        house = row["today"] == "a house file, as below"
        assert (f"```clag file={row['name']}.clag\n" in below) == house


def test_the_error_names_this_page() -> None:
    assert PAGE.relative_to(ROOT).as_posix() in str(OutsideTheBorder.help)


RULES = """clag 2
game "X"
players 4
deal normal
  trump turned
  bid in turn
  {}
schedule 3 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("clause", "here"),
    [
        ("score 20 when trump = hearts, otherwise 10", "trump"),
        ("each bid keeps bid != other bids", "bids"),
        ("lead lowest total", "lowest"),
    ],
)
def test_what_cannot_be_said_yet_is_refused_where_it_stands(clause: str, here: str) -> None:
    assert f"| `{clause}` |" in PAGE.read_text("utf-8")
    text = RULES.format(clause if clause.startswith("score") else f"{clause} score tricks")
    found = check_text(text)
    assert found.game is None
    place = found.diagnostics[0].place
    assert place is not None
    assert text.splitlines()[place.line - 1][place.column - 1 :].startswith(here)


def test_what_is_said_until_then_is_a_rule() -> None:
    hearts = "score tricks deal Hearts is normal with trump hearts score 20"
    assert check_text(RULES.format(hearts).replace(": normal", ": normal, Hearts")).game
    assert check_text(RULES.format("next dealer winner score tricks")).game
