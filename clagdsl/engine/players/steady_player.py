"""A sensible player: bids by the strength of its cards and plays to make the bid exactly.

It goes by a view and the rules, nothing else.  `docs/reference/steady.md` defines it exactly; the
simulator plays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, assert_never

from clagdsl.engine.actions import (
    Action,
    Bid,
    DealPack,
    MakeCall,
    NameOrder,
    NameTrump,
    PickCards,
    Play,
    PlayTop,
)
from clagdsl.engine.events import CardPlayed, CardsDealt, DealBegun, Event, TrickWon
from clagdsl.engine.players.estimates import CERTAIN, MOST_CALLS
from clagdsl.engine.players.heuristic import (
    Eye,
    Taken,
    estimate_hand,
    estimate_tricks,
    expect,
    priority,
    scores_after,
    stakes_of,
    unbeaten,
    weigh_bids,
    weigh_call,
    weigh_hand,
)
from clagdsl.engine.state import State
from clagdsl.engine.view import View, view_of
from clagdsl.lang.cards import Card
from clagdsl.lang.rules import Call
from clagdsl.table.calls import legal_calls
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.scoring import trick_values
from clagdsl.table.table import Table

A = TypeVar("A", bound=Action)


def steady_action(state: State) -> Action | None:
    """What a steady player does in this state; None at CHANCE and when the match is over.

    It depends on nothing but the actor's view and the rules; `docs/reference/steady.md` says how.
    """
    seat = state.actor
    if not isinstance(seat, int):
        return None
    position = state.position
    standing = replace(position.standing, events=())  # the deals before do not matter
    return steady_choice(view_of(replace(position, standing=standing), seat), state.table)


def steady_choice(view: View, table: Table) -> Action:
    """What a steady player does who is to act, by its view and the rules at this table."""
    first = view.legal[0]
    if len(view.legal) == 1:
        return first
    sight = _look(view, table)
    match first:
        case PickCards():
            return _best(view.legal, [_weigh_size(sight, action) for action in view.legal])
        case MakeCall():
            few = min(len(view.legal), MOST_CALLS)
            tried = [view.legal[turn * len(view.legal) // few] for turn in range(few)]
            return _best(tried, [_weigh_call(sight, action) for action in tried])
        case NameTrump() | NameOrder():
            return _best(view.legal, [_weigh_name(sight, action) for action in view.legal])
        case Bid():
            return _best(view.legal, _weigh_bids(sight))
        case Play():
            return _best(view.legal, _weigh_plays(sight))
        case PlayTop():
            return _best(view.legal[1:], _weigh_faces(sight))
        case DealPack():
            raise TypeError("no player deals the pack")
        case _:
            assert_never(first)


def _best(choices: Sequence[Action], worths: Sequence[int]) -> Action:
    """The first of the choices that are worth most."""
    return choices[worths.index(max(worths))]


# --- what the view tells ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sight:
    """A view, the rules of the deal as far as it is called, its cards, the cards not seen yet."""

    view: View
    table: Table
    rules: DealRules
    cards: int
    unseen: tuple[Card, ...]


def _look(view: View, table: Table) -> _Sight:
    begins = max(place for place, one in enumerate(view.events) if type(one) is DealBegun)
    events = view.events[begins:]
    rules = table.rules(table.schedule[view.deal - 1].name, view.calls)
    cards = next((one.cards for one in events if type(one) is CardsDealt), 0)
    seen = [*view.hand, *(one.card for one in events if type(one) is CardPlayed)]
    if view.turned is not None:
        seen.append(view.turned)
    return _Sight(view, table, rules, cards, table.deck.without(seen))


def _won_tricks(events: Sequence[Event], seat: int) -> list[int]:
    """The tricks of the last deal that a seat won, counted from 0."""
    won: list[int] = []
    for event in events:
        if type(event) is DealBegun:
            won.clear()
        elif type(event) is TrickWon and event.seat == seat:
            won.append(event.trick - 1)
    return won


# --- before the play ----------------------------------------------------------------------


def _weigh_size(sight: _Sight, action: Action) -> int:
    """What a number of cards is worth where the first of the calls is made; no card is seen."""
    assert isinstance(action, PickCards)
    rules = sight.rules
    if isinstance(rules.call, Call):
        rules = sight.table.rules(rules.name, legal_calls(rules.call)[0])
    return weigh_hand(
        Eye(rules, None, 0, (), sight.table.deck.cards), sight.view.deal, action.number
    )


def _weigh_call(sight: _Sight, action: Action) -> int:
    assert isinstance(action, MakeCall)
    rules = sight.table.rules(sight.rules.name, action.names)
    eye = Eye(rules, None, sight.cards, sight.view.hand, sight.unseen)
    return weigh_call(eye, sight.view.deal, sight.cards)


def _weigh_name(sight: _Sight, action: Action) -> int:
    trump: Trumps = (action.suit,) if isinstance(action, NameTrump) else ()
    if isinstance(action, NameOrder):
        trump = action.suits
    eye = Eye(sight.rules, trump, sight.cards, sight.view.hand, sight.unseen)
    return weigh_hand(eye, sight.view.deal, sight.cards)


def _weigh_bids(sight: _Sight) -> list[int]:
    view, rules = sight.view, sight.rules
    bids = [action.number for action in view.legal if isinstance(action, Bid)]
    made = [bid for bid in view.bids if bid is not None]
    after = view.players - len(made) - 1
    held = sight.cards if view.hand else 0
    eye = Eye(rules, view.trump, held, view.hand, sight.unseen)
    return weigh_bids(eye, stakes_of(rules, view.deal, sight.cards, bids, sum(made), after))


# --- the play -----------------------------------------------------------------------------


def _weigh_plays(sight: _Sight) -> list[int]:
    """What each legal play is worth: won or lost by its chance, with what is left in the hand."""
    hand = sight.view.hand
    eye = Eye(sight.rules, sight.view.trump, len(hand), hand, sight.unseen)
    chances = estimate_hand(replace(eye, held=len(hand) - 1))
    won, lost = _ends(sight)
    rest: dict[Card, tuple[int, int]] = {}
    worths = []
    for action in sight.view.legal:
        assert isinstance(action, Play)
        if action.card not in rest:
            place = hand.index(action.card)
            likely = estimate_tricks(chances[:place] + chances[place + 1 :])
            rest[action.card] = expect(likely, won), expect(likely, lost)
        face = action.face or action.card
        wild = action.card.rank in sight.rules.wild.ranks
        worths.append(_worth(_chance(sight, eye, face, wild), *rest[action.card]))
    return worths


def _weigh_faces(sight: _Sight) -> list[int]:
    """What each face is worth for a top card that may be wild, and that nobody has seen."""
    held = len(sight.view.hand) or sight.view.unseen
    eye = Eye(sight.rules, sight.view.trump, held, sight.view.hand, sight.unseen)
    likely = estimate_tricks([CERTAIN // sight.view.players] * (held - 1))
    won, lost = (expect(likely, scores) for scores in _ends(sight))
    faces = [action.face for action in sight.view.legal[1:] if isinstance(action, PlayTop)]
    return [
        _worth(_chance(sight, eye, face, True), won, lost) for face in faces if face is not None
    ]


def _worth(chance: int, won: int, lost: int) -> int:
    return chance * won + (CERTAIN - chance) * lost


def _ends(sight: _Sight) -> tuple[list[int], list[int]]:
    """The scores by the tricks that follow this one, where it is won and where it is lost."""
    view, seat = sight.view, sight.view.seat
    values = trick_values(sight.rules, sight.cards)
    bids = [bid for bid in view.bids if bid is not None]
    [stake] = stakes_of(sight.rules, view.deal, sight.cards, [view.bids[seat] or 0], 0, 0)
    if bids:
        stake = replace(stake, bids=sum(bids))
    tricks = view.tricks[seat]
    points = sum(values[number] for number in _won_tricks(view.events, seat))
    others = max(won for other, won in enumerate(view.tricks) if other != seat)
    number = sum(view.tricks)
    return (
        scores_after(stake, Taken(tricks + 1, points + values[number], others), number + 1),
        scores_after(stake, Taken(tricks, points, others), number + 1),
    )


def _chance(sight: _Sight, eye: Eye, face: Card, wild: bool) -> int:
    """The chance that a card wins this trick, played as that face."""
    trick, trump, strength = sight.view.trick, eye.trump or (), sight.rules.strength
    led = trick[0].face.suit if trick else face.suit

    def height(card: Card, wild: bool) -> tuple[int, int, bool]:
        suit = card.suit
        return priority(trump, suit) * 2 + (suit == led), strength[card.rank], wild

    own = height(face, wild)
    wilds = sight.rules.wild.ranks
    if not own[0] or any(own <= height(one.face, one.card.rank in wilds) for one in trick):
        return 0
    return unbeaten(eye, led, face, sight.view.players - 1 - len(trick))
