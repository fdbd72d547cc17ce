"""The reference judges any rules file: whole matches, as the interpreter plays them.

It reads what `clagdsl compile` writes and imports nothing of clagdsl, so that what both get wrong
stands in the manual itself.  Compared are every legal set; of every deal who deals and calls, the
bids, tricks, points, scores and contracts, and who wins it; at the end totals, winners, payments.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, note, seed, settings
from hypothesis import strategies as st
from reference.expressions import Meaningless
from support.judged_matches import compiled, judge
from support.loaded import loaded
from support.simulation_plans import (
    ALL_TABLES,
    CORNERS,
    EVERYTHING,
    GRID,
    TABLES,
    Plan,
    corner,
    grid,
)
from support.simulation_rules import playable, rules_files, values_of
from support.trump_games import TRUMP_GAMES, trump_game

import clagdsl
from clagdsl.api import PlayableGame


def judged(plan: Plan, matches: int = 1) -> None:
    game = loaded(plan.path)
    for match in range(matches):
        judge(game, document_of(game), plan.players, plan.players, match, plan.parameters)


@cache
def document_of(game: PlayableGame) -> Any:
    return compiled(game)


@pytest.mark.parametrize("plan", TABLES, ids=str)
def test_matches_of_every_file(plan: Plan) -> None:
    judged(plan)


@pytest.mark.parametrize("plan", GRID, ids=str)
def test_matches_with_other_parameters(plan: Plan) -> None:
    judged(plan)


@pytest.mark.parametrize("name", CORNERS)
def test_matches_with_what_few_games_have(name: str) -> None:
    game = corner(name)
    for players in (2, 4):
        judge(game, compiled(game), players, 4, players)


UNHEARD = "unheard"
UNHEARD_OF: dict[str, Any] = {
    "auction": {"kind": UNHEARD},
    "bid": {"kind": UNHEARD},
    "who bids first": {"kind": "in turn", "first": UNHEARD},
    "call": {"kind": UNHEARD},
    "who bids again": {"kind": "together", "again": UNHEARD},
    "who calls": {"kind": "call", "by": UNHEARD, "groups": []},
    "how many are called": {
        "kind": "call",
        "by": "dealer",
        "groups": [{"kind": UNHEARD, "choices": []}],
    },
    "completed": {"kind": UNHEARD},
    "each_bid": {"kind": UNHEARD},
    "equal": UNHEARD,
    "follow": {"classes": [UNHEARD]},
    "last_bid": {"kind": UNHEARD},
    "lead": UNHEARD,
    "next_dealer": UNHEARD,
    "open": UNHEARD,
    "play": UNHEARD,
    "sight": UNHEARD,
    "trump": {"kind": UNHEARD},
    "trump_rank": {"top": [{"kind": UNHEARD, "name": "J"}]},
    "who names trump": {"kind": "named", "by": UNHEARD, "what": "suit"},
    "what is named": {"kind": "named", "by": "dealer", "what": UNHEARD},
    "won_by": UNHEARD,
}
"""Values of aspects with a word that the reference does not know, by the aspect or a part of it."""
PARTS_OF = {
    "who bids first": "bid",
    "who bids again": "bid",
    "who calls": "call",
    "how many are called": "call",
    "who names trump": "trump",
    "what is named": "trump",
}
PLAIN = """clag 2 game "Plain" players 3 deal normal trump none bid in turn score tricks
schedule 2 cards: normal, normal
winner highest total, then shared
"""


@pytest.mark.parametrize("part", UNHEARD_OF)
def test_the_reference_refuses_a_word_that_it_does_not_know(part: str) -> None:
    game = clagdsl.load(text=PLAIN)
    document = compiled(game)
    judge(game, document, 3, 1, 0)
    aspects = document["game"]["deals"][0]["aspects"]
    value = {"alternatives": [{"value": UNHEARD_OF[part], "condition": None}]}
    aspects[PARTS_OF.get(part, part)] = value
    with pytest.raises(Meaningless, match=UNHEARD):
        judge(game, document, 3, 1, 0)


TURNS = """clag 2 game "Turns" players 2 to 4 deal normal trump rotates spades none hearts
bid in turn score tricks deal own is normal
deal called is normal with call by dealer one of Plain, Round, Fixed
twist Plain trump none twist Round trump rotates hearts clubs none twist Fixed trump diamonds
schedule repeat 4 times 3 cards: normal, called, own winner highest total, then shared"""


FINGERS = """clag 2 game "Fingers" players 2 to 4 deal normal trump turned
bid together, eldest again each bid keeps bid != 1, otherwise free
last bid keeps bids != cards, otherwise free lead highest bidder score tricks + highest_bid
deal dealer is normal with bid together, dealer again each bid keeps bid = 1, otherwise free
last bid keeps bids != cards sight by choice
schedule repeat 3 times (1 up to 4 cards: normal, dealer)
winner highest total, then shared"""


THROUGHOUT = """clag 2 game "Throughout" players 2 to 4
deal normal trump spades when cards = 2, otherwise rotates throughout diamonds none hearts
bid in turn score tricks deal other is normal with lead dealer
deal own is other with trump rotates throughout hearts clubs
schedule repeat 2 times (1 up to 3 cards: normal, other, own)
winner highest total, then shared"""


@pytest.mark.parametrize("text", [TURNS, THROUGHOUT, FINGERS])
def test_matches_whose_trumps_rotate_or_whose_players_bid_again(text: str) -> None:
    game = clagdsl.load(text=text)
    for players in (2, 3, 4):
        judge(game, compiled(game), players, 5, players)


AGAIN = """clag 2 game "Again" players 2 to 4
deal normal trump turned, on J Q none, on A again, on 2S named by dealer any suit or none, else none
bid in turn score tricks
deal late is normal with shown after bids
trump turned, on hearts diamonds again, on clubs none, else none
deal whole is normal with trump turned, on AC named by dealer any order, on K none, else last card
schedule repeat 4 times 2 cards: normal, late then 52 // players cards: late, whole
winner highest total, then shared"""


def test_matches_in_which_the_next_card_is_turned() -> None:
    game = clagdsl.load(text=AGAIN)
    for players in (2, 3, 4):
        judge(game, compiled(game), players, 5, players)


AUCTIONS = """clag 2 game "Auctions" players 2 to 4 run zeros when auction = 0
tally said = auction - tricks
deal normal auction 1 to min(cards, 2) H none trump named in auction
bid in turn, auction winner first lead auction winner
each bid keeps bid >= auction or zeros > 2, otherwise free
score 10 + tricks - auction + said when made, otherwise auction + zeros
deal last is normal with auction cards to cards none trump spades lead eldest bid in turn
each bid keeps bid >= auction last bid keeps bids != cards, otherwise free
deal called is normal with call by dealer at most one of Without, Other
twist Without auction none trump turned each bid free lead dealer bid in turn score tricks
twist Other auction 1 to 1 C D bid together
schedule repeat 3 times 3 cards: normal, last, called winner highest total, then shared"""


def test_matches_with_auctions() -> None:
    game = clagdsl.load(text=AUCTIONS)
    for players in (2, 3, 4):
        for match in range(3):
            judge(game, compiled(game), players, 6, match)


BLIND = """clag 2 game "Blind" players 2 to 4 run brave when blind
tally nils = 1 when blind and bid = 0, otherwise 0
deal normal trump turned shown after bids sight by choice bid together
each bid keeps bid > 0 or nils < 2, otherwise free completed when made and not blind
score brave + 10 * nils + tricks + (7 when blind and made, otherwise -bid)
deal seen is normal with sight before bids bid in turn
deal late is normal with trump named by highest bidder any suit play top card
bid in turn, dealer first
schedule repeat 2 times 3 cards: normal, seen, late winner highest total, then shared"""


def test_matches_with_bids_made_blind() -> None:
    game = clagdsl.load(text=BLIND)
    for players in (2, 3, 4):
        judge(game, compiled(game), players, 6, players)


NOTHING_LEFT = """clag 2 game "Whole" players 2 to 4 deal normal trump turned, else none
bid in turn score tricks deal last is normal with trump turned, else last card
deal late is last with shown after bids
deal picked is normal with
  trump turned, else last card when players = 4, otherwise turned, else none
schedule 52 // players cards: normal, last, late then 1 card: normal, last
then dealer picks 1 to 52 // players cards: picked
winner highest total, then shared"""


def test_matches_in_which_no_card_is_left_to_turn() -> None:
    game = clagdsl.load(text=NOTHING_LEFT)
    for players in (2, 4):
        judge(game, compiled(game), players, 5, players)


def test_matches_with_everything() -> None:
    game = clagdsl.load(text=EVERYTHING)
    for worth in (1, 2, 3):
        judge(game, compiled(game), 2 + worth, 8, 0, {"worth": worth})


@pytest.mark.parametrize("name", TRUMP_GAMES)
def test_matches_with_ranked_trumps(name: str) -> None:
    game = trump_game(name)
    for players in (2, 4):
        judge(game, compiled(game), players, 5, players)


@seed(9)
@settings(max_examples=15, deadline=None, database=None)
@given(st.data())
def test_matches_of_drawn_rules(data: st.DataObject) -> None:
    judge_drawn_rules(data)


@pytest.mark.long
@settings(max_examples=5000, deadline=None)
@given(st.data())
def test_matches_of_many_drawn_rules(data: st.DataObject) -> None:
    judge_drawn_rules(data)


@pytest.mark.long
@pytest.mark.parametrize("plan", [*ALL_TABLES, *grid(every=True)], ids=str)
def test_many_matches_of_every_file(plan: Plan) -> None:
    judged(plan, matches=12)


def judge_drawn_rules(data: st.DataObject) -> None:
    text = data.draw(rules_files())
    note(text)
    game = playable(text)
    low, high = game.rules.players
    chosen = {p.name: data.draw(st.sampled_from(values_of(p))) for p in game.rules.parameters}
    players, match = data.draw(st.integers(low, high)), data.draw(st.integers(0, 2**32 - 1))
    judge(game, compiled(game), players, 1, match, chosen)
