"""Splits a source text into tokens and records lexical errors.

The input is the text and the vocabulary: for each word and sign, its possible terminals. The output
is a `Scan`. Nothing is raised, so that the parser can find further errors.

- If the intended token is obvious (`==` for `=`, curly quotation marks), the error is recorded and
  the intended token is emitted.
- Otherwise the offset is added to `damaged`. Recovery then suppresses parse errors nearby, which
  are usually a consequence.

A token keeps all its possible terminals; the parser chooses the first that its state accepts. This
allows most keywords to be used as names too. Spans always refer to the text as written, even if the
token has been replaced. Rare patterns are compiled on first use, because few files need them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from typing import Final, Literal, TypeAlias

from clagdsl.lang.cards import COPIES, is_card
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import nfc_name
from clagdsl.lang.limits import (
    DEEPEST_NESTING,
    LONGEST_TEXT,
    LONGEST_WORD,
    MOST_PROBLEMS,
    MOST_TOKENS,
)
from clagdsl.lang.source import Span
from clagdsl.syntax.token import Token, construct_at, make_token

# hidden: an invisible or control character.  sign: an operator of another language. range:
# `1..7`.  power: `x ** 2`.  amount: `|x|`.  character: begins no token. unclosed: text without a
# closing quotation mark.  quotes: the wrong quotation marks. path: a file name without quotation
# marks.  number: above `LARGEST`.  run-on: `7cards`. long: a name or text above its limit.  deep:
# too deep nesting.  many: too many tokens.
LexErrorKind: TypeAlias = Literal[
    "hidden",
    "sign",
    "range",
    "power",
    "amount",
    "character",
    "unclosed",
    "quotes",
    "path",
    "number",
    "run-on",
    "long",
    "deep",
    "many",
]


@dataclass(frozen=True, slots=True)
class LexError:
    """A lexical error: its kind and its span."""

    kind: LexErrorKind
    span: Span


@dataclass(slots=True)
class Scan:
    """The result of a scan: tokens, lexical errors, offsets of errors without a usable token."""

    tokens: list[Token] = field(default_factory=list)
    errors: list[LexError] = field(default_factory=list)
    damaged: set[int] = field(default_factory=set)

    def note(self, kind: LexErrorKind, start: int, end: int) -> None:
        """Records a lexical error."""
        self.errors.append(LexError(kind, Span(start, end)))


HIDDEN: Final = (
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
"""Regular expression for invisible, direction-changing and control characters."""


@cache
def hidden_character() -> re.Pattern[str]:
    """Returns the compiled pattern of one hidden character, built on first use."""
    return re.compile(HIDDEN)


RARE_LINE_ENDS: Final = "\x0b\x0c\x85\u2028\u2029"
"""Line separators that only some programs recognise.

They are errors, but they also end a line: text after one is never part of the comment or string
before it, whatever an editor displays. Between words a form feed is whitespace.
"""

FORM_FEED: Final = "\f"
LINE_ENDS: Final = f"\r\n{RARE_LINE_ENDS}"

FRACTIONS: Final = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
"""Unicode fractions, such as `½`."""

QUOTES: Final = "\"'`“”„‟«»‘’"

ACCENTS: Final = (
    "[\u0300-\u0304\u0306-\u030c\u030f\u0311\u0313\u0314\u031b\u0323-\u0328\u032d\u032e\u0330\u0331"
    "\u0342\u0345\u0653-\u0655\u093c\u0bd7\u102e\u1b35\u3099\u309a\U000110ba]"
)
"""Regular expression for combining marks that compose with the preceding letter in NFC."""

_ACCENTED: Final = re.compile(rf"(?P<accents>{ACCENTS}{{1,3}})\w*")
_ACCENTED_WORD: Final = re.compile(rf"(?P<word>(?:\w|{ACCENTS})+)")

# The order of the alternatives matters: `range` and `foreign` must be tried before the shorter
# signs that they begin with. `other` matches any character that begins none of the rest.
_PIECE: Final = re.compile(
    rf"""(?P<path>(?<=\bextends)[ \t\r\n]+[^\s{QUOTES}\#]*[/\\][^\s{QUOTES}\#]*\w)
    |(?P<space>[ \t\r\n\f]+)
    |(?P<comment>\#[^{LINE_ENDS}]*)
    |(?P<card>(?:10|[2-9AKQJT])[♠♥♦♣][1-9]?)
    |(?P<word>\w+)
    |(?P<doubled>""\w[^"{LINE_ENDS}]*\w"")
    |(?P<text>"[^"{LINE_ENDS}]*")
    |(?P<range>(?<=[0-9])[–—‐‑‒﹣](?=[0-9])|\.{{2,}}|…)
    |(?P<power>(?:\*\*|\^)(?:[ \t]*[0-9]+)?)
    |(?P<foreign>={{2,}}|!==|=?/=|<[ \t]*>|=<|=>|≠|≤|≥|×|−|[–—‐‑‒﹣]|&&|\|\||:=
        |[!<>=][ \t]+=(?!=)|!(?!=))
    |(?P<sign>//|!=|<=|>=|[=<>+\-*%(),:.])
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


@cache
def _error_pattern() -> re.Pattern[str]:
    """Returns the compiled pattern of malformed pieces, which is tried where `other` matches."""
    return re.compile(
        rf"""(?P<amount>\|[^|"\#{LINE_ENDS}]+\|)
        |(?P<wide>[＋－＊＝＜＞（），：])
        |(?P<open>"[^{LINE_ENDS}]*)
        |(?P<curly>[“”„‟«»][^“”„‟«»"{LINE_ENDS}]*["“”‟«»])
        |(?P<single>'"?[^'"{LINE_ENDS}]*"?'|‘[^‘’{LINE_ENDS}]*’|`[^`{LINE_ENDS}]*`)""",
        re.VERBOSE,
    )


def split_pieces(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yields a match for each piece between two offsets; `lastgroup` is the kind of the piece."""
    has_accents = not text.isascii()
    while start < end:
        for piece in _PIECE.finditer(text, start, end):
            other = None
            if piece.lastgroup == "other":
                other = _error_pattern().match(text, piece.start(), end)
            elif has_accents and piece.lastgroup == "word":
                other = _with_accents(piece, end)
            if other is not None:
                yield other
                start = other.end()
                break
            yield piece
        else:
            return


def _with_accents(word: re.Match[str], end: int) -> re.Match[str] | None:
    """Returns a match of the word extended by its combining marks, or None if it has none.

    A mark is included only if it composes with the preceding letter in NFC.
    """
    text, stop = word.string, word.end()
    while (more := _ACCENTED.match(text, stop, end)) is not None:
        if len(nfc_name(text[stop - 1] + more["accents"])) > 1:
            break
        stop = more.end()
    return None if stop == word.end() else _ACCENTED_WORD.match(text, word.start(), stop)


SIGN_TRANSLATIONS: Final[Mapping[str, str]] = {
    "==": "=",
    "===": "=",
    "!==": "!=",
    "<>": "!=",
    "/=": "!=",
    "=/=": "!=",
    "=<": "<=",
    "=>": ">=",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "×": "*",
    "−": "-",
    "–": "-",
    "—": "-",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "﹣": "-",
    "&&": "and",
    "||": "or",
    "!": "not",
    ":=": "=",
    "＋": "+",
    "－": "-",
    "＊": "*",
    "＝": "=",
    "＜": "<",
    "＞": ">",
    "（": "(",
    "）": ")",
    "，": ",",
    "：": ":",
}
"""Operators of other languages and full-width characters, with their Clag equivalents."""


def translate_sign(written: str) -> str:
    """Returns the Clag sign for a foreign one, or for one written with a space inside, as `> =`."""
    sign = "".join(written.split())
    return SIGN_TRANSLATIONS.get(sign, "=" if set(sign) == {"="} else sign)


def scan(text: str, words: Mapping[str, tuple[str, ...]]) -> Scan:
    """Returns the tokens and lexical errors of a text.

    `words` maps each word and sign of the language to its possible terminals.
    """
    result = Scan()
    # A byte order mark is skipped.
    first = int(text.startswith("\ufeff"))
    for match in () if _is_printable(text) else hidden_character().finditer(text, first):
        result.note("hidden", *match.span())
        start, end = match.span()
        if text[start - 1 : start].isalnum() and text[end : end + 1].isalnum():
            result.damaged.add(start)
        if len(result.errors) >= MOST_PROBLEMS:
            return result
    leads = True
    for match in split_pieces(text, first, len(text)):
        piece = match.lastgroup
        written = match.group()
        if written[0] in '#"' and text.startswith(FORM_FEED, match.end()):
            result.note("hidden", match.end(), match.end() + 1)
        if piece == "space":
            leads = leads or "\n" in written or "\r" in written
        elif piece == "path":
            _add_path(result, written, match.end())
            leads = False
        elif piece == "comment" or (piece == "other" and hidden_character().match(written)):
            leads = leads or written in RARE_LINE_ENDS
        else:
            token = make_token(
                nfc_name(written) if piece == "word" else written, match.start(), (), leads
            )
            token.end = match.end()
            _add(result, str(piece), token, words)
            leads = False
            if len(result.tokens) > MOST_TOKENS:
                return _too_many_tokens(result)
            if len(result.errors) >= MOST_PROBLEMS:
                break
    _check_depth(result)
    return result


def _is_printable(text: str) -> bool:
    """Returns whether a text has only printable characters and ordinary whitespace."""
    for blank in "\t\r\n\f":
        text = text.replace(blank, " ")
    return text.isprintable()


def _add(result: Scan, piece: str, token: Token, words: Mapping[str, tuple[str, ...]]) -> None:
    """Adds a token and records the lexical errors in it. Its `kinds` are not set yet."""
    start, end = token.start, token.end
    match piece:
        case "word":
            _add_word(result, token, words)
            return
        case "sign" | "card":  # a card may end with the digit of its copy
            token.kinds = words[token.rstrip(COPIES)]
        case "text" | "open" | "curly" | "single" | "doubled":
            token.kinds = ("STRING",)
            if piece == "open":
                result.note("unclosed", start, end)
                result.damaged.add(start)
            elif piece != "text":
                result.note("quotes", start, end)
            elif len(token) > LONGEST_TEXT + 2:
                result.note("long", start, end)
        case "foreign" | "wide" if token != "!" or not _follows_value(result, start):
            result.note("sign", start, end)
            token = _replaced_token(token, translate_sign(token), words)
        case "range":
            result.note("range", start, end)
            token = _replaced_token(token, "to", words)
        case "power":
            result.note("power", start, end)
            if token[-1].isdigit():
                return  # the operand before the power remains as the token
            token = _replaced_token(token, "*", words)
        case "amount":
            result.note("amount", start, end)
            token = _replaced_token(token, "0", words, ("NUMBER",))
        case _:
            result.note("character", start, end)
            result.damaged.add(start)
            return
    result.tokens.append(token)


def _follows_value(result: Scan, start: int) -> bool:
    """Returns whether a word, a number or a closing bracket ends directly before an offset."""
    before = result.tokens[-1] if result.tokens else None
    return before is not None and before.end == start and (before == ")" or before[-1].isalnum())


def _add_path(result: Scan, written: str, end: int) -> None:
    """Adds a file path without quotation marks as a STRING token and records the error."""
    path = written.lstrip()
    begins = end - len(path)
    token = make_token(f'"{path}"', begins, ("STRING",), "\n" in written or "\r" in written)
    token.end = end
    result.note("path", begins, end)
    result.tokens.append(token)


def _add_word(result: Scan, token: Token, words: Mapping[str, tuple[str, ...]]) -> None:
    """Adds a word or a number."""
    kinds = words.get(token)
    if kinds is None and token[-1] in COPIES and is_card(token):
        kinds = words[token[:-1]]  # a copy of a card is of the same kinds as the card
    if kinds is not None:
        token.kinds = kinds
    elif token.isascii() and token.isdigit():
        token.kinds = ("NUMBER",)
        if len(token) > 10 or int(token) > LARGEST:
            result.note("number", token.start, token.end)
            token = _replaced_token(token, "0", words, ("NUMBER",))
    elif token[0].isdecimal() or token[0] in FRACTIONS:
        result.note("run-on", token.start, token.end)
        result.damaged.add(token.start)
        token = _replaced_token(token, "0", words, ("NUMBER",))
    else:
        token.kinds = ("NAME",)
        if len(token) > LONGEST_WORD:
            result.note("long", token.start, token.end)
    result.tokens.append(token)


def _replaced_token(
    token: Token,
    text: str,
    words: Mapping[str, tuple[str, ...]],
    kinds: tuple[str, ...] | None = None,
) -> Token:
    """Returns a token with another text and the span of the original token."""
    replacement = make_token(text, token.start, kinds or words[text], token.leads)
    replacement.end = token.end
    return replacement


def _too_many_tokens(result: Scan) -> Scan:
    last = result.tokens[-1]
    result.errors = [LexError("many", last.span)]
    return result


EXPRESSION_PREFIXES: Final = frozenset(
    {"score", "worth", "keeps", "when", "otherwise", "and", "or", "not", "times", "picks", "to"}
    | {"schedule", "then", "repeat", "up", "down", "winner"}
)


def _check_depth(result: Scan) -> None:
    """Records an error where brackets and prefix operators nest too deep, once per region."""
    # `depth` counts open brackets and prefix operators, `prefixes` those prefix operators that
    # await their operand, `outer` the prefixes before each open bracket.
    outer: list[int] = []
    prefixes = depth = 0
    noted = operand = False
    for index, token in enumerate(result.tokens):
        if token == "not" or (token == "-" and not operand):
            prefixes += 1
            depth += 1
        elif token == "(":
            outer.append(prefixes)
            depth += 1
            prefixes = 0
            operand = False
        else:
            depth -= prefixes
            prefixes = 0
            if token == ")" and outer:
                depth -= 1 + outer.pop()
            elif outer and construct_at(result.tokens, index) == "statement":
                outer, depth = [], 0
            word = token.kinds[-1] in ("NAME", "NUMBER") and token not in EXPRESSION_PREFIXES
            operand = word or token == ")"
        if depth <= DEEPEST_NESTING:
            noted = False
        elif not noted:
            noted = True
            result.note("deep", token.start, token.end)
