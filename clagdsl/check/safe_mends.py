"""Which mends are safe: those after which the text is right, by making them and checking it.

A problem of reading hides most others, so what a mend does to the rules shows only when the text is
checked with it.  Where every mend that may be safe leaves a text without an error, all of them are.
Otherwise only those of single signs are, in statements that can be read with them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from clagdsl.check.independent_problems import NAMES
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import Place, SourceText
from clagdsl.problems.model import Diagnostic, applied, safe_edits
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.parser import language
from clagdsl.syntax.token import beginning

Found: TypeAlias = tuple[Diagnostic, ...]
Check: TypeAlias = Callable[[SourceText], Found]

MOST_CHARACTERS: Final = 1_000_000
"""A mend can bring another mistake to light: so much is read again, and every text once."""

SIGNS: Final = frozenset({"S105", "S110", "S112", "S115"})
"""The problems of single signs, which have one meaning wherever the statement can be read."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with every safe mend made, the problems that are left, and how many were mended."""

    text: str
    left: Found
    count: int


def judged(source: SourceText, found: Found, check: Check) -> Found:
    """The problems of a text, of which those are called safe that are; `check` does not judge."""
    kept = _candidates(source, found)
    if kept and not _is_right(_rounds(source, found, check, MOST_CHARACTERS).left):
        kept = _sure_signs(source, found, check)
    return tuple(
        replace(each, safe=False) if each.safe and each not in kept else each for each in found
    )


def mended(source: SourceText, found: Found, check: Check, most: int = MOST_CHARACTERS) -> Mended:
    """A text with its safe mends made; `found` are its problems, and neither they are judged."""
    every = _rounds(source, found, check, most)
    if _is_right(every.left):
        return every
    signs = _sure_signs(source, found, check)
    if not signs or most <= 0:
        return Mended(source.text, found, 0)
    better = _made(source, signs)
    further = mended(better, check(better), check, most - len(better.text))
    return replace(further, count=len(signs) + further.count)


def severity(found: Sequence[Diagnostic]) -> tuple[int, int, int]:
    """How bad the problems are: those of reading hide all others, so they count first.

    Where there were too many to go on, it is better to have come further.
    """
    stopped = next((each.place for each in found if each.code == "S149"), None)
    reading = sum(each.code.startswith("S") for each in found)
    return reading, -(stopped.line if stopped else 0), len(found)


def _rounds(source: SourceText, found: Found, check: Check, most: int) -> Mended:
    """Make all the mends that may be safe, again and again, as long as it may get better."""
    count = 0
    while candidates := _candidates(source, found):
        better = _made(source, candidates)
        left = check(better)
        if severity(left) >= severity(found) and not _may_be_mended(better, left):
            break
        count += len(candidates)
        most -= len(better.text)
        source, found = better, left
        if most <= 0:
            break
    return Mended(source.text, found, count)


def _may_be_mended(source: SourceText, found: Found) -> bool:
    """Whether every error that came to light may be mended as safely as what hid it."""
    candidates = _candidates(source, found)
    return all(each in candidates for each in found if each.severity == "error")


def _sure_signs(source: SourceText, found: Found, check: Check) -> Sequence[Diagnostic]:
    """The single signs that are mended in statements which can be read then."""
    signs = [each for each in _candidates(source, found) if each.code in SIGNS]
    if not signs:
        return ()
    better = _made(source, signs)
    left = check(better)
    if severity(left) >= severity(found):
        return ()
    # what the proofs find was hidden by the sign, and is no matter of reading it
    spoilt = set(_statements(better, [each for each in left if each.code[0] != "P"]))
    pairs = zip(signs, _statements(source, signs), strict=True)
    return [each for each, statement in pairs if statement not in spoilt]


def _candidates(source: SourceText, found: Found) -> Sequence[Diagnostic]:
    """The problems with mends in this file that may be made without asking."""
    mends = [
        each
        for each in found
        if each.safe and each.fix and all(edit.place.file == source.name for edit in each.fix)
    ]
    if not any(each.code in NAMES for each in mends):
        return mends
    # Where a name is spelt as it is declared less often than otherwise, it may be declared wrong.
    stands = Counter(token.strip('"') for token in scan(source.text, language().words).tokens)
    wanted = Counter(each.fix[0].text.strip('"') for each in mends if each.code in NAMES)
    return [
        each
        for each in mends
        if each.code not in NAMES
        or wanted[name := each.fix[0].text.strip('"')] <= stands[name]
        or not stands[name]
    ]


def _made(source: SourceText, chosen: Sequence[Diagnostic]) -> SourceText:
    """The text with the mends of some of its problems."""
    return SourceText(source.name, applied(source.text, safe_edits(chosen, source.name)))


def _is_right(found: Found) -> bool:
    """Whether there is no error."""
    return not any(each.severity == "error" for each in found)


def _statements(source: SourceText, found: Iterable[Diagnostic]) -> Sequence[int]:
    """Which statement of a text each problem lies in, counted from its beginning."""
    tokens = scan(source.text, language().words).tokens
    begins = [
        token.start for index, token in enumerate(tokens) if beginning(tokens, index) == "statement"
    ]

    def statement(place: Place | None) -> int:
        if place is None or place.file != source.name:
            return -1
        return bisect_right(begins, source.line_starts[place.line - 1] + place.column - 1)

    return [statement(each.place) for each in found]
