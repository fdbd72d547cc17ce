"""What differs between two games: goldens of the text, and what must hold for every pair.

`CLAGDSL_REWRITE=1 pytest tests/explain/test_diff_compare.py` writes the texts in
tests/golden/diff anew; the change is then reviewed as text.
"""

import runpy
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.expected import assert_as_reviewed
from support.heavy_files import chain_of, file_of
from support.samples import every_nth
from support.table_games import aspects, game

from clagdsl.check.checker import check_path, check_text, load_checked
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.diff.partial_eval import match_deals
from clagdsl.explain.diff.text import comparison_json, comparison_lines
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.resources import bundled_names
from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    CompletedWhen,
    Deal,
    Free,
    Let,
    LetValue,
    NoBid,
    Number,
    Variable,
    Word,
)
from clagdsl.table.table import make_table

ROOT = Path(__file__).parent.parent.parent
GOLDEN = Path(__file__).parent.parent / "golden" / "diff"
HOUSE = sorted((ROOT / "rules" / "house").glob("*.clag"))
PAIRS = [
    ("mcleod", "pagat"),
    ("pagat", "nothing-for-failed"),
    ("pagat", "precedence"),
    ("raf", "raf-pagat"),
    ("raf-pagat", "rewrite"),
    ("rewrite", "scorecard"),
    ("scorecard", "scottish"),
]
"""Together these run every line that comparing any two bundled games or house files runs."""


def rules(name, **parameters):
    path = ROOT / "rules" / "house" / f"{name}.clag"
    return ComparedRules(name, load_checked(str(path) if path.exists() else name).game, parameters)


def told(a, b, players=None):
    return comparison_json(compare(a, b, players))["differences"]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_what_is_told_about_two_variants(a, b):
    text = "".join(f"{line}\n" for line in comparison_lines(compare(rules(a), rules(b))))
    assert_as_reviewed(text, GOLDEN / f"{a}-{b}.txt")


@pytest.mark.parametrize("name", every_nth([*bundled_names(), *(path.stem for path in HOUSE)], 3))
def test_a_game_does_not_differ_from_itself(name):
    one = rules(name)
    low, high = one.game.players
    for players in (None, low, high):
        comparison = compare(one, rules(name), players)
        assert comparison.same
        whom = "" if players is None else f" for {players} players"
        assert list(comparison_lines(comparison))[-1] == f"the same rules{whom}"


def test_a_house_file_is_told_exactly():
    path = ROOT / "rules" / "house" / "two-points.clag"
    assert told(rules("pagat"), rules(path.stem)) == [
        {
            "deal": "normal",
            "aspect": "score",
            "a": "10 + tricks when made, otherwise tricks",
            "b": "10 + 2 * tricks when made, otherwise tricks",
        }
    ]


CHANGES = {
    "change Misere score 10 when tricks = 0, otherwise -tricks": [("Misere", "score")],
    'drop "Highest Number"': [(None, "schedule"), ("Highest Number", "deal")],
    "change winner highest total, then shared": [(None, "winner")],
    "drop settle": [(None, "param"), (None, "param"), (None, "settle")],
    "change players 5 to 6": [(None, "players")],
    'change "Aces Low" rank 2 A K Q J 10 9 8 7 6 5 4 3': [("Aces Low", "rank")],
    "change Blind sight before bids": [("Blind", "sight")],
    "change normal next dealer winner": [("normal", "next dealer")],
    "change normal last bid free": [("normal", "last bid")],
    "change param twos_in_suit = true": [(None, "param twos_in_suit"), ("Twos Wild", "wild")],
    "change schedule 2 up to 7 cards: normal then 7 cards: "
    '"No Trumps", Misere, "Guess Trumps", Blind, "Twos Wild", "Aces Low", '
    '"Dealer Calls Trumps", "Highest Number" then 7 down to 1 cards: normal': [(None, "schedule")],
}


@pytest.mark.parametrize("change", [c for c in CHANGES if c != "drop settle"])
def test_a_change_is_told_once_and_nothing_else(change):
    result = check_text(f'clag 1\ngame "House" extends pagat\n{change}\n')
    assert result.game is not None, result.diagnostics
    found = told(rules("pagat"), ComparedRules("house", result.game))
    assert [(one["deal"], one["aspect"]) for one in found] == CHANGES[change]
    assert all(one["a"] != one["b"] for one in found)
    back = told(ComparedRules("house", result.game), rules("pagat"))
    assert [(o["deal"], o["aspect"], o["b"], o["a"]) for o in back] == [
        (o["deal"], o["aspect"], o["a"], o["b"]) for o in found
    ]


def score(made, each, failed):
    return Choice(
        (
            Branch(
                Arithmetic("+", made, Arithmetic("*", each, Variable("tricks"))), Variable("made")
            ),
        ),
        Arithmetic("*", failed, Variable("tricks")),
    )


small = st.integers(-2, 2)


@settings(max_examples=60, deadline=None)
@given(st.tuples(small, small, small), st.tuples(small, small, small))
def test_scores_differ_when_their_points_do(one, two):
    first, second = (
        ComparedRules(name, game(Deal("normal", aspects(score=score(*map(Number, numbers))))))
        for name, numbers in (("one", one), ("two", two))
    )
    assert compare(first, second).same == (one == two)


def test_a_score_is_what_it_comes_to_and_not_how_it_is_written():
    def normal(value, **changes):
        return ComparedRules("x", game(Deal("normal", aspects(score=value)), **changes))

    plain = normal(Arithmetic("+", Number(10), Variable("tricks")))
    turned = normal(Arithmetic("+", Variable("tricks"), Number(10)))
    named = normal(
        Arithmetic("+", Variable("tricks"), LetValue("top")),
        lets=(Let("top", Arithmetic("*", Number(5), Number(2))),),
    )
    assert compare(plain, turned).same
    assert compare(plain, named).same
    most = normal(Choice((Branch(Number(10), Variable("made")),), Variable("most")))
    assert not compare(plain, most).same


def test_what_completes_a_contract_may_depend_on_what_no_score_does():
    counted = CompletedWhen(Comparison("=", Variable("tricks"), Variable("most")))
    plain = aspects(completed=counted)
    turned = replace(plain, score=aspects(score=score(*map(Number, (10, 2, 1)))).score)
    one, two = (ComparedRules("x", game(Deal("normal", each))) for each in (plain, turned))
    (difference,) = compare(one, two).differences
    assert difference.aspect == "score"
    assert difference.points is not None


def test_a_limit_on_bids_matters_only_where_somebody_bids():
    nobody = {"bid": NoBid(), "score": Variable("tricks"), "completed": Word("x")}
    one = ComparedRules("one", game(Deal("normal", aspects(**nobody))))
    two = ComparedRules("two", game(Deal("normal", aspects(**nobody, last_bid=Free()))))
    assert compare(one, two).same
    assert not compare(
        ComparedRules("one", game(Deal("normal", aspects()))),
        ComparedRules("two", game(Deal("normal", aspects(last_bid=Free())))),
    ).same


@pytest.mark.parametrize("bid", ["together", "none score tricks completed not counted"])
def test_a_limit_that_no_longer_has_an_effect_is_reported(bid: str) -> None:
    result = check_text(f'clag 2\ngame "House" extends "oh-hell"\nchange normal bid {bid}\n')
    assert result.game is not None, result.diagnostics
    house = ComparedRules("house", result.game)
    hook = "the bids must not add up to the number of cards"
    for one, two, a, b in (
        (rules("oh-hell"), house, hook, None),
        (house, rules("oh-hell"), None, hook),
    ):
        [limit] = [each for each in told(one, two, 4) if each["aspect"] == "last bid"]
        assert (limit["a"], limit["b"]) == (a, b)


def test_parameters_can_be_set_on_either_side():
    keeps = told(rules("scottish"), rules("scottish", failed_keeps_tricks=False))
    assert [(one["deal"], one["aspect"]) for one in keeps] == [
        (None, "param failed_keeps_tricks"),
        ("normal", "score"),
    ]
    assert keeps[1]["b"] == "10 + tricks when made, otherwise 0"
    both = told(rules("scorecard", hook=True), rules("foss"), 4)
    assert "last bid" not in [one["aspect"] for one in both]
    assert "last bid" in [one["aspect"] for one in told(rules("scorecard"), rules("foss"), 4)]


def test_a_parameter_is_described_and_its_description_is_no_difference():
    def described(default, meaning):
        param = f'param turned = {default} "{meaning}"\n'
        text = ALIKE.replace("deal normal", f"{param}deal normal", 1)
        return ComparedRules(
            "X",
            check_text(
                text.replace("score points", "score points + (10 when turned, otherwise 5)")
            ).game,
        )

    assert told(described("true", "a card is turned"), described("true", "turn a card")) == []
    difference = told(described("true", "a card is turned"), described("false", "turn a card"))[0]
    assert difference["a"] == "true: true or false (a card is turned)"
    assert difference["b"] == "false: true or false (turn a card)"


def test_deals_under_two_names_are_the_same_deal():
    found = told(rules("foss"), rules("scottish"))
    assert all(one["deal"] != "Guess 'Em" for one in found)
    names = [one for one in told(rules("foss"), rules("pagat")) if one["aspect"] == "name"]
    assert ("Guess 'Em", "Guess Trumps") in [(one["a"], one["b"]) for one in names]


def test_what_does_not_count_is_not_told():
    game_of_pagat = rules("pagat").game
    other = replace(game_of_pagat, title="Another", variant=None, assumptions=(), sources=())
    assert compare(rules("pagat"), ComparedRules("other", other)).same
    assert rules_hash(other) == rules_hash(game_of_pagat)


def test_the_page_has_every_pair():
    names = bundled_names()
    made = runpy.run_path(str(ROOT / "docs" / "differences_page.py"))
    page = made["differences_page"]([rules(name) for name in names])
    for place, name in enumerate(names):
        for other in names[place + 1 :]:
            assert f"\n## {name} and {other}\n" in page
            assert f"](#{name}-and-{other})" in page


def test_games_that_no_number_of_players_can_both_play():
    result = check_text('clag 2\ngame "Two" extends pagat\nchange players 4\n')
    assert result.game is not None, result.diagnostics
    many = check_text('clag 1\ngame "Many" extends pagat\nchange players 5 to 5\n').game
    found = told(ComparedRules("two", result.game), ComparedRules("many", many))
    assert found == [{"deal": None, "aspect": "players", "a": "4", "b": "5"}]


def named(second: str) -> ComparedRules:
    """A game with a score by names of names; `l4` is too long to be put in."""
    chain = chain_of(6, "{0} + {0}", "players - 2").replace("l1 + l1", second)
    result = check_text(file_of("tricks + l6", before=chain))
    assert result.game is not None, result.diagnostics
    return ComparedRules("x", result.game)


def test_names_too_long_to_be_put_in_are_told_where_they_say_something_else() -> None:
    plain = named("l1 + l1")
    assert compare(plain, named("l1 + l1")).same
    name, score = told(plain, named("l1 - l1"))
    assert (name["aspect"], score["aspect"]) == ("let l4", "score")
    assert name["a"] != name["b"]
    assert "tricks + (l4 + l4" in score["a"] == score["b"]
    sheet = markdown(rule_sheet(plain.game))
    assert "## Names in formulas" in sheet
    assert "- In formulas l4 stands for the number of players − 2 +" in sheet


PLAYERS = {
    "(6 when players = 6, otherwise 7)": ["schedule, for 6 players only"],
    "6": ["schedule, for 4 to 7 players"],
    "(6 when players != 5, otherwise 7)": ["schedule, for 4, 6 and 7 players only"],
    "(8 - players when players > 4, otherwise 7)": [
        "for 4 players, both games have the same schedule",
        "schedule, for 5 players",
        "schedule, for 6 players",
        "schedule, for 7 players",
    ],
    "(8 when players = 6, otherwise 6)": [
        "schedule, for 4, 5 and 7 players",
        "schedule, for 6 players",
    ],
    "players up to 7 cards: normal then 7": [
        "schedule, for 4 players",
        "schedule, for 5 players",
        "schedule, for 6 players: `--players 6` shows what differs",
        "schedule, for 7 players: `--players 7` shows what differs",
    ],
}


@pytest.mark.parametrize("size", PLAYERS)
def test_a_schedule_is_told_for_the_players_for_whom_it_differs(size: str) -> None:
    normal = '"No Trumps", Misere, "Guess Trumps", Blind, "Twos Wild", "Aces Low", '
    house = check_text(
        'clag 1 game "House" extends pagat change schedule 1 up to 7 cards: normal '
        f'then 7 cards: {normal} "Dealer Calls Trumps", "Highest Number" '
        f"then {size} down to 1 cards: normal"
    ).game
    assert house is not None
    comparison = compare(rules("pagat"), ComparedRules("house", house))
    lines = list(comparison_lines(comparison))
    assert [line.strip() for line in lines if "schedule" in line] == PLAYERS[size]
    assert all("when" not in line for line in lines)
    six = list(comparison_lines(compare(rules("pagat"), ComparedRules("house", house), 6)))
    assert "  schedule, for 6 players" in six


def test_every_house_file_is_held_against_its_own_game():
    assert HOUSE
    for path in HOUSE:
        result = check_path(path)
        assert not compare(rules("pagat"), ComparedRules(path.stem, result.game)).same


def test_what_a_house_file_drops_and_adds_are_two_things() -> None:
    house = check_text(
        'clag 1 game "House" extends scottish drop Blind '
        "deal Upside is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A "
        'add Upside after "Guess \'Em"'
    ).game
    scottish = check_path("scottish").game
    assert house is not None
    assert scottish is not None
    for a, b in ((scottish, house), (house, scottish)):
        tables = make_table(a), make_table(b)
        assert "Blind" not in {deal.name for pair in match_deals(a, b, *tables) for deal in pair}


LIMITED = """clag 2 game "L" players 3 to 5 {more}
deal normal trump {trump} {bid} {clause} score {score} {call}
schedule 3 down to 1 cards: normal
winner highest total, then shared
"""
EACH = "each bid keeps"
TURN = "last bid keeps bids != cards"


USUAL = "10 when made, otherwise 0"


def limited(clause, bid="bid in turn", trump="spades", more="", call="", score=USUAL):
    filled = LIMITED.format(clause=clause, bid=bid, trump=trump, more=more, call=call, score=score)
    return ComparedRules("L", check_text(filled).game)


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        (TURN, "last bid keeps not bids = cards", True),
        (TURN, "last bid keeps bids > cards or bids < cards", True),
        (TURN, f"{TURN}, otherwise free", True),  # some bid always meets the condition
        (f"{EACH} bid > 0 {TURN}", f"{EACH} bid > 0 {TURN}, otherwise free", False),
        (TURN, "last bid keeps bids != cards - 1", False),
        (TURN, "last bid keeps bids != cards when players > 3, otherwise free", False),
        ("each bid keeps bid > 0", "each bid keeps not bid = 0", True),
        ("each bid keeps bid > 0", "each bid keeps bid > 0 or bids < 0", True),
        ("each bid keeps bid > 0", "each bid keeps bid > 0 or bids = 0", False),
        ("each bid keeps bid <= cards", "each bid free", True),
        ("each bid keeps bid < cards", "each bid free", False),
        (f"{EACH} bid != deal, otherwise free", f"{EACH} bid + cards != 4, otherwise free", True),
        ("last bid free", "last bid keeps cards < 1, otherwise free", True),
        ("last bid free", "last bid keeps cards < 1, otherwise bid = 0", False),
        (TURN, "last bid keeps cards < 1, otherwise bids != cards", True),
        (TURN, f"{EACH} bid > 0 last bid keeps cards < 1, otherwise bids != cards", False),
        (f"{EACH} bid > 9, otherwise bid > 0", f"{EACH} bid > 9, otherwise 1 <= bid", True),
        (f"{EACH} bid > 9, otherwise bid > 0", f"{EACH} bid > 9, otherwise 0 <= bid", False),
    ],
)
def test_a_limit_is_what_it_allows_and_not_how_it_is_written(one, two, same):
    for a, b in ((one, two), (two, one)):
        assert compare(limited(a), limited(b)).same == same


def test_limits_that_read_more_than_the_bids_are_compared_as_written():
    run = "run zeros when bid = 0"
    one = limited("each bid keeps bid > 0 or zeros < 2", more=run)
    two = limited("each bid keeps zeros < 2 or bid > 0", more=run)
    assert not compare(one, two).same
    high = "param high = 2 in 1 to 3"
    one = limited("each bid keeps bid <= high", more=high)
    two = limited("each bid keeps not bid > high", more=high)
    assert not compare(one, two).same
    assert compare(replace(one, parameters={"high": 2}), replace(two, parameters={"high": 2})).same


def test_so_many_bids_are_tried_before_limits_count_as_different(monkeypatch):
    """Of 3 to 5 players with 3 to 1 cards: each bid after each sum of the others' bids."""
    many = sum((c + 1) * ((p - 1) * c + 1) for p in (3, 4, 5) for c in (1, 2, 3))
    for most, same in ((many - 1, False), (many, True), (many + 1, True)):
        monkeypatch.setattr("clagdsl.explain.diff.score_diff.MAX_LIMIT_CASES", most)
        assert compare(limited(TURN), limited("last bid keeps not bids = cards")).same == same


@pytest.mark.parametrize(
    ("one", "two", "trump", "same"),
    [
        ("open no spades until broken", "open no trump until broken", "spades", True),
        ("open no spades", "open no trump", "spades", True),
        ("open no spades", "open no trump until broken", "spades", False),
        ("open no spades", "open no trump", "hearts", False),
        ("open no trump", "open anything", "none", True),
        ("open no trump until broken", "open no trump", "none", True),
        ("open no trump", "open no spades", "none", False),
        ("open no trump", "open no spades", "turned", False),
        ("open no trump", "open no spades", "rotates spades hearts", False),
    ],
)
def test_an_opening_is_the_suit_that_it_holds_back(one, two, trump, same):
    for a, b in ((one, two), (two, one)):
        assert compare(limited(a, trump=trump), limited(b, trump=trump)).same == same


def test_openings_are_compared_as_written_where_a_call_may_change_trumps():
    more = "twist Hearts trump hearts"
    call = "call by dealer any of Hearts"
    a, b = (limited(f"open no {suit}", more=more, call=call) for suit in ("spades", "trump"))
    assert not compare(a, b).same


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        (
            "score 5 when made, otherwise -2 * bid",
            "score 5 when made, otherwise 0 - bid - bid",
            True,
        ),
        ("score 5 when made, otherwise -2 * bid", "score 5 when made, otherwise 0 - bid", False),
        (TURN, "last bid keeps bids > cards or bids < cards", True),
        (TURN, "last bid keeps bids > cards, otherwise free", False),
        ("bid fixed 0 score tricks + bid", "bid fixed 0 score tricks + 2 * bid", True),
        ("bid fixed 1 score tricks + bid", "bid fixed 1 score tricks + 2 * bid", False),
        ("trump clubs open no clubs until broken", "trump clubs open no trump until broken", True),
        ("trump clubs open no clubs until broken", "trump clubs open no trump", False),
        ("open no spades", "open no clubs", False),
        ("trump none open no trump", "trump none", True),
        ("score 10 when made, otherwise 0 lead dealer", "lead dealer", True),
        ("score 10 when made, otherwise 1 lead dealer", "lead dealer", False),
        ("bid fixed 1 each bid keeps bid > 0", "bid fixed 1", True),
    ],
)
@pytest.mark.parametrize(
    "call", ["call by dealer one of Odd, Even", "call by dealer any of Odd, Even"]
)
def test_a_twist_is_what_it_does_and_not_how_it_is_written(one, two, same, call):
    even = "twist Even next dealer winner"
    sides = [limited("", more=f"twist Odd {clauses} {even}", call=call) for clauses in (one, two)]
    assert compare(*sides).same == same


def test_a_clause_of_the_deal_that_no_call_leaves_in_force_does_not_count():
    more = "twist Odd score tricks twist Even score bid"
    for kind, aspects_differing in (("one of", []), ("at most one of", ["score"])):
        call = f"call by dealer {kind} Odd, Even"
        sides = [limited("", more=more, call=call, score=score) for score in (USUAL, "7")]
        assert [each.aspect for each in compare(*sides).differences] == aspects_differing


@pytest.mark.parametrize("owner", ["normal", "Even"])
def test_scores_are_compared_with_what_another_twist_makes_of_the_tricks(owner):
    """With `Odd`, a trick has two points."""
    call, twists = "call by dealer any of Odd, Even", "twist Odd trick worth 2 twist Even {}"
    sides = [
        limited("", more=twists.format("lead dealer"), call=call, score=score)
        if owner == "normal"
        else limited("", more=twists.format(f"score {score}"), call=call)
        for score in ("tricks", "points")
    ]
    (difference,) = compare(*sides).differences
    assert (difference.deal, difference.aspect) == (owner, "score")


@pytest.mark.parametrize(("kind", "same"), [("any of", False), ("one of", True)])
def test_a_twist_is_compared_with_those_that_are_called_with_it(kind, same):
    """With `Even`, a trick has two points, otherwise one."""
    more = "twist Odd score {} twist Even trick worth 2"
    call = f"call by dealer {kind} Odd, Even"
    sides = [limited("", more=more.format(score), call=call) for score in ("tricks", "points")]
    assert compare(*sides).same == same


ALIKE = """clag 2
game "Alike"
players 3
run hits when made
tally bags = tricks - bid when tricks > bid, otherwise 0
tally zeros = 1 when bid = 0, otherwise 0
deal normal
  trump none
  bid in turn
  each bid keeps bid > 0 or zeros < 2
  last bid keeps bids != cards, otherwise free
  trick worth 1
  card worth 3 Q, 5 JD, -2 clubs
  score points + hits - bags when made, otherwise 0
schedule 1 up to 3 cards: normal
ends when highest_total >= 50
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("3 Q, 5 JD, -2 clubs", "-2 clubs, 3 Q, 5 JD", True),
        ("3 Q, 5 JD, -2 clubs", "-2 clubs, 5 JD, 3 QS, 3 QH, 3 QD, 3 QC", True),
        ("3 Q, 5 JD, -2 clubs", "3 Q, 5 JD, -2 spades", False),
        ("hits when made", "hits when bid = tricks", True),
        ("hits when made", "hits when not bid != tricks", True),
        ("hits when made", "hits when bid >= tricks", False),
        ("tricks - bid when tricks > bid, otherwise 0", "max(0, tricks - bid)", True),
        ("tricks - bid when tricks > bid, otherwise 0", "abs(tricks - bid)", False),
        ("highest_total >= 50", "highest_total > 49", True),
        ("highest_total >= 50", "highest_total > 50", False),
        ("zeros < 2", "zeros <= 1", True),
        ("zeros < 2", "zeros <= 2", False),
        (
            "bids != cards, otherwise free",
            "bids != cards, otherwise free when cards < 4, otherwise free",
            True,
        ),
        (
            "bids != cards, otherwise free",
            "bids != cards, otherwise free when cards < 3, otherwise free",
            False,
        ),
        ("0\nschedule", "1\nschedule", False),
    ],
)
def test_rules_that_are_written_differently_and_do_the_same(old, new, same):
    assert old in ALIKE
    one, two = (check_text(text).game for text in (ALIKE, ALIKE.replace(old, new)))
    assert two is not None
    for a, b in ((one, two), (two, one)):
        assert compare(ComparedRules("a", a), ComparedRules("b", b)).same is same


@pytest.mark.parametrize(
    ("bids", "scores", "aspects_differing"),
    [
        (("in turn", "together"), ("-abs(bid - tricks)", "min(bid - tricks, tricks - bid)"), []),
        (("in turn", "together"), ("abs(bid - tricks)", "bid - tricks"), ["score"]),
        (("none", "together"), ("2 * tricks", "tricks + tricks"), []),
        (("fixed 1", "in turn"), ("2 * tricks", "tricks + tricks"), []),
        (("fixed 1", "fixed 2"), ("bid + tricks", "tricks + bid"), ["score"]),
    ],
)
def test_scores_are_compared_by_their_points_however_the_bids_are_made(
    bids, scores, aspects_differing
):
    sides = [
        ComparedRules(bid, check_text(BIDS_APART.format(bid=bid, score=score)).game)
        for bid, score in zip(bids, scores, strict=True)
    ]
    for pair in (sides, sides[::-1]):
        assert [each.aspect for each in compare(*pair).differences] == ["bid", *aspects_differing]


BIDS_APART = """clag 2
game "X"
players 3
deal normal
  trump none
  bid {bid}
  completed not counted
  score {score}
schedule 2 up to 3 cards: normal
winner highest total, then shared
"""


def test_a_run_that_differs_is_shown_as_it_is_written():
    one, two = (
        check_text(ALIKE.replace("when made\n", f"when {when}\n", 1)).game
        for when in ("tricks > 2", "tricks > 1")
    )
    (difference,) = compare(ComparedRules("a", one), ComparedRules("b", two)).differences
    assert (difference.a, difference.b) == ("tricks > 2", "tricks > 1")


def test_points_are_not_compared_for_a_bid_that_both_games_forbid():
    text = (
        'clag 2 game "Zero" players 3 deal normal trump none bid in turn {}'
        " score {} when made, otherwise 0"
        " schedule 3 cards: normal winner highest total, then shared"
    )
    scores = ("10 + tricks", "11 + tricks * 2")
    for limits, tricks in (
        (("each bid keeps bid > 0",) * 2, {1, 2, 3}),
        (("each bid keeps bid > 0", ""), {0, 1, 2, 3}),
        (("each bid keeps bid > 0 or bids > 2",) * 2, {0, 1, 2, 3}),
    ):
        both = [
            ComparedRules(score, check_text(text.format(limit, score)).game)
            for limit, score in zip(limits, scores, strict=True)
        ]
        (points,) = [one.points for one in compare(*both).differences if one.aspect == "score"]
        assert {row.tricks for row in points.rows if row.a != row.b} == tricks
