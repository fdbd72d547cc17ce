"""Hypothesis strategies for unusual packs and choices of whole matches.

The first options are what a failure shrinks to: the fresh pack, and always the first choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from hypothesis import strategies as st

from clagdsl.lang.rules import Call
from clagdsl.table.choices import legal_calls
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table
from support.simulation_luck import Array, Luck

Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]

LAST_WORD: Final = 2**32 - 1


def dealt(
    hands: Sequence[Iterable[int]], players: int, cards: int, size: int = 52
) -> tuple[int, ...]:
    """Returns a pack that deals each hand, from the dealer's left, its wanted cards if available.

    Unwanted cards follow in the fixed order; the next card of a list is turned up.
    """
    left = dict.fromkeys(range(size))
    got: list[list[int]] = []
    for hand in range(players):
        wanted = [card for card in hands[hand] if card in left] if hand < len(hands) else []
        got.append(wanted[:cards])
        for card in got[-1]:
            del left[card]
    turned = [card for hand in hands for card in hand if card in left][:1]
    rest = [card for card in left if card not in turned]
    for hand in got:
        while len(hand) < cards:
            hand.append(rest.pop() if rest else turned.pop())
    first = [hand[place] for place in range(cards) for hand in got]
    return (*first, *turned, *rest)


def wild_cards(table: Table, name: str) -> list[int]:
    """Returns the cards that can be wild in a deal, after any call."""
    call = table.rules(name).call
    calls = legal_calls(call) if isinstance(call, Call) else ((),)
    ranks = {
        rank
        for row in table.schedule
        if row.name == name
        for cards in table.distinct_sizes(row)
        for called in calls
        for rank in table.rules_with(name, called, row.number, cards).wild.ranks
    }
    return [place for place, card in enumerate(table.deck.cards) if card.rank in ranks]


def pack(draw: Draw, table: Table, row: ScheduledDeal) -> tuple[int, ...]:
    """Draws a pack for a deal, mostly one that gives a seat all cards of some kind."""
    players, cards, deck = table.players, row.high, table.deck
    fresh = tuple(range(deck.size))
    suits = [[c for c in fresh if deck.cards[c].suit == suit] for suit in deck.suits]
    holder = draw(st.integers(0, players - 1))
    before: list[list[int]] = [[] for _ in range(holder)]

    def wanted_by(*hands: Iterable[int]) -> tuple[int, ...]:
        return dealt(hands, players, cards, deck.size)

    match draw(st.sampled_from(["fresh", "cut", "suit", "wilds", "suits", "rank", "shuffled"])):
        case "fresh":
            return fresh
        case "cut":
            at = draw(st.integers(0, deck.size - 1))
            return fresh[at:] + fresh[:at]
        case "suit":
            return wanted_by(*before, suits[draw(st.integers(0, len(suits) - 1))])
        case "wilds":
            return wanted_by(*before, wild_cards(table, row.name))
        case "suits":
            return wanted_by(*(suits[seat % len(suits)] for seat in range(players)))
        case "rank":
            some = st.sampled_from(deck.ranks)
            ranks = draw(st.lists(some, min_size=1, max_size=3, unique=True))
            return wanted_by(
                *before, [c for rank in ranks for c in fresh if deck.cards[c].rank == rank]
            )
        case _:
            mixed = list(fresh)
            random.Random(draw(st.integers(0, 2**32))).shuffle(mixed)
            return tuple(mixed)


def lucks(table: Table, decisions: int, matches: int = 2) -> st.SearchStrategy[Luck]:
    """Returns a strategy for the packs and words of some matches."""
    word = st.one_of(st.sampled_from([0, LAST_WORD, 2**31]), st.integers(0, LAST_WORD))

    @st.composite
    def drawn(draw: Draw) -> Luck:
        schedule = table.schedule
        packs = [[pack(draw, table, row) for row in schedule] for _ in range(matches)]
        some = np.array(draw(st.lists(word, min_size=1, max_size=40)), np.uint64)
        numbers = np.arange(matches * len(schedule) * decisions)
        words = some[numbers % len(some)].reshape(matches, len(schedule), decisions)
        return Luck(np.array(packs, np.int64), words)

    return drawn()


def many_lucks(seed: int, matches: int, deals: int, decisions: int, size: int = 52) -> Luck:
    """Returns shuffled packs and uniform choices from NumPy's generator, which no engine uses."""
    chance = np.random.default_rng(seed)
    packs: Array = chance.permuted(np.tile(np.arange(size), (matches * deals, 1)), axis=1)
    words = chance.integers(0, 2**32, (matches, deals, decisions), np.uint64)
    return Luck(packs.reshape(matches, deals, size), words)
