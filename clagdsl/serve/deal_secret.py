"""What deals the cards of a match: a seed and a salt, and the promise that they are not changed."""

from __future__ import annotations

from hashlib import sha256
from secrets import randbits, token_hex
from typing import Final

from clagdsl.lang.frozen import dataclass

SEED_BITS: Final = 64
SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class DealSecret:
    """A seed of 64 bits, which deals, and a salt of 128, so that nobody finds the seed by trying.

    Nobody is told either before the match is over; what is shown is the `commitment`.
    """

    seed: int
    salt: str

    @property
    def text(self) -> str:
        """Both as one text, whose SHA-256 is the commitment."""
        return f"{self.seed}:{self.salt}"

    @property
    def commitment(self) -> str:
        """What is shown before the first card: no other seed and salt will fit it."""
        return sha256(self.text.encode()).hexdigest()


def new_secret() -> DealSecret:
    """A secret that nobody guesses."""
    return DealSecret(randbits(SEED_BITS), token_hex(SALT_BYTES))


def read_secret(text: str) -> DealSecret:
    """The secret that was kept as this text."""
    seed, _, salt = text.partition(":")
    return DealSecret(int(seed), salt)
