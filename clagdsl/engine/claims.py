"""Claims of the rest: shown from a view alone, and played out by legal actions.

A seat to act claims every trick that is left. `winning_order` decides from its view whether that is
certain whatever the others hold and play. It gives them more freedom than they have: each may hold
any card that nobody has seen, except in suits in which all have shown a void. Two facts are used:

- A card that no such card beats wins its trick.
- If suits must be followed, a lead takes a card of its suit from everybody who has one. After as
  many leads of a suit as it has unseen cards, nobody has it any more.

So a claim may be true and not shown. Nothing is shown if special or wild cards are about, if some
cards may not be led, or if points depend on the cards of the tricks: then the others have a choice
that counts.

INVARIANT: `winning_order` reads nothing but the view, so its answer reveals no hidden card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from clagdsl.engine.actions import Action, Play
from clagdsl.engine.events import CardPlayed, TrickWon
from clagdsl.engine.state import State
from clagdsl.engine.view import View
from clagdsl.engine.view_legality import cards_of_deal, events_of_deal, rules_in_view
from clagdsl.lang.cards import Card, CountedSuit
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.scoring import is_scored, worths
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard, played_card, strongest

MOST_STEPS: Final = 10_000
"""Actions tried in the search for a way in which a seat wins every trick."""


# --- shown from a view ------------------------------------------------------------------


def winning_order(view: View, table: Table) -> tuple[Card, ...] | None:
    """Returns the order in which the seat to act wins every trick that is left with its cards, or
    None if its view does not show one.
    """
    rules = rules_in_view(view, table)
    is_due = view.phase == "play" and view.actor == view.seat
    if not is_due or not view.hand or view.unseen or view.trump is None:
        return None
    if rules.plays_top or rules.holds_back or not _is_worth_certain(view, table, rules):
        return None
    proof = _Proof(view, rules, _unseen_cards(view, table, rules))
    if proof.has_cards_played_otherwise():
        return None
    if not view.trick:
        return proof.order_of_leads(view.hand)
    for card in dict.fromkeys(one.card for one in view.legal if isinstance(one, Play)):
        if proof.wins_trick(card):
            rest = list(view.hand)
            rest.remove(card)
            order = proof.order_of_leads(rest)
            if order is not None:
                return (card, *order)
    return None


def _is_worth_certain(view: View, table: Table, rules: DealRules) -> bool:
    """Returns whether points do not depend on which cards the others play."""
    cards = cards_of_deal(view, table) or 0
    return worths(rules, cards).takers_decide or not is_scored(rules, table.remembered, "points")


def _unseen_cards(view: View, table: Table, rules: DealRules) -> tuple[Card, ...]:
    """Returns every card that another player may still play."""
    cards = cards_of_deal(view, table) or 0
    unseen = Counter(rules.deck.cards) - Counter(view.hand)
    unseen -= Counter(one.card for one in events_of_deal(view) if isinstance(one, CardPlayed))
    if view.turned is not None and rules.deck.size > view.players * cards:
        unseen -= Counter((*view.turned_before, view.turned))  # they lie in the stock
    suit_of = counted_cards(rules, view.trump).suit_of
    others = [view.voids[seat] for seat in range(view.players) if view.voids and seat != view.seat]
    return tuple(
        card
        for card in unseen.elements()
        if not others
        or _is_played_otherwise(card, rules)
        or any(suit_of[card] not in voids for voids in others)
    )


def _is_played_otherwise(card: Card, rules: DealRules) -> bool:
    """Returns whether a card is wild or has a power."""
    return card.rank in rules.wild.ranks or card.rank in rules.powers


class _Proof:
    """Shows that cards win their tricks against any of the `unseen` cards."""

    def __init__(self, view: View, rules: DealRules, unseen: Sequence[Card]) -> None:
        self._view = view
        self._rules = rules
        self._unseen = unseen
        self._counted = counted_cards(rules, view.trump)

    def has_cards_played_otherwise(self) -> bool:
        """Returns whether a wild card or a special one may be played, or lies in the trick."""
        cards = (*self._view.hand, *self._unseen, *(one.card for one in self._view.trick))
        return any(_is_played_otherwise(card, self._rules) for card in cards)

    def wins_trick(self, card: Card) -> bool:
        """Returns whether a card certainly wins the trick that is begun."""
        is_last = len(self._view.trick) == self._view.players - 1
        return self._wins(self._view.trick, card, () if is_last else self._unseen)

    def order_of_leads(self, cards: Sequence[Card]) -> tuple[Card, ...] | None:
        """Returns the cards in an order in which each of them wins as a lead: trumps first, and
        each suit from its highest card. None if one may lose.
        """
        counted = self._counted
        order = sorted(cards, key=lambda card: (self._place_of_suit(card), -counted.height[card]))
        unseen_of = Counter(counted.suit_of.get(card) for card in self._unseen)
        leads: Counter[CountedSuit | None] = Counter()
        for card in order:
            left = [
                other
                for other in self._unseen
                if not self._rules.follows
                or leads[counted.suit_of.get(other)] < unseen_of[counted.suit_of.get(other)]
            ]
            if not self._wins((), card, left):
                return None
            leads[counted.suit_of.get(card)] += 1
        return tuple(order)

    def _place_of_suit(self, card: Card) -> tuple[int, str]:
        suit = self._counted.suit_of[card]
        winning = self._counted.winning
        return (winning.index(suit) if suit in winning else len(winning), suit)

    def _wins(self, trick: Sequence[PlayedCard], card: Card, others: Sequence[Card]) -> bool:
        """Returns whether a card beats a trick, and no other card beats it then."""
        own = self._view.own_seat
        played = (*trick, played_card(own, card, card))
        after = (own + 1) % self._view.players
        tricks = [played, *((*played, played_card(after, other, other)) for other in others)]
        trumps = self._view.trump or ()
        return all(strongest(self._rules, trumps, one) == len(trick) for one in tricks)


# --- played out -------------------------------------------------------------------------


def play_out(state: State, seat: int, order: Sequence[Card]) -> tuple[Action, ...]:
    """Returns the actions of the rest of the deal: the seat plays its cards in this order, and each
    of the others the first card that is legal.
    """
    own, actions = iter(order), []
    for _ in range(sum(map(len, state.hands))):
        legal = state.legal()
        action = legal[0]
        if state.actor == seat:
            card = next(own)
            action = next(one for one in legal if isinstance(one, Play) and one.card == card)
        actions.append(action)
        state = state.apply(action)
    return tuple(actions)


def winning_line(state: State, seat: int, most: int = MOST_STEPS) -> tuple[Action, ...] | None:
    """Returns actions of all seats by which one of them wins every trick that is left, or None if
    the search finds no such actions in `most` steps.
    """
    return _Search(seat, most).line(state, sum(map(len, state.hands)))


class _Search:
    """A search in which everybody helps one seat to win every trick."""

    def __init__(self, seat: int, steps: int) -> None:
        self._seat = seat
        self._steps = steps

    def line(self, state: State, left: int) -> tuple[Action, ...] | None:
        """Returns the actions of the last `left` cards of the deal, or None."""
        if left == 0:
            return ()
        for action in state.legal():
            self._steps -= 1
            if self._steps < 0:
                return None
            after = state.apply(action)
            if self._is_lost(state, after):
                continue
            rest = self.line(after, left - 1)
            if rest is not None:
                return (action, *rest)
        return None

    def _is_lost(self, before: State, after: State) -> bool:
        """Returns whether the seat no longer wins the trick in which an action was taken."""
        won = [event for event in after.events[len(before.events) :] if isinstance(event, TrickWon)]
        if won:
            return won[0].seat != self._seat
        rules, trick = after.position.dealing.rules, after.trick
        has_played = any(one.seat == self._seat for one in trick)
        return has_played and trick[strongest(rules, after.trump or (), trick)].seat != self._seat
