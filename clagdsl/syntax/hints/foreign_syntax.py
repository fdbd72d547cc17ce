"""Habits from other languages, from paper and from speech: more mistakes that people make.

Each function knows one of them, as those in `error_hints` do.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Final

from clagdsl import problems
from clagdsl.lang.source import Span
from clagdsl.problems.model import replaced
from clagdsl.syntax.hints.parse_error import Trouble, span_of
from clagdsl.syntax.lex_errors import Report, not_whole_problem, product_around
from clagdsl.syntax.token import Token


def is_part_of_name(token: Token) -> bool:
    """Whether a word on the same line may be part of a name that lacks its quotation marks."""
    if token.leads or token.kinds[-1] not in ("NAME", "NUMBER"):
        return False
    return token.kinds[0] in ("NAME", "NUMBER", "RANK") or not token[0].islower()


def not_whole(trouble: Trouble) -> Report | None:
    """A number with a decimal point or comma."""
    token, previous = trouble.token, trouble.previous
    following = trouble.tokens[trouble.index + 1 : trouble.index + 2]
    if token not in (".", ",") or previous is None or token is None or not following:
        return None
    parts = (previous, following[0])
    if any(part.kinds[-1] != "NUMBER" for part in parts):
        return None
    if previous.end != token.start or token.end != following[0].start:
        return None
    span = Span(previous.start, following[0].end)
    text = trouble.source.text[span.start : span.end]
    if following[0].strip("0") and not (token == "," and len(following[0]) == 3):
        return fraction(trouble, span, str(previous), str(following[0]))
    number, mend = str(previous), f"numbers are whole: write `{previous}`"
    if token == "," and len(following[0]) == 3 and not previous.startswith("0"):
        number = f"{previous}{following[0]}"
        mend = f"numbers stand without a sign between their digits: write `{number}`"
    return Report(
        span,
        problems.syntax.RunOnNumber(trouble.source.place(span), text, mend, number).diagnostic(),
    )


SCORING: Final = ("score", "trick", "settle", "let", "change")
"""The words that begin what may be worth a part of a point."""


def fraction(trouble: Trouble, span: Span, whole: str, decimals: str) -> Report:
    """A number that is not whole, which the language does not have."""
    source, value = trouble.source, Fraction(int(whole + decimals), 10 ** len(decimals))
    if trouble.tokens[trouble.statement()] in SCORING:
        product = product_around(source.text, span, *value.as_integer_ratio())
        return Report(span, not_whole_problem(source, span, value, product))
    text = source.text[span.start : span.end]
    mend = f"numbers are whole: write `{floor(value)}` or `{floor(value) + 1}`"
    return Report(span, problems.syntax.RunOnNumber(source.place(span), text, mend).diagnostic())


NO_PERCENT: Final = "`%` is the remainder of a division, not a part of a hundred"


def percent(trouble: Trouble) -> Report | None:
    """`10%` and `50% * bid`; `when` and `otherwise` behind it may have been taken for names."""
    tokens, index = trouble.tokens, trouble.index
    if index > 1 and tokens[index - 1] in ("when", "otherwise") and tokens[index - 2] == "%":
        index -= 1
    sign = tokens[index - 1] if index > 0 else None
    token = tokens[index] if index < len(tokens) else None
    taken = token is not None and token.isalnum() and index == trouble.index
    if sign is None or sign != "%" or (taken and not trouble.begins):
        return None
    number = tokens[index - 2]
    if number.kinds[-1] != "NUMBER":
        problem = problems.syntax.SuperfluousWord(trouble.place(sign), sign)
        return Report(span_of(sign), problem.diagnostic())
    source = trouble.source
    span = Span(number.start, sign.end)
    part = product_around(source.text, span, int(number), 100)
    if part is None:
        mend = (
            f"write `{number}` for so many points, or `{number} * bid // 100` for a part of the bid"
        )
        told = problems.syntax.SaidDifferently(source.place(span), NO_PERCENT, mend)
        return Report(span, told.diagnostic())
    span, written = part
    fix = replaced(source.place(span), written)
    mend = f"write `{written}`, which rounds down"
    told = problems.syntax.SaidDifferently(source.place(span), NO_PERCENT, mend, fix)
    return Report(span, told.diagnostic())


def before_then(trouble: Trouble) -> Report | None:
    """A comma or `and` before a row that begins with `then`."""
    token, previous = trouble.token, trouble.previous
    at, before = trouble.index, trouble.tokens[: trouble.index]
    if previous == "then" and previous.type == "NAME" and len(before) > 1 and before[-2] == ",":
        return Report(
            span_of(before[-2]),
            problems.syntax.SuperfluousWord(trouble.place(before[-2]), ",").diagnostic(),
        )
    following = trouble.tokens[at + 1 : at + 2]
    if token == "and" and token is not None and following and following[0] == "then":
        return Report(
            span_of(token),
            problems.syntax.SuperfluousWord(trouble.place(token), token).diagnostic(),
        )
    return None


def no_trump(trouble: Trouble) -> Report | None:
    """`no trump` for `trump none`."""
    token = trouble.token
    following = trouble.tokens[trouble.index + 1 : trouble.index + 2]
    if token is None or token.lower() != "no" or not following:
        return None
    if following[0].lower() not in ("trump", "trumps") or "TRUMP" not in trouble.accepted:
        return None
    span = Span(token.start, following[0].end)
    text = trouble.source.text[span.start : span.end]
    return Report(
        span,
        problems.syntax.MisspeltWord(trouble.source.place(span), text, "trump none").diagnostic(),
    )


def unquoted_text(trouble: Trouble) -> Report | None:
    """A title without its quotation marks."""
    token = trouble.token
    if token is None or token.leads or "STRING" not in trouble.accepted:
        return None
    if token == trouble.previous or token == "to":
        return None  # which stands between two numbers
    if "NAME" in trouble.accepted or token.kinds[-1] != "NAME" or trouble.previous is None:
        return None
    index = trouble.index + 1
    while index < len(trouble.tokens) and is_part_of_name(trouble.tokens[index]):
        index += 1
    if not trouble.goes_on([("STRING",), trouble.kinds(index)]):
        return None
    span = Span(token.start, trouble.tokens[index - 1].end)
    name = " ".join(trouble.source.text[span.start : span.end].split())
    return Report(
        span,
        problems.syntax.UnquotedName(
            trouble.source.place(span),
            name,
            is_text=True,
            # a word of the language may be one: the text itself may be missing before it
            safe=token not in trouble.words,
        ).diagnostic(),
    )


def not_shared(trouble: Trouble) -> Report | None:
    """Criteria of a winner that do not say what becomes of those still tied."""
    previous = trouble.previous
    if previous not in ("total", "failed", "completed") or previous is None or not trouble.begins:
        return None
    if trouble.context() not in ("winner", "change") or trouble.accepted != {"COMMA"}:
        return None
    ends = None if trouble.token is None else trouble.place(trouble.token)
    place = trouble.place(previous)
    problem = problems.syntax.UnfinishedPhrase(
        place, previous, "`,`", ends, ", then shared"
    ).diagnostic()
    return Report(span_of(previous), problem)
