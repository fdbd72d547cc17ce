"""Recognisers of habits from other languages, from written rules and from speech.

Each takes a `ParseFailure` and returns a `Report` if it recognises the mistake, else None.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Final

from clagdsl import problems
from clagdsl.lang.source import Span
from clagdsl.problems.diagnostic import replace_edit
from clagdsl.problems.foreign_words import FOREIGN_WORDS
from clagdsl.syntax.hints.parse_failure import ParseFailure, report_token, span_of
from clagdsl.syntax.hints.synonyms import is_filler
from clagdsl.syntax.lex_errors import Report, diagnose_non_integer, surrounding_product
from clagdsl.syntax.token import Token


def is_part_of_name(token: Token) -> bool:
    """Returns whether a word may continue an unquoted name on the same line."""
    if token.leads or token.kinds[-1] not in ("NAME", "NUMBER"):
        return False
    return token.kinds[0] in ("NAME", "NUMBER", "RANK") or not token[0].islower()


def decimal_number(failure: ParseFailure) -> Report | None:
    """Recognises a number with a decimal point or comma."""
    token, previous = failure.token, failure.previous
    following = failure.tokens[failure.index + 1 : failure.index + 2]
    if token not in (".", ",") or previous is None or token is None or not following:
        return None
    parts = (previous, following[0])
    if any(part.kinds[-1] != "NUMBER" for part in parts):
        return None
    if previous.end != token.start or token.end != following[0].start:
        return None
    span = Span(previous.start, following[0].end)
    text = failure.source.text[span.start : span.end]
    if following[0].strip("0") and not (token == "," and len(following[0]) == 3):
        return fractional_number(failure, span, str(previous), str(following[0]))
    number, advice = str(previous), f"write `{previous}`"
    kind: type[problems.syntax.RunOnNumber] = problems.syntax.NotWholeNumber
    if token == "," and len(following[0]) == 3 and not previous.startswith("0"):
        number = f"{previous}{following[0]}"
        advice, kind = f"write `{number}`", problems.syntax.SeparatedDigits
    return Report(span, kind(failure.source.place(span), text, advice, number).diagnostic())


SCORING: Final = ("score", "trick", "settle", "let", "change")
"""Keywords of the constructs whose numbers may be fractions of a point."""


def fractional_number(failure: ParseFailure, span: Span, whole: str, decimals: str) -> Report:
    """Returns the report of a number that is not whole; the language has integers only."""
    source, value = failure.source, Fraction(int(whole + decimals), 10 ** len(decimals))
    if failure.tokens[failure.clause_start()] in SCORING:
        product = surrounding_product(source.text, span, *value.as_integer_ratio())
        return Report(span, diagnose_non_integer(source, span, value, product))
    text = source.text[span.start : span.end]
    advice = f"write `{floor(value)}` or `{floor(value) + 1}`"
    problem = problems.syntax.NotWholeNumber(source.place(span), text, advice)
    return Report(span, problem.diagnostic())


NO_PERCENT: Final = "`%` is the remainder of a division, not a percentage"


def percent(failure: ParseFailure) -> Report | None:
    """Recognises `10%` and `50% * bid`.

    `when` or `otherwise` after it may have been parsed as a name.
    """
    tokens, index = failure.tokens, failure.index
    if index > 1 and tokens[index - 1] in ("when", "otherwise") and tokens[index - 2] == "%":
        index -= 1
    sign = tokens[index - 1] if index > 0 else None
    token = tokens[index] if index < len(tokens) else None
    taken = token is not None and token.isalnum() and index == failure.index
    if sign is None or sign != "%" or (taken and not failure.is_at_boundary):
        return None
    number = tokens[index - 2]
    if number.kinds[-1] != "NUMBER":
        if token is not None and "COMPARISON" in token.kinds:
            return None  # the divisor is missing
        return report_token(failure, sign, problems.syntax.SuperfluousWord)
    source = failure.source
    span = Span(number.start, sign.end)
    part = surrounding_product(source.text, span, int(number), 100)
    if part is None:
        advice = (
            f"write `{number}` for that many points, "
            f"or `{number} * bid // 100` for a part of the bid"
        )
        percent_problem = problems.syntax.ForeignPhrase(source.place(span), NO_PERCENT, advice)
        return Report(span, percent_problem.diagnostic())
    span, written = part
    fix = replace_edit(source.place(span), written)
    advice = f"write `{written}`, which rounds down"
    percent_problem = problems.syntax.ForeignPhrase(source.place(span), NO_PERCENT, advice, fix)
    return Report(span, percent_problem.diagnostic())


def before_then(failure: ParseFailure) -> Report | None:
    """Recognises a comma or `and` before a row that begins with `then`."""
    token, previous = failure.token, failure.previous
    index, before = failure.index, failure.tokens[: failure.index]
    if previous == "then" and previous.type == "NAME" and len(before) > 1 and before[-2] == ",":
        return report_token(failure, before[-2], problems.syntax.SuperfluousWord)
    following = failure.tokens[index + 1 : index + 2]
    if token == "and" and token is not None and following and following[0] == "then":
        return report_token(failure, token, problems.syntax.SuperfluousWord)
    return None


def no_trump(failure: ParseFailure) -> Report | None:
    """Recognises `no trump` or `kein Trumpf` for `trump none`, or for `none` in a list."""
    token = failure.token
    following = failure.tokens[failure.index + 1 : failure.index + 2]
    if token is None or not following:
        return None
    if token.lower() != "no" and "none" not in FOREIGN_WORDS.get(token.lower(), ()):
        return None
    word = following[0].lower()
    is_trump = word in ("trump", "trumps") or "trump" in FOREIGN_WORDS.get(word, ())
    words = [word for kind, word in NO_TRUMP if kind in failure.accepted and is_trump]
    if not words:
        return None
    span = Span(token.start, following[0].end)
    text = failure.source.text[span.start : span.end]
    problem = problems.syntax.MisspeltWord(failure.source.place(span), text, words[0])
    return Report(span, problem.diagnostic())


NO_TRUMP: Final = (("NONE", "none"), ("TRUMP", "trump none"))
"""The meaning of `no trump`, by the terminal that the parser accepts."""


def unquoted_text(failure: ParseFailure) -> Report | None:
    """Recognises a title without quotation marks."""
    token = failure.token
    if token is None or token.leads or "STRING" not in failure.accepted:
        return None
    if failure.previous is None or token in (failure.previous, "to") or is_filler(failure.previous):
        return None  # it belongs between two numbers, or to a phrase
    if "NAME" in failure.accepted or token.kinds[-1] != "NAME":
        return None
    index = failure.index + 1
    while index < len(failure.tokens) and is_part_of_name(failure.tokens[index]):
        index += 1
    if not failure.accepts_next([("STRING",), failure.kinds(index)]):
        return None
    span = Span(token.start, failure.tokens[index - 1].end)
    name = " ".join(failure.source.text[span.start : span.end].split())
    return Report(
        span,
        problems.syntax.UnquotedName(
            failure.source.place(span),
            name,
            is_text=True,
            # a keyword may follow the place where the whole text is missing
            safe=token not in failure.words,
        ).diagnostic(),
    )


def missing_shared(failure: ParseFailure) -> Report | None:
    """Recognises the criteria of a winner that do not end with `shared`."""
    previous = failure.previous
    if (
        previous not in ("total", "failed", "completed")
        or previous is None
        or not failure.is_at_boundary
    ):
        return None
    if failure.context() not in ("winner", "change") or failure.accepted != {"COMMA"}:
        return None
    ends = None if failure.token is None else failure.place(failure.token)
    place = failure.place(previous)
    problem = problems.syntax.UnfinishedPhrase(
        place, previous, "`,`", ends, ", then shared"
    ).diagnostic()
    return Report(span_of(previous), problem)
