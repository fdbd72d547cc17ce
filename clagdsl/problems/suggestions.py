"""How names of the rules are shown, and which name or word was meant."""

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
"""Each aspect as the end of a sentence that begins `does not say ...`."""

_MOST_LISTED: Final = 12


def name_in_backticks(name: str) -> str:
    """Returns a name as it would be written in a file, in backticks."""
    return f"`{name}`" if is_word(name) else f'`"{name}"`'


def join_names(names: Sequence[str]) -> str:
    """Returns names one after the other, in backticks; a long list is cut."""
    if not names:
        return "none"
    text = ", ".join(
        name_in_backticks(name) if " " in name else f"`{name}`" for name in names[:_MOST_LISTED]
    )
    return text + (", ..." if len(names) > _MOST_LISTED else "")


NUMBERS: Final = NUMERALS[: NUMERALS.index("ten") + 1]
"""What somebody may have meant who writes a number out."""


def closest_name(name: str, names: Sequence[str]) -> str | None:
    """Returns the known name that was most likely meant."""
    from difflib import get_close_matches

    lowered = {
        candidate.lower(): candidate
        for candidate in reversed(names)
        if not is_opposite(name.lower(), candidate.lower())
    }
    matches = get_close_matches(name.lower(), lowered, n=1, cutoff=0.6)
    return lowered[matches[0]] if matches else None


def is_opposite(text: str, word: str) -> bool:
    """Returns whether a text and a word are alike except that `non`, `un` or `not` negates one."""
    return _is_negated(text, word) or _is_negated(word, text)


def _is_negated(text: str, word: str) -> bool:
    rest = _NEGATION.sub("", text)
    return rest != text and (rest == word or is_one_edit_apart(rest, word))


_NEGATION: Final = re.compile("^(?:non|not|un)[-_]?")


def differs_only_in_case(name: str, names: Sequence[str]) -> bool:
    """Returns whether exactly one known name differs in nothing but small and large letters."""
    return [each.lower() for each in names].count(name.lower()) == 1


def is_misspelling(text: str, word: str) -> bool:
    """Returns whether a text is a word with one slip in it, and means nothing else.

    A slip is a letter that is missing, superfluous or wrong, or two swapped, behind the first
    letter.  An `s` more or less at the end is a slip.  Anything else added before or after a word
    makes another word (`unturned`), and a word of the language or of English is no misspelling
    (`least` is not `last`).  Of a name such as `winner.total` one part may be misspelt.
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
    return word not in text and text not in _real_words()


_PARTS: Final = re.compile("[._]")


def is_one_edit_apart(text: str, word: str) -> bool:
    """Returns whether one letter more, less or else, or two swapped, make a word of another.

    Words of fewer than three letters are too short to tell.
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
    """Returns the words of the language, and the English words that are one slip from one."""
    lines = REAL_WORDS.read_text("utf-8").splitlines()
    return frozenset(
        word for line in lines if not line.startswith("#") for word in re.findall(r"\w+", line)
    )


REAL_WORDS: Final = Path(__file__).parent / "real_words.txt"
"""The file that `docs/write_real_words.py` writes."""


def name_in_file(name: str) -> str:
    """Returns a name as a file holds it; a member such as `winner.total` stands without marks."""
    return name if is_word(name.replace(".", "_")) else f'"{name}"'


def suggest_name(name: str, names: Sequence[str], otherwise: str, none: str = "") -> str:
    """Returns the known name that was most likely meant, or all of them, or `none` if there are
    none.
    """
    if none and not names:
        return none
    suggestion = closest_name(name, names)
    if suggestion is not None:
        return f"did you mean `{name_in_file(suggestion)}`?"
    return f"{otherwise} {join_names(names)}"


# --- the texts of problems, in which `{name}` is a fact and `{name:named}` a fact shown so --------


FACT_FORMATS: Final[Mapping[str, Callable[..., str]]] = {
    "excerpt": excerpt,
    "file": shorten_file_name,
    "listed": join_in_backticks,
    "named": name_in_backticks,
    "opening": as_sentence_opening,
    "quoted": quoted,
    "shortened": shorten,
}
"""The ways to show a fact that a text can ask for; other specifications are those of `format`."""


@cache
def _template_pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """What stands before each fact, which fact it is, and how it is shown."""
    pieces = Formatter().parse(template)
    return tuple((before, fact, show or "") for before, fact, show, _ in pieces)


def fill_template(template: str, problem: object) -> str:
    """Returns a text with the facts of a problem in it."""
    parts = []
    for before, fact, show in _template_pieces(template):
        parts.append(before)
        if fact is not None:
            value = getattr(problem, fact)
            parts.append(FACT_FORMATS[show](value) if show in FACT_FORMATS else format(value, show))
    return "".join(parts)
