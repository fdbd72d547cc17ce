"""What is judged by the view of a seat, against the referee, who knows the whole state."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.match_server import GAMES

from clagdsl.engine.actions import Action, PlayTop, read_action
from clagdsl.engine.events import BidMade, HandSeen, HandShown
from clagdsl.engine.state import State
from clagdsl.engine.view_legality import action_in_view, why_not_in_view
from clagdsl.lang.resources import all_names
from clagdsl.problems.diagnostic import Reason


def moments(game: str, players: int, seed: int, most: int) -> Iterator[State]:
    """Moments of a match of random players, a few actions apart."""
    drawn = random.Random(f"{game} {players} {seed}")
    state = GAMES.game(game).start(players=players, seed=seed)
    for _ in range(most):
        for _ in range(drawn.randrange(1, 12)):
            if state.over:
                return
            state = state.apply(drawn.choice(state.legal()))
        if not state.over:
            yield state


def tried(state: State, drawn: random.Random) -> list[str]:
    """Actions that may be done, that are like them, that are of another moment, and nonsense."""
    deck = list(dict.fromkeys(map(str, state.table.deck.cards)))
    cards = drawn.sample(deck, min(8, len(deck)))
    texts = [f"play {card}" for card in (*cards, *map(str, state.view(actor(state)).hand))]
    texts += [f"play {cards[0]} as {cards[1]}", f"play top as {cards[2]}", "play top", "play"]
    texts += [f"bid {drawn.randint(-2, 15)}{blind}" for blind in ("", "", "", " blind")]
    texts += ["trump hearts", "trump none", "trump x", "order S H C D", "order S", "look", "pass"]
    texts += [
        "auction 5 hearts",
        "call",
        "call nonsense",
        "cards 3",
        "cards 99",
        "deal 2C",
        "",
        "é",
    ]
    legal = [str(one) for one in state.legal()]
    return [*texts, *drawn.sample(legal, min(5, len(legal)))]


def actor(state: State) -> int:
    """Who is to act."""
    assert isinstance(state.actor, int)
    return state.actor


def compare(state: State, text: str) -> str:
    """Which case it was: the two referees must agree wherever the view can know."""
    view = state.view(actor(state))
    legal = tuple(map(str, view.legal))
    seen, known = action_in_view(view, state.table, text), state.why_not(text)
    assert why_not_in_view(view, state.table, text) == (seen if isinstance(seen, Reason) else None)
    if state.phase == "play" and state.position.dealing.rules.plays_top:
        # the referee knows the card on top; whoever plays it does not, and is told nothing of it
        return top(state, text, seen, known)
    if isinstance(seen, Reason):
        assert known is not None, (text, seen)
        assert str(seen) == str(known), text
        assert (seen.place, seen.source) == (known.place, known.source), text
        return "illegal"
    assert known is None, (text, known)
    assert str(seen) in legal
    assert state.apply(text) == state.apply(seen), "the same is meant"
    return "legal"


def top(state: State, text: str, seen: Action | Reason, known: Reason | None) -> str:
    """A top card that its player cannot see: whatever it is, the judgement is the same."""
    if not isinstance(seen, Reason):
        assert isinstance(seen, PlayTop)
        assert known is None or seen.face is not None, (
            "only the card tells what it may be played as"
        )
        return "top"
    own = read_action(text, state.position.dealing.rules.specials)
    if known is None:
        # the very card that lies on top: to name it would tell which it is
        assert own is not None
        assert seen.code == "A303"
        return "top refused"
    return "top refused too"


@pytest.mark.parametrize("game", all_names())
def test_the_view_judges_as_the_referee_does(game: str) -> None:
    low, high = GAMES.game(game).rules.players
    drawn = random.Random(game)
    found = set()
    for state in moments(game, drawn.randint(low, high), 7, 6):
        found |= {compare(state, text) for text in tried(state, drawn)}
    assert {"legal", "illegal"} <= found


@pytest.mark.long
@pytest.mark.parametrize("game", all_names())
def test_the_view_judges_as_the_referee_does_everywhere(game: str) -> None:
    low, high = GAMES.game(game).rules.players
    drawn = random.Random(f"long {game}")
    for players in range(low, high + 1):
        for state in moments(game, players, players, 30):
            for text in tried(state, drawn):
                compare(state, text)


# --- what everybody may know --------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(all_names()), st.integers(0, 10**6))
def test_the_public_view_has_no_hand_and_no_more_than_every_seat_has(game: str, seed: int) -> None:
    rules = GAMES.game(game).rules
    for state in moments(game, random.Random(seed).randint(*rules.players), seed, 4):
        public(state)


@pytest.mark.long
@pytest.mark.parametrize("game", all_names())
def test_the_public_view_at_many_moments(game: str) -> None:
    low, high = GAMES.game(game).rules.players
    for players in range(low, high + 1):
        for state in moments(game, players, 11, 60):
            public(state)


def public(state: State) -> None:
    """The view of everybody, against the view of each seat."""
    view = state.view(None)
    assert (view.seat, view.hand, view.unseen, view.legal) == (None, (), 0, ())
    assert not any(view.shown_hands)
    assert not any(isinstance(event, HandSeen | HandShown) for event in view.events)
    for seat in range(state.players):
        own = state.view(seat)
        for name in ("deal", "dealer", "actor", "phase", "trump", "turned", "calls"):
            assert getattr(view, name) == getattr(own, name)
        for name in ("trick", "tricks", "totals", "past", "blind"):
            assert getattr(view, name) == getattr(own, name)
        bids = zip(view.bids, own.bids, strict=True)
        assert all(known is None or known == seen for known, seen in bids)
        rest = iter(own.events)
        for event in view.events:
            hidden = isinstance(event, BidMade) and event.bid is None
            assert any(
                event == other
                or (hidden and isinstance(other, BidMade) and other.seat == event.seat)
                for other in rest
            ), event
