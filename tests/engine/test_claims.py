"""A claim that is shown holds in every world and against every play; nothing hidden is read."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.engine_twins import other_packs, replayed
from support.loaded import loaded

from clagdsl.api import PlayableGame, load
from clagdsl.engine.actions import Play
from clagdsl.engine.claims import play_out, winning_line, winning_order
from clagdsl.engine.events import TrickWon
from clagdsl.engine.state import State
from clagdsl.engine.worlds import sample_worlds
from clagdsl.lang.cards import Card
from clagdsl.lang.resources import all_names

WORLDS = 3
MOST_ENDS = 100
"""Ways in which the others play that are tried in one world."""
FILE = """clag 2
game "Claims"
players 3
pack A K Q J 10 9
deal normal
  trump {trump}
  bid in turn
  follow {follow}
  score 10 + bid when made, otherwise 0
schedule repeat 8 times {cards} cards: normal
winner highest total, then shared
"""


def random_states(game: PlayableGame, players: int, seed: int, most: int) -> Iterator[State]:
    drawn = random.Random(seed)
    state = game.start(names=[f"P{seat}" for seat in range(players)], seed=seed)
    for _ in range(most):
        if state.over:
            return
        yield state
        state = state.apply(drawn.choice(state.legal()))


def ends(state: State, seat: int, order: list[Card], left: int) -> Iterator[State]:
    """Yields the deal's ends if the seat plays in this order and the others whatever they like."""
    if left == 0:
        yield state
        return
    if state.actor == seat:
        card, *rest = order
        [action] = [one for one in state.legal() if isinstance(one, Play) and one.card == card]
        yield from ends(state.apply(action), seat, rest, left - 1)
        return
    for action in state.legal():
        yield from ends(state.apply(action), seat, order, left - 1)


def winners_since(before: State, after: State) -> set[int]:
    events = after.events[len(before.events) :]
    return {event.seat for event in events if isinstance(event, TrickWon)}


def check_claims(states: Iterator[State], drawn: random.Random) -> int:
    """Checks every claim that is shown in these states; returns how many there were."""
    shown = 0
    for state in states:
        seat = state.actor
        if not isinstance(seat, int) or state.phase != "play":
            continue
        view = state.view(seat)
        order = winning_order(view, state.table)
        if order is None or (len(order) == 1 and drawn.random() < 0.5):
            continue
        shown += 1
        assert sorted(map(str, order)) == sorted(map(str, view.hand))
        left = sum(map(len, state.hands))
        for world in [state, *sample_worlds(view, state.table, WORLDS, seed=shown)]:
            every = ends(world, seat, list(order), left)
            for _, end in zip(range(MOST_ENDS), every, strict=False):
                assert winners_since(world, end) == {seat}
        after = state
        for action in play_out(state, seat, order):
            after = after.apply(str(action))
        assert winners_since(state, after) == {seat}
        assert len(after.history) == len(state.history) + 1
        assert winning_line(state, seat) is not None
    return shown


@pytest.mark.parametrize(
    "follow",
    ["suit, else anything", "anything", "higher suit, else suit, else trump, else anything"],
)
@pytest.mark.parametrize(("trump", "cards"), [("turned", 5), ("none", 8), ("spades", 6)])
def test_a_shown_claim_wins_in_every_world(trump: str, cards: int, follow: str) -> None:
    game = load(text=FILE.format(trump=trump, follow=follow, cards=cards))
    drawn = random.Random(1)
    shown = sum(check_claims(random_states(game, 3, seed, 200), drawn) for seed in range(4))
    assert shown > 5


@pytest.mark.parametrize("name", all_names())
def test_in_the_bundled_games(name: str) -> None:
    game = loaded(name)
    check_claims(random_states(game, game.rules.players[0], 1, 150), random.Random(2))


@pytest.mark.parametrize("name", ["pagat", "wizard", "call-break", "raf"])
def test_equal_views_have_equal_answers(name: str) -> None:
    game, drawn = loaded(name), random.Random(3)
    compared = 0
    for state in random_states(game, game.rules.players[0], 5, 300):
        seat = state.actor
        if state.phase != "play" or not isinstance(seat, int):
            continue
        twin = replayed(state, other_packs(state, seat, drawn))
        if twin is not None and twin.view(seat) == state.view(seat):
            compared += 1
            assert winning_order(twin.view(seat), twin.table) == winning_order(
                state.view(seat), state.table
            )
    assert compared > 10
