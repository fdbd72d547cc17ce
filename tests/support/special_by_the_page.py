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
            if card.rank in self.rules.specials:
                halves += 2 if self.may_be_high(card.rank) else 0
            elif card.suit in trumps:
                halves += 2 if self.rules.strength[card.rank] * 2 >= self.top else 1
            elif self.rules.strength[card.rank] == self.top:
                halves += 1
        return halves // 2

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
        if isinstance(action, NameOrder):
            singles = [self.weight(NameTrump(suit)) for suit in action.suits]
            return sum(sum(singles[: place + 1]) for place in range(len(singles)))
        assert isinstance(action, NameTrump)
        own = [card for card in self.view.hand if card.suit == action.suit]
        return sum(self.top + 1 + self.rules.strength[card.rank] for card in own)

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
        if play.card.rank in self.rules.specials:
            return 3 * ranks if self.may_be_high(play.card.rank) else -1
        face = play.face or play.card
        trump = face.suit in (self.view.trump or ())
        return self.rules.strength[face.rank] + (ranks if trump else 0)

    def least(self, plays: Sequence[Play]) -> Action:
        """Returns the first of the lowest plays."""
        return min(plays, key=self.height)

    def highest(self, plays: Sequence[Play]) -> Action:
        """Returns the first of the highest plays."""
        return max(plays, key=self.height)
