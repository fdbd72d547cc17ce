"""Who somebody is at a table: a secret that their browser keeps, of which we know only a hash."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from secrets import choice, token_hex
from typing import Final

TOKEN_BYTES: Final = 16
"""A token has 128 bits."""
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are taken for another: i and l, o, 0 and 1."""
NAME_LENGTH: Final = 10


def new_token() -> str:
    """Returns a new secret of 128 bits."""
    return token_hex(TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class OpeningTap:
    """What follows from the key of the tap that opens a table, which nobody else has.

    The same tap again finds the same table, and is known there, also where the server died before
    it answered.  Of the key itself only `kept` is in the file, from which nobody gets the rest.
    """

    name: str
    event_key: str
    token: str


def opening_tap(key: str) -> OpeningTap:
    """Returns the table that a tap opens, how its event is kept, and the secret of whoever opens
    it.
    """
    name, kept, token = (
        sha256(f"clagdsl {use} {key}".encode()).digest() for use in ("table", "tap", "seat")
    )
    # 31 letters: what is left of 32 bytes makes none of them likelier in any way that counts
    letters = int.from_bytes(name)
    called = ""
    for _ in range(NAME_LENGTH):
        letters, letter = divmod(letters, len(LETTERS))
        called += LETTERS[letter]
    return OpeningTap(called, kept.hex()[:32], token.hex()[: 2 * TOKEN_BYTES])


def new_opening_key() -> str:
    """Returns the key of a form that opens a table: as long as the secret that follows from it."""
    return token_hex(TOKEN_BYTES)


def new_key() -> str:
    """What tells one tap from another."""
    return token_hex(8)


def hash_token(token: str) -> str:
    """What is kept of a secret: who reads the file is not let in by it."""
    return sha256(token.encode("utf-8", "backslashreplace")).hexdigest()


def new_name(length: int = NAME_LENGTH) -> str:
    """Returns a name that nobody guesses, easy to read aloud."""
    return "".join(choice(LETTERS) for _ in range(length))
