"""The page of the border: its table names every bundled game of the family, and is true of each."""

from __future__ import annotations

import re
from pathlib import Path

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
