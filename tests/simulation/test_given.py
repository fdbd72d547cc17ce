"""Both engines with packs and choices from outside, and the two backends of the simulator."""

from __future__ import annotations

from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from support.both_backends import agree, agree_by_machine
from support.loaded import loaded
from support.recorded_matches import RecordingSimulator, most_decisions
from support.samples import every_nth
from support.simulation_games import interpreted, number_of, same_results
from support.simulation_luck import Luck, documented
from support.simulation_packs import dealt, lucks, many_lucks
from support.simulation_rules import playable, rules_files, values_of

import clagdsl
from clagdsl.simulation.runner import make_simulator
from clagdsl.table.table import Table

RULES = Path(__file__).parent.parent.parent / "rules"
FILES = sorted(RULES.rglob("*.clag"))

MOST_OPTIONS = 100
"""Of so many legal actions each is tried where a match has more."""


def table_of(data: st.DataObject) -> Table:
    """A drawn game at a drawn table."""
    text = data.draw(rules_files())
    note(text)
    game = playable(text)
    chosen = {p.name: data.draw(st.sampled_from(values_of(p))) for p in game.rules.parameters}
    return game.start(data.draw(st.integers(*game.rules.players)), parameters=chosen).table


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_any_packs_and_choices_in_drawn_games(data: st.DataObject) -> None:
    table = table_of(data)
    agree(table, data.draw(lucks(table, most_decisions(RecordingSimulator(table)))))


@settings(max_examples=6, deadline=None)
@given(st.data())
def test_any_packs_and_choices_in_games_that_people_play(data: st.DataObject) -> None:
    agree_in_a_game(data)


@pytest.mark.long
@settings(max_examples=2_000, deadline=None)
@given(st.data())
def test_many_packs_and_choices_in_games_that_people_play(data: st.DataObject) -> None:
    agree_in_a_game(data)


def agree_in_a_game(data: st.DataObject) -> None:
    game = loaded(data.draw(st.sampled_from(FILES)))
    table = game.start(data.draw(st.integers(*game.rules.players))).table
    agree(table, data.draw(lucks(table, most_decisions(RecordingSimulator(table)), matches=1)))


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_every_legal_action_is_picked_by_its_number(data: st.DataObject) -> None:
    table = table_of(data)
    simulator = RecordingSimulator(table)
    luck = data.draw(lucks(table, most_decisions(simulator), matches=1))
    try_every_action(simulator, luck, data.draw(st.integers(0, len(table.schedule) - 1)))


@pytest.mark.parametrize("name", every_nth(["raf", "pagat", "rewrite"], 3))
def test_every_legal_action_of_games_that_people_play(name: str) -> None:
    simulator = RecordingSimulator(clagdsl.load(name).start().table)
    deals = len(simulator.table.schedule)
    luck = many_lucks(5, 1, deals, most_decisions(simulator))
    for deal in range(deals):
        try_every_action(simulator, luck, deal)


def try_every_action(simulator: RecordingSimulator, luck: Luck, deal: int) -> None:
    """In every choice of a deal each legal action is what its first and last word pick."""
    packs, words = luck.packs[0].tolist(), luck.words[0].tolist()
    course = interpreted(simulator.table, packs, words, lot=partial(luck.lot, 0), keep=True)
    wanted = []
    for place, (position, actions) in enumerate(course.choices):
        if position.dealing.scheduled.number == deal + 1:
            at = position.decisions
            for number, action in enumerate(actions):
                first = -(-number * 2**32 // len(actions))
                last = -(-(number + 1) * 2**32 // len(actions)) - 1
                word = (first, last)[len(wanted) % 2]
                leads = position.play is not None and not position.play.trick
                said = number_of(position.dealing, action, leads=leads)
                wanted.append((place, at, word, len(actions), number, said))
    wanted = wanted[:: 1 + len(wanted) // MOST_OPTIONS]
    packs = np.repeat(luck.packs, len(wanted), axis=0)
    words = np.repeat(luck.words, len(wanted), axis=0)
    for match, (_, at, word, *_) in enumerate(wanted):
        words[match, deal, at] = word
    found = simulator.record_scripted(packs, words, alike=True).decisions if wanted else []
    for (place, _, _, *picked), noted in zip(wanted, found, strict=True):
        assert noted[place, :3].tolist() == picked, course.choices[place]


@pytest.mark.parametrize(
    "path", every_nth(sorted(RULES.glob("*.clag")), 4), ids=lambda path: path.stem
)
def test_given_packs_and_the_seed_give_the_same(path: Path) -> None:
    game = loaded(path)
    low, high = game.rules.players
    many = 3 if path.stem.startswith("raf") else 9  # each call makes another kind of deal
    for players, matches in ((low, 1), (high, many)):
        simulator = RecordingSimulator(game.start(players).table)
        deals, decisions = len(simulator.table.schedule), most_decisions(simulator)
        # Beside packs that are given, lots are those of the first matches of seed 0.
        seed, first = (0, 0) if game.rules.variant in ("Rewrite", "Scottish") else (9, 55)
        luck = documented(seed, range(first, first + matches), deals, decisions)
        given = simulator.record_scripted(luck.packs, luck.words)
        whole = simulator.record(seed, first, matches)
        assert np.array_equal(whole.decisions, given.decisions)
        assert np.array_equal(whole.taken, given.taken)
        assert same_results(whole.outcome, given.outcome)
        plain = make_simulator(simulator.table, machine=False).play(seed, first, matches)
        assert same_results(given.outcome, plain)


BUNDLED = sorted(RULES.glob("*.clag"))
SIZES = (1, 63, 64, 65, 130)
"""Numbers of matches: blocks with lanes to spare, left over and just full."""


@pytest.mark.parametrize(
    "number", every_nth(range(len(BUNDLED)), 2), ids=lambda number: BUNDLED[number].stem
)
def test_machine_code_plays_games_that_people_play_as_arrays_do(number: int) -> None:
    """Each game at one of its tables, with each number of matches in turn."""
    game = loaded(BUNDLED[number])
    low, high = game.rules.players
    players = low + number % (high - low + 1)
    # the games in which calls make many kinds of deals have few matches
    agree_by_machine(game.start(players).table, SIZES[(number + 2) % len(SIZES)])


@pytest.mark.long
@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_machine_code_plays_them_at_every_table(path: Path) -> None:
    game = loaded(path)
    low, high = game.rules.players
    for players, matches in zip(range(low, high + 1), SIZES, strict=False):
        agree_by_machine(game.start(players).table, matches)


def test_a_block_is_compared_to_its_end() -> None:
    agree(clagdsl.load("scottish").start(3).table, 129)


ORDINARY = {
    "turned": """trump turned bid in turn last bid keeps bids != cards
      score 10 + tricks when made, otherwise tricks""",
    "none": """trump none lead dealer bid in turn each bid keeps bid != 1, otherwise bid >= 0
      score bid - 2 * tricks won by any points""",
    "named": """trump named by dealer any suit bid fixed 1
      score 1 when made, otherwise -tricks completed not counted""",
    "no bids": """trump turned bid none score -2 * tricks won by any points
      completed when tricks = 0""",
    "most tricks": """trump turned bid none
      score 10 when tricks = most and most_count = 1, otherwise 0 completed not counted""",
    "higher cards": """trump turned bid in turn
      follow higher suit, else suit, else higher trump, else trump, else anything
      score 10 + tricks when made, otherwise tricks""",
    "trumps above all": """trump turned bid in turn
      follow higher trump, else suit, else anything
      score 10 + tricks when made, otherwise tricks""",
    "others' bids": "trump turned bid in turn score makers - bids when made, otherwise 0",
    "aces low": """rank K Q J 10 9 8 7 6 5 4 3 2 A trump turned, else last card bid in turn
      follow higher suit, else suit, else higher trump, else trump, else anything score tricks""",
    "any order of ranks": "rank 2 A 3 K 4 Q 5 J 6 10 7 9 8 trump drawn bid in turn score tricks",
    "an order of suits": """trump order H C D S bid in turn, right of dealer first
      lead first bidder
      follow higher suit, else suit, else anything score tricks next dealer winner""",
    "a named order": "trump named by eldest any order bid together score tricks - bid",
    "top cards": "trump turned bid in turn play top card score tricks next dealer winner",
    "openings": """trump hearts bid in turn open no trump until broken
      score 10 + tricks when made, otherwise 0""",
    "an opening suit": "trump turned bid in turn open no spades score tricks",
    "values of tricks": """trump turned bid in turn, dealer first trick worth trick
      score points - bid""",
    "worth by the winning card": """trump turned bid in turn rank 2 3 4 5 6 7 8 9 10 J Q K A
      trick worth 10 when won_with = 2, otherwise trick score points""",
    "cards worth points": """trump turned bid in turn card worth 1 hearts, 13 QS, -2 JD
      score 10 + tricks when made, otherwise -points""",
    "drawn bidders": """trump drawn bid in turn, drawn first lead first bidder score tricks
      next dealer winner""",
    "the highest bidder": """trump named by highest bidder any suit or none lead highest bidder
      bid in turn last bid keeps bids != cards score tricks""",
    "wilds": """trump turned bid in turn wild 2 score tricks
      follow trump, else suit, else anything""",
    "wilds in an order of suits": """trump named by dealer any order bid in turn wild 7
      open no hearts until broken score tricks""",
    "wilds in their suit": """trump turned bid in turn wild 2 in suit card worth 1 hearts, 13 QS
      follow suit, else trump, else anything open no trump score points - tricks""",
    "wilds by the winning card": """trump hearts bid in turn wild K in suit rank 2 A 3 K 4 Q 5 J 6
      10 7 9 8 trick worth 10 when won_with = K, otherwise trick score points follow anything""",
    "scores by trump": """trump named by dealer any suit or none bid in turn
      score (5 + tricks when made, otherwise -bid) * (2 when trump = hearts, otherwise 1)
      completed when made and trump != none""",
    "scores by an order": """trump named by highest bidder any order bid in turn
      score tricks when trump = order, 9 when trump != none, otherwise bid""",
    "calls": """trump turned bid in turn, caller first lead caller score tricks
      call by winner of last deal at most one of High, Low, Blank next dealer winner""",
}
TWISTS = """
twist High rank 2 3 4 5 6 7 8 9 10 J Q K A
twist Low trump order H C D S bid fixed 1 score 10 when made, otherwise 0
twist Blank bid none completed not counted score -tricks
"""


@pytest.mark.parametrize(("deal", "players"), every_nth(product(ORDINARY, (2, 3, 4, 6, 8, 9)), 17))
def test_ordinary_deals_of_every_size(deal: str, players: int) -> None:
    """Up to half of the pack in a hand."""
    text = f"""clag 2
game "Sizes"
players 2 to 9
deal normal {ORDINARY[deal]}
{TWISTS if deal == "calls" else ""}schedule 1 up to min(26, 51 // players) cards: normal
winner highest total, then shared
"""
    agree(clagdsl.load(text=text).start(players).table, 4)


BY_TRUMP_AND_BIDS = {
    "turned": """trump turned, else none bid in turn
      each bid keeps bid != previous_bid, otherwise free
      score 10 + highest_bid when trump = hearts or bid = highest_bid, otherwise tricks - bid
      completed when made and (trump != spades or same_bids = 0)""",
    "named": """trump named by highest bidder any order bid in turn
      last bid keeps bid <= highest_bid, otherwise free
      score highest_bid - 3 * same_bids when trump = order, otherwise 99""",
}


@pytest.mark.parametrize("deal", BY_TRUMP_AND_BIDS.values(), ids=BY_TRUMP_AND_BIDS)
def test_scores_that_read_both_trump_and_the_highest_bid(deal: str) -> None:
    text = f"""clag 2
game "Trump and bids"
players 3 to 6
deal normal {deal}
tally high = highest_bid when trump = hearts, otherwise same_bids
schedule 1 up to 8 cards: normal
winner highest total, then shared
"""
    table = clagdsl.load(text=text).start(3).table
    agree(table, 20)
    agree_by_machine(table, 65)


@pytest.mark.parametrize("wilds", ["wild 2", "wild 9 in suit", "wild 8, trump order H D S"])
def test_wilds_of_a_pack_of_three_suits(wilds: str) -> None:
    trump = "trump turned" if "order" not in wilds else ""
    text = f"""clag 2
game "Three suits"
players 2 to 4
pack all ranks, 3 suits
deal normal {trump} bid in turn {wilds.replace(",", "")} score tricks
schedule 1 up to min(12, 38 // players) cards: normal
winner highest total, then shared
"""
    for players in (2, 3, 4):
        agree(clagdsl.load(text=text).start(players).table, 20)


WIZARDS = """pack all ranks, 4 Wizard, 4 Jester
special Wizard is high asks nothing
special Jester is low asks next card
deal normal trump turned, on Wizard named by dealer any suit, on Jester none, else none
"""
THREE_NAMES = """pack all ranks, 1 Fool, 6 Joker, 5 Rook
special Fool is high asks next card
special Joker is low asks nothing
special Rook is low asks next card
deal normal
"""
SPECIAL = {
    "wizards": f"{WIZARDS} bid in turn last bid keeps bids != cards score tricks - bid",
    "shown after bids": f"{WIZARDS} shown after bids bid in turn score tricks - bid",
    "scores by trump": f"""{WIZARDS} bid in turn
      score tricks when trump = none, 9 when trump = spades, otherwise tricks - bid""",
    "no bids": f"{WIZARDS} bid none score tricks completed not counted",
    "a trump is owed first": f"""{WIZARDS} bid in turn score tricks
      follow trump, else suit, else anything next dealer winner""",
    "a trump is owed next": f"""{WIZARDS} bid in turn score tricks
      follow suit, else trump, else anything""",
    "openings": f"""{WIZARDS} bid in turn open no trump until broken score tricks""",
    "an opening suit": f"""{THREE_NAMES} trump hearts bid in turn open no spades until broken
      score tricks""",
    "an order of ranks": f"""{WIZARDS} bid in turn rank 2 A 3 K 4 Q 5 J 6 10 7 9 8
      trick worth 10 when won_with = 2, otherwise trick score points""",
    "cards worth points": f"""{THREE_NAMES} trump turned, on Fool none, on Joker none, on Rook named
      by dealer any suit or none, else none
      bid in turn card worth 1 hearts, 13 QS, -2 JD, 5 Rook, -3 Fool score points""",
    "an order of suits": f"""{THREE_NAMES} trump named by dealer any order bid in turn
      follow anything score tricks""",
    "the highest bidder": f"""{THREE_NAMES} trump named by highest bidder any suit or none
      lead highest bidder bid in turn score tricks""",
    "top cards": f"""{THREE_NAMES} trump turned, on Fool none, on Joker named by dealer any suit,
      on Rook none, else last card bid in turn play top card score tricks""",
    "a short pack": """pack highest 7 ranks, 3 suits, without KH, 40 Wizard, 3 Jester
      special Jester is high asks next card
      special Wizard is low asks nothing
      deal normal trump turned, on Wizard named by dealer any suit, on Jester none, else last card
      bid in turn rank 8 9 10 J Q K A score tricks""",
    "high or low": """pack all ranks, 4 Fool, 2 Joker
      special Fool is high or low asks next card
      special Joker is high or low asks highest of named suit or nothing
      deal normal trump turned, on Fool none, on Joker named by dealer any suit, else none
      bid in turn score tricks - bid""",
    "orders of three suits": """pack K Q J 10 9 8 7 6 5 4, 3 suits, 10 Wizard, 3 Jester
      special Jester is high asks nothing
      special Wizard is low asks next card
      deal normal trump drawn bid fixed 1 score tricks - bid
      call by dealer at most one of Order twist Order trump named by dealer any order""",
}


@pytest.mark.parametrize(("deal", "players"), every_nth(product(SPECIAL, range(2, 9)), 19))
def test_special_cards_of_every_size(deal: str, players: int) -> None:
    """As `test_ordinary_deals_of_every_size`, up to the whole pack."""
    text = f"""clag 2
game "Specials"
players 2 to 8
{SPECIAL[deal]} schedule 1 up to min(26, DECK // players) cards: normal
winner highest total, then shared
"""
    one = clagdsl.load(text=text.replace("DECK", "2 * players"))
    game = clagdsl.load(text=text.replace("DECK", str(one.start(2).table.deck.size)))
    agree(game.start(players).table, 4)


OF_FEW_GAMES = {
    "an extreme of a suit": """pack highest 9 ranks, 4 Joker, 2 Fool
special Joker is high or low asks highest of named suit or lowest of named suit or nothing
special Fool is low asks next card
deal normal trump turned, on Joker none, on Fool none, else none bid in turn wild 9 10
  score tricks schedule 8 cards: normal""",
    "the last of equal cards": """pack highest 8 ranks, 2 of each
deal normal trump turned bid in turn equal cards last wins wild A K in suit
  follow higher suit, else suit, else higher trump, else trump, else anything
  score tricks schedule 14 cards: normal""",
    "a call instead of a drawn trump": """deal normal trump drawn bid in turn score tricks
  call by dealer any of Flat twist Flat trump none next dealer winner
  schedule repeat 2 times 5 cards: normal""",
    "the winner of the last deal bids first and does not lead": """deal normal trump none
  bid in turn, caller first last bid keeps bids != cards score tricks
  call by winner of last deal any of Low twist Low trick worth 2
  schedule repeat 3 times 5 cards: normal""",
    "an order is named for a turned card": """pack highest 9 ranks, 20 Joker
special Joker is high asks nothing
deal normal trump turned, on Joker named by dealer any order, else none bid in turn
  follow higher suit, else anything score tricks schedule 4 cards: normal""",
    "rows with deals that everybody passes": """tally bags = tricks
  deal normal auction 1 to 2 S none trump named in auction bid in turn, auction winner first
  score tricks + bags + row_made + row_best schedule repeat 3 times 2 up to 3 cards: normal""",
    "the dealer picks a size, and a card is turned": """deal normal trump turned bid in turn
  sight by choice score makers - bids when blind, otherwise tricks
  schedule repeat 2 times dealer picks 2 to 4 cards: normal""",
}


@pytest.mark.parametrize("rules", OF_FEW_GAMES)
def test_what_few_games_have(rules: str) -> None:
    text = f"""clag 2
game "Few"
players 3
{OF_FEW_GAMES[rules]}
winner highest total, then shared
"""
    agree(clagdsl.load(text=text).start().table, 60)


@pytest.mark.parametrize("deal", every_nth(ORDINARY, 9))
def test_machine_code_plays_ordinary_deals_as_arrays_do(deal: str) -> None:
    text = f"""clag 2
game "Sizes"
players 2 to 9
deal normal {ORDINARY[deal]}
{TWISTS if deal == "calls" else ""}schedule 5 cards: normal
winner highest total, then shared
"""
    agree_by_machine(clagdsl.load(text=text).start(4).table, 130)


@pytest.mark.parametrize("deal", every_nth(SPECIAL, 8))
def test_machine_code_plays_special_cards_as_arrays_do(deal: str) -> None:
    text = f"""clag 2
game "Specials"
players 2 to 8
{SPECIAL[deal]} schedule 5 cards: normal
winner highest total, then shared
"""
    agree_by_machine(clagdsl.load(text=text).start(3).table, 130)


def test_a_wanted_pack_is_dealt() -> None:
    spades, hearts = range(13), range(13, 26)
    pack = dealt([hearts, spades], players=3, cards=4)
    assert sorted(pack) == list(range(52))
    assert list(pack[:12:3]) == [13, 14, 15, 16]
    assert list(pack[1:12:3]) == [0, 1, 2, 3]
    assert pack[12] == 17
