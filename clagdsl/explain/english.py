"""Helpers for English text: numbers, plurals, ranges, articles."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from clagdsl.lang.cards import RANK_NAMES, SUIT_NAMES, Card, is_special
from clagdsl.lang.numerals import ORDINALS, consecutive_ranges, join_words
from clagdsl.problems.escape import escape_invisible


def counted(number: int, singular_form: str, plural_form: str = "") -> str:
    """Returns a number with its noun: `1 card`, `2 cards`."""
    return (
        f"{signed(number)}"
        f" {singular_form if abs(number) == 1 else plural_form or singular_form + 's'}"
    )


def plural(name: str) -> str:
    """Returns the plural of a name: `Wizards`, `Witches`, `Foxes`, `Ladies`."""
    if re.search(r"(?:ss|x|z|ch|sh)$", name, re.IGNORECASE):
        return f"{name}es"
    if name.endswith("s"):
        return name
    if re.search(r"[^aeiou\W\d_]y$", name, re.IGNORECASE):
        return f"{name[:-1]}ies"
    return f"{name}s"


def signed(number: int) -> str:
    """Returns a number as text, with a typographic minus sign if it is negative."""
    return str(number) if number >= 0 else f"−{-number}"


def spans(numbers: Iterable[int], joint: str = "and") -> str:
    """Formats a list of numbers, with runs of three or more merged: `1 to 7, 9 and 16 to 22`."""
    words: list[str] = []
    for low, high in consecutive_ranges(sorted(set(numbers))):
        if high - low < 2:
            words += [str(number) for number in range(low, high + 1)]
        else:
            words.append(f"{low} to {high}")
    return join_words(words, joint)


def ordinal(number: int) -> str:
    """Returns an ordinal: `fifth`, `21st`."""
    if 0 < number <= len(ORDINALS):
        return ORDINALS[number - 1]
    if number // 10 % 10 == 1:
        return f"{number}th"
    end = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}"


def capital(text: str) -> str:
    """Returns the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """Returns the text with a lower-case first letter."""
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """Returns the text as a sentence, with a capital first letter and a full stop."""
    text = capital(text.strip())
    return text if text.endswith((".", "!", "?", ":")) else text + "."


def rank_plural(rank: str) -> str:
    """Returns the plural of a rank: `twos`."""
    return RANK_NAMES.get(rank, f"{rank}s")


def rank_single(rank: str) -> str:
    """Returns a rank with its article: `a two`."""
    return with_article(_one_of(rank))


def card_single(card: Card) -> str:
    """Returns a card as text: `the queen of spades`, `the Joker`."""
    if is_special(card):
        return f"the {escape_invisible(card.rank)}"
    return f"the {_one_of(card.rank)} of {SUIT_NAMES[card.suit]}"


def _one_of(rank: str) -> str:
    return "six" if rank == "6" else rank_plural(rank).removesuffix("s")


_SPELT_OUT: Final = re.compile(r"(?:[A-Z][B-DF-HJ-NP-TV-XZ]*|[b-df-hj-np-tv-xz]+)(?![^\W_])")
"""Letters that do not form a word and are spelt out: `NT`, `xl`."""
_WITH_AN: Final = re.compile(
    r"8|11(?!\d)|18(?!\d)|[aio]|e(?!u|w)|u(?!ni(?!n|m)|s[aeiu]|t[ei]|r[ai])|hour|heir|honou?r"
    r"|honest",
    re.IGNORECASE,
)
_WITH_A: Final = re.compile(r"(?:one|once)(?![^\W_])", re.IGNORECASE)
_LETTERS_WITH_AN: Final = frozenset("AEFHILMNORSX")


def with_article(text: str) -> str:
    """Returns `text` preceded by `a` or `an`, depending on its sound: `an odd deal`, `a uniform
    one`.
    """
    normalized = unicodedata.normalize("NFD", text)
    if _SPELT_OUT.match(normalized):
        an = normalized[0].upper() in _LETTERS_WITH_AN
    else:
        an = _WITH_AN.match(normalized) is not None and _WITH_A.match(normalized) is None
    return f"{'an' if an else 'a'} {text}"
