"""Unknown names are told along with what is wrong in reading the text, where the two are apart."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text

GAME = """clag 2
game "G"
players 4
param bonus = 5 in 0 to 9 "for a bid made"
deal normal
  trump turned
  bid in turn
  score bonus + tricks when made, otherwise 0
deal nt is normal with trump none
schedule 1 up to 7 cards: normal then 7 cards: nt
winner highest total, then shared
settle loser pays winner 2 * (winner.total - loser.total)
"""


def found(*changes: tuple[str, str]) -> list[tuple[str, int]]:
    text = GAME
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong, 1)
    problems = check_text(text).diagnostics
    return [(each.code, each.place.line) for each in problems if each.place]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        # what has a mend, and what has none
        ([("trump turned", "trmup turned"), ("bonus +", "bonsu +")], [("S139", 6), ("C203", 8)]),
        (
            [("bid in turn", "bid in turn\n  redeal when bids < 4"), ("cards: nt", "cards: no")],
            [("S150", 8), ("C201", 11)],
        ),
        # names in several statements, and a mend with which the text cannot be read
        (
            [("trump turned", "trump turned, x"), ("bonus +", "b +"), ("(winner.", "(winer.")],
            [("S145", 6), ("C203", 8), ("C203", 12)],
        ),
        # the name is declared, or may be, where something is wrong
        ([('bonus = 5 in 0 to 9 "for a bid made"', "bonus = 5 in 0 to")], [("S141", 4)]),
        ([("deal nt is", "deal nt iss")], [("S139", 9)]),
        # on the line of another problem
        ([("made, otherwise 0", "made otherwise0"), ("bonus +", "bonsu +")], [("S150", 8)]),
        # another file that is not there
        (
            [('"G"', '"G" extends "none.clag"'), ("trump turned", "trmup turned"), ("nt\n", "n\n")],
            [("S139", 6)],
        ),
    ],
)
def test_names_apart_from_what_cannot_be_read_are_told(
    changes: list[tuple[str, str]], told: list[tuple[str, int]]
) -> None:
    assert found(*changes) == told


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_may_end_in_any_way(end: str) -> None:
    text = GAME.replace("trump turned", "trmup turned", 1).replace("bonus +", "bonsu +", 1)
    problems = check_text(text.replace("\n", end)).diagnostics
    assert [(each.code, each.place.line) for each in problems if each.place] == [
        ("S139", 6),
        ("C203", 8),
    ]


def test_a_strange_end_of_a_line_is_told() -> None:
    codes = [each.code for each in check_text("clag 1\u2028\x0c\x0b\rgame").diagnostics]
    assert codes == ["S105", "S105", "S141"]
