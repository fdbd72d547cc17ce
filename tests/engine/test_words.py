"""The random words of players are those of the documented addresses."""

from __future__ import annotations

import pytest
from reference.random_numbers import Stream

import clagdsl
from clagdsl.engine.players.player import PlayerWords, words_for


def test_words_begin_at_the_number_of_the_decision() -> None:
    rng = PlayerWords(2**64 - 3, 7, 5, 3)
    drawn = [rng.word() for _ in range(9)]
    documented = Stream(2**64 - 3, 7, 5, 6)
    assert drawn == [documented.word(4 * 3 * 65536 + number) for number in range(9)]


def test_a_number_below_is_the_upper_half() -> None:
    word = PlayerWords(1, 0, 1, 0).word()
    assert PlayerWords(1, 0, 1, 0).below(10) == word * 10 // 2**32


def test_decisions_are_counted_by_what_everybody_sees() -> None:
    for name in ("pagat", "raf", "foss", "nommie", "trumpf"):
        game = clagdsl.load(name)
        state = game.start(players=game.rules.players[1], seed=4)
        while not state.over:
            assert isinstance(state.actor, int)
            for seat in range(state.players):
                words = words_for(state.view(seat), 4, 0)
                assert words._decision == (4, 0, state.deal, state.decisions)
            action = clagdsl.random_action(state)
            assert action is not None
            state = state.apply(action)


@pytest.mark.parametrize("count", [0, -1, 2**32 + 1, 1.5, True])
def test_nothing_is_drawn_below_what_is_no_count(count: int) -> None:
    with pytest.raises(ValueError, match="below a whole number from 1"):
        PlayerWords(1, 0, 1, 0).below(count)


def test_the_least_and_the_most_that_is_drawn_below() -> None:
    assert PlayerWords(1, 0, 1, 0).below(1) == 0
    assert PlayerWords(1, 0, 1, 0).below(2**32) == PlayerWords(1, 0, 1, 0).word()
