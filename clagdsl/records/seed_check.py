"""Checks the cards and random draws of a record against the seed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from clagdsl import problems
from clagdsl.lang.cards import SUIT_NAMES, Card, Deck, Suit
from clagdsl.lang.philox import FIRST_BIDDER, random_below, random_suit, shuffled
from clagdsl.lang.record import Record, RecordedCard, RecordedDeal
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Diagnostic


def key_against_seed(
    deck: Deck,
    record: Record,
    deal: RecordedDeal,
    number: int,
    dealer: int | None,
    cards: int | None,
    players: int,
) -> str | None:
    """Returns the key of a deal (`pack`, `hands`, `turned`) whose cards differ from those the seed
    deals; None if none differs.
    """
    if record.seed is None:
        return None
    pack = shuffled(deck, record.seed, record.match, number)
    if deal.pack is not None:
        return None if _agree(deal.pack, pack) else "pack"
    if dealer is None or cards is None:
        return None
    dealt = players * cards
    for seat, hand in enumerate(deal.hands or ()):
        if not _agree(hand, pack[(seat - dealer - 1) % players : dealt : players]):
            return "hands"
    place = min(dealt, deck.size - 1)  # the dealer's last card if the whole pack is dealt
    turned = (*(deal.turned_before or ()), deal.turned)
    return None if _agree(turned, pack[place : place + len(turned)]) else "turned"


def drawn_bidder(record: Record, number: int, players: int) -> int | None:
    """Returns the seat that the seed draws to bid first; None without a seed."""
    if record.seed is None:
        return None
    return random_below(record.seed, record.match, number, FIRST_BIDDER, players)


def drawn_trump(record: Record, number: int) -> Suit | None:
    """Returns the trump suit that the seed draws for a deal; None without a seed."""
    return None if record.seed is None else random_suit(record.seed, record.match, number)


def expected_commitment(record: Record) -> str | None:
    """Returns the correct commitment if the record has a different one, else None."""
    if record.seed is None or record.salt is None or record.commitment is None:
        return None
    expected = sha256(f"{record.seed}:{record.salt}".encode()).hexdigest()
    return None if expected == record.commitment else expected


def wrong_drawn_trump(place: Place, seed_suit: Suit) -> Diagnostic:
    """Returns the error that the recorded trump is not the one the seed draws."""
    reason = f"the seed draws {SUIT_NAMES[seed_suit]} as trump"
    fix = "correct the suit or the seed; a match dealt by hand has no `seed`"
    return problems.records.WrongTrump(place, reason, fix).diagnostic()


def _agree(recorded: Sequence[RecordedCard], dealt: Sequence[Card]) -> bool:
    """Returns whether every known card is in the position to which the seed deals it."""
    return all(card in (None, due) for card, due in zip(recorded, dealt, strict=False))
