"""Writes names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from clagdsl.lang.identifiers import is_word
from clagdsl.syntax.lexer import FRACTIONS
from clagdsl.syntax.nodes import Name
from clagdsl.syntax.stored_tables import load_tables


@cache
def language_words() -> frozenset[str]:
    """Every word that means something in the language."""
    return frozenset(load_tables().words)


def name_text(name: Name) -> str:
    """A name, in quotation marks unless it is one word that means nothing else."""
    return word_or_text(name.text)


def word_or_text(text: str) -> str:
    """A name as written in a file: in quotation marks unless it is one word.

    What begins with a fraction is a number to the scanner.
    """
    plain = is_word(text) and text[0] not in FRACTIONS and text not in language_words()
    return text if plain else f'"{text}"'


def names_text(names: Iterable[Name]) -> str:
    """Names with commas between them."""
    return ", ".join(map(name_text, names))


def cards_text(number: int) -> str:
    """`1 card` or `7 cards`."""
    return "1 card" if number == 1 else f"{number} cards"
