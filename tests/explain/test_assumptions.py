"""The assumptions that a sheet prints, each with the deals in which it holds."""

import re
from functools import cache

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.rule_sheet.document import Bullets, Paragraph
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.resources import bundled_names, family_names
from clagdsl.lang.rules import Game

RULES = """\
clag 2
game "Assumed"
players 3 to 4 assume "the youngest deals first"
deal normal assume "the cards are cut"
  trump turned assume "the last card is turned"
  bid in turn
  last bid keeps bids != cards
  follow suit, else anything assume "suit is followed"
  score tricks when made, otherwise 0
"""
REST = """\
schedule 5 cards: normal{more}
winner highest total, then shared
"""
OTHERS = """\
deal Bare is normal with trump none
deal Pile assume "nobody looks" is normal with sight never play top card
deal Barest is Bare with bid fixed 0 assume "nobody bids"
"""


@cache
def game_of(text: str) -> Game:
    game = check_text(text).game
    assert game is not None
    return game


def printed(game: Game) -> list[str]:
    """The assumptions of the sheet of a game."""
    (section,) = (s for s in rule_sheet(game).sections if s.heading.startswith("Where the sources"))
    intro, bullets = section.blocks
    assert isinstance(intro, Paragraph)
    assert isinstance(bullets, Bullets)
    return list(bullets.lines)


def test_an_assumption_of_the_ordinary_deal_is_limited_to_the_deals_that_keep_its_clause() -> None:
    alone = printed(game_of(RULES + REST.format(more="")))
    assert alone == [
        "The youngest deals first.",
        "The cards are cut.",
        "The last card is turned.",
        "Suit is followed.",
    ]
    assert printed(game_of(RULES + OTHERS + REST.format(more=", Bare, Pile, Barest"))) == [
        "The youngest deals first.",
        "The cards are cut.",
        "Except in Bare and Barest: the last card is turned.",
        "Except in Pile: suit is followed.",
        "Pile: nobody looks.",
        "Barest: nobody bids.",
    ]


def test_an_assumption_is_limited_by_a_call_too() -> None:
    called = RULES + "  call by dealer any of Bare\ntwist Bare trump none\n" + REST.format(more="")
    assert "Except in Bare: the last card is turned." in printed(game_of(called))


def test_a_clause_that_no_deal_uses_assumes_nothing() -> None:
    unseen = RULES.replace("  score", "  sight never\n  play top card\n  score")
    assert "Suit is followed." not in printed(game_of(unseen + REST.format(more="")))


def test_an_assumption_written_again_holds_in_both_deals() -> None:
    again = 'deal Fixed is normal with trump spades assume "the last card is turned"\n'
    game = game_of(RULES + again + REST.format(more=", Fixed"))
    assert "The last card is turned." in printed(game)
    assert [each.text for each in game.assumptions].count("the last card is turned") == 1


@pytest.mark.parametrize("most", [8, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("trump spades", "highest trump wins|never compared|of the suit led wins the trick"),
        ("lead dealer", "leads? first|lead player"),
        ("bid together", "(bids|calls) first$|players bid in turn"),
        ("follow anything", "^players (who can|must) follow suit"),
        ("won by most points next dealer winner", "(deal|lead) passes"),
    ],
    ids=lambda each: each.split()[0],
)
def test_a_house_file_drops_what_the_bundled_game_assumes_of_a_clause(
    clause: str, sentence: str, most: int
) -> None:
    changed = 0
    for name in (*bundled_names(), *family_names()):
        house = f'clag 2\ngame "House" extends "{name}"\n'
        game = game_of(house)
        if changed < most and any(re.search(sentence, each.text) for each in game.assumptions):
            after = game_of(f"{house}change {game.deals[0].name} {clause}\n")
            clauses = [own for deal in after.deals[1:] for own in deal.aspects.clauses()]
            special = {each for own in clauses for each in own.origin.assumptions}
            left = [each.text for each in after.assumptions if each not in special]
            assert [text for text in left if re.search(sentence, text)] == [], name
            changed += 1
    assert changed > 3
