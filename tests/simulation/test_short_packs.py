"""Games with a pack of their own: every engine deals, shows and plays its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest
from support.batch_beside import check_legal, check_steady, check_view
from support.simulation_games import compare

import clagdsl
from clagdsl.engine.players.player import random_action
from clagdsl.lang.cards import Card, Deck
from clagdsl.lang.philox import shuffled
from clagdsl.problems.diagnostic import ArgumentError


def places(deck: Deck, cards: Iterable[Card]) -> list[int]:
    """The places of cards, equal ones one after the other."""
    before: Counter[Card] = Counter()
    found = []
    for card in cards:
        found.append(deck.index(card) + before[card])
        before[card] += 1
    return found


def with_specials(more: str, pack: str = "highest 9 ranks") -> str:
    """A game with special cards that are played in every way."""
    declared = """
special Joker is high or low asks highest of named suit or lowest of named suit or nothing
special Fool is low asks next card or named suit
special Wizard is high asks nothing"""
    cases = """trump turned, on Wizard named by dealer any order,
    on Joker named by dealer any suit or none, on Fool none, else none"""
    text = TEXT.format(
        pack=f"{pack}, 3 Joker, 2 Fool, 1 Wizard{declared}",
        more=more,
        what="suit sight before bids",
    )
    return text.replace("trump turned", cases * ("auction" not in more))


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
    "equal cards": TEXT.format(
        pack="A K Q J 10 9 8 7, 2 of each", more="equal cards last wins", what="suit"
    ),
    "equal trump specials": TEXT.format(
        pack="A K Q J 10 9 8, 4 Mond\nspecial Mond is trump",
        more="""equal cards last wins
  rank of trump Mond""",
        what="suit",
    ).replace("trump turned", "trump turned, on Mond named by dealer any suit"),
    "told apart": TEXT.format(
        pack="A K Q J, 3 suits, 3 of each",
        more="""equal cards better pack wins
  wild J Q in suit
  follow higher suit, else suit, else higher trump, else trump, else anything""",
        what="order",
    ),
    "equal cards on top": TEXT.format(
        pack="K Q 9 2, 2 suits, 2 of each",
        more="equal cards first wins play top card wild Q",
        what="order",
    ),
    "special cards": with_specials("wild A 8 Q in suit open no trump until broken"),
    "turned after the bids": with_specials(
        """shown after bids sight after bids wild A 8
  follow higher suit, else suit, else higher trump, else trump, else anything"""
    ),
    "special cards on top": with_specials("play top card wild K"),
    "special cards and an auction": with_specials(
        """auction 1 to cards C D H none trump named in auction equal cards last wins
  trick worth 10 when won_with = A, otherwise trick""",
        pack="highest 5 ranks, 2 of each",
    ),
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
            for other in range(batch.players):
                check_view(batch, batch.observe(other)[place], state, other)
            check_legal(batch, batch.legal()[place], state)
            check_steady(batch, batch.steady_actions()[place], state)
            action = random_action(state)
            if "top" not in batch.blocks and action is not None:
                assert batch.random_actions()[place] == batch.action_number(action)
        batch.step(batch.random_actions())


@pytest.mark.parametrize("name", ["cards left out", "equal cards"])
def test_packs_from_outside_are_places_in_the_pack(name: str) -> None:
    game = clagdsl.load(text=SHORT[name])
    table = game.start(players=3).table
    deck = table.deck
    deals = range(1, len(table.schedule) + 1)
    packs = np.array([[places(deck, shuffled(deck, 9, 0, deal)) for deal in deals]])
    given = game.batch(1, players=3, seed=1, packs=packs)
    seeded = game.batch(1, players=3, seed=9)
    assert packs.shape == (1, len(table.schedule), deck.size) != (1, 6, 52)
    assert np.array_equal(given.observe(), seeded.observe())
    assert given.state(0).position.dealing.hands == seeded.state(0).position.dealing.hands


def test_a_pack_from_outside_has_every_card_once() -> None:
    game = clagdsl.load(text=SHORT["cards left out"])
    packs = np.tile(np.arange(17), (1, 6, 1))
    with pytest.raises(ArgumentError, match="does not have every card once"):
        game.batch(1, players=3, packs=np.zeros_like(packs))
    with pytest.raises(ArgumentError, match=r"not `\(1, 6, 17\)`"):
        game.batch(1, players=3, packs=np.zeros((1, 6, 52), np.int64))
