"""Checks a broken rules file again: finds hidden problems, and decides which fixes are safe.

A file that cannot be parsed is parsed again without its mistakes. There are three attempts, and the
first one that parses is used: with every known fix applied, without the clauses that contain a
mistake, or without their whole statements. The problems found then are reported in addition, except
for those that may follow from the mistakes:

- a problem on a line with a mistake, or about a name on such a line, which may be declared there;
- something missing or unused: it may be present, or used, in the part that cannot be parsed;
- a conflict with an inherited clause: a `change` that cannot be parsed may replace this clause.

Suggestions are tried in the same way: a suggestion is not offered if the file with all suggestions
applied has an error next to it (for example `50 * points` where `points` has no value). A word is
reported as missing only if its line has no error with it.

A name that the file does not declare may be declared in the file that it extends. So unknown names
are not reported while that file cannot be read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from clagdsl import problems
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import STATEMENTS, VERSIONS
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic, Edit, apply_edits, replace_edit, safe_edits
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.parser import language
from clagdsl.syntax.recovery import CLAUSE_CONTEXTS
from clagdsl.syntax.token import CLAUSES, Token, construct_at

Diagnostics: TypeAlias = tuple[Diagnostic, ...]
Check: TypeAlias = Callable[[SourceText], Diagnostics | None]

NAMES: Final = frozenset({"C201", "C202", "C203"})
"""Codes for unknown names, which may be declared in the same file or in another."""

OF_NAMES: Final = NAMES | {"C205", "C210", "C226", "C243", "C261", "S142"}
"""Codes that depend on a declaration: of the name at their place, or of the pack (C243)."""

OF_THE_WHOLE: Final = frozenset(
    {
        "C208",
        "C209",
        "C220",
        "C223",
        "C225",
        "C227",
        "C234",
        "C236",
        "C238",
        "C239",
        "C251",
        "C252",
        "C258",
        "C259",
        "C260",
        "C263",
        "C265",
        "C268",
        "C269",
        "C276",
    }
)
"""Codes about something missing, unused or inconsistent, which depend on the whole text."""

REFUSAL_CODES: Final = OF_NAMES | {"C204", "C227", "C240", "C241"}
"""Codes of errors that show that a suggestion does not work, if they lie next to it."""

KINDS_OF_VALUES: Final = frozenset({"C240", "C241"})
"""Codes of a number in the place of something true or false, and of the reverse."""

GUESSED: Final = frozenset({"S138", "S139", "S142", "S145", "S146", "S147", "S148"})
"""Codes of slips whose suggestion is wrong if it turns the next word into an unknown name.

Other suggestions keep the names of the line, which may be unknown regardless. The help of S144 may
offer two readings of its words, and stays even if one of them is an unknown name. Otherwise an
unknown name in quotation marks is reported as such.
"""

MISSING: Final = frozenset({"S138", "S145"})
"""Codes of a comma and a word that are only missing if the line checks with them."""

MOST_TOGETHER: Final = 20
"""The most syntax problems; with more, too little of the text is left to search for other problems.
"""

MOST_CHARACTERS: Final = 20_000
"""The length of the longest text to search: the search parses it up to three times."""

DECLARING: Final = {
    **dict.fromkeys(("deal", "twist"), frozenset({"C201", "C226", "C227"})),
    **dict.fromkeys(
        ("param", "let", "run", "tally"), frozenset({"C203", "C205", "C210", "C240", "C248"})
    ),
    "source": frozenset({"C202"}),
    "special": frozenset({"C261", "S142"}),
    "pack": frozenset({"C243"}),
}
"""The codes that depend on the declaration of each kind of statement."""

SHOWN: Final = re.compile(r"\S+")
WORD: Final = re.compile(r"[^\W\d]\w*")


ANY_CLAUSE: Final = "any"
"""The keyword of a line that may be any clause or statement, since its first word is wrong."""


class _Attempt(NamedTuple):
    """Edits that let the parser continue after a mistake, and the codes that may follow from it.

    `replaced` has the keywords of the inherited clauses that the parts left out may replace, and
    `drop` if they may drop something.
    """

    edits: tuple[Edit, ...]
    hidden: frozenset[str]
    replaced: frozenset[str] = frozenset()


def with_independent_problems(
    source: SourceText,
    reported: Diagnostics,
    check: Check,
    texts: Mapping[str, SourceText],
    *,
    is_checked: bool = False,
) -> Diagnostics:
    """Returns the syntax problems of `source`, and the problems that do not depend on them.

    A suggestion that leads to another error in its place is not offered, unless the suggestions
    have been checked. `check` returns the problems of a source, or None if it cannot be parsed; it
    adds the files that the source extends to `texts`.
    """
    if len(reported) > MOST_TOGETHER or len(source.text) > MOST_CHARACTERS:
        return reported
    clauses = _clauses(source)
    left_out = [_left_out(source, clauses, each, whole=False) for each in reported]
    statements = [_left_out(source, clauses, each, whole=True) for each in reported]
    fixed = [_fixed(each, out) for each, out in zip(reported, left_out, strict=True)]
    for attempt in (fixed, left_out, statements):
        edits = [edit for each in attempt for edit in each.edits]
        better = SourceText(source.name, apply_edits(source.text, edits))
        stated = check(better)
        if stated is not None:
            hidden = {code for each in attempt for code in each.hidden}
            stated = tuple(each for each in stated if each.code not in hidden)
            is_tried = attempt is fixed and not is_checked
            refused = _refused(source, reported, edits, better, stated) if is_tried else []
            unknown = _unknown_names(reported, better, stated) if is_tried else {}
            if refused or unknown:
                offered = tuple(unknown.get(each, each) for each in reported)
                offered = _without_suggestions(source, offered, refused)
                return with_independent_problems(source, offered, check, texts, is_checked=True)
            places = [edit.place for edit in edits] + [
                each.place for each in reported if each.place
            ]
            replaced = {word for each in attempt for word in each.replaced}
            free = (each for each in stated if not _is_replaced(each, source, texts, replaced))
            return (*reported, *_independent_of(source, free, places))
    return reported


def with_checked_fixes(source: SourceText, stated: Diagnostics, check: Check) -> Diagnostics:
    """Returns the problems of a source that parses, without suggestions that do not work.

    The arguments are those of `with_independent_problems`.
    """
    fixable = [
        each
        for each in stated
        if each.fix and not each.safe and each.severity == "error" and each.code in REFUSAL_CODES
        if all(edit.place.file == source.name for edit in each.fix)
    ]
    if not fixable or len(fixable) > MOST_TOGETHER or len(source.text) > MOST_CHARACTERS:
        return stated
    refused = []
    for each in fixable:
        better = SourceText(source.name, apply_edits(source.text, each.fix))
        left = check(better)
        if left is None or _refused(source, [each], each.fix, better, left):
            refused.append(each)
    return _without_suggestions(source, stated, refused)


def _unknown_names(
    reported: Diagnostics, better: SourceText, stated: Diagnostics
) -> dict[Diagnostic, Diagnostic]:
    """Returns the names that are unknown also in the quotation marks that a problem suggests, each
    with the problem of the unknown name in the same place.
    """
    unknown = {}
    for problem in reported:
        if problem.code != "S144" or problem.place is None or len(problem.fix) != 1:
            continue
        for each in stated:
            if each.code != "C201" or each.place is None or each.place.line != problem.place.line:
                continue
            if _text(better, each.place) == problem.fix[0].text:
                fix = replace_edit(problem.place, each.fix[0].text) if each.fix else ()
                unknown[problem] = replace(each, place=problem.place, fix=fix, safe=False)
    return unknown


def _refused(
    source: SourceText,
    reported: Sequence[Diagnostic],
    edits: Sequence[Edit],
    better: SourceText,
    stated: Diagnostics,
) -> list[Diagnostic]:
    """Returns the problems that have an error next to their fix once all `edits` are applied.

    For a missing word or comma, it is an error on its line.
    """
    written: list[tuple[Place, Span]] = []
    shift = end = 0
    for edit in sorted(edits, key=lambda each: each.place):
        span = source.span(edit.place)
        if span.start < end:
            continue  # `apply_edits` does not make it
        start, end = span.start + shift, span.end
        written.append((edit.place, Span(start, start + len(edit.text))))
        shift += len(edit.text) - (span.end - span.start)
    refused = []
    for each in stated:
        if each.severity != "error" or each.place is None or each.place.file != source.name:
            continue
        if each.fix and each.code not in KINDS_OF_VALUES:
            continue
        refused += [
            problem
            for problem in reported
            if problem.code in MISSING and each.code not in OF_THE_WHOLE
            if any(edit.place.line == each.place.line for edit in problem.fix)
        ]
        if each.code not in REFUSAL_CODES:
            continue
        error = better.span(each.place)
        touching = {
            place
            for place, new in written
            if not better.text[min(new.end, error.end) : max(new.start, error.start)].strip()
        }
        refused += [
            problem
            for problem in reported
            if (not problem.safe or each.code in KINDS_OF_VALUES)
            and any(edit.place in touching for edit in problem.fix)
            and (each.code not in OF_NAMES or problem.code in GUESSED)
        ]
    return refused


def _without_suggestions(
    source: SourceText, stated: Iterable[Diagnostic], refused: Sequence[Diagnostic]
) -> Diagnostics:
    """Returns the problems of a source, those that are refused without their suggestions."""
    return tuple(_without_suggestion(source, each) if each in refused else each for each in stated)


def _without_suggestion(source: SourceText, problem: Diagnostic) -> Diagnostic:
    """Returns the problem with a reference to lines that work, in place of its suggestion."""
    place = problem.place
    assert place is not None
    if problem.code in MISSING:
        text = _text(source, place)
        problem = problems.syntax.OutOfPlace(place, text, "here", "").diagnostic()
    offset = source.span(place).start
    word = [each[0] for each in _clauses(source) if each and each[0].start <= offset][-1]
    shows = f"`clagdsl explain {word}` shows lines that work"
    return replace(problem, help=shows, fix=(), safe=False)


def without_names(diagnostics: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
    """Yields the problems that no declaration in another file could resolve."""
    hidden = OF_NAMES | OF_THE_WHOLE - {"C234"}
    return (each for each in diagnostics if each.code not in hidden)


def is_of_name(problem: Diagnostic, names: Iterable[str], source: SourceText) -> bool:
    """Returns whether a problem is at the place of one of the names."""
    place = problem.place
    return (
        problem.code in OF_NAMES | {"C223", "C227"}
        and place is not None
        and place.file == source.name
        and _text(source, place).strip('"') in names
    )


def _fixed(problem: Diagnostic, left_out: _Attempt) -> _Attempt:
    """Applies a problem's fix, if it has one, without changing the number of lines."""
    if not problem.fix:
        return left_out
    edits = (
        replace(each, text=" ".join(each.text.splitlines()) + "\n" * lines)
        for each in problem.fix
        for lines in [each.place.end_line - each.place.line]
    )
    return _Attempt(tuple(edits), left_out.hidden - DECLARING["pack"])


def _is_replaced(
    problem: Diagnostic, source: SourceText, texts: Mapping[str, SourceText], replaced: set[str]
) -> bool:
    """Returns whether a problem is about inherited clauses that a part left out may replace."""
    unsure = {"drop", ANY_CLAUSE} & replaced
    if problem.place is None or problem.place.file != source.name:
        return False
    if unsure and _text(source, problem.place).lower().startswith("drop"):
        return True
    return any(
        unsure or _keyword_at(texts[each.place.file], each.place) in replaced
        for each in problem.others
        if each.place.file != source.name and replaced
    )


def _keyword_at(source: SourceText, place: Place) -> str:
    """Returns the keyword of the clause or statement at a place."""
    start = source.span(place).start
    return [each[0].lower() for each in _clauses(source) if each and each[0].start <= start][-1]


def _independent_of(
    source: SourceText, stated: Iterable[Diagnostic], places: Iterable[Place]
) -> Diagnostics:
    """Returns the problems of a source that do not depend on the parts left out of it."""
    touched = {line for each in places for line in range(each.line, each.end_line + 1)}
    words = {word for line in touched for word in WORD.findall(source.line(line))}
    return tuple(each for each in stated if _is_independent(each, source, touched, words))


def _is_independent(
    problem: Diagnostic, source: SourceText, touched: set[int], words: set[str]
) -> bool:
    """Returns whether a problem is unrelated to the lines that were left out."""
    place = problem.place
    if problem.code in OF_THE_WHOLE or place is None or place.file != source.name:
        return False
    places = [place, *(each.place for each in problem.others), *(e.place for e in problem.fix)]
    if any(each.file == source.name and each.line in touched for each in places):
        return False
    return problem.code not in OF_NAMES or not words & {*WORD.findall(_text(source, place))}


def _text(source: SourceText, place: Place) -> str:
    """Returns the source text at a place."""
    span = source.span(place)
    return source.text[span.start : span.end]


def _clauses(source: SourceText) -> list[Sequence[Token]]:
    """Splits the tokens of a source into clauses; the first item precedes the first clause."""
    tokens = scan(source.text, language().words).tokens
    begins = [index for index in range(1, len(tokens)) if construct_at(tokens, index)]
    return [tokens[first:last] for first, last in pairwise([0, *begins, len(tokens)])]


def _left_out(
    source: SourceText, clauses: Sequence[Sequence[Token]], problem: Diagnostic, *, whole: bool
) -> _Attempt:
    """Blanks the clause that contains a problem, or with `whole` its statement, keeping the lines.

    If the clause is the head of a statement, the other clauses of the statement are blanked too.
    """
    place = problem.place
    if place is None or not any(clauses):
        return _Attempt((), frozenset())
    offset = source.line_starts[place.line - 1] + place.column - 1
    first = max((n for n, each in enumerate(clauses) if each[0].start <= offset), default=0)
    head, last = first, first + 1
    while head and not _begins_statement(clauses[head]):
        head -= 1
    first = head if whole else first
    is_head = _begins_statement(clauses[first])
    unsure = _unsure_word(clauses[first], offset)
    is_lead = any(each.start == offset and each.leads for each in clauses[first])
    if is_head or is_lead or (unsure and unsure.lower() in STATEMENTS):
        while last < len(clauses) and not _begins_statement(clauses[last]):
            last += 1
    start = clauses[first][0].start
    end = clauses[last][0].start if last < len(clauses) else len(source.text)
    edits = [
        edit
        for shown in SHOWN.finditer(source.text, start, end)
        for edit in replace_edit(source.place(Span(*shown.span())), "")
    ]
    # the blanked text still needs a version in its first line
    if not first and not is_head:
        edits[:1] = replace_edit(edits[0].place, f"clag {VERSIONS[0]}")
    statement = [token for clause in clauses[head : first + 1] for token in clause]
    replaced = {ANY_CLAUSE} if unsure else _replaced(clauses[head], clauses[first:last], offset)
    return _Attempt(tuple(edits), _hidden(statement, offset), frozenset(replaced))


def _unsure_word(clause: Sequence[Token], offset: int) -> Token | None:
    """Returns the first word of the line of a mistake, if the word may begin another clause."""
    leading = [each for each in clause[1:] if each.leads and each.start <= offset]
    if not leading:
        return None
    word = leading[-1]
    return word if word.start == offset or word.lower() in {*STATEMENTS, *CLAUSES} else None


def _replaced(head: Sequence[Token], left_out: Sequence[Sequence[Token]], offset: int) -> set[str]:
    """Returns the keywords of the inherited clauses that a statement's clauses may replace."""
    keyword = head[0].lower()
    if keyword == "drop":
        return {keyword}
    if keyword != "change":
        return set()
    target = "".join(head[1:2]).lower()
    if head is left_out[0] and (target not in STATEMENTS or offset <= head[1].start):
        return {ANY_CLAUSE}  # the word after `change` may be wrong
    return {word.lower() for clause in left_out for word in clause[: 2 if clause is head else 1]}


def _hidden(statement: Sequence[Token], offset: int) -> frozenset[str]:
    """Returns the codes that depend on a statement's declaration if the mistake may hide it; else
    none.
    """
    before = [token for token in statement if token.start < offset]
    keyword = statement[0].lower()
    if keyword not in CLAUSE_CONTEXTS and any(
        each.start == offset and each in CLAUSES for each in statement
    ):
        return DECLARING["deal"]  # the clause belongs to a deal that is missing
    if any(each.start == offset and each.leads for each in statement[1:]):
        return DECLARING["pack"]  # perhaps a statement with another word for `pack`
    has_name = len(before) > 1 and before[1].kinds[0] in ("NAME", "STRING")
    if has_name and before[-1] != "as":
        # the mistake may hide a word of a parameter, which is then unknown elsewhere
        has_words = keyword == "param" and any(
            (first, second.kinds[0]) == ("in", "NAME") for first, second in pairwise(statement)
        )
        return frozenset({"C203"} if has_words else ())
    return DECLARING.get(keyword, frozenset())


def _begins_statement(clause: Sequence[Token]) -> bool:
    """Returns whether a clause is the head of a statement."""
    return construct_at(clause, 0) == "statement"


# --- safe fixes ---------------------------------------------------------------------------
# A syntax problem hides most others, so the effect of a fix on the rules shows only when the
# fixed text is checked. If all fixes that may be safe together leave a text without errors, all
# of them are safe. Otherwise only fixes of single signs are, in statements that then parse.


FindProblems: TypeAlias = Callable[[SourceText], Diagnostics]

MOST_READ_AGAIN: Final = 1_000_000
"""The most characters to parse again in total, since each fix can uncover further mistakes."""

SIGNS: Final = frozenset({"S105", "S110", "S112", "S115"})
"""Codes of single-character mistakes, whose fix is certain if the statement then parses."""


@dataclass(frozen=True, slots=True)
class FixedText:
    """A text with every safe fix applied, the remaining problems, and the number of fixes."""

    text: str
    remaining: Diagnostics
    count: int


def mark_safe_fixes(
    source: SourceText, diagnostics: Diagnostics, check: FindProblems
) -> Diagnostics:
    """Returns the problems of a source, marked as safe only if their fix is verified.

    The `safe` marks of `diagnostics` and of those returned by `check` are not yet verified.
    """
    kept = _candidates(source, diagnostics)
    if kept and not _has_no_error(
        _fix_rounds(source, diagnostics, check, MOST_READ_AGAIN).remaining
    ):
        kept = _sure_signs(source, diagnostics, check)
    return tuple(
        replace(each, safe=False) if each.safe and each not in kept else each
        for each in diagnostics
    )


def apply_safe_fixes(
    source: SourceText, diagnostics: Diagnostics, check: FindProblems, most: int = MOST_READ_AGAIN
) -> FixedText:
    """Applies the safe fixes of a source, and further ones that appear as a result.

    `diagnostics` are its problems; their `safe` marks, like those of `check`, are not yet verified.
    `most` is the number of characters that may still be checked.
    """
    every = _fix_rounds(source, diagnostics, check, most)
    if _has_no_error(every.remaining):
        return every
    signs = _sure_signs(source, diagnostics, check)
    if not signs or most <= 0:
        return FixedText(source.text, diagnostics, 0)
    better = _with_fixes(source, signs)
    further = apply_safe_fixes(better, check(better), check, most - len(better.text))
    return replace(further, count=len(signs) + further.count)


def severity(diagnostics: Sequence[Diagnostic]) -> tuple[int, int, int]:
    """Returns a sort key for the problems of a source; a smaller key is better.

    Syntax problems count first, since they hide all others. If parsing stopped after too many of
    them (S149), stopping at a later line is better.
    """
    stopped = next((each.place for each in diagnostics if each.code == "S149"), None)
    reading = sum(each.code.startswith("S") for each in diagnostics)
    return reading, -(stopped.line if stopped else 0), len(diagnostics)


def _fix_rounds(
    source: SourceText, diagnostics: Diagnostics, check: FindProblems, most: int
) -> FixedText:
    """Applies all possibly safe fixes, round after round, as long as this leaves fewer or lesser
    problems.
    """
    count = 0
    while candidates := _candidates(source, diagnostics):
        better = _with_fixes(source, candidates)
        left = check(better)
        if severity(left) >= severity(diagnostics) and not _all_fixable(better, left):
            break
        count += len(candidates)
        most -= len(better.text)
        source, diagnostics = better, left
        if most <= 0:
            break
    return FixedText(source.text, diagnostics, count)


def _all_fixable(source: SourceText, diagnostics: Diagnostics) -> bool:
    """Returns whether every remaining error has a possibly safe fix."""
    candidates = _candidates(source, diagnostics)
    return all(each in candidates for each in diagnostics if each.severity == "error")


def _sure_signs(
    source: SourceText, diagnostics: Diagnostics, check: FindProblems
) -> Sequence[Diagnostic]:
    """Returns the single-character problems whose statements have no problem after the fix."""
    signs = [each for each in _candidates(source, diagnostics) if each.code in SIGNS]
    if not signs:
        return ()
    better = _with_fixes(source, signs)
    left = check(better)
    if severity(left) >= severity(diagnostics):
        return ()
    # problems of the proofs were only hidden by the sign and do not count against its fix
    spoilt = set(_statements(better, [each for each in left if each.code[0] != "P"]))
    pairs = zip(signs, _statements(source, signs), strict=True)
    return [each for each, statement in pairs if statement not in spoilt]


def _candidates(source: SourceText, diagnostics: Diagnostics) -> Sequence[Diagnostic]:
    """Returns the problems with a fix in this file that may be safe."""
    mends = [
        each
        for each in diagnostics
        if each.safe and each.fix and all(edit.place.file == source.name for edit in each.fix)
    ]
    if not any(each.code in NAMES for each in mends):
        return mends
    # A misspelt name is fixed only if its declared spelling is at least as frequent as the other;
    # otherwise the declaration itself may be misspelt.
    spellings = Counter(token.strip('"') for token in scan(source.text, language().words).tokens)
    fix_counts = Counter(each.fix[0].text.strip('"') for each in mends if each.code in NAMES)
    return [
        each
        for each in mends
        if each.code not in NAMES
        or fix_counts[name := each.fix[0].text.strip('"')] <= spellings[name]
        or not spellings[name]
    ]


def _with_fixes(source: SourceText, chosen: Sequence[Diagnostic]) -> SourceText:
    """Returns the text with the fixes of the chosen problems applied."""
    return SourceText(source.name, apply_edits(source.text, safe_edits(chosen, source.name)))


def _has_no_error(diagnostics: Diagnostics) -> bool:
    """Returns whether none of the problems is an error."""
    return not any(each.severity == "error" for each in diagnostics)


def _statements(source: SourceText, diagnostics: Iterable[Diagnostic]) -> Sequence[int]:
    """Returns the index of the statement that contains each problem, or -1 outside this text."""
    tokens = scan(source.text, language().words).tokens
    begins = [
        token.start
        for index, token in enumerate(tokens)
        if construct_at(tokens, index) == "statement"
    ]

    def statement(place: Place | None) -> int:
        if place is None or place.file != source.name:
            return -1
        return bisect_right(begins, source.line_starts[place.line - 1] + place.column - 1)

    return [statement(each.place) for each in diagnostics]
