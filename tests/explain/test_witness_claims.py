"""What `diff --witness` claims of two games is true, whichever clause differs.

A record that it prints is accepted by one game and contradicted by the other. If it says that no
deal shows a difference, deals played at random do not show one either, and every difference that
deals cannot show is named.
"""

from dataclasses import replace
from functools import cache
from itertools import islice, product
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mutation.catching import BUNDLED, mutants_of
from mutation.mutants import mutants
from support.samples import every_nth
from support.simulation_rules import rules_files

from clagdsl.check.checker import check_text
from clagdsl.engine.actions import MakeCall
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.diff.lockstep import deal_both
from clagdsl.explain.diff.text import comparison_lines
from clagdsl.explain.diff.witness import (
    record_text,
    smallest_witness,
    witness_json,
    witness_lines,
)
from clagdsl.lang.philox import shuffled
from clagdsl.lang.resources import data_folder
from clagdsl.lang.source import SourceText
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.syntax.parser import parse

BASE = """clag 2
game "Base"
players 3 to 4
pack all ranks, 2 Wiz, 2 Jes
special Wiz is high asks nothing
special Jes is low asks next card
deal normal
  trump turned, on Wiz named by dealer any suit, on Jes none, else none
  bid in turn
  last bid keeps bids != cards, otherwise free
  score 20 + 10 * tricks when made, otherwise -10 * abs(bid - tricks)
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""
AUCTION = """clag 2
game "Auction"
players 3
pack highest 10 ranks
deal normal
  auction 2 to cards H D C S none
  trump named in auction
  bid in turn, auction winner first
  each bid keeps bid >= auction
  score 20 when made and auction > 0, 5 + 5 * bid when made, otherwise -10 * auction - 3
schedule 3 times 3 cards: normal
winner highest total, then shared
""".replace("3 times", "repeat 3 times")


def game_of(text):
    result = check_text(text)
    assert result.game is not None, [str(each) for each in result.diagnostics]
    return result.game


def compared(a, b):
    comparison = compare(ComparedRules("a.clag", a), ComparedRules("b.clag", b))
    return comparison, smallest_witness(comparison)


def contradicts(record, game):
    result = replay_sheet(replace(record, rules_hash=None), game)
    return bool(result.errors) or not result.applies


def played_apart(comparison, deals=12):
    """Whether deals played at random, with the same actions in both games, ever differ."""
    names = {deal.name: other.name for deal, other in comparison.pairs}
    draw = Random(5)
    pairs = [
        (tables, row, twin)
        for tables in comparison.tables
        for row in tables[0].schedule
        for twin in tables[1].deals_of(names.get(row.name, ""))
        if tables[0].deck == tables[1].deck and (row.low, row.high) == (twin.low, twin.high)
    ]
    for match in range(deals if pairs else 0):
        tables, row, twin = draw.choice(pairs)
        pack = shuffled(tables[0].deck, 9, match, 1)
        pair = deal_both(tables, (row, twin), row.low, pack, ("a", "b"))
        while not (pair.a.history or pair.b.history):
            if {*pair.a.legal()} != {*pair.b.legal()} or pair.a.actor != pair.b.actor:
                return True
            if not pair.a.legal():
                break
            calls = [action for action in pair.a.legal() if isinstance(action, MakeCall)]
            pair = pair.apply(draw.choice(calls or pair.a.legal()))
        if pair.a.history != () and [
            (deal.tricks, [result.score for result in deal.results]) for deal in pair.a.history
        ] != [(deal.tricks, [result.score for result in deal.results]) for deal in pair.b.history]:
            return True
    return False


def assert_true(a, b):
    """Asserts that what is said of two games is true, and returns the search."""
    comparison, searched = compared(a, b)
    witness = searched.witness
    lines = list(witness_lines(comparison, searched))
    if witness is None:
        if searched.whole or comparison.same:
            assert not played_apart(comparison), lines
        if "no deal shows a difference" in lines[0]:
            assert searched.compared > 0
    elif witness.shown is None:
        assert "record =" not in "\n".join(lines)
    else:
        record = parse_record(record_text(witness.shown.record)).record
        by, other = (a, b) if witness.shown.by == "a" else (b, a)
        assert not contradicts(record, by), lines
        assert contradicts(record, other), lines
    return searched


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Jes is low asks next card", "Jes is high asks nothing"),
        ("Jes is low asks next card", "Jes is low asks nothing"),
        ("Wiz is high", "Wiz is high or low"),
        ("Wiz is high asks nothing", "Wiz is high asks highest of named suit"),
        ("Wiz is high asks nothing", "Wiz is high asks named suit or nothing"),
        ("on Jes none", "on Jes named by dealer any suit"),
        ("last bid keeps bids != cards, otherwise free", "last bid free"),
    ],
)
def test_a_changed_clause_has_a_record_that_one_game_contradicts(old, new):
    games = game_of(BASE), game_of(BASE.replace(old, new))
    assert games[0] != games[1]
    for a, b in (games, games[::-1]):
        searched = assert_true(a, b)
        assert searched.witness is not None
        assert searched.witness.shown is not None


CARDS = """clag 2
game "Cards"
players 3
deal normal
  trump {trump}
  {bid}
  {rule}
  score {score}
  completed not counted
schedule 4 cards: normal
winner highest total, then shared
"""
OF_CARDS = {
    "the rank that wins a trick": ("trick worth 2 when won_with = {}, otherwise 0", "K", "Q"),
    "the value of a card": ("card worth 1 A, {} 9", "2", "3"),
    "the value of a trump": ("trick worth 0 card worth of trump {} A, 3 K", "5", "6"),
}


TRUMPS = ("hearts", "turned, on A none", "named by dealer any suit")


@pytest.mark.parametrize(
    ("name", "trump", "bid"),
    every_nth(product(OF_CARDS, TRUMPS, ("bid none", "bid in turn")), 5),
)
def test_points_that_the_cards_decide_are_compared_card_by_card(name, trump, bid):
    """Also those of cards that win no trick if the pack is arranged."""
    rule, *numbers = OF_CARDS[name]
    score = "points" if bid == "bid none" else "points when made, otherwise 0"
    games = [
        game_of(CARDS.format(trump=trump, bid=bid, rule=rule.format(number), score=score))
        for number in numbers
    ]
    for a, b in (games, games[::-1]):
        witness = assert_true(a, b).witness
        assert witness.divergence.kind == "score"
        assert witness.shown is not None


def test_suits_of_an_auction_in_another_order_have_a_record():
    games = game_of(AUCTION), game_of(AUCTION.replace("H D C S", "S H D C"))
    for a, b in (games, games[::-1]):
        witness = assert_true(a, b).witness
        assert len(witness.shown.record.deals[0].auction) == 2
        assert "may not" in witness.divergence.b


def test_choices_of_a_call_in_another_order_are_no_difference():
    text = BASE.replace("schedule", "  call by dealer one of {}\ntwist Low\n  rank {}\nschedule", 1)
    low = "2 3 4 5 6 7 8 9 10 J Q K A"
    games = [
        game_of(text.format(names, low).replace("winner", "twist None\n  trump none\nwinner"))
        for names in ("Low, None", "None, Low")
    ]
    comparison, searched = compared(*games)
    assert searched.witness is None
    assert not played_apart(comparison)


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("winner highest", "winner lowest", "winner"),
        ("  bid in", "  next dealer winner\n  bid in", "`next dealer` in normal"),
        ("  bid in", "  won by any points\n  bid in", "`won by` in normal"),
        ("winner", "ends when highest_total >= 50\nwinner", "ends"),
        ("schedule 1", "schedule 2", "schedule"),
        ("players 3 to 4", "players 3", "players"),
    ],
)
def test_what_no_deal_can_show_is_named_as_not_compared(old, new, names):
    comparison, searched = compared(game_of(BASE), game_of(BASE.replace(old, new)))
    assert searched.whole
    (line,) = witness_lines(comparison, searched)
    assert line.startswith("no deal shows a difference: in every deal that both games have")
    assert line.endswith(f"; not compared: {names}")


def test_a_deal_that_was_not_dealt_is_named_as_not_compared():
    more = (
        "deal Other is normal with\n  trump none\nschedule 1 up to 2 cards: normal then {}: Other"
    )
    text = BASE.replace("schedule 1 up to 3 cards: normal", more)
    same = text.format("3 cards")
    other = text.format("4 cards").replace("with\n  trump none", "with\n  trump hearts")
    comparison, searched = compared(game_of(same), game_of(other))
    assert searched.witness is None
    (line,) = witness_lines(comparison, searched)
    assert line.endswith("; not compared: schedule, `trump` in Other")


def with_parameter(parameter, clause):
    """A game with a parameter that decides what a missed bid scores."""
    text = BASE.replace("deal normal", f"param {parameter}\ndeal normal", 1)
    return game_of(text.replace("otherwise -10", f"{clause}, otherwise -10"))


@pytest.mark.parametrize(
    ("parameter", "condition", "shown"),
    [("hard = false", "hard", "hard = true"), ("hard = 0 in 0 to 3", "hard = 2", "hard = 2")],
)
def test_a_value_of_a_parameter_that_shows_a_difference_is_found(parameter, condition, shown):
    a, b = (with_parameter(parameter, f"{miss} when {condition}") for miss in (0, 1))
    comparison, searched = compared(a, b)
    first, *_, record = [*witness_lines(comparison, searched)]
    assert first.startswith(f"the smallest deal that shows it with {shown}: normal, ")
    assert f"parameters = {{ {shown} }}" in record
    found = witness_json(comparison, searched)["parameters"]
    assert found == dict(searched.changes)
    set_to = dict(searched.changes)
    comparison = compare(ComparedRules("a", a, set_to), ComparedRules("b", b, set_to))
    assert smallest_witness(comparison).witness is not None


def test_values_of_parameters_that_were_searched_are_named():
    a, b = (with_parameter("x = 0 in 0 to 100", f"{miss} when x = 50") for miss in (0, 1))
    (line,) = witness_lines(*compared(a, b))
    tried = ", ".join(f"x = {number}" for number in range(1, 82, 10))
    assert line.startswith(
        f"no deal shows a difference with the default parameters, {tried} or x = 91: in every deal"
    )
    assert line.endswith("; no other values of the parameters were searched")
    # a value that is set is the only one that is compared
    set_to = {"x": 7}
    comparison = compare(ComparedRules("a", a, set_to), ComparedRules("b", b, set_to))
    assert [*comparison_lines(comparison)][-1] == "the same rules with x = 7"
    (line,) = witness_lines(comparison, smallest_witness(comparison))
    assert line == "no deal shows a difference: the rules are the same with x = 7"


def test_bids_that_may_be_blind_have_a_record():
    text = BASE.replace("on Wiz named by dealer any suit", "on Wiz none")
    seen, blind = (
        game_of(text),
        game_of(text.replace("  last bid", "  sight by choice\n  last bid")),
    )
    assert assert_true(blind, seen).witness.shown.by == "a"
    assert assert_true(seen, blind).witness.shown.by == "b"


@pytest.mark.parametrize(
    ("old", "new"),
    [("in turn", "in turn, dealer first"), ("in turn", "in turn\n  shown after bids")],
)
def test_an_order_of_acting_is_a_difference_without_a_record(old, new):
    text = BASE.replace("  last bid keeps bids != cards, otherwise free\n", "")
    comparison, searched = compared(game_of(text), game_of(text.replace(old, new)))
    assert searched.witness.divergence.kind == "actions"
    assert searched.witness.shown is None
    *_, last = witness_lines(comparison, searched)
    assert last.strip().startswith("no record that was tried shows it")


@cache
def bundled(file):
    return check_text((data_folder("rules") / file).read_text(encoding="utf-8"), file).game


def changed_files(number, draw):
    """So many bundled files, each with one number, sign or word changed, that still check."""
    every = [mutant for name in BUNDLED for mutant in mutants_of(name)]
    draw.shuffle(every)
    games = ((mutant.file, check_text(mutant.text, mutant.file).game) for mutant in every)
    return islice(((bundled(file), game) for file, game in games if game is not None), number)


def assert_changed_files_are_told_apart(number, draw):
    shown = 0
    for a, b in changed_files(number, draw):
        for first, second in ((a, b), (b, a)):
            witness = assert_true(first, second).witness
            shown += witness is not None and witness.shown is not None
    assert shown > number / 4


def test_a_bundled_file_with_one_change_is_told_apart_truthfully():
    assert_changed_files_are_told_apart(2, Random(9))


@pytest.mark.long
def test_many_bundled_files_with_one_change_are_told_apart_truthfully():
    assert_changed_files_are_told_apart(400, Random(8))


def assert_drawn_is_told_apart(text, draw):
    game = check_text(text).game
    assume(game is not None)
    source = SourceText("drawn.clag", text)
    every = list(mutants(source, parse(source).file))
    assume(every)
    other = check_text(draw.choice(every).text).game
    assume(other is not None)
    assert_true(game, other)
    assert_true(other, game)


@pytest.mark.long
@settings(max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(rules_files(), st.randoms(use_true_random=False))
def test_drawn_files_with_one_change_are_told_apart_truthfully(text, draw):
    assert_drawn_is_told_apart(text, draw)


RUNNING = """clag 2
game "Running"
players 3
run streak when made
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards, otherwise free
  score 10 + streak when made, otherwise 0
schedule 3 down to 1 cards: normal
winner highest total, then shared
"""


def test_legal_actions_that_read_no_run_are_compared_in_the_smallest_deal_first():
    a, b = game_of(RUNNING), game_of(RUNNING.replace("bids != cards", "bids >= cards"))
    comparison, searched = compared(a, b)
    assert searched.witness.row_a.number == 3
    first, *_ = witness_lines(comparison, searched)
    assert first == "the smallest deal that shows it: normal, 3 players, 1 card"


def test_a_deal_is_not_called_the_smallest_if_points_of_smaller_ones_depend_on_a_run():
    score = "score 11 when made and tricks = 3, 10 when made, otherwise 0"
    other = RUNNING.replace("score 10 + streak when made, otherwise 0", score)
    first, *_ = witness_lines(*compared(game_of(RUNNING), game_of(other)))
    assert first == "a deal that shows it: normal, 3 players, 3 cards"
