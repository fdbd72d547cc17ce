"""Worlds fit what a seat has seen, whatever the rules, and are drawn evenly."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, HIDING, one_deal, random_match
from support.engine_twins import hidden_places, replayed

import clagdsl
from clagdsl.engine import worlds as equal_views
from clagdsl.engine.match_state import current_hands
from clagdsl.engine.state import State
from clagdsl.engine.worlds import (
    MOST_WORLDS,
    Holder,
    TooManyWaysError,
    UniformSampler,
    WorldRandom,
    impossible_cards,
    sample_worlds,
    seen_deals,
)
from clagdsl.lang.cards import IN_ORDER, PACK, Card
from clagdsl.lang.resources import all_names
from clagdsl.table.table import Table


def check_worlds(states: list[State], choose: random.Random, some: int = 4) -> int:
    """Make worlds of some moments of a match for each seat and for nobody's; how many differed."""
    differed = 0
    for state in choose.sample(states, min(some, len(states))):
        for seat in (*range(state.players), None):
            view = state.view(seat)
            for world in sample_worlds(view, state.table, 2, choose.randrange(2**32)):
                assert world.view(seat) == view
                differed += world.events != state.events
    return differed


@pytest.mark.parametrize("name", HIDING)
def test_a_seat_cannot_tell_its_match_from_worlds_of_it(name: str) -> None:
    choose = random.Random(name)
    assert sum(
        check_worlds(list(random_match(one_deal(name), players, players, by_hand=True)), choose, 8)
        for players in (3, 5)
    )


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(3, 6), st.integers(0, 10**6))
def test_whole_matches_have_worlds(name: str, players: int, seed: int) -> None:
    states = list(random_match(GAMES[name], players, seed, by_hand=True))
    check_worlds(states, random.Random(seed), 2)


@pytest.mark.parametrize("name", all_names())
def test_every_bundled_game_has_worlds(name: str) -> None:
    choose = random.Random(name)
    game = clagdsl.load(name)
    state = game.start(players=choose.randint(*game.rules.players), seed=choose.randrange(2**32))
    states = [state]
    while not state.over:
        action = clagdsl.random_action(state)
        assert action is not None
        state = state.apply(action)
        states.append(state)
    assert check_worlds(states[len(states) // 8 :], choose, 1)


# --- evenly ------------------------------------------------------------------------------

SMALL = """clag 2
game "Small"
players 3
pack A K Q
deal normal
  trump turned
  follow suit, else {otherwise}
  bid in turn
  score tricks when made, otherwise 0
schedule 3 cards: normal
winner highest total, then shared
"""


def every_world(state: State, seat: int) -> set[tuple[tuple[Card, ...], ...]]:
    """The hands of the others and the rest of the pack, sorted, wherever the seat could not tell.

    Found by dealing what it has not seen in every way, and playing the match again.
    """
    dealing = state.position.dealing
    pack = dealing.pack
    assert pack is not None
    assert dealing.cards is not None
    *_, places = hidden_places(state, dealing, seat, now=True)
    dealt = 3 * dealing.cards
    holders = [3 if place >= dealt else place % 3 for place in places]
    hidden = [pack[place] for place in places]
    found = set()
    for order in set(permutations(holders)):
        lying = list(pack)
        for holder in set(holders):
            mine = [place for place, one in zip(places, holders, strict=True) if one == holder]
            cards = [card for card, one in zip(hidden, order, strict=True) if one == holder]
            for place, card in zip(mine, cards, strict=True):
                lying[place] = card
        twin = replayed(state, {state.deal: tuple(lying)})
        if twin is not None and twin.view(seat) == state.view(seat):
            found.add(told(twin))
    return found


def told(state: State) -> tuple[tuple[Card, ...], ...]:
    """What everybody holds, however it was dealt."""
    hands = current_hands(state.position)
    return tuple(tuple(sorted(hand, key=IN_ORDER)) for hand in hands)


@pytest.mark.parametrize("otherwise", ["anything", "trump, else anything"])
def test_every_world_is_as_likely_as_another(otherwise: str) -> None:
    rules = clagdsl.load(text=SMALL.format(otherwise=otherwise)).rules
    moments = 0
    for seed in range(30):
        states = [s for s in random_match(rules, 3, seed) if s.phase == "play"]
        for state in states:
            lacks = impossible_cards(
                list(seen_deals(state.view(0).events, state.table))[-1], state.view(0).trump
            )
            if not any(lacks[1:]) or len(state.finished_tricks) != 1:
                continue
            every = every_world(state, 0)
            if not 3 <= len(every) <= 12:
                continue
            many = 30 * len(every)
            found = Counter(
                told(world) for world in sample_worlds(state.view(0), state.table, many, 1)
            )
            assert set(found) == every
            chi = sum((count - 30) ** 2 / 30 for count in found.values())
            assert chi < len(every) + 5 * (2 * len(every)) ** 0.5
            moments += 1
            break
        if moments == 2:
            return
    raise AssertionError("too few moments with a few worlds")


def test_nobody_holds_what_they_are_known_to_lack() -> None:
    known = 0
    for name in ("normal", "Wild Stack", "No Trumps"):
        for state in random_match(one_deal(name), 4, 3, by_hand=True):
            for seen in seen_deals(state.view(None).events, state.table):
                lacks = impossible_cards(seen, state.view(None).trump)
                hands = current_hands(state.position)
                if state.phase == "play":
                    for lacking, hand in zip(lacks, hands, strict=True):
                        assert not lacking & set(hand)
                        known += bool(lacking)
    assert known > 10


# --- what is asked -----------------------------------------------------------------------


def test_a_world_is_the_same_however_many_are_made() -> None:
    state = clagdsl.load("pagat").start(players=5, seed=3, dealer=4)
    few, many = (sample_worlds(state.view(2), state.table, n, 9) for n in (3, 7))
    assert few == many[:3]
    assert len(set(map(told, many))) == 7
    assert sample_worlds(state.view(2), state.table, 3, 10) != few


@pytest.mark.parametrize("n", [-1, MOST_WORLDS + 1, True, 2.0])
def test_there_are_so_many_worlds_and_no_more(n: int) -> None:
    game = clagdsl.load("pagat")
    state = game.start(players=4, seed=3)
    assert game.worlds(state.view(0), 0) == ()
    with pytest.raises(clagdsl.ArgumentError) as caught:
        game.worlds(state.view(0), n)
    assert caught.value.code == "U636"


def test_as_many_worlds_as_there_may_be_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equal_views, "MOST_WORLDS", 5)
    state = clagdsl.load("pagat").start(players=4, seed=3)
    assert [len(sample_worlds(state.view(0), state.table, n, 0)) for n in (4, 5)] == [4, 5]
    with pytest.raises(clagdsl.ArgumentError):
        sample_worlds(state.view(0), state.table, 6, 0)


def test_a_view_of_another_game_is_told() -> None:
    state = clagdsl.load("pagat").start(players=4, seed=7)
    view = state.view(0)
    twice = replace(view, events=(*view.events, *view.events))
    cards = replace(view, hand=view.hand[::-1] * 2)
    for game, wrong in (("raf", view), ("pagat", twice), ("pagat", cards)):
        with pytest.raises(clagdsl.ArgumentError) as caught:
            clagdsl.load(game).worlds(wrong, 2)
        assert caught.value.code == "U636"


def test_what_is_no_view_is_told() -> None:
    game = clagdsl.load("pagat")
    with pytest.raises(clagdsl.ArgumentError, match="State is not a view") as caught:
        game.worlds(game.start(players=4, seed=7), 2)  # type: ignore[arg-type]
    assert caught.value.code == "U636"


# --- counting ----------------------------------------------------------------------------


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_ways_are_counted_as_they_are_listed(data: st.DataObject) -> None:
    cards = PACK[: data.draw(st.integers(0, 6))]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(cards)), min_size=2, max_size=2)))
    rooms = (cuts[0], cuts[1] - cuts[0], len(cards) - cuts[1])
    some = st.frozensets(st.sampled_from(cards)) if cards else st.just(frozenset[Card]())
    holders = [Holder(room, data.draw(some)) for room in rooms]
    fits = {
        order
        for order in set(
            permutations([place for place, room in enumerate(rooms) for _ in range(room)])
        )
        if not any(card in holders[one].lacks for card, one in zip(cards, order, strict=True))
    }
    spread = UniformSampler(cards, holders)
    free = [one.room for one in holders if not one.lacks]
    shared = factorial(sum(free)) // prod(map(factorial, free))
    assert spread.ways * shared == len(fits)
    if fits:
        drawn = spread.sample(WorldRandom(data.draw(st.integers(0, 2**64 - 1)), 0, 1))
        assert [len(each) for each in drawn] == [*rooms]
        assert all(
            not holder.lacks & set(each) for holder, each in zip(holders, drawn, strict=True)
        )
        assert sorted((card for each in drawn for card in each), key=IN_ORDER) == [*cards]


@pytest.mark.parametrize(("most", "enough"), [(7, False), (8, True), (9, True)])
def test_so_many_cases_are_told_apart_and_no_more(
    most: int, enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spades, hearts = (frozenset(PACK[n : n + 3]) for n in (0, 3))
    holders = [Holder(3, spades), Holder(3, hearts), Holder(3)]
    monkeypatch.setattr(equal_views, "MOST_CASES", most)
    if enough:
        assert UniformSampler(PACK[:9], holders).ways == 147
    else:
        with pytest.raises(TooManyWaysError):
            _ = UniformSampler(PACK[:9], holders).ways


def test_too_many_ways_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equal_views, "MOST_CASES", 0)
    game = clagdsl.load(text=SMALL.format(otherwise="anything"))
    view = next(
        view
        for seed in range(30)
        for view in (state.view(0) for state in random_match(game.rules, 3, seed))
        if view.phase == "play"
        and any(
            impossible_cards(list(seen_deals(view.events, state_table(game)))[-1], view.trump)[1:]
        )
    )
    with pytest.raises(clagdsl.ArgumentError, match="too many ways") as caught:
        game.worlds(view, 1)
    assert caught.value.code == "U636"


def state_table(game: clagdsl.PlayableGame) -> Table:
    """Three players at a table of this game."""
    return game.start(players=3).table
