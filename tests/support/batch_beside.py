"""Checks of a batch against the interpreter: a seat's view gives the expected observation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from clagdsl.engine.events import (
    AuctionSaid,
    BidderDrawn,
    CallMade,
    CardPlayed,
    CardsDealt,
    DealBegun,
    FirstCardsDealt,
    Looked,
    Passed,
    TrickWon,
)
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.engine.view import View
from clagdsl.engine.worlds import impossible_cards, seen_deals
from clagdsl.lang.cards import SUITS, Card
from clagdsl.lang.references import ranks_trumps
from clagdsl.lang.special_cards import PlayedAs
from clagdsl.simulation.batch.matches import PHASES, Batch
from clagdsl.simulation.lowering.layout import COUNTED_SUITS, deck_by_number


def one_of(places: Iterable[int], size: int) -> list[int]:
    """Returns a row of `size` zeros with ones at these places."""
    row = [0] * size
    for place in places:
        row[place] = 1
    return row


def this_deal(view: View) -> list[Any]:
    """Returns the events that the seat has seen in this deal."""
    events = list(view.events)
    begun = max(place for place, event in enumerate(events) if isinstance(event, DealBegun))
    return events[begun:]


def expected_view(batch: Batch, state: State, seat: int) -> dict[str, list[int]]:
    """Returns every part of a seat's observation, built from its view by the reference."""
    view, players = state.view(seat), state.players
    events = this_deal(view)
    turn = [(seat + step) % players for step in range(players)]
    trump = [view.trump is not None, *([0] * 4)]
    for place, suit in enumerate(reversed(view.trump or ())):
        trump[1 + SUITS.index(suit)] = place + 1
    caller = [e.seat for e in events if isinstance(e, CallMade)]
    caller += [view.actor] if view.phase == "call" else []
    bidder = [event.seat for event in events if isinstance(event, BidderDrawn)]
    won = [event.seat for event in events if isinstance(event, TrickWon)]
    leader = state.position.play.leader if state.position.play else None
    assert not won or leader == won[-1]
    size, places = state.table.deck.size, state.table.deck.places
    trick = [[0] * size for _ in turn]
    for one in view.trick:
        lies = one.card if isinstance(one.face, PlayedAs) else one.face
        trick[turn.index(one.seat)][places[lies]] = 1
    played = [[0] * size for _ in turn]
    for number, event in enumerate(e for e in events if isinstance(e, CardPlayed)):
        by_seat, place = played[turn.index(event.seat)], places[event.card]
        while by_seat[place]:  # equal cards fill their columns one after another
            place += 1
        by_seat[place] = number // players + 1
    dealt = 0
    for event in events:
        if isinstance(event, FirstCardsDealt | CardsDealt):
            dealt = event.cards if isinstance(event, CardsDealt) else event.first
    held = [dealt - sum(isinstance(e, CardPlayed) and e.seat == s for e in events) for s in turn]
    assert held[0] == len(view.hand) + view.unseen

    def who(wanted: int | None) -> list[int]:
        return [int(s == wanted) for s in turn]

    voids = view.voids or ((),) * players
    suits = COUNTED_SUITS if ranks_trumps(state.table.game) else COUNTED_SUITS[:-1]
    auction = auction_parts(events, turn)
    looked = {event.seat for event in events if isinstance(event, Looked)}
    phase = PHASES.index(view.phase)
    known = {each.name: each.by_seat for each in view.past}
    auctioned = known.pop("auction", (0,) * players)
    if "looked" in batch.columns:
        known["blind"] = tuple(map(int, view.blind or (0,) * players))
    if "said" in batch.columns:
        known["auction"] = auctioned
    return {
        "phase": one_of([phase - (phase > 5)], 6 if "said" in batch.columns else 5),
        "deal": [view.deal],
        "kind": one_of([batch.kinds.index(state.scheduled.name)], len(batch.kinds)),
        "cards": [state.cards or 0],
        "called": one_of(map(batch.choices.index, view.calls), len(batch.choices)),
        "trump": trump,
        "unseen": [view.unseen],
        "actor": who(view.actor),
        "dealer": who(view.dealer),
        "caller": who(caller[0] if caller else None),
        **({"bidder": who(bidder[0] if bidder else None)} if "bidder" in batch.columns else {}),
        **({part: auction[part] for part in auction if part in batch.columns}),
        **({"looked": [int(s in looked) for s in turn]} if "looked" in batch.columns else {}),
        "leader": who(leader),
        "held": held,
        "bids": [-1 if view.bids[s] is None else view.bids[s] for s in turn],
        "tricks": [view.tricks[s] for s in turn],
        "totals": [view.totals[s] for s in turn],
        "failed": [state.failed[s] for s in turn],
        "completed": [state.completed[s] for s in turn],
        "past": [by_seat[s] for by_seat in known.values() for s in turn],
        "hand": one_of(columns_of(view.hand, places), size),
        "turned": one_of(
            columns_of((*view.turned_before, *filter(None, [view.turned])), places), size
        ),
        "trick": list(chain(*trick)),
        "played": list(chain(*played)),
        "voids": [int(suit in voids[s]) for s in turn for suit in suits],
        **({"shown": shown_columns(view, turn, places, size)} if "shown" in batch.columns else {}),
        **(special_parts(view, turn) if "asked" in batch.columns else {}),
    }


def special_parts(view: View, turn: Sequence[int]) -> dict[str, list[int]]:
    """Returns the seats that played a special card low, and what a special card led asks for."""
    faces = {one.seat: one.face for one in view.trick}
    low = [isinstance(faces.get(s), PlayedAs) and faces[s].power == "low" for s in turn]
    asked = [0] * 8
    led = view.trick[0].face if view.trick else None
    if isinstance(led, PlayedAs) and led.demand is not None:
        asks = led.demand
        asked[0] = int(asks.suit is None and not asks.next_card)
        asked[1] = int(asks.next_card)
        asked[2] = int(asks.extreme == "highest")
        asked[3] = int(asks.extreme == "lowest")
        asked[4:] = [int(asks.suit == suit) for suit in SUITS]
    return {"low": [int(one) for one in low], "asked": asked}


def shown_columns(
    view: View, turn: Sequence[int], places: Mapping[Card, int], size: int
) -> list[int]:
    """Returns the hands of all others, if the seat sees them; its own part is empty."""
    hands = [view.shown_hands[s] if view.shown_hands else () for s in turn]
    assert not hands[0]
    return list(chain(*(one_of(columns_of(hand, places), size) for hand in hands)))


def columns_of(hand: Iterable[Card], places: Mapping[Card, int]) -> list[int]:
    """Returns the columns of the cards of a hand; equal cards have consecutive ones."""
    often = Counter(hand)
    return [places[card] + number for card, many in often.items() for number in range(many)]


def auction_parts(events: Iterable[Any], turn: list[int]) -> dict[str, list[int]]:
    """Returns the auction's parts: who has passed, and the last number and trump of each seat."""
    passed, numbers, trumps = set(), dict.fromkeys(turn, 0), {s: [0] * 5 for s in turn}
    for event in events:
        if isinstance(event, Passed):
            passed.add(event.seat)
        elif isinstance(event, AuctionSaid):
            place = 0 if event.trump is None else 1 + SUITS.index(event.trump)
            numbers[event.seat], trumps[event.seat] = event.number, one_of([place], 5)
    return {
        "passed": [int(s in passed) for s in turn],
        "said": [numbers[s] for s in turn],
        "said_trump": list(chain(*(trumps[s] for s in turn))),
    }


def check_view(batch: Batch, observed: Any, state: State, seat: int) -> None:
    """Asserts that every column of an observation agrees with the seat's view."""
    expected = expected_view(batch, state, seat)
    assert list(batch.columns) == list(expected)
    whole = np.array(list(chain(*expected.values())))
    if not np.array_equal(whole, observed):
        for part, columns in batch.columns.items():
            assert observed[columns].tolist() == expected[part], (part, seat, str(state))
    assert len(whole) == batch.features == len(observed)


def check_lacking(batch: Batch, place: int, state: State) -> None:
    """Asserts that the cards a hand cannot hold agree with those inferred from the public view."""
    deals = list(seen_deals(state.view(None).events, state.table))
    cards = deck_by_number(state.table.deck).cards
    lacking = impossible_cards(deals[-1], state.position.dealing.trump)
    gone = {play.card for play in deals[-1].plays}
    for mask, lacks in zip(batch._boards.lacking[place].tolist(), lacking, strict=True):
        found = {card for number, card in enumerate(cards) if mask >> number & 1}
        assert found - gone == lacks - gone, (found, lacks)


def check_legal(batch: Batch, allowed: Any, state: State) -> None:
    """Asserts that the mask has exactly the legal actions of the acting seat's view."""
    assert state.actor is not None
    told = state.view(state.actor).legal if batch.blocks.get("top") else state.legal()
    wanted = {str(action) for action in told}
    assert {batch.action_text(number) for number in allowed.nonzero()[0].tolist()} == wanted


def check_steady(batch: Batch, action: int, state: State) -> None:
    """Asserts that the steady player of both picks the same action."""
    assert batch.action_text(action) == str(steady_action(state))


def check_state(batch: Batch, place: int, state: State) -> None:
    """Asserts that the batch's other columns about a match agree with its state."""
    assert batch.over[place] == state.over
    assert batch.seat[place] == (-1 if state.over else state.actor)
    assert PHASES[batch.phase[place]] == state.phase
    assert batch.deal[place] == state.deal
    assert tuple(batch.totals[place].tolist()) == state.totals


def play_beside(
    batch: Batch, states: list[State], *, every: int = 1, steadily: bool = False
) -> int:
    """Plays to the end, at random or steadily, and compares everything; returns the decisions.

    Views are compared at every `every`-th decision, all else at each one.
    """
    decisions = 0
    before = [state.totals for state in states]
    while not batch.over.all():
        allowed, actions = batch.legal(), batch.random_actions()
        steady = batch.steady_actions()
        if steadily:
            actions = steady
        if decisions % every == 0:
            seats = [(decisions // every + place) % batch.players for place in range(len(states))]
            looks = [seats, np.where(batch.over, 0, batch.seat)]
            for place, state in enumerate(states):
                if state.phase == "play":
                    check_lacking(batch, place, state)
            for who, seen in [(who, batch.observe(who)) for who in looks]:
                for place, state in enumerate(states):
                    if not state.over:
                        check_view(batch, seen[place], state, int(who[place]))
        for place, state in enumerate(states):
            if state.over:
                assert actions[place] == steady[place] == -1
                assert not allowed[place].any()
            else:
                if decisions % every == 0:
                    check_steady(batch, steady[place], state)
                check_legal(batch, allowed[place], state)
                states[place] = state.apply(batch.action_text(actions[place]))
        rewards = batch.step(actions)
        for place, state in enumerate(states):
            gained = np.subtract(state.totals, before[place])
            assert rewards[place].tolist() == gained.tolist()
            before[place] = state.totals
            check_state(batch, place, state)
        decisions += 1
    for place, state in enumerate(states):
        assert tuple(batch.winners[place].nonzero()[0]) == state.winners
    return decisions
