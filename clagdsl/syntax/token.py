"""The words and signs of a source text."""

from __future__ import annotations


class Token(str):
    """One word, sign, number or text in quotation marks, with its place.

    `kinds` are the terminals of the grammar that it may be, the preferred one first; `type` is
    the one that the parser took.  `leads` tells whether it is the first of its line.
    """

    __slots__ = ("end", "kinds", "leads", "start", "type")

    start: int
    end: int
    kinds: tuple[str, ...]
    leads: bool
    type: str


def make_token(text: str, start: int, kinds: tuple[str, ...], leads: bool) -> Token:
    """A token that begins at an offset of the source text."""
    token = Token(text)
    token.start = start
    token.end = start + len(text)
    token.kinds = kinds
    token.leads = leads
    token.type = ""
    return token
