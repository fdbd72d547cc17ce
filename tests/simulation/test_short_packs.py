"""Games with a pack of their own: every engine deals, shows and plays its cards."""

from __future__ import annotations

import numpy as np
import pytest
from support.batch_beside import check_legal, check_view
from support.simulation_games import compare

import clagdsl
from clagdsl.lang.philox import shuffled
from clagdsl.problems.model import ArgumentError

TEXT = """clag 2
game "Short"
players 3 to 4
pack {pack}
deal plain
  trump turned
  bid in turn
  last bid keeps bids != cards
  {more}
  score 10 + bid when made, otherwise -bid
deal named is plain with trump named by dealer any {what}
schedule 1 up to 3 cards: plain, named
winner highest total, then shared
"""
SHORT = {
    "eight ranks": TEXT.format(pack="A K Q J 10 9 8 7", more="", what="suit"),
    "two suits": TEXT.format(pack="highest 9 ranks, 2 suits", more="wild 8 J", what="order"),
    "cards left out": TEXT.format(
        pack="highest 2 * players ranks, 3 suits, without 9S",
        more="follow higher suit, else suit, else trump, else anything",
        what="order",
    ),
    "one suit": TEXT.format(pack="all ranks, 1 suits", more="play top card wild A", what="suit"),
}


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT)
@pytest.mark.parametrize("policy", ["random", "steady"])
def test_the_engines_agree(text: str, policy: str) -> None:
    game = clagdsl.load(text=text)
    for players in (3, 4):
        assert compare(game, players, 3, range(7, 11), {}, (policy,) * players) == 24


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT)
def test_a_batch_has_columns_for_the_cards_that_there_are(text: str) -> None:
    game = clagdsl.load(text=text)
    batch = game.batch(2, players=3, seed=5)
    size = batch.state(0).table.deck.size
    assert batch.columns["hand"].stop - batch.columns["hand"].start == size
    while not batch.over.all():
        for place in np.flatnonzero(~batch.over).tolist():
            state = batch.state(place)
            seat = int(batch.seat[place])
            check_view(batch, batch.observe(seat)[place], state, seat)
            check_legal(batch, batch.legal()[place], state)
        batch.step(batch.random_actions())


def test_packs_from_outside_are_places_in_the_pack() -> None:
    game = clagdsl.load(text=SHORT["cards left out"])
    table = game.start(players=3).table
    deck = table.deck
    deals = range(1, len(table.schedule) + 1)
    packs = np.array([[[deck.index(card) for card in shuffled(deck, 9, 0, d)] for d in deals]])
    given = game.batch(1, players=3, seed=1, packs=packs)
    seeded = game.batch(1, players=3, seed=9)
    assert packs.shape == (1, len(table.schedule), deck.size) != (1, 6, 52)
    assert np.array_equal(given.observe(), seeded.observe())
    with pytest.raises(ArgumentError, match="not every card once"):
        game.batch(1, players=3, packs=np.zeros_like(packs))
    with pytest.raises(ArgumentError, match=r"not `\(1, 6, 17\)`"):
        game.batch(1, players=3, packs=np.zeros((1, 6, 52), np.int64))
