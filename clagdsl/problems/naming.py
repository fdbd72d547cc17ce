"""How names of the rules are shown, and which name was meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.numerals import NUMERALS
from clagdsl.lang.source import Place
from clagdsl.problems.edit import Edit, replaced

ASPECT_WORDS: Final[dict[str, str]] = {name: aspect.asked for name, aspect in TABLE.items()}
"""Each aspect as the end of a sentence that begins `does not say ...`."""

_MOST_LISTED: Final = 12


def named(name: str) -> str:
    """A name as it would be written in a file, in backticks."""
    return f"`{name}`" if is_word(name) else f'`"{name}"`'


def names_listed(names: Sequence[str]) -> str:
    """Names one after the other, in backticks; a long list is cut."""
    if not names:
        return "none"
    text = ", ".join(named(name) if " " in name else f"`{name}`" for name in names[:_MOST_LISTED])
    return text + (", ..." if len(names) > _MOST_LISTED else "")


NUMBERS: Final = NUMERALS[: NUMERALS.index("ten") + 1]
"""What somebody may have meant who writes a number out."""


def meant(name: str, known: Sequence[str]) -> str | None:
    """The known name that was most likely meant."""
    from difflib import get_close_matches

    lowered = {candidate.lower(): candidate for candidate in reversed(known)}
    found = get_close_matches(name.lower(), lowered, n=1, cutoff=0.6)
    return lowered[found[0]] if found else None


def mend(place: Place, name: str, known: Sequence[str]) -> tuple[Edit, ...]:
    """The edit that writes the name which was most likely meant."""
    found = meant(name, known)
    return () if found is None else replaced(place, written(found))


def is_same(name: str, known: Sequence[str]) -> bool:
    """Whether exactly one known name differs in nothing but small and large letters."""
    return [each.lower() for each in known].count(name.lower()) == 1


def is_one_slip(name: str, other: str) -> bool:
    """Whether a name is another one with a letter missing, too much, wrong, or two swapped."""
    first = next((n for n, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), None)
    if first is None:
        return abs(len(name) - len(other)) == 1
    rest, wanted = name[first:], other[first:]
    return (
        rest[1:] == wanted
        or rest == wanted[1:]
        or rest[1:] == wanted[1:]
        or (rest[:2] == wanted[:2][::-1] and rest[2:] == wanted[2:])
    )


def written(name: str) -> str:
    """A name as a file holds it; a member such as `winner.total` stands without marks."""
    return name if is_word(name.replace(".", "_")) else f'"{name}"'


def nearest(name: str, known: Sequence[str], otherwise: str, none: str = "") -> str:
    """The known name that was most likely meant, or all of them, or `none` if there are none."""
    if none and not known:
        return none
    found = meant(name, known)
    if found is not None:
        return f"did you mean `{written(found)}`?"
    return f"{otherwise} {names_listed(known)}"
