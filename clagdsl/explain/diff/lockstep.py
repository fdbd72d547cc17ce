"""The same deal played by two games, side by side, up to the first thing that differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from clagdsl.engine.actions import LOOKED, Action, Bid, DealPack, DrawBidder, MakeCall, PickCards
from clagdsl.engine.match_state import Dealing, Hands
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.transition import dealt_hands, turned_card
from clagdsl.lang.cards import Card, Suit, is_special
from clagdsl.lang.numerals import join_words
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import DrawnTrump, TurnedTrump
from clagdsl.table.deal_rules import Trumps
from clagdsl.table.legal_plays import Turn, choices
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard, strongest

NAMES = ("Ann", "Bob", "Cai", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jim")
"""The players of a witness, in seat order; the last of them deals."""

Calls: TypeAlias = tuple[str, ...] | None
"""What is called, None where there is no call."""

Kind: TypeAlias = Literal["actions", "trick", "score"]


@dataclass(frozen=True, slots=True)
class Divergence:
    """What two games make of the same deal, and the state of the first of them that shows it.

    For `actions` the state is after an action that only the first game allows, if there is one.
    """

    kind: Kind
    a: str
    b: str
    state: State


@dataclass(frozen=True, slots=True)
class StatePair:
    """One deal at one moment in both games."""

    a: State
    b: State

    def apply(self, action: Action) -> StatePair:
        """Returns both after the same action, which both allow."""
        return StatePair(self.a.apply(action), self.b.apply(action)).with_first_bidder()

    def with_first_bidder(self) -> StatePair:
        """Returns both with somebody drawn to bid first where that is to be done.

        It is eldest, or the dealer where the other game has eldest bid first.
        """
        waits = [state.phase == "first" for state in (self.a, self.b)]
        other = self.b if waits[0] else self.a
        first = (other.dealer + 1) % other.players
        if waits != [True, True] and other.actor == first:
            first = other.dealer
        draw = DrawBidder(other.names[first])
        states = (self.a, self.b)
        return StatePair(*(s.apply(draw) if s.phase == "first" else s for s in states))


def deal_both(
    tables: tuple[Table, Table],
    rows: tuple[ScheduledDeal, ScheduledDeal],
    cards: int,
    pack: tuple[Card, ...],
    rules: str,
) -> StatePair:
    """Returns both games with the cards of one deal dealt; `rules` is how the record names the
    first.
    """
    states = []
    for table, row in zip(tables, rows, strict=True):
        # The deal stands alone: the one after it, which nobody plays, only keeps the match going.
        alone = replace(table, schedule=(row, row))
        last = table.players - 1
        state = start_at_table(alone, names=NAMES[: table.players], dealer=last, rules=rules)
        states.append(with_pack(state, cards, pack))
    return StatePair(*states).with_first_bidder()


def with_pack(state: State, cards: int, pack: tuple[Card, ...]) -> State:
    """Returns a match after its next deal is dealt with so many cards from a pack."""
    if state.scheduled.cards is None:
        state = state.apply(PickCards(cards))
    draws = state.table.draws_trump(state.scheduled)
    suit = drawn_suit(pack, state.players * cards) if draws else None
    return state.apply(DealPack(pack, suit))


def find_divergence(pair: StatePair) -> Divergence | None:
    """What differs at this moment: a trick just taken, the points, or what may be done."""
    played = [
        state.history[-1].tricks if state.history else state.finished_tricks
        for state in (pair.a, pair.b)
    ]
    if all(played):
        one, two = (tricks[-1].winner for tricks in played)
        if one != two:
            names = pair.a.names
            return Divergence("trick", f"{names[one]} takes", f"{names[two]} takes", pair.a)
    if pair.a.history and pair.b.history:
        return different_points(pair)
    return _actions(pair)


def different_points(pair: StatePair) -> Divergence | None:
    """What the deal just played scores in each game, where that differs."""
    first, second = (
        [result.score for result in state.history[-1].results] for state in (pair.a, pair.b)
    )
    if first == second:
        return None
    a, b = (" ".join(map(str, scores)) + " points" for scores in (first, second))
    return Divergence("score", a, b, pair.a)


def _actions(pair: StatePair) -> Divergence | None:
    first, second = pair.a.legal(), pair.b.legal()
    same_turn = pair.a.position.acting == pair.b.position.acting
    if same_turn and first == second:
        return None
    only_a = [action for action in first if not same_turn or action not in second]
    only_b = [action for action in second if not same_turn or action not in first]
    state = pair.a.apply(only_a[0]) if only_a else pair.a
    return Divergence("actions", _only(pair.a, only_a), _only(pair.b, only_b), state)


def _only(state: State, actions: Sequence[Action]) -> str:
    """What a player may do here and not in the other game."""
    who = join_words([state.names[seat] for seat in state.position.acting]) or "nobody"
    if not actions:
        return f"{who} may not"
    shown = ", ".join(map(str, actions[:3]))
    more = f" and {len(actions) - 3} more" if len(actions) > 3 else ""
    return f"{who} may {shown}{more}"


def plays_alike(pair: StatePair, pack: tuple[Card, ...]) -> bool:
    """Returns whether the cards are played alike where another pack is dealt, the first legal one
    each.

    `both` is where the play begins: what comes before it does not depend on the cards.  This tells
    soon what `disagreement` tells of every moment: no states are made.
    """
    a, b = pair.a.position, pair.b.position
    if (a.phase, b.phase) != ("play", "play") or a.acting != b.acting:
        return False
    rules, others = a.dealing.rules, b.dealing.rules
    if rules.deck.specials or others.deck.specials:
        return False  # how such a card is played takes more than its face
    trumps, other_trumps = _trumps(pair.a, pack), _trumps(pair.b, pack)
    unshared_wild_ranks = set(rules.wild.ranks) ^ set(
        others.wild.ranks
    )  # such a card is not named in both
    players = rules.players
    dealt = dealt_hands(pack, (pair.a.dealer + 1) % players, players, a.dealing.cards or 0)
    hands = list(map(list, dealt))
    (seat,) = a.acting
    broken: set[Suit] = set()
    while hands[seat]:
        trick: list[PlayedCard] = []
        for _ in range(players):
            plays = choices(rules, Turn(hands[seat], trick, trumps, broken))
            if plays != choices(others, Turn(hands[seat], trick, other_trumps, broken)):
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
        broken |= {played_card.face.suit for played_card in trick}
    return True


def _trumps(state: State, pack: tuple[Card, ...]) -> Trumps | None:
    """Returns the trumps of a deal that is being played, where another pack is dealt in it."""
    dealing = state.position.dealing
    rule = dealing.rules.trump
    dealt = state.players * (dealing.cards or 0)
    if isinstance(rule, DrawnTrump):
        return (drawn_suit(pack, dealt),)
    if not isinstance(rule, TurnedTrump):
        return dealing.trump
    card = turned_card(rule, pack, dealt)
    return () if card is None else (card.suit,)


def drawn_suit(pack: tuple[Card, ...], dealt: int) -> Suit:
    """Returns the suit that would be turned is what is drawn: no chance comes between two games."""
    left = (*pack[min(dealt, len(pack) - 1) :], *pack)
    return next(card.suit for card in left if not is_special(card))


def replay_actions(pair: StatePair, calls: Calls, actions: Sequence[Action]) -> Divergence | None:
    """What differs first while these actions are done after the call, a look before a bid as well.

    None if nothing does, or if an action is not legal, as a card that the duty to follow forbids.
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


def short_record(state: State) -> Record:
    """Returns the record of the one deal of a state, with the hands instead of the whole pack."""
    record = state.record()
    dealing = state.history[-1].dealing if state.history else state.position.dealing
    # Before a later deal there were totals, which nobody knows here.
    deals = tuple(
        replace(_short(deal, dealing), totals=deal.totals if deal.number == 1 else None)
        for deal in record.deals[:1]
    )
    return replace(record, dealer=None, deals=deals)


def record_of_all(state: State) -> Record:
    """Returns the record of all deals played in a match, with the hands instead of the whole packs."""
    record = state.record()
    played = zip(record.deals, state.history, strict=False)
    return replace(
        record, deals=tuple(_short(deal, played_deal.dealing) for deal, played_deal in played)
    )


def _short(deal: RecordedDeal, dealing: Dealing) -> RecordedDeal:
    turned = None
    trump, dealt = dealing.rules.trump, dealing.rules.players * (dealing.cards or 0)
    if isinstance(trump, TurnedTrump) and dealing.pack is not None:
        turned = turned_card(trump, dealing.pack, dealt)
    return replace(
        deal,
        pack=None,
        hands=_hands(dealing),
        turned=turned,
        tricks=deal.tricks or None,
    )


def _hands(dealing: Dealing) -> Hands:
    """Returns all cards of each seat, those that are dealt only when trump is named, too."""
    players = dealing.rules.players
    if dealing.pack is None:
        return dealing.hands
    return dealt_hands(dealing.pack, (dealing.dealer + 1) % players, players, dealing.cards or 0)
