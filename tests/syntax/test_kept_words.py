"""A fix works as typed and keeps the rest of what was typed; otherwise only advice is given."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import Diagnostic, apply_edits

SPECIALS = """clag 2
game "Specials"
players 3 to 4
pack all ranks, 2 Fool, 1 Wizard
special Fool is low asks nothing
special Wizard is high asks nothing
deal normal
  trump turned, on Fool named by dealer any suit, on Wizard again, else none
  bid in turn
  score 10 + tricks when made, otherwise 0
deal bonus is normal with score 5
deal Bonus is normal with score 30
schedule 1 up to 7 cards: normal, bonus
  then repeat 4 times 5 cards: Bonus
winner highest total, then shared
"""
AUCTION = """clag 2
game "Auction"
players 3 to 4
run misses when not made
deal normal
  auction 3 to cards - 1 C D H S none
  trump named in auction
  bid in turn, auction winner first
  each bid keeps bid >= auction
  lead auction winner
  score 10 + tricks + misses when made, otherwise 0
schedule 5 up to 7 cards: normal
winner highest total, then shared
"""
EQUAL = """clag 2
game "Equal"
players 3 to 4
pack A K Q J 10 9, 2 of each
deal normal
  trump turned
  bid in turn
  trick worth 1
  card worth 1 hearts, 13 QS
  equal cards last wins
  score points when made, otherwise 0
schedule 3 up to 7 cards: normal
winner highest total, then shared
"""
FILES = {"equal": EQUAL, "special": SPECIALS, "auction": AUCTION}


def errors(text: str) -> list[Diagnostic]:
    return [each for each in check_text(text).diagnostics if each.severity == "error"]


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_right(name: str) -> None:
    assert errors(FILES[name]) == []


FOOL, WIZARD = "on Fool named by dealer any suit", "on Wizard again"
ROW = "repeat 4 times 5 cards: Bonus"
MISSES = "run misses when not made"
LIKE, UP = "deal Bonus is normal with", "schedule 1 up to 7"
HOOK = "bid in turn\n  last bid keeps bids"
FIXED = (
    ("special", FOOL, "on Fool none", "on Fool no trump"),
    ("special", FOOL, FOOL, "on Fool dealer names trump"),
    ("special", WIZARD, WIZARD, "on Wizard turn again"),
    ("special", WIZARD, f"{WIZARD}, on J none", f"{WIZARD}, on J no trump"),
    ("special", ROW, ROW, "4 times 5 cards: Bonus"),
    ("special", ROW, f"{ROW}, bonus", "four times 5 cards: Bonus, bonus"),
    ("special", WIZARD, WIZARD, "on Wizzard again"),
    ("special", WIZARD, f"{WIZARD}, on QS none", f"{WIZARD}, on SQ none"),
    ("equal", "last wins", "first wins", "the earlier one wins"),
    ("equal", "2 of each", "2 of each", "2 packs"),
    ("equal", "13 QS", "13 QS", "13 SQ"),
    ("equal", "bid in turn", f"{HOOK} > 0", f"{HOOK} over 0"),
    (
        "equal",
        "bid in turn",
        f"{HOOK} > 0, otherwise free",
        f"{HOOK} over 0, otherwise free",
    ),
    ("equal", "bid in turn", f"{HOOK} != cards", "bid in turn\n  last bid keeps bisd != cards"),
    ("auction", MISSES, MISSES, MISSES.replace("not made", "missed")),
    ("special", LIKE, LIKE, "deal Bonus like normal but"),
    ("special", LIKE, "deal Bonus as b is normal with", "deal Bonus as b like normal but"),
    (
        "equal",
        "trump turned",
        "trump named by eldest from 2 cards any suit",
        "trump named by eldest any suit from 2 cards",
    ),
    ("auction", "auction 3", "auction 3", "auction from 3"),
    ("auction", "auction winner first", "auction winner first", "declarer first"),
    ("auction", "lead auction winner", "lead auction winner", "lead declarer"),
    ("equal", "bid in turn", "bid in turn\n  lead highest bidder", "bid in turn\n  lead declarer"),
    ("auction", "trump named in auction", "trump named in auction", "trump auction"),
    ("auction", "trump named in auction", "trump named in auction", "trump by auction"),
    (
        "equal",
        "trump turned",
        "trump named in auction\n  auction 1 to cards clubs diamonds hearts spades none",
        "trump auction",
    ),
)


@pytest.mark.parametrize(("name", "typed", "right", "wrong"), FIXED)
def test_a_fix_changes_only_what_is_wrong(name: str, typed: str, right: str, wrong: str) -> None:
    """In the file, `right` takes the place of what is typed there."""
    file = FILES[name]
    assert errors(file.replace(typed, right)) == []
    (problem,) = errors(file.replace(typed, wrong))
    fixed = apply_edits(file.replace(typed, wrong), problem.fix)
    assert fixed == file.replace(typed, right)


ADVISED = (
    (
        "auction",
        "auction 3 to cards - 1",
        "auction at least 3",
        "is, for example: `auction 1 to cards clubs",
    ),
    ("special", ROW, "4 rounds: Bonus", "has five deals of seven cards each"),
    ("special", UP, "let full = 7\nschedule full - 6 to abs(full)", "up to` or `down to"),
    ("special", UP, "let low = 1\nschedule low to low + 6", "up to` or `down to"),
    ("special", "special Wizard", "joker Wizard", "is a special card"),
)


def test_no_auction_is_added_where_the_game_that_is_extended_may_have_one() -> None:
    (problem,) = errors('clag 2\ngame "H" extends "oh-hell"\nchange normal trump auction\n')
    assert problem.fix == ()


@pytest.mark.parametrize(("name", "typed", "wrong", "advice"), ADVISED)
def test_nothing_is_added_that_was_not_typed(
    name: str, typed: str, wrong: str, advice: str
) -> None:
    (problem,) = errors(FILES[name].replace(typed, wrong))
    assert problem.help is not None
    assert advice in problem.help
    assert problem.fix == ()
