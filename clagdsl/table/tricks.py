"""Who wins a trick, and why.

The winner is decided over the cards in the order played: every suit that can win is asked in
turn, and the highest card of the first of them that was played takes the trick.  A wild card
counts as the card that it stands for, just above it.  Which of equal cards is the higher, the rules
say; wilds that stand for one card are equal, and belong to the pack that they are printed in.
"""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.cards import COPIES, SUIT_NAMES, Card, Suit, face_of
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import AspectName
from clagdsl.lang.source import Place
from clagdsl.problems.wording import cited
from clagdsl.table.deal_rules import DealRules, Trumps


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card in a trick, who played it and the card that it stands for: itself unless wild."""

    seat: int
    card: Card
    face: Card

    def __str__(self) -> str:
        return str(self.card) if self.card == self.face else f"{self.card} as {self.face}"


@dataclass(frozen=True, slots=True)
class TrickReason:
    """Which card of a trick wins, the reason in words, and where the rule stands."""

    winner: int
    reason: str
    aspect: AspectName
    place: Place | None
    source: str | None


def strongest(rules: DealRules, trumps: Trumps, played: Sequence[PlayedCard]) -> int:
    """The place, from 0, of the card that wins among the cards of a trick in the order played."""
    strength = rules.strength
    wild = rules.wild.ranks
    winner = 0
    last_wins = rules.equal == "last wins"
    for suit in (*trumps, played[0].face.suit):
        highest = -1
        for index, one in enumerate(played):
            if one.face.suit == suit:
                height = 2 * strength[one.face.rank] + (one.card.rank in wild)
                if one.card.copy:
                    height = height * len(COPIES) + len(COPIES) - one.card.copy
                if height > highest or (last_wins and height == highest):
                    highest = height
                    winner = index
        if highest >= 0:
            return winner
    return winner


def explain_trick(rules: DealRules, trumps: Trumps, played: Sequence[PlayedCard]) -> TrickReason:
    """Who wins a trick, with the rule that decides it and where that rule comes from."""
    winner = strongest(rules, trumps, played)
    best = played[winner]
    face, wild = face_of(best.face), rules.wild.ranks
    equal = [other for other in played if face_of(other.face) == face and other is not best]
    aspect: AspectName
    if any((other.card.rank in wild) == (best.card.rank in wild) for other in equal):
        aspect = "equal"
        which = rules.equal.removesuffix(" wins")
        of_which = "that of the better pack" if which == "better pack" else f"the {which}"
        reason = f"`{best}` wins: of equal cards {of_which} wins"
    elif equal:
        aspect = "wild"
        reason = f"`{best}` wins: a wild card beats the card that it stands for"
    else:
        aspect, reason = _explain_suit(trumps, played, best)
    place, source = cited(rules.origin(aspect))
    return TrickReason(winner, reason, aspect, place, source)


def _explain_suit(
    trumps: Trumps, played: Sequence[PlayedCard], best: PlayedCard
) -> tuple[AspectName, str]:
    suit: Suit = best.face.suit
    name = SUIT_NAMES[suit]
    in_suit = sum(one.face.suit == suit for one in played)
    card = "the only card" if in_suit == 1 else "the highest card"
    if len(trumps) > 1:
        order = ", ".join(SUIT_NAMES[trump] for trump in trumps)
        return "trump", f"`{best}` wins: {card} of the highest suit played, {name} (order {order})"
    if suit in trumps:
        return "trump", f"`{best}` wins: {card} of the trump suit, {name}"
    why = "no trump was played" if trumps else "there is no trump"
    if in_suit == 1:
        return "trump", f"`{best}` wins: the only card of the suit led, {name}; {why}"
    return "rank", f"`{best}` wins: the highest card of the suit led, {name}; {why}"
