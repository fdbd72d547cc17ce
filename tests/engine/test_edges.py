"""Where a match begins and ends, and what its record holds then."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.engine_games import one_deal

import clagdsl
from clagdsl.engine.actions import PlayTop
from clagdsl.engine.state import start_match
from clagdsl.engine.transition import perform

GAME = """clag 1
game "X"
players 3 to 3
deal n trump none bid in turn score tricks
schedule 2 cards: n then dealer picks 1 to 2 cards: n
winner highest total, then shared
"""


def test_a_refused_action_says_its_code_its_reason_and_where_the_rule_stands() -> None:
    limited = "bid in turn\n  last bid keeps bids != cards\n "
    text = GAME.replace("bid in turn", limited)
    state = clagdsl.load(text=text).start(seed=1).apply("bid 0").apply("bid 0")
    with pytest.raises(clagdsl.IllegalAction) as caught:
        state.apply("bid 2")
    assert str(caught.value).startswith("A202: ")
    assert "the bids would add up to `2` with `2` cards" in str(caught.value)
    assert str(caught.value).endswith("(rules.clag:5:3)")
    with pytest.raises(clagdsl.IllegalAction) as caught:
        state.apply("bid two")
    assert str(caught.value) == f"A101: {caught.value.reason}"


def test_the_top_card_has_to_be_made_known_before_it_is_played() -> None:
    with pytest.raises(TypeError, match="made known"):
        perform(start_match(one_deal("Roll 'Em"), 3, 5).position, PlayTop())


def test_the_only_order_of_one_suit_is_named_and_recorded(tmp_path: Path) -> None:
    """A pack of one suit has one order of its suits, which is written as a suit."""
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
