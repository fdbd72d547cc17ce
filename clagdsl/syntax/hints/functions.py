"""Functions of spreadsheets and programs, of which the language has `abs`, `min` and `max`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from clagdsl import problems
from clagdsl.lang.source import Span
from clagdsl.problems.model import Edit, replaced
from clagdsl.problems.safe_text import excerpt
from clagdsl.syntax.hints.parse_error import Trouble
from clagdsl.syntax.lex_errors import DECLARE_VALUES, Report, bracket_end, product_of
from clagdsl.syntax.token import Token

ATOM: Final = re.compile(r"\w+(?:\.\w+)?|\([^()]*\)|(?:abs|min|max)\([^()]*\)")
QUOTIENT: Final = re.compile(r"(.+?)\s*//?\s*([1-9][0-9]{0,3})")
DIVIDED: Final = re.compile(r"//|[/÷∕⁄]")
BARS: Final = re.compile(r"\|([^|]+)\|")
MOST_ARGUMENTS: Final = 5
HAS: Final = "the language has `abs`, `min` and `max`"
NO_ROOT: Final = (
    "the language has no roots: say each case, as in `1 when bid = 1, 2 when bid = 4, otherwise 0`"
)


def atom(text: str) -> str:
    """A value in brackets, unless it is one number, name or bracket."""
    return text if ATOM.fullmatch(text) else f"({text})"


def square(value: str) -> str:
    """A value times itself."""
    return product_of(atom(value), "2", divides=False)


def power(base: str, exponent: str) -> str:
    """A power with a small number for exponent; nothing for another."""
    return product_of(atom(base), exponent, divides=False)


def apart(one: str, other: str) -> str:
    """How far apart two values are."""
    return f"abs({one} - {atom(other) if other.startswith('-') or ' ' in other else other})"


def rounded_down(value: str) -> str:
    """A quotient, which rounds down by itself; nothing for what is none."""
    found = QUOTIENT.fullmatch(value)
    return "" if found is None else f"{atom(found[1])} // {found[2]}"


def rounded_up(value: str) -> str:
    """A quotient that rounds up; nothing for what is none."""
    found = QUOTIENT.fullmatch(value)
    return "" if found is None else f"({found[1]} + {int(found[2]) - 1}) // {found[2]}"


def remainder(value: str, divisor: str) -> str:
    """What is left of a division."""
    return f"{atom(value)} % {atom(divisor)}"


def chosen(condition: str, value: str, other: str) -> str:
    """A choice, in brackets."""
    return f"({value} when {condition}, otherwise {other})"


ONE: Final[Mapping[str, Callable[[str], str]]] = {
    **dict.fromkeys(("square", "sqr", "squared", "quadrat"), square),
    **dict.fromkeys(("floor", "int", "trunc", "truncate", "rounddown"), rounded_down),
    **dict.fromkeys(("ceil", "ceiling", "roundup"), rounded_up),
    **dict.fromkeys(("absolute", "betrag", "fabs"), lambda value: f"abs({value})"),
    **dict.fromkeys(("half", "halve"), lambda value: f"{atom(value)} // 2"),
    **dict.fromkeys(("double", "twice"), lambda value: f"2 * {atom(value)}"),
    **dict.fromkeys(("negative", "neg"), lambda value: f"-{atom(value)}"),
}
TWO: Final[Mapping[str, Callable[[str, str], str]]] = {
    **dict.fromkeys(("difference", "diff", "distance", "dist", "differenz", "abs"), apart),
    **dict.fromkeys(("pow", "power"), power),
    **dict.fromkeys(("mod", "modulo", "rem", "remainder"), remainder),
    **dict.fromkeys(("quotient", "div"), lambda value, by: f"{atom(value)} // {atom(by)}"),
}
SEVERAL: Final[Mapping[str, Callable[[Sequence[str]], str]]] = {
    **dict.fromkeys(("sum", "add", "total"), lambda values: f"({' + '.join(values)})"),
    **dict.fromkeys(("maximum", "larger", "greater"), lambda values: f"max({', '.join(values)})"),
    **dict.fromkeys(("minimum", "smaller", "lesser"), lambda values: f"min({', '.join(values)})"),
}
ROOTS: Final = frozenset({"sqrt", "root", "wurzel"})


def function_of_programs(trouble: Trouble) -> Report | None:
    """`square(bid)`, `sqrt(bid)`, `difference(bid, tricks)` or `round(bid / 2)`."""
    name = trouble.previous
    if trouble.token != "(" or name is None or trouble.token is None:
        return None
    if name.type != "NAME" or name.end != trouble.token.start or is_named_value(trouble, name):
        return None
    if "PLUS" not in trouble.accepted:
        return None
    return report_of(trouble, name, trouble.token)


def arguments_of_abs(trouble: Trouble) -> Report | None:
    """`abs(bid, tricks)`, where the difference is meant, and `max(bid)` of one value."""
    tokens, begin = trouble.tokens, trouble.index - 1
    if trouble.token not in (",", ")") or not {"RPAR", "COMMA"} & trouble.accepted:
        return None
    depth = 0
    while begin > trouble.statement() and (depth or tokens[begin] != "("):
        depth += (tokens[begin] == ")") - (tokens[begin] == "(")
        begin -= 1
    name = tokens[begin - 1]
    if tokens[begin] != "(" or name not in ("abs", "max", "min"):
        return None
    if name == "abs" and trouble.token == ",":
        return report_of(trouble, name, tokens[begin])
    if name == "abs" or trouble.token != ")" or trouble.accepted.isdisjoint({"COMMA"}):
        return None
    which = "larger" if name == "max" else "smaller"
    value = " ".join(trouble.source.text[tokens[begin].end : trouble.token.start].split())
    mend = f"write `{name}(0, {value})`, or another number for 0, or leave `{name}` out"
    span = Span(name.start, trouble.token.end)
    message = f"`{name}` is the {which} of two numbers or more"
    problem = problems.syntax.SaidDifferently(trouble.source.place(span), message, mend)
    return Report(span, problem.diagnostic())


def is_named_value(trouble: Trouble, name: Token) -> bool:
    """Whether a file declares a value of that name."""
    pairs = pairwise(trouble.tokens)
    return any(begin in DECLARE_VALUES and name == named for begin, named in pairs)


def report_of(trouble: Trouble, name: Token, opening: Token) -> Report | None:
    """What is said instead of a function."""
    text = trouble.source.text
    end = bracket_end(text, opening.end)
    if end is None or "\n" in text[name.start : end]:
        return None
    arguments = arguments_in(text[opening.end : end - 1])
    mended = said_otherwise(name.lower(), arguments) if all(arguments) else ""
    span = Span(name.start, end)
    place = trouble.source.place(span)
    fix: tuple[Edit, ...] = ()
    message = f"the language has no function `{name}`"
    mend = f"{HAS}: say how {excerpt(name)} is worked out"
    if mended:
        before = text[: name.start].rstrip()[-1:]
        divides = "//" in mended or " % " in mended
        if not ATOM.fullmatch(mended) and (
            before in ("*", "/", "%") or (before == "-" and divides)
        ):
            mended = f"({mended})"
        if name == "abs":
            message = f"`{name}` takes one number"
        mend, fix = f"write `{mended}`", replaced(place, mended)
    elif name.lower() in ROOTS:
        mend = NO_ROOT
    elif name.lower() in ("pow", "power"):
        mend = "there is no sign and no word for powers: multiply, such as `bid * bid`"
    elif name.lower() in ("round", "floor", "int", "ceil"):
        mend = "numbers are whole: only a division is rounded, and `//` rounds down"
    problem = problems.syntax.SaidDifferently(place, message, mend, fix)
    return Report(span, problem.diagnostic())


def said_otherwise(name: str, arguments: Sequence[str]) -> str:
    """What stands for a function of some values; nothing for one that is not known."""
    if len(arguments) == 1 and name in ONE:
        return ONE[name](arguments[0])
    if len(arguments) == 2 and name in TWO:
        return TWO[name](*arguments)
    if len(arguments) == 3 and name in ("if", "iif", "wenn"):
        return chosen(*arguments)
    if 2 <= len(arguments) <= MOST_ARGUMENTS and name in SEVERAL:
        return SEVERAL[name](arguments)
    return ""


def arguments_in(text: str) -> list[str]:
    """What stands between the commas of a bracket, not of those within it."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    signs = (BARS.sub(r"abs(\1)", DIVIDED.sub("//", each)) for each in found)
    return [" ".join(each.split()) for each in signs]
