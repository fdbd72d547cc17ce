"""Deals staged so that given seats win given tricks: how a score is asked for by playing.

Every trick is of one suit, as far as the pack goes, and its highest card is with the seat that is
to win it; so nobody has a choice, and trumps do not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SUITS: Final = "SHDC"
NATURAL: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
RANKINGS: Final = (NATURAL, (*NATURAL[1:], "A"), NATURAL[::-1])
"""The orders of the ranks that rules may have: usual, aces low, Nuloss."""
MOST_WITHOUT_TWOS: Final = 6
"""So many players can do without the twos, which may be wild."""


@dataclass(frozen=True)
class StagedDeal:
    """Hands by seat, each in the order in which it is played, and the card turned after them."""

    hands: list[list[str]]
    turned: str


def staged(players: int, eldest: int, winners: list[int], ranking: tuple[str, ...]) -> StagedDeal:
    """A deal in which these seats win the tricks, where the ranks stand in this order."""
    ranks = [rank for rank in ranking if rank != "2" or players > MOST_WITHOUT_TWOS]
    left = {suit: [rank + suit for rank in ranks] for suit in SUITS}
    turned = left["S"].pop()
    hands: list[list[str]] = [[] for _ in range(players)]
    leader = eldest
    for winner in winners:
        suit = max(
            "SHD" if max(map(len, left.values())) < players else SUITS, key=lambda s: len(left[s])
        )
        seats = [winner, *(seat for seat in [leader] if seat != winner)]
        seats += [seat for seat in range(players) if seat not in seats]
        cards = left[suit][:players]
        left[suit] = left[suit][players:]
        while len(cards) < players:
            cards.append(left["C"].pop())  # nobody has the suit any more
        for seat, card in zip(seats, cards, strict=True):
            hands[seat].append(card)
        leader = winner
    return StagedDeal(hands, turned)


def winners_of(tricks: list[int]) -> list[int]:
    """Who wins trick 1, 2, ... where only the number of each seat's tricks matters."""
    return [seat for seat, number in enumerate(tricks) for _ in range(number)]
