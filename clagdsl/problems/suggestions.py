"""Names in messages: their formatting, and the known name that a misspelt one means."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.numerals import NUMERALS
from clagdsl.problems.escape import (
    as_sentence_opening,
    excerpt,
    join_in_backticks,
    quoted,
    shorten,
    shorten_file_name,
)

ASPECT_WORDS: Final[dict[str, str]] = {name: aspect.question for name, aspect in TABLE.items()}
"""Each aspect as the end of a sentence that begins "does not say ..."."""

# Names that are listed before the list is cut off.
_MOST_LISTED: Final = 12


def name_in_backticks(name: str) -> str:
    """Returns a name in backticks, written as in a file."""
    return f"`{name}`" if is_word(name) else f'`"{name}"`'


def join_names(names: Sequence[str]) -> str:
    """Returns names in backticks, separated by commas; a long list is truncated."""
    if not names:
        return "none"
    text = ", ".join(
        name_in_backticks(name) if " " in name else f"`{name}`" for name in names[:_MOST_LISTED]
    )
    return text + (", ..." if len(names) > _MOST_LISTED else "")


NUMBERS: Final = NUMERALS[: NUMERALS.index("ten") + 1]
"""Numerals that may have been written for a number."""


def closest_name(name: str, names: Sequence[str]) -> str | None:
    """Returns the known name that was most likely meant, or None."""
    from difflib import get_close_matches

    lowered = {
        candidate.lower(): candidate
        for candidate in reversed(names)
        if not is_opposite(name.lower(), candidate.lower())
    }
    # of two swapped letters none is missing: `bisd` is `bids`, not `bid`
    letters = sorted(name.lower())
    swapped = [word for word in lowered if sorted(word) == letters]
    matches = [word for word in swapped if is_one_edit_apart(name.lower(), word)]
    near = get_close_matches(name.lower(), lowered, n=1, cutoff=0.6)
    matches += [each for each in near if _is_near(name.lower(), each)]
    return lowered[matches[0]] if matches else None


def _is_near(text: str, word: str) -> bool:
    """Returns whether few letters differ: at most two, or a third of a long word.

    A word is also near several words with it, as `normal` is near `super normal`.
    """
    if len(text) <= 2:
        return is_one_edit_apart(text, word)
    if text in word.split() or word in text.split():
        return True
    return _edits(text, word) <= max(2, max(len(text), len(word)) // 3)


def _edits(text: str, word: str) -> int:
    """Returns the fewest inserted, deleted or replaced letters that turn a text into a word."""
    before = list(range(len(word) + 1))
    for row, letter in enumerate(text, 1):
        costs = [row]
        for column, other in enumerate(word, 1):
            replaced = before[column - 1] + (letter != other)
            costs.append(min(replaced, before[column] + 1, costs[-1] + 1))
        before = costs
    return before[-1]


def is_opposite(text: str, word: str) -> bool:
    """Returns whether a text and a word differ by a negation such as `non`, `un` or `not`."""
    return _is_negated(text, word) or _is_negated(word, text)


def _is_negated(text: str, word: str) -> bool:
    rest = _NEGATION.sub("", text)
    return rest != text and (rest == word or is_one_edit_apart(rest, word))


_NEGATION: Final = re.compile("^(?:non|not|un)[-_]?")


def differs_only_in_case(name: str, names: Sequence[str]) -> bool:
    """Returns whether exactly one known name differs only in case."""
    return [each.lower() for each in names].count(name.lower()) == 1


def is_misspelling(text: str, word: str) -> bool:
    """Returns whether `text` is `word` with one typo, rather than a different word.

    A typo is a missing, extra or incorrect letter, or two swapped letters, after the first letter.
    An added or missing `s` at the end is a typo; any other prefix or suffix makes another word
    (`unturned`). Keywords and English words are not misspellings (`least` is not `last`). In a name
    such as `winner.total`, one part may be misspelt.
    """
    parts, words = _PARTS.split(text), _PARTS.split(word)
    differing = [pair for pair in zip(parts, words, strict=False) if pair[0] != pair[1]]
    if len(parts) != len(words) or len(differing) != 1:
        return False
    text, word = differing[0]
    if text[:1] != word[:1] or not is_one_edit_apart(text, word):
        return False
    if text + "s" == word or text == word + "s":
        return True
    if text[:-1] + "s" == word and text[:-1] in _real_words():
        return False  # `bidd` is `bid` with a suffix rather than a slip for `bids`
    return word not in text and text not in _real_words()


_PARTS: Final = re.compile("[._]")


def is_one_edit_apart(text: str, word: str) -> bool:
    """Returns whether at most one edit separates two words.

    An edit is an inserted, deleted or replaced letter, or two swapped adjacent letters. Words with
    fewer than three letters never match.
    """
    if abs(len(text) - len(word)) > 1 or min(len(text), len(word)) < _FEWEST_LETTERS:
        return False
    same = 0
    while same < min(len(text), len(word)) and text[same] == word[same]:
        same += 1
    rest, meant = text[same:], word[same:]
    while rest and meant and rest[-1] == meant[-1]:
        rest, meant = rest[:-1], meant[:-1]
    return (len(rest) < 2 and len(meant) < 2) or (len(rest) == 2 and rest == meant[::-1])


_FEWEST_LETTERS: Final = 3


@cache
def _real_words() -> frozenset[str]:
    """Returns the keywords, and the English words that are one edit from a keyword."""
    lines = REAL_WORDS.read_text("utf-8").splitlines()
    return frozenset(
        word for line in lines if not line.startswith("#") for word in re.findall(r"\w+", line)
    )


REAL_WORDS: Final = Path(__file__).parent / "real_words.txt"
"""The file generated by `docs/write_real_words.py`."""


def name_in_file(name: str) -> str:
    """Returns a name as written in a file; a member such as `winner.total` is not quoted."""
    return name if is_word(name.replace(".", "_")) else f'"{name}"'


def suggest_name(name: str, names: Sequence[str], otherwise: str, none: str = "") -> str:
    """Returns a suggestion: the closest known name, else `otherwise` with all names.

    Returns `none` instead if it is not empty and no names are known.
    """
    if none and not names:
        return none
    suggestion = closest_name(name, names)
    if suggestion is not None:
        return f"did you mean `{name_in_file(suggestion)}`?"
    return f"{otherwise} {join_names(names)}"


# --- templates, in which `{name}` is a fact and `{name:named}` a formatted fact -------------------


FACT_FORMATS: Final[Mapping[str, Callable[..., str]]] = {
    "excerpt": excerpt,
    "file": shorten_file_name,
    "listed": join_in_backticks,
    "named": name_in_backticks,
    "opening": as_sentence_opening,
    "quoted": quoted,
    "shortened": shorten,
}
"""The formats for facts in templates; any other specification is passed to `format`."""


@cache
def _template_pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Returns triples of the text before each fact, its name (None at the end) and its format."""
    pieces = Formatter().parse(template)
    return tuple((before, fact, show or "") for before, fact, show, _ in pieces)


def fill_template(template: str, problem: object) -> str:
    """Returns a template filled with the facts of a problem."""
    parts = []
    for before, fact, show in _template_pieces(template):
        parts.append(before)
        if fact is not None:
            value = getattr(problem, fact)
            parts.append(FACT_FORMATS[show](value) if show in FACT_FORMATS else format(value, show))
    return "".join(parts)
