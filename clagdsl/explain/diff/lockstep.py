"""One deal played by two games in lockstep, up to the first divergence.

A `StatePair` holds the state of the deal in both games. Both get the same pack and the same
actions, so every difference comes from the rules. After each action, `find_divergence` compares the
winner of the trick just taken, the legal actions, and in the end the points. `witness` decides
which packs and actions to try.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clagdsl.engine.actions import LOOKED, Action, Bid, DealPack, DrawBidder, MakeCall, PickCards
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.transition import dealt_hands
from clagdsl.lang.cards import Card, CountedSuit, Suit, is_special
from clagdsl.lang.numerals import join_words
from clagdsl.lang.rules import BidInTurn, DrawnTrump, TurnedTrump, turned_cards
from clagdsl.table.counted_cards import suits_played
from clagdsl.table.deal_rules import Trumps
from clagdsl.table.legal_plays import Turn, choices
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard, strongest

NAMES = ("Ann", "Bob", "Cai", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jim")
"""The players of a witness, in seat order; the last one at the table is the dealer."""

Calls: TypeAlias = tuple[str, ...] | None
"""The names of the choices called; None without a call."""

Kind: TypeAlias = Literal["actions", "trick", "score"]


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first difference between two games in a deal, with both games' states.

    If `kind` is `actions`, a game that allows actions which the other does not is in the state
    after the first such action.
    """

    kind: Kind
    a: str
    b: str
    states: StatePair


@dataclass(frozen=True, slots=True)
class StatePair:
    """One deal at the same moment in both games."""

    a: State
    b: State

    def apply(self, action: Action) -> StatePair:
        """Returns both states after an action that both games allow."""
        return StatePair(self.a.apply(action), self.b.apply(action))

    def deal(self, cards: int, pack: tuple[Card, ...]) -> StatePair:
        """Returns both states after the next deal is dealt from a pack, with `cards` cards each."""
        states = [
            state.apply(PickCards(cards)) if state.phase == "size" else state
            for state in (self.a, self.b)
        ]
        seat = _first_bidder(*states)
        return StatePair(*(_deal_pack(state, cards, pack, seat) for state in states))


def _first_bidder(a: State, b: State) -> int:
    """Returns the seat to draw as the first bidder in the games that draw one.

    It is eldest hand, if a difference between the rules shows then. If only one game draws and
    eldest hand bids first in the other, it is the dealer; if other players lead, it is the player
    on the left of eldest hand.
    """
    rules = [state.position.dealing.rules for state in (a, b)]
    other = rules[1] if rules[0].draws_bidder else rules[0]
    if other.bid == BidInTurn() and not other.draws_bidder:
        return a.dealer
    return (a.dealer + (1 if rules[0].lead == rules[1].lead else 2)) % a.players


def _deal_pack(state: State, cards: int, pack: tuple[Card, ...], first: int) -> State:
    if state.phase == "first":
        state = state.apply(DrawBidder(state.names[first]))
    draws = state.table.draws_trump(state.scheduled)
    suit = drawn_suit(pack, state.players * cards) if draws else None
    return state.apply(DealPack(pack, suit))


def deal_both(
    tables: tuple[Table, Table],
    rows: tuple[ScheduledDeal, ScheduledDeal],
    cards: int,
    pack: tuple[Card, ...],
    references: tuple[str, str],
) -> StatePair:
    """Returns both games after the cards of one deal are dealt.

    `references` name the rules of the two games in their records.
    """
    states = []
    for table, row, rules in zip(tables, rows, references, strict=True):
        last = table.players - 1
        state = start_at_table(
            table.alone(row), names=NAMES[: table.players], dealer=last, rules=rules
        )
        states.append(state)
    return StatePair(*states).deal(cards, pack)


def find_divergence(pair: StatePair) -> Divergence | None:
    """Returns the first difference at this moment, or None.

    It compares the winner of the last trick, then the points, then the legal actions.
    """
    played = [
        state.history[-1].tricks if state.history else state.finished_tricks
        for state in (pair.a, pair.b)
    ]
    if all(played):
        one, two = (tricks[-1].winner for tricks in played)
        if one != two:
            names = pair.a.names
            return Divergence("trick", f"{names[one]} takes", f"{names[two]} takes", pair)
    if pair.a.history and pair.b.history:
        return different_points(pair)
    return different_actions(pair)


def different_points(pair: StatePair) -> Divergence | None:
    """Returns the difference in points for the deal just played, or None if they are equal."""
    first, second = (
        [result.score for result in state.history[-1].results] for state in (pair.a, pair.b)
    )
    if first == second:
        return None
    a, b = (" ".join(map(str, scores)) + " points" for scores in (first, second))
    return Divergence("score", a, b, pair)


def different_actions(pair: StatePair) -> Divergence | None:
    """Returns the difference between the legal actions, or None."""
    first, second = pair.a.legal(), pair.b.legal()
    if pair.a.position.acting == pair.b.position.acting:
        shared = {*map(_identity, first)} & {*map(_identity, second)}  # listed in any order
        first, second = (
            tuple(action for action in legal if _identity(action) not in shared)
            for legal in (first, second)
        )
        if not first and not second:
            return None
    states = StatePair(
        *(
            state.apply(further[0]) if further else state
            for state, further in ((pair.a, first), (pair.b, second))
        )
    )
    return Divergence("actions", _only(pair.a, first), _only(pair.b, second), states)


def _identity(action: Action) -> Action | frozenset[str]:
    """Returns a key that is equal for equal actions; the names of a call can have any order."""
    return frozenset(action.names) if isinstance(action, MakeCall) else action


def _only(state: State, actions: Sequence[Action]) -> str:
    """Formats the actions that are legal for a player in only one of the games."""
    who = join_words([state.names[seat] for seat in state.position.acting]) or "nobody"
    if not actions:
        return f"{who} may not"
    shown = ", ".join(map(str, actions[:3]))
    more = f" and {len(actions) - 3} more" if len(actions) > 3 else ""
    return f"{who} may {shown}{more}"


def plays_alike(pair: StatePair, pack: tuple[Card, ...]) -> bool:
    """Returns whether both games play another pack in the same way if everyone plays the first
    legal card.

    `pair` is at the beginning of the play; nothing before that depends on the cards. This is a fast
    approximation of `find_divergence` after every card: it creates no states, and returns False
    when in doubt.
    """
    a, b = pair.a.position, pair.b.position
    if (a.phase, b.phase) != ("play", "play") or a.acting != b.acting:
        return False
    rules, others = a.dealing.rules, b.dealing.rules
    if rules.powers or others.powers:
        return False  # playing such a card is more than choosing its face
    trumps, other_trumps = _trumps(pair.a, pack), _trumps(pair.b, pack)
    unshared_wild_ranks = set(rules.wild.ranks) ^ set(
        others.wild.ranks
    )  # such a card is not named in both games
    players = rules.players
    dealt = dealt_hands(pack, (pair.a.dealer + 1) % players, players, a.dealing.cards or 0)
    hands = list(map(list, dealt))
    (seat,) = a.acting
    broken: set[CountedSuit] = set()
    other_broken: set[CountedSuit] = set()
    while hands[seat]:
        trick: list[PlayedCard] = []
        for _ in range(players):
            plays = choices(rules, Turn(hands[seat], trick, trumps, broken))
            if plays != choices(others, Turn(hands[seat], trick, other_trumps, other_broken)):
                return False
            if unshared_wild_ranks and any(card.rank in unshared_wild_ranks for card, _ in plays):
                return False
            card, (face, *_) = plays[0]
            hands[seat].remove(card)
            trick.append(PlayedCard(seat, card, face))
            seat = (seat + 1) % players
        place = strongest(rules, trumps or (), trick)
        if strongest(others, other_trumps or (), trick) != place:
            return False
        seat = trick[place].seat
        broken |= suits_played(rules, trumps, (trick,))
        other_broken |= suits_played(others, other_trumps, (trick,))
    return True


def _trumps(state: State, pack: tuple[Card, ...]) -> Trumps | None:
    """Returns the trumps that a deal in play would have if another pack had been dealt."""
    dealing = state.position.dealing
    rule = dealing.rules.trump
    dealt = state.players * (dealing.cards or 0)
    if isinstance(rule, DrawnTrump):
        return (drawn_suit(pack, dealt),)
    if not isinstance(rule, TurnedTrump):
        return dealing.trump
    turned = turned_cards(rule, pack, dealt)
    return rule.made_by(turned[-1]) if turned else ()


def drawn_suit(pack: tuple[Card, ...], dealt: int) -> Suit:
    """Returns the suit of the first card that is not dealt, instead of a random draw.

    This ensures that both games draw the same suit.
    """
    left = (*pack[min(dealt, len(pack) - 1) :], *pack)
    return next(card.suit for card in left if not is_special(card))


def replay_actions(pair: StatePair, calls: Calls, actions: Sequence[Action]) -> Divergence | None:
    """Performs the call and then the actions; returns the first divergence, or None.

    A player looks at their cards before a bid that is not blind. Also returns None if the first
    game forbids an action, for example a card that does not follow suit.
    """
    todo = list(actions) if calls is None else [MakeCall(calls), *actions]
    for action in todo:
        divergence = find_divergence(pair)
        if divergence is not None:
            return divergence
        if LOOKED in pair.a.legal() and isinstance(action, Bid) and not action.blind:
            pair = pair.apply(LOOKED)
            divergence = find_divergence(pair)
            if divergence is not None:
                return divergence
        if pair.a.why_not(action) is not None:
            return None
        pair = pair.apply(action)
    return find_divergence(pair)
