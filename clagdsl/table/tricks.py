"""The winner of a trick, and the reason.

The winner is decided over the cards in the order played. The suits that can win are tried in turn,
and the highest card of the first suit that was played wins. A wild card counts as the card that it
stands for, just above it. The rules say which of equal cards is higher. Wild cards that stand for
the same card are equal, and belong to the pack that they are printed in.

The first high special card wins the trick, whatever else is played. A low special card wins only if
all cards are low special cards; the first of them wins then.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from clagdsl.lang.cards import COPIES, COUNTED_AS, Card, CountedSuit, face_of
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import AspectName
from clagdsl.lang.source import Place
from clagdsl.lang.special_cards import PlayedAs, Power, is_high
from clagdsl.problems.escape import place_and_source
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import CountedCards, DealRules, Trumps

MOST_KEPT: Final = 4096
"""The number of cached cards in tricks: for eight players, each card as itself and as a wild."""


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card in a trick, who played it and the card that it stands for: itself unless wild.

    The face of a special card is the way it was played.
    """

    seat: int
    card: Card
    face: Card

    def __str__(self) -> str:
        if isinstance(self.face, PlayedAs):
            asks = self.face.demand
            return (
                f"{self.card}" if asks is None or asks.suit is None else f"{self.card} asks {asks}"
            )
        return str(self.card) if self.card == self.face else f"{self.card} as {self.face}"


@lru_cache(maxsize=MOST_KEPT)
def played_card(seat: int, card: Card, face: Card) -> PlayedCard:
    """Returns a card in a trick, usually cached, because the same cards recur in every deal."""
    return PlayedCard(seat, card, face)


@dataclass(frozen=True, slots=True)
class TrickReason:
    """The card that wins a trick, the reason in words, and the place of the rule."""

    winner: int
    reason: str
    aspect: AspectName | Literal["special"]
    place: Place | None
    source: str | None


def suit_led(counted: CountedCards, played: Sequence[PlayedCard]) -> CountedSuit | None:
    """Returns the suit led, or None if no suit has been led yet.

    A special card that is led may ask for a suit, or leave that to the next ordinary card.
    """
    first = played[0].face
    if not isinstance(first, PlayedAs):
        return counted.suit_of.get(first)
    demand = first.demand
    if demand is None or demand.suit is not None or not demand.next_card:
        return None if demand is None or demand.suit is None else COUNTED_AS[demand.suit]
    return _first_suit(counted, played)


def _first_suit(counted: CountedCards, played: Sequence[PlayedCard]) -> CountedSuit | None:
    """Returns the suit of the first ordinary card."""
    first = next((play.face for play in played if not isinstance(play.face, PlayedAs)), None)
    return None if first is None else counted.suit_of.get(first)


def _suits_that_can_win(
    counted: CountedCards, played: Sequence[PlayedCard]
) -> tuple[CountedSuit, ...]:
    """Returns the suits that can win a trick with special cards, highest first.

    If neither a trump nor a card of the suit led is played, the suit of the first ordinary card
    wins.
    """
    rest = (suit_led(counted, played), _first_suit(counted, played))
    return (*counted.winning, *(suit for suit in rest if suit is not None))


def strongest(rules: DealRules, trumps: Trumps, played: Sequence[PlayedCard]) -> int:
    """Returns the index, in the order played, of the card that wins the trick."""
    counted = counted_cards(rules, trumps)
    heights = counted.height
    wild = rules.wild.ranks
    last_wins = rules.equal == "last wins"
    there = [counted.suit_of.get(one.face) for one in played]
    suits: tuple[CountedSuit | None, ...] = (*counted.winning, there[0])
    if rules.powers:
        for index, one in enumerate(played):
            if is_high(one.face):
                return index
        suits = _suits_that_can_win(counted, played)
    for suit in suits:
        if suit in there:
            break
    else:
        # only special cards were played, and no high one: the first wins
        return 0
    winner, highest = 0, -1
    for index, one in enumerate(played):
        if there[index] == suit:
            # A wild card is just above the card it stands for; a copy with a lower number is
            # higher.
            height = 2 * heights[one.face] + (one.card.rank in wild)
            if rules.deck.distinguishes_copies:  # equal special cards have no pack's number
                height = height * len(COPIES) + len(COPIES) - one.card.copy
            if height > highest or (last_wins and height == highest):
                highest = height
                winner = index
    return winner


def explain_trick(rules: DealRules, trumps: Trumps, played: Sequence[PlayedCard]) -> TrickReason:
    """Returns the winner of a trick, with the rule that decides it and the origin of that rule."""
    winner = strongest(rules, trumps, played)
    best = played[winner]
    if isinstance(best.face, PlayedAs):
        special = rules.specials[best.card.rank]
        place, source = place_and_source(special.origin)
        usual = special.powers[0]
        return TrickReason(winner, _explain_special(played, best, usual), "special", place, source)
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
        aspect, reason = _explain_suit(counted_cards(rules, trumps), trumps, played, best)
    place, source = place_and_source(rules.origin(aspect))
    return TrickReason(winner, reason, aspect, place, source)


def _explain_special(played: Sequence[PlayedCard], best: PlayedCard, usual: Power) -> str:
    """Returns why a special card wins; its power is named if it is not the usual one."""
    power: Power = "high" if is_high(best.face) else "low"
    card = f"{best}"
    if power != usual:
        card = card.replace(best.card.rank, f"{best.card.rank} {power}", 1)
    if power == "high":
        first = "the first " if sum(is_high(one.face) for one in played) > 1 else "a "
        return f"`{card}` wins: {first}high special card takes the trick"
    if len(played) == 1:
        return f"`{card}` wins: no other card was played"
    return f"`{card}` wins: the first card, since only low special cards were played"


def _explain_suit(
    counted: CountedCards, trumps: Trumps, played: Sequence[PlayedCard], best: PlayedCard
) -> tuple[AspectName, str]:
    name = suit = counted.suit_of[best.face]
    in_suit = sum(counted.suit_of.get(one.face) == suit for one in played)
    card = "the only card" if in_suit == 1 else "the highest card"
    if best.face in counted.top:
        return "trump_rank", f"`{best}` wins: the {'only' if in_suit == 1 else 'highest'} trump"
    if len(trumps) > 1:
        order = ", ".join(COUNTED_AS[trump] for trump in trumps)
        return "trump", f"`{best}` wins: {card} of the highest suit played, {name} (order {order})"
    if suit == counted.trump:
        return "trump", f"`{best}` wins: {card} of the trump suit, {name}"
    why = "there is no trump" if counted.trump is None else "no trump was played"
    if suit != suit_led(counted, played):
        card = card.replace("only", "first") if in_suit == 1 else card
        return "trump", f"`{best}` wins: {card} of {name}, the first suit played; {why}"
    if in_suit == 1:
        return "trump", f"`{best}` wins: the only card of the suit led, {name}; {why}"
    return "rank", f"`{best}` wins: the highest card of the suit led, {name}; {why}"
