"""Session tokens of members: a browser keeps the secret, and the server stores only a
hash of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from secrets import choice, token_hex
from typing import Final

TOKEN_BYTES: Final = 16
"""The number of bytes in a token (128 bits)."""
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits without those that are easily confused: i and l, o, 0 and 1."""
NAME_LENGTH: Final = 10  # letters in the name of a table


def new_token() -> str:
    """Returns a new random token of 128 bits."""
    return token_hex(TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class OpeningTap:
    """The values derived from the key of a request that opens a table.

    A repeated request finds the same table and session, even if the server crashed before it
    responded. The file has only `event_key`, from which neither the key nor the token can be
    computed.
    """

    name: str
    event_key: str
    token: str


def opening_tap(key: str) -> OpeningTap:
    """Returns the table's name, the event key and the host's token for a request key."""
    name, kept, token = (
        sha256(f"clagdsl {use} {key}".encode()).digest() for use in ("table", "tap", "seat")
    )
    # 31 letters from 256 bits: the bias of the remainders is negligible
    letters = int.from_bytes(name)
    called = ""
    for _ in range(NAME_LENGTH):
        letters, letter = divmod(letters, len(LETTERS))
        called += LETTERS[letter]
    return OpeningTap(called, kept.hex()[:32], token.hex()[: 2 * TOKEN_BYTES])


def new_opening_key() -> str:
    """Returns a key for a form that opens a table, as long as the token derived from it."""
    return token_hex(TOKEN_BYTES)


def new_key() -> str:
    """Returns a new key that identifies a request."""
    return token_hex(8)


def hash_token(token: str) -> str:
    """Returns the hash of a token, which is what the server stores."""
    return sha256(token.encode("utf-8", "backslashreplace")).hexdigest()


def new_name(length: int = NAME_LENGTH) -> str:
    """Returns a new random name that is hard to guess and easy to read aloud."""
    return "".join(choice(LETTERS) for _ in range(length))
