"""The steady player, figure by figure, against the one written from its page of the reference."""

from __future__ import annotations

import random

import pytest
from support.steady_by_the_page import Page

import clagdsl
from clagdsl.engine.actions import (
    Bid,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
)
from clagdsl.engine.players import steady_player
from clagdsl.engine.players.heuristic import ROOM, Scratch
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.engine.view import View
from clagdsl.lang.cards import PACK
from clagdsl.table.table import Table

HEAD = """clag 2
game "Figures"
players 2 to 5
run zeros when bid = 0
tally bags = tricks - bid when tricks > bid, otherwise 0
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  trick worth 2 * trick - 3
  score points - bid + makers * deal when made, otherwise tricks - bids
"""
DEALS = {
    "normal": "trump turned",
    "Most": "trump order H C D S score tricks - most + bids when most_count = 1, otherwise -bids",
    "Named": "trump named by dealer any order score 10 * tricks - 3 * bids",
    "Suit": "trump named by dealer any suit score bids * tricks - points",
    "Fixed": "bid fixed 1 lead dealer score bids + makers * tricks when made, otherwise -points",
    "Unbid": """bid none completed not counted
      score 10 when tricks = most and most_count = 1, otherwise points""",
    "Free": "follow anything rank 2 3 4 5 6 7 8 9 10 J Q K A",
    "Wild": "wild 2 3 K",
    "Top": "wild 2 J play top card sight never",
    "Shown": "wild 2 9 10 J play top card",
    "Blind": "sight after bids shown after bids",
    "None": "trump none",
    "Forehead late": "sight others only play top card shown after bids wild 3 J",
    "Forehead order": "sight others only play top card trump order D S C H wild 5 K",
    "Forehead free": "sight others only play top card trump none bid together wild 4 7 10 Q",
    "Together": "trump drawn bid together score bid * tricks - points + bids",
    "Hearts": "score (9 + tricks when made, otherwise -bid) * (3 when trump = hearts, otherwise 1)",
    "Hearts late": "shown after bids score tricks * (2 when trump = spades, otherwise 1) - bid",
    "Named none": """trump named by dealer any suit or none
      score tricks * (3 when trump = none, otherwise 1) - bid""",
    "Bidder": """trump named by highest bidder any order
      score tricks when trump = order and made, otherwise -bid""",
    "Auction": """auction 1 to cards C H D none trump named in auction
      bid in turn, auction winner first each bid keeps bid >= auction last bid free
      score 3 * tricks * tricks - deal + auction when made, otherwise -3 * abs(bid - tricks)""",
    "Said": """auction 2 to 4 S none trump turned bid in turn, auction winner first
      score 5 * bid - auction * bids when made, otherwise -2 * tricks - 3 * auction * bid""",
    "Said early": """auction 1 to cards none trump named by dealer any suit bid in turn
      last bid free score 5 * bid - bids * tricks when tricks >= bid, otherwise -tricks""",
    "Said in order": """auction 1 to cards H S trump order D S H C
      score 4 * bid - 9 * abs(bid - tricks)""",
    "Bought": """trump named by highest bidder any suit or none
      score 4 * tricks - bid * bids when tricks >= bid, otherwise -points""",
    "Bought order": """trump named by highest bidder any order
      score 9 * bid when made, otherwise bids - tricks""",
    "First": """trump named by eldest from 2 cards any suit or none
      score 4 * tricks - bid * bids when tricks >= bid, otherwise -points""",
    "First order": "trump named by dealer from 1 cards any order score 10 * tricks - 3 * bids",
    "Even": "score 7",
    "Fewest": "score 3 * abs(bid - tricks) + bids - bid when made, otherwise 2 * bid",
    "Past": """each bid keeps bid > 0 or zeros < 1
      score 6 * tricks - zeros * bid when tricks >= bid, otherwise bags - bid""",
    "No value": """last bid keeps bids != cards
      score 60 // (bids - cards) - 70""",
}
CALLED = """deal Called is normal with
  call by dealer one of Dull, Caller, Order, Low
twist Caller trump named by caller any suit
twist Order trump named by caller any order
twist Low rank 2 3 4 5 6 7 8 9 10 J Q K A trump order D S C H
twist Dull trump none bid fixed 0 score 5 * tricks - bids
deal Many is normal with
  call by dealer any of P, Q, R, S, T, U, V
twist P rank 2 3 4 5 6 7 8 9 10 J Q K A
twist Q wild 2
twist R lead dealer
twist S follow anything
twist T next dealer winner
twist U score 3 * tricks - bid
twist V trick worth 2
"""
END = "winner highest total, then shared\n"


@pytest.fixture(autouse=True)
def _room_that_was_used_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulator reckons in the same rows again and again."""
    monkeypatch.setattr(
        steady_player,
        "_scratch",
        lambda _sight: Scratch(
            *([12345 + number] * ROOM for number, _ in enumerate(Scratch._fields))
        ),
    )


def game(deals: str, schedule: str, end: str = END) -> clagdsl.PlayableGame:
    return clagdsl.load(text=f"{HEAD}{deals}schedule {schedule}\n{end}")


def worths_of(view: View, table: Table) -> list[int]:
    """What the steady player takes its choices to be worth, or the best where it weighs all."""
    sight = steady_player._observe(view, table)
    match view.legal[0]:
        case PickCards():
            return [steady_player._weigh_size(sight, each) for each in view.legal]
        case MakeCall():
            return [steady_player._weigh_call(sight, each) for each in view.legal]
        case NameTrump() | NameOrder():
            return [steady_player._weigh_name(sight, each) for each in view.legal]
        case SayInAuction() | Pass():
            words = [one for one in view.legal if isinstance(one, SayInAuction)]
            return [steady_player._tricks_with(sight, one.trump) for one in words]
        case Bid():
            return [steady_player._best_bid(sight).worth]
        case Play():
            return [steady_player._best_play(sight).worth]
        case PlayTop():
            return [steady_player._best_face(sight).worth]
        case _:
            raise AssertionError(view.legal[0])


def expected_worths(page: Page) -> list[int]:
    """The same by the page."""
    match page.view.legal[0]:
        case PickCards():
            return [page.size(each) for each in page.view.legal]
        case MakeCall():
            return [page.call(each) for each in page.view.legal]
        case NameTrump() | NameOrder():
            return [page.name(each) for each in page.view.legal]
        case SayInAuction() | Pass():
            words = [one for one in page.view.legal if isinstance(one, SayInAuction)]
            return [page.won_with(one.trump) for one in words]
        case _:
            return [page.choice().worth]


def compare(state: State, chosen: random.Random) -> int:
    """Play to the end, and compare every choice on the way; how many there were."""
    compared = 0
    while not state.over:
        seat = state.actor
        if isinstance(seat, int):
            view = state.view(seat)
            if len(view.legal) > 1:
                page = Page(view, state.table)
                assert steady_action(state) == page.choice().action, str(state)
                assert worths_of(view, state.table) == expected_worths(page), str(state)
                compared += 1
        # half of the way is not what a steady player would do
        action = steady_action(state)
        if action is None or chosen.random() < 0.5:
            action = chosen.choice(state.legal())
        state = state.apply(action)
    return compared


@pytest.mark.parametrize("name", DEALS)
def test_every_figure_is_that_of_the_page(name: str) -> None:
    deals = f"deal Other is normal with {DEALS[name]}\n"
    end = END.replace("highest", "lowest") if name == "Fewest" else END
    rules = game(deals, "1 cards: normal then 4 cards: Other", end)
    for players in (2, 4):
        state = rules.start(players, seed=players)
        assert compare(state, random.Random(players)) >= 4


def test_sizes_and_calls_are_those_of_the_page() -> None:
    schedule = "dealer picks 2 to 3 cards: normal, Called, Called, Many"
    state = game(CALLED, schedule).start(3, seed=3)
    assert compare(state, random.Random(3)) > 20


def test_of_many_calls_only_64_are_tried() -> None:
    """Of 66 those numbered 32 and 65, from 0, are passed over."""
    worth = {32: 200, 43: 100, 65: 200}
    names = [f"T{number}" for number in range(66)]
    twists = [f"twist T{number} score {worth.get(number, 0)}\n" for number in range(66)]
    deals = f"""deal Other is normal with call by dealer one of {", ".join(names)}
    {"".join(twists)}"""
    state = game(deals, "4 cards: Other then 1 cards: normal").start(3, seed=1)
    assert len(state.legal()) == 66
    assert steady_action(state) == MakeCall(("T43",))


@pytest.mark.parametrize("trump", ["any suit", "any suit or none", "any order"])
def test_a_trump_after_the_bids_may_be_named_by_who_has_bid_nothing(trump: str) -> None:
    deals = f"""deal Other is normal with trump named by highest bidder {trump}
    last bid free score 5 * abs(bid - tricks) - bid
    """
    state = game(deals, "4 cards: Other then 1 cards: normal").start(3, seed=1)
    for _ in range(3):
        state = state.apply("bid 0")
    assert isinstance(state.actor, int)
    view = state.view(state.actor)
    assert steady_action(state) == Page(view, state.table).choice().action
    assert worths_of(view, state.table) == expected_worths(Page(view, state.table))


def test_of_two_orders_as_good_the_one_from_the_heaviest_suit_is_taken() -> None:
    """From the lightest suit all tricks are out of reach, and a bid of 4 is as good as one of 5."""
    deals = """deal Other is normal with trump named by highest bidder any order last bid free
      score -1 when bid = 4 and tricks = cards, -2 when bid < 4, otherwise 0
    """
    spades = [str(card) for card in PACK if card.suit == "S"]
    others = [str(card) for card in PACK if card.suit != "S"]
    pack = [others.pop() if place % 4 else spades.pop() for place in range(52)]
    head = HEAD.replace("2 to 5", "2 to 4")
    rules = clagdsl.load(text=f"{head}{deals}schedule 13 cards: Other then 1 cards: normal\n{END}")
    state = rules.start(4).apply("deal " + " ".join(pack))
    assert str(steady_action(state)) == "bid 5"
    assert Page(state.view(0), state.table).choice().action == Bid(5)


@pytest.mark.parametrize("name", ["Most", "Unbid"])
def test_whoever_else_has_most_tricks_counts(name: str) -> None:
    deals = f"deal Other is normal with {DEALS[name]}\n"
    rules = game(deals, "7 cards: Other then 1 cards: normal")
    for seed in range(3):
        assert compare(rules.start(3, seed=seed), random.Random(seed)) > 10


@pytest.mark.parametrize(
    ("pack", "equal", "deal"),
    [
        ("A K Q J 10, 2 of each", "first wins", "trump none"),
        ("A K Q 9, 3 of each", "last wins", "wild Q"),
        ("A K J, 4 of each", "better pack wins", "sight others only play top card wild J"),
        ("highest 9 ranks, 3 suits, 2 of each, without 10S", "better pack wins", "wild 9"),
        ("highest 9 ranks", "", "trump named by dealer any suit"),
    ],
)
def test_short_packs_and_equal_cards_are_those_of_the_page(
    pack: str, equal: str, deal: str
) -> None:
    head = HEAD.replace("deal normal", f"pack {pack}\ndeal normal").replace("2 to 5", "2 to 3")
    head += f"  equal cards {equal}\n" if equal else ""
    deal = f"deal Other is normal with {deal}\n"
    rules = clagdsl.load(text=f"{head}{deal}schedule 1 cards: normal then 5 cards: Other\n{END}")
    for seed in range(2):
        assert compare(rules.start(3, seed=seed), random.Random(seed)) > 5
