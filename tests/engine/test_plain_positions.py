"""The plain positions are what they say: they can be set up, and ask the seat for a decision."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from support.plain_positions import KINDS, Position, moment, plain_positions

from clagdsl.conformance.driver import Driver

DRIVER = Driver()
FIELDS = {"id", "kind", "start", "hands", "turned", "actions", "seat", "answer", "why"}
PHASES = {
    "bid": "bid",
    "play": "play",
    "trump": "name",
    "call": "call",
    "auction": "auction",
    "size": "size",
}

each = pytest.mark.parametrize("position", plain_positions(), ids=lambda position: position["id"])


@each
def test_it_is_written_in_full(position: Position) -> None:
    assert set(position) | {"turned"} == FIELDS
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", position["id"])
    assert position["kind"] in KINDS
    assert len(position["why"]) >= 40
    assert len(position["hands"]) == position["start"]["players"]


@each
def test_the_seat_is_to_decide_what_is_asked(position: Position) -> None:
    state = moment(DRIVER, position)
    assert state.deal == position["start"].get("deal", 1)
    assert state.actor == position["seat"]
    assert state.phase == PHASES.get(position["kind"], state.phase)


@each
def test_the_answers_are_some_of_the_legal_actions(position: Position) -> None:
    legal = {str(action) for action in moment(DRIVER, position).view(position["seat"]).legal}
    answers = position["answer"]
    assert answers
    assert len(set(answers)) == len(answers)
    assert set(answers) < legal


@each
def test_the_seat_sees_its_own_cards_and_what_is_on_the_table(position: Position) -> None:
    """What the seat cannot see is not in its view, so that no answer can rest on it."""
    state, seat = moment(DRIVER, position), position["seat"]
    view = state.view(seat)
    own = sorted(map(str, state.hands[seat]))
    if view.shown_hands:
        assert view.hand == ()
        assert view.unseen == len(own)
        assert view.shown_hands[seat] == ()
    else:
        assert sorted(map(str, view.hand)) == own
        assert view.unseen == 0
    for world in DRIVER.game(position["start"]["variant"]).worlds(
        view, 3, seed=1, parameters=position["start"].get("parameters")
    ):
        assert world.view(seat) == view


@each
def test_what_is_unseen_could_be_other_cards(position: Position) -> None:
    """Hands that the seat does not see are filled in: with other cards there it sees the same."""
    state, seat = moment(DRIVER, position), position["seat"]
    view, game = state.view(seat), DRIVER.game(position["start"]["variant"])
    parameters = position["start"].get("parameters")
    worlds = (state, *game.worlds(view, 24, seed=2, parameters=parameters))
    unseen = {
        tuple(
            hand
            for place, hand in enumerate(world.hands)
            if (place == seat) == bool(view.shown_hands)
        )
        for world in worlds
    }
    assert len(unseen) > 1 or not any(unseen.pop())


def test_no_two_have_one_name() -> None:
    names = Counter(position["id"] for position in plain_positions())
    assert [name for name, times in names.items() if times > 1] == []


def test_there_are_enough_of_many_games_and_kinds() -> None:
    positions = plain_positions()
    kinds = Counter(position["kind"] for position in positions)
    assert len(positions) >= 64
    assert len({position["start"]["variant"] for position in positions}) >= 12
    assert {"bid", "play", "trump"} <= set(kinds)
    assert kinds["play"] > kinds["bid"] >= len(positions) // 4


def test_tables_hands_and_moments_are_of_many_sizes() -> None:
    positions = plain_positions()
    assert {position["start"]["players"] for position in positions} >= set(range(2, 8))
    sizes = {len(position["hands"][0].split()) for position in positions}
    assert {1, 2, 3, 4, 7, 10, 13} <= sizes
