"""An independent steady player for special cards, written from `docs/reference/steady.md`."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.engine.actions import (
    Action,
    Bid,
    NameOrder,
    NameTrump,
    Pass,
    Play,
    SayInAuction,
)
from clagdsl.engine.state import State
from clagdsl.engine.view import View
from clagdsl.lang.cards import Card, face_of
from clagdsl.lang.rules import AuctionTrump, FixedOrder, FixedSuit
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.tricks import strongest


class SpecialPage:
    """The knowledge of the seat to act, and the effect of each of its plays on the trick."""

    def __init__(self, state: State) -> None:
        assert isinstance(state.actor, int)
        self.state = state
        self.view: View = state.view(state.actor)
        self.rules: DealRules = state.position.dealing.rules
        self.top = max(self.rules.strength.values())

    def choice(self) -> Action:
        """Returns the steady player's action."""
        legal = self.view.legal
        if isinstance(legal[0], Bid):
            good_for = self.good_for(self.view.trump or ())
            numbers = [one.number for one in legal if isinstance(one, Bid)]
            return Bid(sorted(numbers, key=lambda number: (abs(number - good_for), number))[0])
        if any(isinstance(one, SayInAuction | Pass) for one in legal):
            return self.word()
        if isinstance(legal[0], NameTrump | NameOrder):
            weights = [self.weight(one) for one in legal]
            return legal[weights.index(max(weights))]
        if isinstance(legal[0], Play):
            return self.play([one for one in legal if isinstance(one, Play)])
        return legal[0]

    def good_for(self, trumps: Sequence[str]) -> int:
        """Returns the number of tricks that the hand is good for."""
        if not self.view.hand:
            return self.view.unseen // self.view.players
        halves = 0
        for card in self.view.hand:
            if self.has_powers(card):
                halves += 2 if self.may_be_high(card.rank) else 0
            elif self.level(card, trumps):
                halves += 2 if self.strength(card, trumps) * 2 >= self.top else 1
            elif self.strength(card, trumps) == self.top:
                halves += 1
        return halves // 2

    def has_powers(self, card: Card) -> bool:
        """Returns whether a card is a special card other than a trump."""
        special = self.rules.specials.get(card.rank)
        return special is not None and special.power != "trump"

    def entry(self, card: Card, trumps: Sequence[str]) -> int | None:
        """Returns the place of a card among the listed trumps, from 0 for the highest."""
        for place, entry in enumerate(self.rules.trump_rank.top):
            own = entry.kind == "rank" and list(trumps) == [card.suit] and card.rank == entry.name
            if own or (entry.kind != "rank" and str(face_of(card)) == entry.name):
                return place
        return None

    def level(self, card: Card, trumps: Sequence[str]) -> int:
        """Returns the number of times that a card counts as a trump, or 0."""
        if self.entry(card, trumps) is not None:
            return 1 if len(trumps) == 1 else len(trumps) + 1
        return len(trumps) - list(trumps).index(card.suit) if card.suit in trumps else 0

    def strength(self, card: Card, trumps: Sequence[str]) -> int:
        """Returns the strength of a card as it counts."""
        place = self.entry(card, trumps)
        if place is None:
            return self.rules.strength[card.rank]
        return self.top + len(self.rules.trump_rank.top) - place

    def may_be_high(self, name: str) -> bool:
        """Returns whether a special card may be played high."""
        return self.rules.specials[name].power in ("high", "high or low")

    def word(self) -> Action:
        """Returns the call in an auction."""
        for one in self.view.legal:
            if isinstance(one, SayInAuction):
                match self.rules.trump:
                    case AuctionTrump():
                        trumps: Sequence[str] = one.trump or ""
                    case FixedSuit(suit=suit):
                        trumps = suit
                    case FixedOrder(suits=suits):
                        trumps = suits
                    case _:
                        trumps = ""
                if one.number <= self.good_for(trumps):
                    return one
        return Pass()

    def weight(self, action: Action) -> int:
        """Returns the weight of a trump."""
        assert isinstance(action, NameOrder | NameTrump)
        trumps: Sequence[str] = action.suits if isinstance(action, NameOrder) else action.suit or ""
        return sum(
            self.level(card, trumps) * (self.top + 1 + self.strength(card, trumps))
            for card in self.view.hand
            if not self.has_powers(card)
        )

    def play(self, legal: Sequence[Play]) -> Action:
        """Returns the card to play."""
        view = self.view
        bid = view.bids[view.seat]
        wanted = bid is None or view.tricks[view.seat] < bid
        last = len(view.trick) + 1 == view.players
        takes = [one for one in legal if self.takes(one)]
        leaves = [one for one in legal if one not in takes]
        if wanted:
            return self.least(takes or leaves) if last or not takes else self.highest(takes)
        return self.highest(leaves) if leaves else self.least(takes)

    def takes(self, play: Play) -> bool:
        """Returns whether a play takes the trick so far."""
        after = self.state.apply(play)
        if len(self.view.trick) + 1 < self.view.players:
            lain = after.trick
        elif after.deal == self.state.deal and not after.over:
            lain = after.position.play.finished[-1].cards  # type: ignore[union-attr]
        else:
            lain = after.history[-1].tricks[-1].cards
        return strongest(self.rules, self.view.trump or (), lain) == len(lain) - 1

    def height(self, play: Play) -> int:
        """Returns the height of a play."""
        ranks = self.top + 1
        if self.has_powers(play.card):
            return 3 * ranks if self.may_be_high(play.card.rank) else -1
        face, trumps = play.face or play.card, self.view.trump or ()
        return self.strength(face, trumps) + (ranks if self.level(face, trumps) else 0)

    def least(self, plays: Sequence[Play]) -> Action:
        """Returns the first of the lowest plays."""
        return min(plays, key=self.height)

    def highest(self, plays: Sequence[Play]) -> Action:
        """Returns the first of the highest plays."""
        return max(plays, key=self.height)
