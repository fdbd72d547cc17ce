"""A game that goes counterclockwise is told so, and a game that goes clockwise as before."""

import re

from clagdsl.check.checker import check_text, load_checked
from clagdsl.cli._game_summary import summary_text
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.graph.picture import make_picture
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.table.states import make_machine
from clagdsl.table.table import open_table

TEXT = """clag 2
game "Round"
players 4{}
deal "clockwise left"
  trump turned bid in turn last bid keeps bids != cards score tricks won by any points
deal won is "clockwise left" with next dealer winner follow anything
schedule 3 cards: "clockwise left", won
winner highest total, then shared
"""
CLOCKWISE, AGAINST = (check_text(TEXT.format(way)) for way in ("", ", counterclockwise"))
TURNED = {"left": "right", "right": "left", "clockwise": "counterclockwise"}


def test_a_sheet_turns_every_direction_round():
    here, there = (markdown(rule_sheet(one.game, players=4)) for one in (CLOCKWISE, AGAINST))
    told = [line for line in here.splitlines() if "lockwise left" not in line]
    turned = [line for line in there.splitlines() if "lockwise left" not in line]
    words = r"\b(left|right|clockwise)\b(?! over)"
    assert len(re.findall(words, "\n".join(told))) > 6
    assert turned == [re.sub(words, lambda m: TURNED[m[1]], line) for line in told]


def test_picture_summary_and_difference_name_the_direction():
    notes = [
        box.note
        for one in (CLOCKWISE, AGAINST)
        for box in make_picture(make_machine(open_table(one.game))).lanes[0].boxes
        if box.phase == "deal"
    ]
    assert notes == ["one card at a time, clockwise", "one card at a time, counterclockwise"]
    assert "players      4, counterclockwise" in summary_text("x", AGAINST.game, AGAINST.evidence)
    both = (ComparedRules("a", CLOCKWISE.game), ComparedRules("b", AGAINST.game))
    found = [(one.deal, one.aspect, one.a, one.b) for one in compare(*both).differences]
    assert (None, "direction", "clockwise", "counterclockwise") in found


PARENT = """clag 2
game "Round"
players 4 assume "the first dealer sits to the left of the door"
deal normal assume "the cards left over stay face down" assume "a bid is right or wrong"
  trump turned bid in turn assume "bidding goes clockwise" score tricks won by any points
  next dealer left
deal other is normal with lead eldest assume "the player on the dealer's left leads"
schedule 3 cards: normal, other
winner highest total, then shared assume "players who tie share the win"
"""


def test_a_sheet_drops_what_a_game_of_the_other_direction_assumed_of_sides(tmp_path):
    (tmp_path / "parent.clag").write_text(PARENT)
    turned = tmp_path / "turned.clag"
    turned.write_text(
        'clag 2\ngame "Turned" extends "parent.clag"\nchange players 4, counterclockwise\n'
        'change normal next dealer right assume "the deal passes to the right"\n'
    )
    back = tmp_path / "back.clag"
    back.write_text(
        'clag 2\ngame "Back" extends "turned.clag"\nchange players 4\n'
        "change normal next dealer left\n"
    )
    told = {
        path: re.findall(r"^- (\w.*)\.$", markdown(rule_sheet(load_checked(path).game)), re.M)
        for path in (turned, back)
    }
    always = [
        "The cards left over stay face down",
        "A bid is right or wrong",
        "Players who tie share the win",
    ]
    ways = ["Bidding goes clockwise", "Other: the player on the dealer's left leads"]
    assert {*told[turned]} == {*always, "The deal passes to the right"}
    assert {*told[back]} == {*always, *ways}
