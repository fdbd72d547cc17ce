"""What holds in every match, whatever is played."""

import random
from collections import Counter
from itertools import chain, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, random_match

from clagdsl.engine.actions import (
    Action,
    Bid,
    MakeCall,
    NameOrder,
    NameTrump,
    PickCards,
    Play,
    PlayTop,
)
from clagdsl.engine.events import (
    CardPlayed,
    CardsDealt,
    DealScored,
    DealThrownIn,
    HandSeen,
    TrickWon,
)
from clagdsl.engine.match_state import CHANCE
from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import State, start_match
from clagdsl.lang.cards import PACK
from clagdsl.lang.philox import random_words
from clagdsl.lang.rules import NamedTrump
from clagdsl.problems.diagnostic import ArgumentError

MATCHES = st.tuples(st.sampled_from(sorted(GAMES)), st.integers(3, 7), st.integers(0, 2**64 - 1))

EVERYTHING: tuple[Action, ...] = (
    *map(Bid, range(-1, 9)),
    *map(PickCards, range(9)),
    *(Play(card) for card in PACK),
    *(Play(card, face) for card in PACK if card.rank in "23" for face in PACK if face != card),
    *map(NameTrump, "SHDC"),
    NameOrder(("S", "H", "D", "C")),
    NameOrder(("C", "D", "H", "S")),
    MakeCall(()),
    MakeCall(("Trumps",)),
    MakeCall(("No Trumps", "Blind", "Madness")),
    MakeCall(("Precedence", "Misere")),
)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_legal_is_exactly_what_nothing_speaks_against(name: str) -> None:
    samples = random.Random(7)
    for state in random_match(GAMES[name], 4, 5):
        if samples.random() < 0.25:
            listed = set(state.legal())
            tried = {*EVERYTHING, *listed}
            assert {action for action in tried if state.why_not(action) is None} == listed
            assert len(listed) == len(state.legal())


@settings(max_examples=40, deadline=None)
@given(MATCHES)
def test_cards_tricks_and_totals_add_up(match: tuple[str, int, int]) -> None:
    name, players, seed = match
    for state in random_match(GAMES[name], players, seed):
        if state.over or state.phase in ("size", "deal"):
            continue
        cards = state.cards
        assert cards is not None
        pack = state.position.dealing.pack
        assert pack is not None
        played = [one.card for trick in state.finished_tricks for one in trick.cards]
        played += [one.card for one in state.trick]
        held = [*chain.from_iterable(state.hands), *played]
        trump = state.position.dealing.rules.trump
        if state.phase == "name" and isinstance(trump, NamedTrump) and trump.first is not None:
            cards = min(trump.first, cards)  # the rest is dealt when trump is named
        assert Counter(held) == Counter(pack[: players * cards])
        assert sum(state.tricks) == len(state.finished_tricks) <= cards
    scored = [event for event in state.events if isinstance(event, DealScored)]
    assert [sum(column) for column in zip(*(e.scores for e in scored), strict=True)] == list(
        state.totals
    )
    thrown_in = {event.deal for event in state.events if isinstance(event, DealThrownIn)}
    assert [sum(e.tricks) for e in scored] == [
        0 if one.dealing.scheduled.number in thrown_in else one.dealing.cards
        for one in state.history
    ]
    assert sum(state.payments) == 0
    assert len(state.payments) == players


@settings(max_examples=15, deadline=None)
@given(MATCHES)
def test_equal_seeds_give_equal_matches_and_by_hand_the_same(match: tuple[str, int, int]) -> None:
    name, players, seed = match
    first = list(random_match(GAMES[name], players, seed))
    again = list(random_match(GAMES[name], players, seed))
    assert first == again
    assert first[-1].events == again[-1].events
    by_hand = list(random_match(GAMES[name], players, seed, by_hand=True))
    assert by_hand[-1].events == first[-1].events
    assert by_hand[-1] != first[-1]
    waiting = [state for state in by_hand if state.actor is CHANCE]
    assert len(waiting) == len(first[-1].table.schedule)
    assert all(state.legal() == () and state.phase == "deal" for state in waiting)
    assert all(state.actor is not CHANCE for state in first)


@settings(max_examples=20, deadline=None)
@given(MATCHES)
def test_the_events_tell_the_whole_match(match: tuple[str, int, int]) -> None:
    name, players, seed = match
    states = list(random_match(GAMES[name], players, seed))
    events = states[-1].events
    for before, after in pairwise(states):
        assert after.events[: len(before.events)] == before.events
        assert len(after.events) > len(before.events)
    tricks = [event for event in events if isinstance(event, TrickWon)]
    plays = [event for event in events if isinstance(event, CardPlayed)]
    assert len(plays) == players * len(tricks)
    dealt = [event for event in events if isinstance(event, CardsDealt)]
    assert [len(event.pack or ()) for event in dealt] == [52] * len(dealt)
    for event in events:
        if isinstance(event, HandSeen):
            assert list(event.hand) == sorted(event.hand, key=PACK.index)


@settings(max_examples=20, deadline=None)
@given(MATCHES)
def test_the_top_card_is_played_without_being_named(match: tuple[str, int, int]) -> None:
    name, players, seed = match
    for state in random_match(GAMES[name], players, seed):
        if state.phase != "play":
            continue
        rules = state.position.dealing.rules
        if rules.play != "top card":
            assert state.why_not("play top") is not None
            continue
        assert isinstance(state.actor, int)
        choices = state.view(state.actor).legal
        assert choices[0] == PlayTop()
        outcomes = [state.apply(choice) for choice in choices]
        named = [state.apply(action) for action in state.legal()]
        assert all(outcome in named for outcome in outcomes)
        assert all(outcome in outcomes for outcome in named)


def test_random_players_follow_the_documented_numbers() -> None:
    def played(match: int) -> State:
        state = start_match(GAMES["special"], 4, seed=7, match=match)
        while (action := random_action(state)) is not None:
            state = state.apply(action)
        return state

    state, decisions, deal = start_match(GAMES["special"], 4, seed=7, match=123), 0, 1
    while not state.over:
        actions = state.legal()
        words = random_words(7, 123, state.deal, 1, decisions // 4)
        action = actions[words[decisions % 4] * len(actions) >> 32]
        assert random_action(state) == action
        state = state.apply(action)
        decisions, deal = (decisions + 1, deal) if state.deal == deal else (0, state.deal)
    assert played(123) == state
    assert played(123).events != played(124).events
    assert played(123).over
    assert random_action(played(123)) is None


def test_a_random_player_needs_a_seed() -> None:
    state = start_match(GAMES["ladder"]).apply("deal " + " ".join(map(str, PACK)))
    with pytest.raises(ArgumentError) as caught:
        random_action(state)
    assert caught.value.code == "U621"
    assert random_action(start_match(GAMES["ladder"])) is None
