"""Recognisers of functions from spreadsheets and programming languages.

The language has only `abs`, `min` and `max`. The tables translate other calls into expressions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from clagdsl import problems
from clagdsl.lang.source import Span
from clagdsl.problems.diagnostic import Edit, replace_edit
from clagdsl.problems.escape import excerpt
from clagdsl.syntax.hints.parse_failure import ParseFailure
from clagdsl.syntax.lex_errors import Report, find_bracket_end, power_as_product
from clagdsl.syntax.token import Token

ATOM: Final = re.compile(r"\w+(?:\.\w+)?|\([^()]*\)|(?:abs|min|max)\([^()]*\)")
QUOTIENT: Final = re.compile(r"(.+?)\s*//?\s*([1-9][0-9]{0,3})")
DIVIDED: Final = re.compile(r"//|[/÷∕⁄]")
BARS: Final = re.compile(r"\|([^|]+)\|")
# Arguments of the longest call that is translated.
MOST_ARGUMENTS: Final = 5
AVAILABLE_FUNCTIONS: Final = "the language has `abs`, `min` and `max`"
NO_ROOT: Final = (
    "the language has no roots: write each case, as in "
    "`1 when bid = 1, 2 when bid = 4, otherwise 0`"
)


def atom(text: str) -> str:
    """Returns a value in brackets, unless it is a single number, name, call or bracket."""
    return text if ATOM.fullmatch(text) else f"({text})"


def power(base: str, exponent: str) -> str:
    """Returns a power with a small exponent as a product; "" if the exponent is not small."""
    return power_as_product(atom(base), exponent, divides=False)


def absolute_difference(left: str, right: str) -> str:
    """Returns the absolute difference of two values."""
    return f"abs({left} - {atom(right) if right.startswith('-') or ' ' in right else right})"


def rounded_down(value: str) -> str:
    """Returns a quotient, which always rounds down; "" if the value is not a quotient."""
    match = QUOTIENT.fullmatch(value)
    return "" if match is None else f"{atom(match[1])} // {match[2]}"


def rounded_up(value: str) -> str:
    """Returns a quotient that rounds up; "" if the value is not a quotient."""
    match = QUOTIENT.fullmatch(value)
    return "" if match is None else f"({match[1]} + {int(match[2]) - 1}) // {match[2]}"


def remainder(value: str, divisor: str) -> str:
    """Returns the remainder of a division."""
    return f"{atom(value)} % {atom(divisor)}"


def conditional(condition: str, value: str, other: str) -> str:
    """Returns a choice in brackets."""
    return f"({value} when {condition}, otherwise {other})"


UNARY: Final[Mapping[str, Callable[[str], str]]] = {
    **dict.fromkeys(("square", "sqr", "squared", "quadrat"), lambda value: power(value, "2")),
    **dict.fromkeys(("floor", "int", "trunc", "truncate", "rounddown"), rounded_down),
    **dict.fromkeys(("ceil", "ceiling", "roundup"), rounded_up),
    **dict.fromkeys(("absolute", "betrag", "fabs"), lambda value: f"abs({value})"),
    **dict.fromkeys(("half", "halve"), lambda value: f"{atom(value)} // 2"),
    **dict.fromkeys(("double", "twice"), lambda value: f"2 * {atom(value)}"),
    **dict.fromkeys(("negative", "neg"), lambda value: f"-{atom(value)}"),
}
BINARY: Final[Mapping[str, Callable[[str, str], str]]] = {
    **dict.fromkeys(
        ("difference", "diff", "distance", "dist", "differenz", "abs"), absolute_difference
    ),
    **dict.fromkeys(("pow", "power"), power),
    **dict.fromkeys(("mod", "modulo", "rem", "remainder"), remainder),
    **dict.fromkeys(("quotient", "div"), lambda value, by: f"{atom(value)} // {atom(by)}"),
}
VARIADIC: Final[Mapping[str, Callable[[Sequence[str]], str]]] = {
    **dict.fromkeys(("sum", "add", "total"), lambda values: f"({' + '.join(values)})"),
    **dict.fromkeys(("maximum", "larger", "greater"), lambda values: f"max({', '.join(values)})"),
    **dict.fromkeys(("minimum", "smaller", "lesser"), lambda values: f"min({', '.join(values)})"),
}
ROOTS: Final = frozenset({"sqrt", "root", "wurzel"})


def function_of_programs(failure: ParseFailure) -> Report | None:
    """Recognises `square(bid)`, `sqrt(bid)`, `difference(bid, tricks)` or `round(bid / 2)`."""
    name = failure.previous
    if failure.token != "(" or name is None or failure.token is None:
        return None
    if name.type != "NAME" or name.end != failure.token.start or failure.declares(str(name)):
        return None
    if "PLUS" not in failure.accepted:
        return None
    return report_function(failure, name, failure.token)


def arguments_of_abs(failure: ParseFailure) -> Report | None:
    """Recognises `abs(bid, tricks)`, which means the difference, and `max(bid)` with one value."""
    tokens, begin = failure.tokens, failure.index - 1
    if failure.token not in (",", ")") or not {"RPAR", "COMMA"} & failure.accepted:
        return None
    depth = 0
    while begin > failure.clause_start() and (depth or tokens[begin] != "("):
        depth += (tokens[begin] == ")") - (tokens[begin] == "(")
        begin -= 1
    name = tokens[begin - 1]
    if tokens[begin] != "(" or name not in ("abs", "max", "min"):
        return None
    if name == "abs" and failure.token == ",":
        return report_function(failure, name, tokens[begin])
    if name == "abs" or failure.token != ")" or failure.accepted.isdisjoint({"COMMA"}):
        return None
    which = "larger" if name == "max" else "smaller"
    value = " ".join(failure.source.text[tokens[begin].end : failure.token.start].split())
    apart = SECOND_VALUE.sub(", -", value)
    both = f"`{name}({apart})` if a comma is missing; otherwise " if apart != value else ""
    advice = f"write {both}`{name}(0, {value})`, or another number for 0, or leave `{name}` out"
    span = Span(name.start, failure.token.end)
    message = f"`{name}` is the {which} of two or more numbers"
    problem = problems.syntax.ForeignPhrase(failure.source.place(span), message, advice)
    return Report(span, problem.diagnostic())


SECOND_VALUE: Final = re.compile(r"(?<=[\w)]) -(?=[\w(])(?![^()]*\))")
"""A minus sign that is written as that of another value, outside of brackets: `-6 -bid`."""


def report_function(failure: ParseFailure, name: Token, opening: Token) -> Report | None:
    """Returns the report of a call with its translation or advice; None if it is not closed."""
    text = failure.source.text
    end = find_bracket_end(text, opening.end)
    if end is None or "\n" in text[name.start : end]:
        return None
    arguments = split_arguments(text[opening.end : end - 1])
    replacement = translate_call(name.lower(), arguments) if all(arguments) else ""
    span = Span(name.start, end)
    place = failure.source.place(span)
    fix: tuple[Edit, ...] = ()
    message = f"the language has no function `{name}`"
    advice = f"{AVAILABLE_FUNCTIONS}: write how to work out {excerpt(name)}"
    if replacement:
        before = text[: name.start].rstrip()[-1:]
        divides = "//" in replacement or " % " in replacement
        if not ATOM.fullmatch(replacement) and (
            before in ("*", "/", "%") or (before == "-" and divides)
        ):
            replacement = f"({replacement})"
        if name == "abs":
            message = f"`{name}` takes one number"
        advice, fix = f"write `{replacement}`", replace_edit(place, replacement)
    elif name.lower() in ROOTS:
        advice = NO_ROOT
    elif name.lower() in ("pow", "power"):
        advice = "multiply, as in `bid * bid`"
    elif name.lower() in ("round", "floor", "int", "ceil"):
        advice = "all numbers are whole; only a division needs rounding, and `//` rounds down"
    problem = problems.syntax.ForeignPhrase(place, message, advice, fix)
    return Report(span, problem.diagnostic())


def translate_call(name: str, arguments: Sequence[str]) -> str:
    """Returns the translation of a call; "" for an unknown function."""
    if len(arguments) == 1 and name in UNARY:
        return UNARY[name](arguments[0])
    if len(arguments) == 2 and name in BINARY:
        return BINARY[name](*arguments)
    if len(arguments) == 3 and name in ("if", "iif", "wenn"):
        return conditional(*arguments)
    if 2 <= len(arguments) <= MOST_ARGUMENTS and name in VARIADIC:
        return VARIADIC[name](arguments)
    return ""


def split_arguments(text: str) -> list[str]:
    """Returns the arguments of a call, split at top-level commas, with foreign signs replaced."""
    arguments, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            arguments.append("")
        else:
            arguments[-1] += sign
    signs = (BARS.sub(r"abs(\1)", DIVIDED.sub("//", each)) for each in arguments)
    return [" ".join(each.split()) for each in signs]
