"""Where a match begins and ends, and what its record holds then."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.engine_games import one_deal

import clagdsl
from clagdsl.engine.actions import PlayTop
from clagdsl.engine.state import start
from clagdsl.engine.transition import perform
from clagdsl.lang.cards import PACK

GAME = """clag 1
game "X"
players 3 to 3
deal n trump none bid in turn score tricks
schedule 2 cards: n then dealer picks 1 to 2 cards: n
winner highest total, then shared
"""


def test_where_nobody_bids_a_bid_is_told_so_only_where_it_might_have_a_place() -> None:
    text = GAME.replace("bid in turn", "bid none").replace(
        "tricks\n", "tricks completed not counted\n"
    )
    state = clagdsl.load(text=text).start(seed=1)
    told = []
    while not state.over:
        with pytest.raises(clagdsl.IllegalAction) as caught:
            state.apply("bid 1")
        told.append((state.position.phase, "nobody bids" in str(caught.value)))
        state = state.apply(state.legal()[0])
    assert dict(told) == {"play": True, "size": False}


def test_where_nothing_is_called_a_call_is_told_so() -> None:
    refused = clagdsl.load(text=GAME).start(seed=1).why_not("call Trumps")
    assert refused is not None
    assert refused.code == "A103"
    assert refused.reason == "nothing is called in this deal"


def test_a_refused_action_says_its_code_its_reason_and_where_the_rule_stands() -> None:
    limited = "bid in turn\n  last bid keeps bids != cards\n "
    text = GAME.replace("bid in turn", limited)
    state = clagdsl.load(text=text).start(seed=1).apply("bid 0").apply("bid 0")
    with pytest.raises(clagdsl.IllegalAction) as caught:
        state.apply("bid 2")
    assert str(caught.value).startswith("A202: ")
    assert "the bids would come to `2` with `2` cards" in str(caught.value)
    assert str(caught.value).endswith("(rules.clag:5:3)")
    with pytest.raises(clagdsl.IllegalAction) as caught:
        state.apply("bid two")
    assert str(caught.value) == f"A101: {caught.value.reason}"


def test_the_first_match_of_a_seed_has_number_0() -> None:
    game = clagdsl.load(text=GAME)
    dealt = [state.hands for state in (game.start(seed=5), game.start(seed=5, match=0))]
    assert dealt[0] == dealt[1]
    assert game.start(seed=5, match=1).hands != dealt[0]
    assert game.start(seed=5, match=3).record().match == 3
    rules = one_deal("normal")
    assert start(rules, 3, 5).hands == start(rules, 3, 5, 0).hands != start(rules, 3, 5, 1).hands


def test_the_top_card_has_to_be_made_known_before_it_is_played() -> None:
    with pytest.raises(TypeError, match="made known"):
        perform(start(one_deal("Roll 'Em"), 3, 5).position, PlayTop())


def test_a_deal_is_recorded_once_something_of_it_has_happened() -> None:
    state = clagdsl.load(text=GAME).start()
    assert len(state.record().deals) == 0
    assert state.record().match == 0
    first = ["2C", "3C", "4C", "5C", "6C", "7C"]
    rest = [str(card) for card in PACK if str(card) not in first]
    state = state.apply("deal " + " ".join([*first, *rest]))
    assert len(state.record().deals) == 1
    for action in ("bid 0", "bid 0", "bid 0", "play 2C", "play 3C", "play 4C"):
        assert len(state.record().deals) == 1
        state = state.apply(action)
    for action in ("play 7C", "play 5C", "play 6C"):
        state = state.apply(action)
    assert state.position.phase == "size"
    assert len(state.record().deals) == 1
    state = state.apply("cards 1")
    assert len(state.record().deals) == 2


def test_the_only_order_of_one_suit_is_named_and_recorded(tmp_path: Path) -> None:
    """A pack of one suit has one order of its suits, which is said as a suit."""
    rules = tmp_path / "one.clag"
    rules.write_text(
        'clag 2 game "One" players 2 pack highest 4 ranks, 1 suits '
        "deal normal trump named by dealer any order bid in turn score bid + tricks "
        "schedule 2 cards: normal winner highest total, then shared"
    )
    state = clagdsl.load(rules).start(seed=1)
    assert list(map(str, state.legal())) == ["trump spades"]
    while not state.over:
        state = state.apply(state.legal()[0])
    assert clagdsl.replay(state.record(), trust=True).totals == state.totals
