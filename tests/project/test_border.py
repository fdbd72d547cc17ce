"""The page of the border: its table names every bundled game of the family, and is true of each."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from clagdsl.check.checker import check_text
from clagdsl.lang.resources import bundled_path, family_names
from clagdsl.problems.render import problem_kinds
from clagdsl.problems.syntax import OutsideTheBorder
from clagdsl.problems.unsupported import (
    AFTER_A_SPECIAL_CARD,
    DEALT_AGAIN,
    HIDDEN_TRUMP,
    LOWEST_LEADS,
    NOT_YET,
    ORDER_OF_SPECIALS,
    PENALTY,
    POINT_BIDS,
    WAGER,
    WHO_DEALS,
    UnsupportedRule,
)

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


def test_the_error_names_its_page_which_has_a_line_for_each_row() -> None:
    assert "`clagdsl explain S151`" in str(OutsideTheBorder.help)
    table = TEXT[TEXT.index("| never supported |") :].partition("\n\n")[0]
    rows = [row.partition("|")[0].split()[0] for row in table.split("\n| ")[1:]]
    listed = re.findall(r"^ *- (\w+)", problem_kinds()["S151"].page, re.M)
    assert [word.lower() for word in listed] == [row.strip(":,").lower() for row in rows]


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


HERE = {
    WHO_DEALS: "dealer",
    HIDDEN_TRUMP: "hidden",
    LOWEST_LEADS: "lowest total",
    DEALT_AGAIN: "redeal",
    AFTER_A_SPECIAL_CARD: "unless",
    ORDER_OF_SPECIALS: "beats",
    POINT_BIDS: "bid points",
    WAGER: "wager",
    PENALTY: "revoke",
}
"""Where each text is refused."""


@pytest.mark.parametrize("rule", NOT_YET, ids=lambda rule: rule.refused)
def test_what_cannot_be_said_yet_is_refused_where_it_stands(rule: UnsupportedRule) -> None:
    assert f"| {rule.name} | `{rule.refused}` |" in TEXT
    match rule.refused.split()[0]:
        case "special":
            text = RULES.replace("deal normal", f"{rule.refused}\ndeal normal")
            text = text.format("score tricks")
        case "trump":
            text = RULES.replace("trump turned", rule.refused).format("score tricks")
        case "score":
            text = RULES.format(rule.refused)
        case _:
            text = RULES.format(f"score tricks\n  {rule.refused}")
    (problem,) = check_text(text).diagnostics
    assert problem.place is not None
    assert text.splitlines()[problem.place.line - 1][problem.place.column - 1 :].startswith(
        HERE[rule]
    )
    assert rule.message in problem.message or problem.code == "C261"
    assert rule.workaround in problem.help
    assert "`clagdsl explain S150`" in problem.help
    assert not problem.fix


def test_every_rule_without_a_word_is_on_the_page() -> None:
    rows = re.findall(
        r"^\| ([^|]*) \| `[^|]*` \| ", TEXT[TEXT.index("| not supported yet |") :], re.M
    )
    assert rows == [rule.name for rule in NOT_YET] == [rule.name for rule in HERE]


def test_the_page_that_their_help_names_lists_every_rule_without_a_word() -> None:
    listed = re.findall(r"^- (.*)$", problem_kinds()["S150"].page, re.M)
    assert [line.strip() for line in listed] == [rule.name for rule in NOT_YET]


def test_no_message_sends_a_reader_to_a_file_of_the_docs() -> None:
    """Whoever installed the package has the commands, and not the folder `docs`."""
    source = ROOT / "clagdsl"
    texts = [
        (path, node.value)
        for path in source.rglob("*.py")
        for tree in [ast.parse(path.read_text("utf-8"))]
        for spoken in [{id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}]
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken
    ]
    texts += [(path, path.read_text("utf-8")) for path in source.glob("problems/pages/*.md")]
    assert len(texts) > 1000
    assert [path for path, text in texts if re.search(r"\bdocs/\w", text)] == []


def test_what_is_said_until_then_is_a_rule() -> None:
    assert check_text(RULES.format("next dealer winner score tricks")).game
