"""Who somebody is at a table: a secret that their browser keeps, of which we know only a hash."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from secrets import choice, token_hex
from typing import Final

TOKEN_BYTES: Final = 16
"""A token has 128 bits."""
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are taken for another: i and l, o, 0 and 1."""
NAME_LENGTH: Final = 10


def new_token() -> str:
    """A new secret of 128 bits."""
    return token_hex(TOKEN_BYTES)


def new_key() -> str:
    """What tells one tap from another."""
    return token_hex(8)


def hash_of(token: str) -> str:
    """What is kept of a secret: who reads the file is not let in by it."""
    return sha256(token.encode("utf-8", "backslashreplace")).hexdigest()


def is_token_of(token: str, kept: str) -> bool:
    """Whether a secret is the one of which this hash was kept."""
    return compare_digest(hash_of(token), kept)


def new_name(length: int = NAME_LENGTH) -> str:
    """A name that nobody guesses, easy to read aloud."""
    return "".join(choice(LETTERS) for _ in range(length))
