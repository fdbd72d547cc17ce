"""Reads a spoilt text again: for problems that others hide, and for the mends that are safe.

A text that cannot be read whole is read without the mistakes: with every fix that is known, without
the clauses for which there is none, or without their statements, whichever can be read first.  What
is wrong then is reported beside the mistakes, except for what may follow from them:

- a problem on a line of a mistake, or of a name that such a line holds: it may be declared there;
- that something is missing or is not used: it may stand, or be used, in what cannot be read.

Names that the file itself does not declare may be declared by the file that it extends.  So they
are not reported while that one cannot be read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.model import Diagnostic, Edit, applied, replaced, safe_edits
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.parser import language
from clagdsl.syntax.recovery import CONTEXTS_OF_CLAUSES
from clagdsl.syntax.token import CLAUSES, Token, beginning

Found: TypeAlias = tuple[Diagnostic, ...]
Check: TypeAlias = Callable[[SourceText], Found | None]

NAMES: Final = frozenset({"C201", "C202", "C203"})
"""The problems of names, which are declared in the same file or in another one."""

OF_NAMES: Final = NAMES | {"C205", "C210", "C226", "C243", "C261", "S142"}
"""Those that depend on a declaration: of the name that they point at, or of the pack (C243)."""

OF_THE_WHOLE: Final = frozenset(
    {
        "C208",
        "C209",
        "C220",
        "C223",
        "C227",
        "C234",
        "C236",
        "C238",
        "C252",
        "C258",
        "C259",
        "C263",
        "C265",
        "C268",
        "C269",
    }
)
"""Those that depend on what is said anywhere: that something is missing, unused or does not fit."""

MOST_TOGETHER: Final = 20
"""Beside more problems of reading no others are looked for: there may be more fixes than rules."""

MOST_CHARACTERS: Final = 20_000
"""In a longer text no others are looked for: it is read again up to three times for them."""

DECLARING: Final = {
    **dict.fromkeys(("deal", "twist"), frozenset({"C201", "C226", "C227"})),
    **dict.fromkeys(("param", "let", "run", "tally"), frozenset({"C203", "C205", "C210"})),
    "source": frozenset({"C202"}),
    "special": frozenset({"C261", "S142"}),
    "pack": frozenset({"C243"}),
}
"""The problems that depend on what a statement declares."""

SHOWN: Final = re.compile(r"\S+")
WORD: Final = re.compile(r"[^\W\d]\w*")


class _Attempt(NamedTuple):
    """What is changed to read on after a mistake, and the problems that may follow from it."""

    edits: tuple[Edit, ...]
    hidden: frozenset[str]


def independent_problems(source: SourceText, found: Found, check: Check) -> Found:
    """Return what is wrong beside what cannot be read; `check` finds it in a text that can be."""
    if len(found) > MOST_TOGETHER or len(source.text) > MOST_CHARACTERS:
        return ()
    clauses = _clauses(source)
    left_out = [_left_out(source, clauses, each, whole=False) for each in found]
    statements = [_left_out(source, clauses, each, whole=True) for each in found]
    fixed = [_fixed(each, out) for each, out in zip(found, left_out, strict=True)]
    for attempt in (fixed, left_out, statements):
        edits = [edit for each in attempt for edit in each.edits]
        stated = check(SourceText(source.name, applied(source.text, edits)))
        if stated is not None:
            hidden = {code for each in attempt for code in each.hidden}
            stated = tuple(each for each in stated if each.code not in hidden)
            places = [edit.place for edit in edits] + [each.place for each in found if each.place]
            return _apart(source, stated, places)
    return ()


def without_names(found: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
    """Return the problems that no declaration elsewhere could resolve."""
    hidden = OF_NAMES | OF_THE_WHOLE - {"C234"}
    return (each for each in found if each.code not in hidden)


def is_of_name(problem: Diagnostic, names: Iterable[str], source: SourceText) -> bool:
    """Whether a problem is one of the names that it points at."""
    place = problem.place
    return (
        problem.code in OF_NAMES | {"C223", "C227"}
        and place is not None
        and place.file == source.name
        and _text(source, place).strip('"') in names
    )


def _fixed(problem: Diagnostic, left_out: _Attempt) -> _Attempt:
    """Fix a problem if there is a fix; there are as many lines as before."""
    if not problem.fix:
        return left_out
    edits = (
        replace(each, text=" ".join(each.text.splitlines()) + "\n" * lines)
        for each in problem.fix
        for lines in [each.place.end_line - each.place.line]
    )
    return _Attempt(tuple(edits), left_out.hidden - DECLARING["pack"])


def _apart(source: SourceText, stated: Found, places: Iterable[Place]) -> Found:
    """Return the problems of a text that have nothing to do with what was left out of it."""
    touched = {line for each in places for line in range(each.line, each.end_line + 1)}
    words = {word for line in touched for word in WORD.findall(source.line(line))}
    return tuple(each for each in stated if _is_apart(each, source, touched, words))


def _is_apart(problem: Diagnostic, source: SourceText, touched: set[int], words: set[str]) -> bool:
    """Whether a problem has nothing to do with the lines that are wrong otherwise."""
    place = problem.place
    if problem.code in OF_THE_WHOLE or place is None or place.file != source.name:
        return False
    places = [place, *(each.place for each in problem.others), *(e.place for e in problem.fix)]
    if any(each.file == source.name and each.line in touched for each in places):
        return False
    return problem.code not in OF_NAMES or not words & {*WORD.findall(_text(source, place))}


def _text(source: SourceText, place: Place) -> str:
    """Return what stands at a place."""
    span = source.span(place)
    return source.text[span.start : span.end]


def _clauses(source: SourceText) -> list[Sequence[Token]]:
    """Return the tokens of a text clause by clause, also those before the first clause."""
    tokens = scan(source.text, language().words).tokens
    begins = [index for index in range(1, len(tokens)) if beginning(tokens, index)]
    return [tokens[first:last] for first, last in pairwise([0, *begins, len(tokens)])]


def _left_out(
    source: SourceText, clauses: Sequence[Sequence[Token]], problem: Diagnostic, *, whole: bool
) -> _Attempt:
    """Leave out the clause with a problem, or its `whole` statement; the lines stay.

    The clauses after a statement's first one belong to it, so they are left out with that one.
    """
    place = problem.place
    if place is None or not any(clauses):
        return _Attempt((), frozenset())
    at = source.line_starts[place.line - 1] + place.column - 1
    first = max((n for n, each in enumerate(clauses) if each[0].start <= at), default=0)
    head, last = first, first + 1
    while head and not _begins_statement(clauses[head]):
        head -= 1
    first = head if whole else first
    is_head = _begins_statement(clauses[first])
    if is_head or any(each.start == at and each.leads for each in clauses[first]):
        while last < len(clauses) and not _begins_statement(clauses[last]):
            last += 1
    start = clauses[first][0].start
    end = clauses[last][0].start if last < len(clauses) else len(source.text)
    edits = [
        edit
        for shown in SHOWN.finditer(source.text, start, end)
        for edit in replaced(source.place(Span(*shown.span())), "")
    ]
    if not first and not is_head:
        edits[:1] = replaced(edits[0].place, f"clag {VERSIONS[0]}")
    statement = [token for clause in clauses[head : first + 1] for token in clause]
    return _Attempt(tuple(edits), _hidden(statement, at))


def _hidden(statement: Sequence[Token], at: int) -> frozenset[str]:
    """Return the problems that depend on what a statement declares, if a mistake hides that."""
    before = [token for token in statement if token.start < at]
    keyword = statement[0].lower()
    if keyword not in CONTEXTS_OF_CLAUSES and any(
        each.start == at and each in CLAUSES for each in statement
    ):
        return DECLARING["deal"]  # the clause is one of a deal that is not there
    if any(each.start == at and each.leads for each in statement[1:]):
        return DECLARING["pack"]  # a statement with another word than `pack`, perhaps
    has_name = len(before) > 1 and before[1].kinds[0] in ("NAME", "STRING")
    if has_name and before[-1] != "as":
        return frozenset()
    return DECLARING.get(keyword, frozenset())


def _begins_statement(clause: Sequence[Token]) -> bool:
    """Whether a statement begins with this clause."""
    return beginning(clause, 0) == "statement"


# --- which mends are safe -----------------------------------------------------------------
# A problem of reading hides most others, so what a mend does to the rules shows only when the text
# is checked with it.  Where every mend that may be safe leaves a text without an error, all of
# them are. Otherwise only those of single signs are, in statements that can be read with them.


Judged: TypeAlias = Callable[[SourceText], Found]

MOST_READ_AGAIN: Final = 1_000_000
"""A mend can bring another mistake to light: so much is read again, and every text once."""

SIGNS: Final = frozenset({"S105", "S110", "S112", "S115"})
"""The problems of single signs, which have one meaning wherever the statement can be read."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with every safe mend made, the problems that are left, and how many were mended."""

    text: str
    left: Found
    count: int


def judged(source: SourceText, found: Found, check: Judged) -> Found:
    """The problems of a text, of which those are called safe that are; `check` does not judge."""
    kept = _candidates(source, found)
    if kept and not _is_right(_rounds(source, found, check, MOST_READ_AGAIN).left):
        kept = _sure_signs(source, found, check)
    return tuple(
        replace(each, safe=False) if each.safe and each not in kept else each for each in found
    )


def mended(source: SourceText, found: Found, check: Judged, most: int = MOST_READ_AGAIN) -> Mended:
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


def _rounds(source: SourceText, found: Found, check: Judged, most: int) -> Mended:
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


def _sure_signs(source: SourceText, found: Found, check: Judged) -> Sequence[Diagnostic]:
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
