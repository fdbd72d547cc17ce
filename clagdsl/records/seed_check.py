"""Checks the cards and random draws of a record against the seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from clagdsl import problems
from clagdsl.lang.cards import SUIT_NAMES, Card, Deck, Suit
from clagdsl.lang.philox import FIRST_BIDDER, random_below, random_suit, shuffled
from clagdsl.lang.record import Record, RecordedCard, RecordedDeal
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.records.toml_spans import RecordPlaces


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


# --- the draw of the seed by everybody at a table ---------------------------------------


def nonce_commitment(place: str, nonce: str) -> str:
    """Returns the commitment to a nonce, which holds only for its table, round and seat."""
    return sha256(f"clagdsl draw {place} {nonce}".encode()).hexdigest()


def seed_of_nonces(nonces: Iterable[str]) -> int:
    """Returns the seed that nonces make together: the first 64 bits of their SHA-256."""
    return int.from_bytes(sha256(" ".join(nonces).encode()).digest()[:8], "big")


def wrong_commitment(record: Record, places: RecordPlaces) -> Diagnostic | None:
    """Returns the error that the seed is not the one that was promised, or None."""
    expected = expected_commitment(record)
    if expected is not None:
        place = places.value(None, "commitment")
        return problems.records.OtherCommitment(place, expected).diagnostic()
    why = why_draw_wrong(record)
    if why is None:
        return None
    return problems.records.OtherDraw(places.value(None, "draw"), why).diagnostic()


def why_draw_wrong(record: Record) -> str | None:
    """Returns why the nonces of a record do not make its seed as they should, or None."""
    if not record.draw:
        return None
    table, number, _ = record.draw[-1].place.split()
    seats = [int(one.place.split()[2]) for one in record.draw]
    due = [f"{table} {number if seat else 0} {seat}" for seat in seats]
    if (
        [one.place for one in record.draw] != due
        or seats != sorted({0, *seats})
        or seats[-1] > len(record.players)
    ):
        return "the places are not those of the server and of seats in one round, in order"
    for one in record.draw:
        if one.commitment != nonce_commitment(one.place, one.nonce):
            return f"`{one.commitment}` is not the commitment to the nonce `{one.nonce}`"
    if len({one.nonce for one in record.draw}) < len(record.draw):
        return "two of the nonces are equal"
    if record.match:
        return f"match {record.match} is played, and the draw is for match 0"
    seed = seed_of_nonces(one.nonce for one in record.draw)
    return None if seed == record.seed else f"the seed of these nonces is {seed}"


def wrong_drawn_trump(place: Place, seed_suit: Suit) -> Diagnostic:
    """Returns the error that the recorded trump is not the one the seed draws."""
    reason = f"the seed draws {SUIT_NAMES[seed_suit]} as trump"
    fix = "correct the suit or the seed; a match dealt by hand has no `seed`"
    return problems.records.WrongTrump(place, reason, fix).diagnostic()


def _agree(recorded: Sequence[RecordedCard], dealt: Sequence[Card]) -> bool:
    """Returns whether every known card is in the position to which the seed deals it."""
    return all(card in (None, due) for card, due in zip(recorded, dealt, strict=False))
