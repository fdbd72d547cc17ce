"""Turns lexical errors into diagnostics with advice and, if possible, a fix.

The input is a `LexError` of the lexer with the source text and its tokens; the output is a
`Diagnostic`, or a `Report` if its span differs from the error's span. `diagnose_lex_error`
dispatches on the kind. A fix is safe only if no other meaning is plausible; `advise_*` functions
write the help for the other errors. The parser's hints share the helpers for powers, cards, dashes
and ranges.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple, assert_never

from clagdsl import problems
from clagdsl.lang.cards import RANKS, SUIT_SIGNS, SUITS, is_card, read_card
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.limits import DEEPEST_NESTING, LONGEST_TEXT, LONGEST_WORD, MOST_TOKENS
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic, replace_edit
from clagdsl.problems.escape import excerpt
from clagdsl.syntax.lexer import (
    EXPRESSION_PREFIXES,
    FRACTIONS,
    HIDDEN,
    LINE_ENDS,
    RARE_LINE_ENDS,
    LexError,
    Scan,
    hidden_character,
    split_pieces,
    translate_sign,
)
from clagdsl.syntax.token import CLAUSES, Token

# --- replacements for a hidden character: a line end, a space, or nothing -------------------------
# A replacement must not change the words of the file. Between two letters, the character may split
# a word or replace a space. The other words of the file decide; otherwise the fix is unsafe.


WORD: Final = re.compile(r"\w+")
LINE_END: Final = re.compile(f"[{LINE_ENDS}]")
BEGINS_A_LINE: Final = re.compile(r"(?P<blanks>[ \t]*)(?P<first>\#|\w+|)")
LONGEST_LINE: Final = 2_000
"""Characters of a line that are examined on each side of a hidden character."""


class Replacement(NamedTuple):
    """The text to write for a hidden character, and whether it is the only plausible one."""

    text: str
    safe: bool


@dataclass(frozen=True, slots=True)
class HiddenCharacters:
    """The vocabulary of a text, which determines the replacements of its hidden characters."""

    text: str
    keywords: frozenset[str]
    rule_words: frozenset[str]
    all_words: frozenset[str]
    run_starts: tuple[int, ...] = ()  # where each run of adjacent hidden characters begins

    def choose_replacement(self, start: int, end: int) -> Replacement:
        """Returns the replacement for a run of hidden characters."""
        if start and hidden_character().match(
            self.text[start - 1]
        ):  # the first of a run decides for all
            return Replacement(
                "", _first_replacement(self, bisect_right(self.run_starts, start) - 1).safe
            )
        while end < len(self.text) and hidden_character().match(self.text[end]):
            end += 1
        before = self.text[max(0, start - LONGEST_LINE) : start]
        after = self.text[end : end + LONGEST_LINE]
        if not after and before and before[-1] not in "\r\n" and self.text[start] in RARE_LINE_ENDS:
            return Replacement("\n", True)
        if not before or not after or before[-1] in "\r\n" or after[0] in "\r\n":
            return Replacement("", True)
        line = before[_last_line_end(before) :]
        rest = LINE_END.split(after, maxsplit=1)[0]
        context = _context(line)
        if context == "text" and '"' not in rest:
            context = "rules"
        if self.text[start] in RARE_LINE_ENDS and context != "text" and _looks_like_line(rest):
            return Replacement("\n", True)
        if self.text[start] in RARE_LINE_ENDS and context == "comment":
            # It ends the comment: a space would turn the rules after it into a comment.
            return Replacement("\n", False)
        return self._between(line[-1:], after[0], line, rest, context)

    def _between(self, left: str, right: str, line: str, rest: str, context: str) -> Replacement:
        """Returns the replacement between two characters of a line."""
        if left.isspace() or right.isspace() or not left:
            return Replacement("", True)
        latter = WORD.match(rest)
        if latter is None or not WORD.match(left):
            return Replacement("" if _needs_no_space(left, right, line, context) else " ", True)
        former = next(WORD.finditer(line[::-1])).group()[::-1]
        words = (former, latter.group())
        vocabulary = self.rule_words if context == "rules" else self.all_words
        whole = "".join(words)
        joined = whole in vocabulary or whole.isdecimal()
        separate = not is_card(whole) and all(_is_word(word, vocabulary, context) for word in words)
        if joined != separate:
            return Replacement("" if joined else " ", True)
        if context != "rules" or joined:
            return Replacement("", False)
        # The name may be declared in a file that these rules extend; the checker will find out.
        return Replacement(" " if self.keywords.intersection(words) else "", True)


def hidden_characters(
    text: str, scan_result: Scan, words: Mapping[str, tuple[str, ...]]
) -> HiddenCharacters:
    """Returns the vocabulary of a text, without the words next to a lexical error."""
    errors = [error.span for error in scan_result.errors if error.kind in ("hidden", "character")]
    if not errors:
        return HiddenCharacters(text, frozenset(), frozenset(), frozenset())
    starts, ends = {span.start for span in errors}, {span.end for span in errors}
    rule_words = (
        each for each in scan_result.tokens if each.end not in starts and each.start not in ends
    )
    all_words = (
        each.group()
        for each in WORD.finditer(text)
        if each.end() not in starts and each.start() not in ends
    )
    return HiddenCharacters(
        text,
        frozenset(words),
        frozenset((*words, *map(str, rule_words))),
        frozenset((*words, *all_words)),
        tuple(each.start() for each in re.finditer(f"(?:{HIDDEN})+", text)),
    )


@lru_cache(maxsize=8)
def _first_replacement(characters: HiddenCharacters, run: int) -> Replacement:
    """Returns the replacement for the first of a run of hidden characters (computed once per
    character).
    """
    start = characters.run_starts[run]
    return characters.choose_replacement(start, start + 1)


def _last_line_end(text: str) -> int:
    return max(text.rfind(end) for end in LINE_ENDS) + 1


def _context(line: str) -> str:
    """Returns the context at the end of a line: `rules`, `comment`, or `text` inside quotation
    marks.
    """
    piece = ""
    for match in split_pieces(line, 0, len(line)):
        piece = match.lastgroup or ""
    return {"comment": "comment", "open": "text"}.get(piece, "rules")


def _looks_like_line(rest: str) -> bool:
    """Returns whether the rest of a line looks like a separate line."""
    match = BEGINS_A_LINE.match(rest)
    if match is None:
        return False
    first = match["first"]
    named = first in STATEMENTS or first in CLAUSES or first in ("then", "#")
    return named or len(match["blanks"]) > 1 or not rest.strip(" \t")


def _needs_no_space(left: str, right: str, line: str, context: str) -> bool:
    """Returns whether no space is needed between two characters, at least one of them a sign."""
    if right in "),:.;" or left in "(.-":
        return True
    if context == "text":
        return right == '"' or line.endswith('"')
    if left == '"' or right == '"':
        return False
    return not left.isalnum() and not right.isalnum() and left != ")" and right != "("


def _is_word(word: str, vocabulary: frozenset[str], context: str) -> bool:
    """Returns whether a text is a word on its own in its context."""
    if context == "rules":
        return word in vocabulary or word.isdecimal()
    return word in vocabulary and (len(word) > 1 or word in "aAI" or word.isdecimal())


# --------------------------------------------------------------------------------------------------


class Report(NamedTuple):
    """A diagnostic with its span and, for an obvious typo or a foreign word, the intended words."""

    span: Span
    problem: Diagnostic
    intended_word: str = ""


def diagnose_lex_error(
    source: SourceText, error: LexError, hidden: HiddenCharacters, tokens: Sequence[Token]
) -> Diagnostic:
    """Returns the diagnostic of a lexical error; `hidden` determines the replacements of hidden
    characters.
    """
    text = source.text[error.span.start : error.span.end]
    place = source.place(error.span)
    match error.kind:
        case "hidden":
            replacement = hidden.choose_replacement(error.span.start, error.span.end)
            return problems.syntax.HiddenCharacter(place, text, *replacement).diagnostic()
        case "sign":
            doubtful = is_ambiguous_dash(source, error.span, tokens)
            sign = problems.syntax.ForeignSign(place, text, translate_sign(text), doubtful=doubtful)
            return sign.diagnostic()
        case "range" | "power" | "amount" | "path":
            return diagnose_foreign_notation(source, error, tokens)
        case "character":
            return diagnose_unknown_character(source, error, hidden)
        case "unclosed":
            return problems.syntax.UnclosedText(place, text).diagnostic()
        case "quotes":
            return problems.syntax.WrongQuotes(place, text).diagnostic()
        case "number":
            return problems.syntax.NumberTooLarge(place, text).diagnostic()
        case "run-on":
            return diagnose_run_on(error, source)
        case "long":
            limit = LONGEST_TEXT if text.startswith('"') else LONGEST_WORD
            return problems.syntax.NameTooLong(place, text, limit).diagnostic()
        case "deep":
            return problems.syntax.NestedTooDeep(place, DEEPEST_NESTING).diagnostic()
        case "many":
            return problems.syntax.TooManyWords(place, MOST_TOKENS).diagnostic()
        case _:
            assert_never(error.kind)


DASHES: Final = ("–", "—", "‐", "‑", "‒", "﹣")
"""Dashes that people write for a minus, and as a separator between words."""

MINUS_PREFIXES: Final = EXPRESSION_PREFIXES | {"scores", "pays"}


IN_SUMS: Final = frozenset({"score", "scores", "pays", "worth", "otherwise", "+", "-", "*", "("})
"""Words and signs before a number that is not a bound of a range."""


def is_ambiguous_dash(source: SourceText, span: Span, tokens: Sequence[Token]) -> bool:
    """Returns whether a dash may be a separator instead of a minus.

    After a sign it can only be a minus. After a keyword that takes an expression it is a minus if
    it touches only its operand, as in `otherwise –5`.
    """
    text = source.text
    if text[span.start : span.end] not in DASHES:
        return False
    index = bisect_left(tokens, span.start, key=attrgetter("start"))
    before = tokens[index - 1] if index else None
    if before is None or not (before == ")" or before[-1].isalnum()):
        return False
    spaced_as_separator = (
        text[span.end : span.end + 1].isspace() or not text[span.start - 1].isspace()
    )
    return spaced_as_separator or before not in MINUS_PREFIXES


def is_dash_in_sum(source: SourceText, span: Span, tokens: Sequence[Token]) -> bool:
    """Returns whether a dash between two numbers may be a minus, as in `score 10–2 * tricks`."""
    if source.text[span.start : span.end] not in DASHES:
        return False
    index = bisect_left(tokens, span.start, key=attrgetter("start"))
    before = tokens[index - 2] if index > 1 else ""
    return before in IN_SUMS


def diagnose_foreign_notation(
    source: SourceText, error: LexError, tokens: Sequence[Token]
) -> Diagnostic:
    """Returns the diagnostic of a range, power, absolute value or path in foreign notation."""
    text = source.text[error.span.start : error.span.end]
    place = source.place(error.span)
    if error.kind == "path":
        return problems.syntax.UnquotedName(place, text, is_text=True).diagnostic()
    if error.kind == "range":
        if is_dash_in_sum(source, error.span, tokens):
            return problems.syntax.ForeignSign(place, text, "-", doubtful=True).diagnostic()
        index = bisect_left(tokens, error.span.start, key=attrgetter("start"))
        replacement = f"{range_direction(tokens, index)} to" if is_row_size(tokens, index) else "to"
        return problems.syntax.ForeignSign(place, text, replacement).diagnostic()
    if error.kind == "power":
        sign = "**" if text[0] == "*" else "^"
        return report_power(source, error.span, sign, text.lstrip("*^ \t")).problem
    replacement = f"abs({text[1:-1].strip()})"
    message = "bars are not used for the size of a difference"
    fix = replace_edit(place, replacement)
    written = f"write {excerpt(replacement)}"
    return problems.syntax.ForeignPhrase(place, message, written, fix).diagnostic()


def is_row_size(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether the range around a sign gives the sizes of a schedule row.

    Ranges can be chained, as in `1 - 7 - 1`.
    """
    if index > 1 and tokens[index - 2] in ("-", "to"):
        return is_row_size(tokens, index - 2)
    first = index
    while 1 <= index < len(tokens) - 4 and tokens[index + 2] in ("-", "to"):
        index += 2
    if not 1 <= index < len(tokens) - 2 or tokens[index + 2] not in ("cards", "card", ":"):
        return False
    return first < 2 or tokens[first - 2] != "picks"


def range_direction(tokens: Sequence[Token], index: int) -> str:
    """Returns `up` or `down`: the direction of the range around an index."""
    before, after = tokens[index - 1], tokens[index + 1]
    numbers = before.isdecimal() and after.isdecimal()
    return "down" if numbers and int(before) > int(after) else "up"


OPERAND: Final = re.compile(r"(?:[0-9]+|[^\W\d]\w*(?:\.\w+)?)\Z")
# The largest exponent that is written out as a product, and the longest operand that is repeated.
MOST_FACTORS: Final = 4
MAX_COPIED_LENGTH: Final = 200


def report_power(source: SourceText, span: Span, sign: str, exponent: str) -> Report:
    """Returns the report of a power, extended to its base; `span` covers its exponent."""
    start = operand_start(source.text, span.start)
    message = f"`{sign}` is not an operator in Clag"
    if start is not None:
        base = " ".join(source.text[start : span.start].split())
        span = Span(start, span.end)
        product = power_as_product(base, exponent, source.text[:start].rstrip()[-1:] in ("/", "%"))
        if product:
            place = source.place(span)
            fix = replace_edit(place, product)
            advice = f"write {excerpt(product)}"
            problem = problems.syntax.ForeignPhrase(place, message, advice, fix)
            return Report(span, problem.diagnostic())
    advice = "multiply, as in `bid * bid`"
    problem = problems.syntax.ForeignPhrase(source.place(span), message, advice)
    return Report(span, problem.diagnostic())


def power_as_product(base: str, exponent: str, divides: bool) -> str:
    """Returns a power as a product, bracketed if it is a divisor; "" if it would be too long."""
    if len(base) > MAX_COPIED_LENGTH or not exponent.isdecimal() or len(exponent) > 1:
        return ""
    times = int(exponent)
    if not 2 <= times <= MOST_FACTORS:
        return ""
    if base.isdecimal():
        return str(int(base) ** times) if len(base) < 3 else ""
    product = " * ".join([base] * times)
    return f"({product})" if divides else product


def operand_start(text: str, end: int) -> int | None:
    """Returns the start of the number, name or bracketed value before an offset, or None."""
    line = text.rfind("\n", 0, end) + 1
    before = text[line:end].rstrip()
    if before.endswith(")"):
        depth, start = 1, len(before) - 1
        while depth and start:
            start -= 1
            depth += (before[start] == ")") - (before[start] == "(")
        if depth:
            return None
        called = re.search(r"\b(?:abs|min|max)\Z", before[:start])
        return line + (called.start() if called else start)
    match = OPERAND.search(before)
    if match is None or match[0] in EXPRESSION_PREFIXES:
        return None
    return line + match.start()


PLURAL_RANK: Final = re.compile(r"(?:10|[2-9AKQJT])s")
RANKS_BEFORE: Final = re.compile(r"\b(?:wild|rank)\b[^\n]*\Z")
"""The line before a rank in a clause that lists ranks, where `2s` is not the two of spades."""


def diagnose_run_on(error: LexError, source: SourceText) -> Diagnostic:
    """Returns the diagnostic of a number joined to a following word, or of a misspelt card."""
    text = source.text[error.span.start : error.span.end]
    place = source.place(error.span)
    if text in ("1st", "1ST"):
        return problems.syntax.MisspeltWord(place, text, "first").diagnostic()
    if text[-2:] in ("st", "nd", "rd", "th") and text[:-2].isdecimal():
        ordinal = f"the language has no ordinal numbers: write `{text[:-2]}` for the number"
        return problems.syntax.RunOnNumber(place, text, ordinal).diagnostic()
    advice = advise_card(text)
    if PLURAL_RANK.fullmatch(text) and RANKS_BEFORE.search(source.text[: error.span.start]):
        rank = text[:-1]
        return problems.syntax.NotACard(place, text, "rank", f"write `{rank}`", rank).diagnostic()
    if advice is not None:
        return problems.syntax.NotACard(
            place, text, "card", advice, intended_card(text)
        ).diagnostic()
    digits = len(text) - len(text.lstrip("0123456789"))
    if digits and text[digits:] in ("²", "³"):
        last = Span(error.span.end - 1, error.span.end)
        return report_power(source, last, text[-1], "2" if text[-1] == "²" else "3").problem
    if text[-1] in FRACTIONS and (text[:-1].isdecimal() or len(text) == 1):
        return diagnose_fraction(error, source)
    if digits == 0:
        return problems.syntax.RunOnNumber(
            place, text, "write numbers with the digits 0 to 9"
        ).diagnostic()
    number, rest = text[:digits], text[digits:]
    if re.fullmatch("[eE][0-9]", rest) and int(number) * 10 ** int(rest[1]) <= LARGEST:
        figures = str(int(number) * 10 ** int(rest[1]))
        advice = f"write the number in full: `{figures}`"
        return problems.syntax.RunOnNumber(place, text, advice, figures).diagnostic()
    if rest in ("card", "cards", "players", "times"):
        advice = f"write `{number} {rest}` or `{number} * {rest}`"
        return problems.syntax.RunOnNumber(place, text, advice, f"{number} {rest}").diagnostic()
    if re.fullmatch("[0-9]{1,3}(?:_[0-9]{3})+", text):
        number = text.replace("_", "")
        return problems.syntax.SeparatedDigits(
            place, text, f"write `{number}`", number
        ).diagnostic()
    if rest in UNITS:
        advice = f"leave out the unit: write `{number}`"
        return problems.syntax.RunOnNumber(place, text, advice, number).diagnostic()
    return diagnose_word_run_on(source, place, number, rest)


VARIABLES: Final = frozenset(
    {"players", "deal", "cards", "bid", "bids", "trick", "tricks", "points", "most", "total"}
)
"""Keywords that are also names in expressions."""

DECLARE_VALUES: Final = ("param", "let", "run", "tally")
"""Keywords before a name that the file defines as a value."""

RANGE_RUN_ON: Final = re.compile("([0-9]+)to([0-9]+)")


def diagnose_word_run_on(source: SourceText, place: Place, number: str, rest: str) -> Diagnostic:
    """Returns the diagnostic of a number joined to a following word.

    The word is read as a factor only if it is a variable or is declared as a value.
    """
    text, replacement = f"{number}{rest}", None
    between = RANGE_RUN_ON.fullmatch(text)
    identifier = rest if len(rest) <= LONGEST_WORD else ""
    if between is not None:
        replacement = f"{between[1]} to {between[2]}"
    elif rest in EXPRESSION_PREFIXES:
        replacement = f"{number} {rest}"
    elif identifier in VARIABLES or re.search(
        rf"\b(?:{'|'.join(DECLARE_VALUES)})\s+{re.escape(identifier)}\b", source.text
    ):
        replacement = f"{number} * {rest}"
    advice = f"write `{replacement}`" if replacement else "separate the number from the word"
    return problems.syntax.RunOnNumber(place, text, advice, replacement).diagnostic()


UNITS: Final = frozenset({"p", "pt", "pts", "point", "points", "c", "ct", "cts", "pence", "cents"})
"""Units that people write after points or amounts of money."""


def diagnose_fraction(error: LexError, source: SourceText) -> Diagnostic:
    """Returns the diagnostic of a Unicode fraction such as `½`; the language has whole numbers
    only.
    """
    text = source.text[error.span.start : error.span.end]
    part = Fraction(unicodedata.normalize("NFKC", text[-1]).replace("\u2044", "/"))
    value = part + int(text[:-1] or "0")
    numerator, denominator = value.as_integer_ratio()
    product = surrounding_product(source.text, error.span, numerator, denominator)
    counted = COUNTED.match(source.text, error.span.end)
    if product is None and counted is not None:
        times = counted[1] if numerator == 1 else f"{numerator} * {counted[1]}"
        product = Span(error.span.start, counted.end()), f"{times} // {denominator}"
    return diagnose_non_integer(source, error.span, value, product)


def diagnose_non_integer(
    source: SourceText, span: Span, value: Fraction, product: tuple[Span, str] | None
) -> Diagnostic:
    """Returns the diagnostic of a number that is not whole.

    `product` is the product that contains it, with an integer replacement, which becomes the fix.
    """
    place, text = source.place(span), source.text[span.start : span.end]
    problem = problems.syntax.NotWholeNumber(
        place, text, advise_whole_numbers(source.text, value, product)
    ).diagnostic()
    if product is None:
        return problem
    part, written = product
    return dataclasses.replace(problem, fix=replace_edit(source.place(part), written))


def advise_whole_numbers(text: str, value: Fraction, product: tuple[Span, str] | None) -> str:
    """Returns advice for a number of a text that is not whole, possibly in a product."""
    numerator, denominator = value.as_integer_ratio()
    parts = "halves" if denominator == 2 else "fractions"
    keep = f"multiply every score by {denominator} to keep the {parts}"
    if product is None:
        either = f"write `{numerator // denominator}` or `{numerator // denominator + 1}`"
        return f"{either}, or {keep} (this one becomes {numerator})"
    span, whole = product
    replaced = excerpt(" ".join(text[span.start : span.end].split()))
    return f"replace {replaced} with `{whole}`, which rounds down; or {keep}"


COUNTED: Final = re.compile(r"[ \t]*(bids?|tricks?|cards|points|players)\b")


def surrounding_product(
    text: str, span: Span, numerator: int, denominator: int
) -> tuple[Span, str] | None:
    """Returns the product that contains a number that is not whole, and its integer form.

    The number is given as a fraction. Returns None if it is not a factor.
    """
    after = FACTOR_AFTER.match(text, span.end)
    if after is not None:
        end = after.end() if after[1][-1] != "(" else find_bracket_end(text, after.end())
        if end is not None:
            factor = " ".join(text[after.start(1) : end].split())
            scaled = factor if numerator == 1 else f"{numerator} * {factor}"
            return Span(span.start, end), f"{scaled} // {denominator}"
    before = text[: span.start].rstrip(" \t")
    if before.endswith("//"):
        before, numerator, denominator = before[:-1], denominator, numerator
    start = operand_start(text, len(before) - 1) if before[-1:] in ("*", "/") else None
    if start is None:
        return None
    factor = " ".join(text[start : len(before) - 1].split())
    scaled = factor if numerator == 1 else f"{factor} * {numerator}"
    return Span(start, span.end), f"{scaled} // {denominator}"


FACTOR_AFTER: Final = re.compile(
    r"[ \t]*\*[ \t]*((?:abs|min|max)?[ \t]*\(|[^\W\d]\w*(?:\.\w+)?|[0-9]+(?![\w.]))"
)


def find_bracket_end(text: str, start: int) -> int | None:
    """Returns the end of the bracket that was opened before an offset; None if it is not closed."""
    depth = 1
    for end in range(start, min(len(text), start + MAX_COPIED_LENGTH)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            return end + 1
    return None


def diagnose_unknown_character(
    source: SourceText, error: LexError, hidden: HiddenCharacters
) -> Diagnostic:
    """Returns the diagnostic of a character that begins no token, with a replacement if known."""
    place = source.place(error.span)
    text = source.text[error.span.start : error.span.end]
    advice = advise_character(text)
    if text == "\\" and source.text[error.span.end : error.span.end + 1] == '"':
        advice = QUOTED_QUOTE
    around = source.text[max(0, error.span.start - 1) : error.span.end + 1]
    if "/*" in around or ("*/" in around and "/*" in source.text[: error.span.start]):
        advice = "a comment begins with `#` and ends at the end of the line"
    begin = max(0, error.span.start - QUOTIENT_WINDOW)
    for quotient in QUOTIENT_OF_NUMBERS.finditer(
        source.text, begin, error.span.end + QUOTIENT_WINDOW
    ):
        if quotient.start(2) == error.span.start:
            advice = advise_quotient(source.text, quotient) or advice
    advice = advise_in_context(source, error) or advice
    is_choice = text == "?" and ":" in source.text[error.span.end :].partition("\n")[0]
    if is_choice:
        advice = "write each value before its condition, as in `10 when made, otherwise 0`"
    replacement, safe = hidden.choose_replacement(error.span.start, error.span.end)
    fix = replace_edit(place, replacement)
    neighbours = source.text[max(0, error.span.start - 1) : error.span.end + 1]
    if text.isspace():
        # An extra space is deleted. If it is the only whitespace, an ordinary space replaces it.
        fix = replace_edit(
            place, "" if {neighbours[:1], neighbours[-1:]} & {" ", "\n", "\r"} else " "
        )
    elif text in "[{":
        fix = replace_edit(place, "(")
        closing = find_closing_bracket(source.text, error.span.start)
        if closing is not None:
            fix += replace_edit(source.place(Span(closing, closing + 1)), ")")
    elif text in "]}":
        fix = replace_edit(place, ")")
    elif is_choice or text in "'‘’`“”„«»" or text in DIVIDING:
        fix = ()
    return problems.syntax.UnknownCharacter(
        place, text, advice, fix, text.isspace() or text in "[]{}" or (text == ";" and safe)
    ).diagnostic()


def advise_in_context(source: SourceText, error: LexError) -> str:
    """Returns advice for a character that has a meaning between the words around it, or ""."""
    text = source.text[error.span.start : error.span.end]
    line = source.line(source.position(error.span.start)[0])
    before = source.text[max(0, error.span.start - 20) : error.span.start]
    if text in DIVIDING and PLAYERS_BEFORE.match(line):
        return "write `to` between the smallest and the largest number of players"
    if text == "~" and BEFORE_NEGATION.search(before):
        return "write `not`"
    if text in "'’" and before[-1:].isalpha() and source.text[error.span.end :][:1].isalpha():
        return "no word of the language has an apostrophe"
    return ""


PLAYERS_BEFORE: Final = re.compile(r"\s*players\b", re.IGNORECASE)
QUOTIENT_WINDOW: Final = 20
"""Characters searched for a number on each side of a division sign."""

QUOTIENT_OF_NUMBERS: Final = re.compile(
    r"(?<![\w.)])([0-9]{1,6})[ \t]*([/÷∕⁄])[ \t]*([0-9]{1,6})(?![\w.])"
)


def advise_quotient(text: str, quotient: re.Match[str]) -> str | None:
    """Returns advice for a quotient such as `1/2 * bid`; None if the division
    leaves no remainder.
    """
    numerator, denominator = int(quotient[1]), int(quotient[3])
    if not denominator or numerator % denominator == 0:
        return None
    value = Fraction(numerator, denominator)
    product = surrounding_product(text, Span(*quotient.span()), *value.as_integer_ratio())
    return advise_whole_numbers(text, value, product)


BEFORE_NEGATION: Final = re.compile(r"\b(?:when|and|or|keeps)\s*\Z")


def find_closing_bracket(text: str, start: int) -> int | None:
    """Returns the offset on the line that closes a square or curly bracket, or None."""
    end = text.find("\n", start)
    line = text[start:end] if end >= 0 else text[start:]
    offset = line.find("]" if text[start] == "[" else "}")
    return start + offset if offset > 0 else None


def is_closed_bracket(text: str, start: int) -> bool:
    """Returns whether a character closes a bracket whose opening has already been reported."""
    opening = {"]": "[", "}": "{"}.get(text[start : start + 1])
    if opening is None:
        return False
    line = text.rfind("\n", 0, start) + 1
    opened = text.find(opening, line, start)
    return opened >= 0 and find_closing_bracket(text, opened) == start


def intended_card(text: str) -> str | None:
    """Returns the card that is meant by a text in lower case or with the suit first, or None.

    `2s` may be the twos or the two of spades.
    """
    if PLURAL_RANK.fullmatch(text):
        return None
    upper = text.upper()
    cards = (read_card(upper), read_card(upper[1:] + upper[:1]))
    return next((str(card) for card in cards if card is not None), None)


def advise_card(text: str) -> str | None:
    """Returns advice for a text that is meant as a card, or None."""
    upper = text.upper()
    if PLURAL_RANK.fullmatch(text):
        card = read_card(upper)
        return (
            f"`{text[:-1]}` is a rank, `{card}` is the card of spades: write the one that you mean"
        )
    meant = intended_card(text)
    if meant is not None:
        return f"write `{meant}`"
    if len(text) < 4 and upper[-1:] in SUITS and upper[:-1].isdecimal():
        return f"write a rank, one of {' '.join(RANKS)}, and then the letter of the suit"
    return None


DIVIDING: Final = ("/", "÷", "∕", "⁄")
"""Division signs. `//` is never substituted without asking, because it rounds down."""


def advise_character(character: str) -> str:
    """Returns advice for a character that begins no token."""
    for suit, sign in SUIT_SIGNS.items():
        if character == sign:
            return f"write the suit as `{suit}`, or the whole card as `10{sign}`"
    if character.isspace():
        return "replace it with an ordinary space"
    return SIGN_ADVICE.get(
        character, "delete it, or put it inside quotation marks if it is part of a text"
    )


QUOTED_QUOTE: Final = (
    'a text ends at the next `"`, even after a backslash: use other marks inside, as in'
    " `\"Gus 'the Ace'\"`"
)
APPROXIMATELY_ADVICE: Final = (
    "write `=` for equal, or give the largest difference, as in `abs(bid - tricks) <= 1`"
)
SIGN_ADVICE: Final[Mapping[str, str]] = {
    **dict.fromkeys("'‘’`“”„«»", 'put texts in straight quotation marks, such as `"Twos Wild"`'),
    **dict.fromkeys((*DIVIDING, "\\"), "write `//`, the division that rounds down"),
    **dict.fromkeys("[]{}", "write round brackets"),
    **dict.fromkeys("•·∙⋅∗", "write `*`"),
    **dict.fromkeys("~≈≅", APPROXIMATELY_ADVICE),
    "!": "delete it: no sign comes after a value; to negate a condition, write `not` before it",
    "&": "write `+` between two numbers, or `and` between two conditions",
    ";": "write `,` between parts of a clause, and nothing between clauses or statements",
    "√": "the language has no roots: write each case, as in `1 when bid = 1, otherwise 0`",
    "±": "choose one of the two: `+` or `-`",
    "∑": "the language has no sums: `bids` is the sum of all bids",
    "|": "write `abs(bid - tricks)` for a difference, or `or` between two conditions",
}
"""Advice for signs from other notations."""
