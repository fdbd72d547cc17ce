"""Packs of a game's own: the rule sheet, differences, the compiled game, the editor's list."""

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.diff.witness import smallest_witness
from clagdsl.explain.rule_sheet.card_sentences import pack_phrase
from clagdsl.explain.rule_sheet.context import read_game
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import cited_sources, rule_sheet

TEXT = """clag 2
game "Short"
players {players}
source book "A book"
{pack}
deal normal trump none bid in turn score 10 + bid when made, otherwise -bid
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""


def game(pack: str, players: str = "3 to 4"):
    return check_text(TEXT.format(pack=pack, players=players)).game


@pytest.mark.parametrize(
    ("pack", "told"),
    [
        ("", "an ordinary pack of 52 cards."),
        ("pack all ranks", "an ordinary pack of 52 cards."),
        ("pack A K Q J 10 9 8 7", "32 cards: aces down to sevens in each suit."),
        ("pack A 10 7", "12 cards: aces, tens and sevens in each suit."),
        ("pack A, 2 suits", ""),
        (
            "pack highest 9 ranks, 3 suits, without 6S 6H",
            "25 cards: aces down to sixes in spades, hearts and diamonds, without the six of"
            " spades and the six of hearts.",
        ),
        (
            "pack highest 2 * players ranks",
            "a pack that depends on the number of players: with 3 players 24 cards: aces down to"
            " nines in each suit; with 4 players 32 cards: aces down to sevens in each suit.",
        ),
    ],
)
def test_the_sheet_says_which_cards_there_are(pack: str, told: str) -> None:
    made = game(pack)
    assert (made is not None) == bool(told)
    if made is not None:
        assert pack_phrase(read_game(made, None, {})) == f"with {told}"


def test_what_the_pack_cites_is_among_the_sources() -> None:
    assert list(cited_sources(game('pack A K Q J 10 from book "page 3"'))) == [
        "A book (book): page 3."
    ]


def test_packs_that_differ_are_told() -> None:
    short, whole = game("pack A K Q J 10 9 8 7"), game("")
    comparison = compare(ComparedRules("a", whole), ComparedRules("b", short))
    (found,) = comparison.differences
    assert (found.aspect, found.a, found.b) == (
        "pack",
        "the ordinary pack of 52 cards",
        "A K Q J 10 9 8 7",
    )
    assert smallest_witness(comparison).witness is None  # no cards can be dealt in both
    grown = game("pack highest 2 * players ranks when players < 5, otherwise all ranks")
    (found,) = compare(ComparedRules("a", grown), ComparedRules("b", short), 4).differences or (0,)
    assert found == 0  # with 4 players they are the same cards
    (found,) = compare(ComparedRules("a", grown), ComparedRules("b", short), 3).differences
    assert found.a == "highest 6 ranks"
    assert compare(ComparedRules("a", whole), ComparedRules("b", game("pack all ranks"))).same


@pytest.mark.parametrize("named", ["first", "last"])
def test_of_two_special_trumps_the_sheet_says_which_wins(named: str) -> None:
    pack = "pack A K Q J 10 9 8 7, {} Mond\nspecial Mond is {}"
    clause = f"equal cards {named} wins\n"
    text = TEXT.format(players="3 to 4", pack=pack).replace('source book "A book"\n', "")
    text = text.replace("bid in turn", f"bid in turn {clause}").replace(
        "trump none", "trump hearts"
    )
    ranked = text.replace(clause, f"{clause} rank of trump Mond ")
    twice = check_text(ranked.format(2, "trump"))
    assert twice.diagnostics == ()
    assert twice.game is not None
    assert f"the one played {named} counts as the higher" in markdown(rule_sheet(twice.game))
    for alone in (ranked.format(1, "trump"), text.format(2, "high asks nothing")):
        assert [each.code for each in check_text(alone).diagnostics] == ["C259"]
    by_pack = ranked.replace(f"{named} wins", "better pack wins").format(2, "trump")
    (found,) = check_text(by_pack).diagnostics
    assert (found.code, found.help[:26]) == ("C259", "write `first wins` or `las")
