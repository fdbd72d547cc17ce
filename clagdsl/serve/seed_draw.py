"""The seed of a match: chosen by the server alone, or drawn by the server and all phones.

**Threats.** The owner of a server can try many seeds and keep one that suits them, also together
with a phone. A draw prevents this: the seed is the first 64 bits of the SHA-256 of everybody's
nonces. Nobody knows the seed before the last nonce is revealed, and one honest nonce makes it
random. The owner can still look at the cards, because the server deals them.

**Messages.** A nonce has 128 random bits. Its commitment is a SHA-256 that is bound to the table,
the round and the seat.

1. The server commits when the table opens, before any phone can join (`MatchOpened`).
2. Each phone commits (`NonceCommitted`). When every person has, the seats of the draw are settled.
3. Each phone reveals (`NonceRevealed`). After the last nonce, the first deal begins.
4. The server reveals when the match is over. Earlier, everybody could work out all cards.

**Rounds.** Somebody who knows all other nonces can work out the seed, and then pretend that a phone
does not answer. So no seat is left out once the seats are settled, even if its phone is removed or
a bot plays for it. A round fails if a nonce does not fit its commitment. It also fails if a phone
does not answer, and another phone of the draw goes on (`DrawContinued`). In the next round, all
phones make new nonces, and everybody sees which phone has failed. After `FREE_ROUNDS` failed
rounds, the draw goes on without a phone only if all others agree. So a cheat can choose among three
seeds at most, and everybody sees it.

**Invariants.**

- The nonce of the server is stored once, and serves all rounds: a failed round does not reveal it.
- No nonce and no commitment counts twice at a table.
- `json` has only what phones have sent, so it shows no nonce before its reveal.
- A copied commitment cannot be opened, because it is bound to another seat.

**Bots.** A seat without a phone has no nonce. The server would choose it, and already has a nonce
of its own. So a bot neither adds trust nor removes any.

**Rejected.**

- Verifiable delay functions and threshold encryption would make failed rounds useless for a cheat,
  but no phone can check them without a large library.
- Nonces that the server chooses for bots only look like more participants.
- A time limit in the server does not limit a server that cheats, and would fail the rounds of
  people whose phones sleep.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from hashlib import sha256
from secrets import randbits, token_hex
from typing import Final

from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.record import RecordedNonce
from clagdsl.records.seed_check import nonce_commitment, seed_of_nonces
from clagdsl.serve.table_events import DrawCommand, NonceCommitted, NonceRevealed
from clagdsl.serve.table_messages import TableMessage, Text

SEED_BITS: Final = 64
NONCE_BYTES: Final = 16
FREE_ROUNDS: Final = 2
"""Failed rounds after which a phone is left out only if all others agree."""
_NONCE: Final = re.compile("[0-9a-f]{32}")
_COMMITMENT: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class DealSecret:
    """The seed that deals the cards, and a salt of 128 bits that prevents guessing the seed.

    In a draw, the seed is None until it is drawn, and the salt is the server's nonce. Both are
    secret until the match is over.
    """

    seed: int | None
    salt: str

    @property
    def text(self) -> str:
        """The seed and salt as one text, whose SHA-256 is the commitment; in a draw that is not
        over, the nonce alone.
        """
        return self.salt if self.seed is None else f"{self.seed}:{self.salt}"

    @property
    def commitment(self) -> str:
        """The hash shown before the first card of a match whose seed the server drew alone."""
        return sha256(self.text.encode()).hexdigest()


def new_secret() -> DealSecret:
    """Returns a new random secret."""
    return DealSecret(randbits(SEED_BITS), token_hex(NONCE_BYTES))


def read_secret(text: str) -> DealSecret:
    """Returns the secret from its stored text."""
    seed, _, salt = text.rpartition(":")
    return DealSecret(int(seed) if seed else None, salt)


def server_commitment(table: str, nonce: str) -> str:
    """Returns the commitment of the server, which holds for all rounds at its table."""
    return nonce_commitment(f"{table} 0 0", nonce)


@dataclass(frozen=True, slots=True)
class SeedDraw:
    """A draw of the seed by everybody at a table, after some of its messages.

    - `commitment`: that of the server.
    - `seats`: those that take part, None until every person has committed once.
    - `round`: the number of the round, from 1.
    - `commitments`, `nonces`: by seat, in this round.
    - `failures`: for each failed round, the seats whose reveal failed.
    - `agreed`: the seats that agree to go on without those that have not answered.
    - `used`: the commitments and nonces of failed rounds.
    """

    table: str
    commitment: str
    seats: tuple[int, ...] | None = None
    round: int = 1
    commitments: Mapping[int, str] = field(default_factory=dict)
    nonces: Mapping[int, str] = field(default_factory=dict)
    failures: tuple[tuple[int, ...], ...] = ()
    agreed: tuple[int, ...] = ()
    used: tuple[str, ...] = ()

    @property
    def is_revealing(self) -> bool:
        """True if every seat of this round has committed."""
        return self.seats is not None and all(seat in self.commitments for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """True if every seat has revealed its nonce."""
        return self.is_revealing and self.seats is not None and not self.late_seats(())

    def late_seats(self, people: tuple[int, ...]) -> tuple[int, ...]:
        """Returns the seats for which the draw waits; `people` are the seats that no bot plays."""
        done = self.nonces if self.is_revealing else self.commitments
        seats = people if self.seats is None else self.seats
        return tuple(seat for seat in seats if seat not in done)

    def seed(self, server_nonce: str) -> int:
        """Returns the seed, once the draw is over."""
        return seed_of_nonces((server_nonce, *self.nonces_in_order))

    @property
    def nonces_in_order(self) -> tuple[str, ...]:
        """The nonces of the phones, by seat."""
        return tuple(self.nonces[seat] for seat in sorted(self.nonces))

    def record(self, server_nonce: str) -> tuple[RecordedNonce, ...]:
        """Returns the draw for the record of the match, once it is over."""
        phones = (
            RecordedNonce(self._place(seat), self.nonces[seat], self.commitments[seat])
            for seat in sorted(self.nonces)
        )
        return (RecordedNonce(f"{self.table} 0 0", server_nonce, self.commitment), *phones)

    def json(self, people: tuple[int, ...]) -> JsonObject:
        """Returns the draw as everybody may see it."""
        return {
            "round": self.round,
            "commitments": {str(seat): text for seat, text in sorted(self.commitments.items())},
            "nonces": {str(seat): text for seat, text in sorted(self.nonces.items())},
            "reveals": self.is_revealing,
            "over": self.is_over,
            "waits": list(self.late_seats(people)),
            "failures": [list(seats) for seats in self.failures],
            "agreed": list(self.agreed),
        }

    def why_refused(self, did: DrawCommand, people: tuple[int, ...]) -> TableMessage | None:
        """Returns why a seat may not make a command now, or None if it may."""
        late = self.late_seats(people)
        is_late = did.seat in late
        if self.is_over or did.round != self.round:
            return TableMessage(Text.DRAW_MOVED_ON)
        if isinstance(did, NonceCommitted):
            taken = (self.commitment, *self.commitments.values(), *self.used)
            is_new = _COMMITMENT.fullmatch(did.commitment) and did.commitment not in taken
            due = is_late and not self.is_revealing
            return None if due and is_new else TableMessage(Text.NO_COMMITMENT)
        if isinstance(did, NonceRevealed):
            due = is_late and self.is_revealing
            may_fail = len(self.failures) < FREE_ROUNDS
            fits = due and (may_fail or self._fits(did.seat, did.nonce))
            return None if fits else TableMessage(Text.NO_REVEAL)
        takes_part = self.seats is not None and did.seat in self.seats and not is_late
        return None if takes_part and late else TableMessage(Text.DRAW_MOVED_ON)

    def apply(self, did: DrawCommand, people: tuple[int, ...]) -> SeedDraw:
        """Returns the draw after a command that is not refused."""
        if isinstance(did, NonceCommitted):
            commitments = {**self.commitments, did.seat: did.commitment}
            return replace(self, commitments=commitments, agreed=()).with_people(people)
        if isinstance(did, NonceRevealed):
            if not self._fits(did.seat, did.nonce):
                return self._failed((did.seat,), did.nonce)
            return replace(self, nonces={**self.nonces, did.seat: did.nonce}, agreed=())
        late = self.late_seats(people)
        if len(self.failures) < FREE_ROUNDS:
            return self._failed(late)
        agreed = tuple(sorted({*self.agreed, did.seat}))
        others = tuple(seat for seat in self.seats or () if seat not in late)
        if not set(others) <= set(agreed):
            return replace(self, agreed=agreed)
        return replace(self._failed(late), seats=others)

    def with_people(self, people: tuple[int, ...], changed: tuple[int, ...] = ()) -> SeedDraw:
        """Returns the draw after a change of the people; their seats are settled if all have
        committed.

        Commitments of seats with another phone are dropped, unless all have committed.
        """
        if self.seats is not None:
            return self
        kept = {
            seat: text
            for seat, text in self.commitments.items()
            if seat in people and seat not in changed
        }
        settled = people if all(seat in kept for seat in people) else None
        return replace(self, commitments=kept, seats=settled)

    def _place(self, seat: int) -> str:
        return f"{self.table} {self.round} {seat + 1}"

    def _fits(self, seat: int, nonce: str) -> bool:
        """Returns whether a nonce is new, and the one to which a seat has committed."""
        is_new = _NONCE.fullmatch(nonce) and nonce not in (*self.nonces.values(), *self.used)
        due = self.commitments[seat]
        return bool(is_new) and nonce_commitment(self._place(seat), nonce) == due

    def _failed(self, seats: tuple[int, ...], *shown: str) -> SeedDraw:
        """Returns the next round, after one that failed because of these seats."""
        used = (*self.used, *self.commitments.values(), *self.nonces.values(), *shown)
        return SeedDraw(
            self.table,
            self.commitment,
            self.seats,
            self.round + 1,
            failures=(*self.failures, seats),
            used=used,
        )
