"""Reads JSON that may come from anywhere: every value with its place and its path.

Python's own reader knows no places, takes a key twice, takes `NaN`, and recurses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from json.decoder import JSONDecodeError, JSONDecoder
from typing import Any, Final, TypeAlias

from clagdsl import problems
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.model import Problem
from clagdsl.problems.wording import character_name, excerpt
from clagdsl.syntax.lexer import FORM_FEED, HIDDEN, LINE_ENDS, LONGEST_TEXT

MOST_VALUES: Final = 200_000
DEEPEST: Final = 400
"""The most objects and lists of which each holds the next; rules come to some 320."""
MOST_DIGITS: Final = 300
"""A number of more digits is too large, whatever it is."""
LONGEST_FILE_NAME: Final = 5_000

Key: TypeAlias = str | int
Holder: TypeAlias = dict[str, Any] | list[Any]

_DECODER: Final = JSONDecoder()
"""Python's own, for texts: it is asked only where a quotation mark stands."""

_TOKEN: Final = re.compile(
    r"""[ \t\n\r]*(?:
    (?P<sign>[][{},:])
    |(?P<text>")
    |(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?![\w.])
    |(?P<word>true|false|null)(?!\w)
    |(?P<other>[-+\w.]+|.)
    |\Z)""",
    re.VERBOSE | re.DOTALL,
)
_WORDS: Final = {"true": True, "false": False, "null": None}
_NO_TEXT: Final = re.compile(rf'{HIDDEN}|["{LINE_ENDS}{FORM_FEED}]')
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_FILE_NAMES: Final = "file"
"""The key of names of files, which may be what no text of rules can be."""
_PLAIN_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z_0-9]*\Z")
_LONGEST_PATH: Final = 200


@dataclass(slots=True)
class _Standing:
    """Where a value stands in the text, and what holds it under which key."""

    start: int
    end: int
    holder: int
    key: Key


@dataclass(slots=True)
class JsonDocument:
    """A JSON text, its value, and where each part of it stands."""

    source: SourceText
    value: JsonValue = None
    standing: list[_Standing] = field(default_factory=list)
    """Of every value, in the order of the text."""
    starts: list[int] = field(default_factory=list)
    numbers: dict[int | tuple[int, Key], int] = field(default_factory=dict)
    """Its number there, by the identity of an object or list, and that with a key in it."""
    doubled: list[Any] = field(default_factory=list)
    """Values under a key that has another one: kept, so that every identity is of one value."""

    def span(self, holder: Holder, key: Key | None = None) -> Span:
        """Where an object or a list stands, or what it holds under a key."""
        found = self.standing[self.numbers[id(holder) if key is None else (id(holder), key)]]
        return Span(found.start, found.end)

    def place(self, holder: Holder, key: Key | None = None) -> Place:
        """The lines and columns of an object or a list, or of what it holds under a key."""
        return self.source.place(self.span(holder, key))

    def path(self, place: Place) -> str:
        """The path of the value at a place, as in `game.deals[0].name`; empty for all of it."""
        lines = self.source.line_starts
        offset = lines[min(place.line, len(lines)) - 1] + place.column - 1
        number = bisect_right(self.starts, offset) - 1
        while number > 0 and self.standing[number].end <= offset:
            number = self.standing[number].holder
        steps: list[str] = []
        while number > 0:
            steps.append(_step(self.standing[number].key))
            number = self.standing[number].holder
        path = "".join(reversed(steps)).removeprefix(".")
        half = _LONGEST_PATH // 2
        return path if len(path) <= _LONGEST_PATH else f"{path[:half]}…{path[-half:]}"


def _step(key: Key) -> str:
    if isinstance(key, int):
        return f"[{key}]"
    return f".{key}" if _PLAIN_KEY.match(key) else f".'{key[:_LONGEST_PATH]}'"


def read_json(source: SourceText) -> tuple[JsonDocument, tuple[Problem, ...], bool]:
    """The JSON of a text, what is wrong with it, and whether all of it could be read."""
    reader = _Reader(source)
    try:
        reader.read()
    except _StopError as stop:
        return reader.document, (*reader.found, stop.problem), False
    return reader.document, tuple(reader.found), True


class _StopError(Exception):
    """Nothing more can be read; the problem says why."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


@dataclass(frozen=True, slots=True)
class _Token:
    """A sign, the beginning of a text, a number or a word of JSON; `end` after the last one."""

    kind: str
    text: str
    start: int


class _Reader:
    """Goes through the text once; what is open stands in a list, so that nothing recurses."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.document = JsonDocument(source)
        self.found: list[Problem] = []
        self.open: list[Holder] = []
        self.reached = 0

    def read(self) -> None:
        self._value(self._next(), "")
        while self.open:
            holder = self.open[-1]
            if isinstance(holder, dict):
                self._member(holder)
            else:
                self._item(holder)
        token = self._next()
        if token.kind != "end":
            raise self._expected("the end", token)

    # --- pieces of the text ---------------------------------------------------------------

    def _next(self) -> _Token:
        match = _TOKEN.match(self.source.text, self.reached)
        assert match is not None  # it takes any sign, and the end
        self.reached = match.end()
        kind = match.lastgroup
        if kind is None:
            return _Token("end", "", self.reached)
        return _Token(kind, match[kind], match.start(kind))

    def _here(self, start: int) -> Place:
        return self.source.place(Span(start, self.reached))

    def _text(self, token: _Token) -> str:
        """The text that a quotation mark begins."""
        try:
            text, self.reached = _DECODER.raw_decode(self.source.text, token.start)
        except JSONDecodeError as error:
            unclosed = error.msg.startswith("Unterminated")
            why = "a text is not closed" if unclosed else "JSON has another way to write this"
            at = min(error.pos, len(self.source.text))
            place = self.source.place(Span(at, at + 1))
            raise _StopError(problems.compiled.NotJson(place, f"this is no JSON: {why}")) from None
        return str(text)

    def _expected(self, wanted: str, token: _Token) -> _StopError:
        there = "the text ends" if token.kind == "end" else f"{excerpt(token.text)} stands"
        message = f"this is no JSON: {there} where {wanted} is needed"
        return _StopError(problems.compiled.NotJson(self._here(token.start), message))

    # --- values ---------------------------------------------------------------------------

    def _member(self, holder: dict[str, Any]) -> None:
        """The next member of an object, or its end."""
        token = self._next()
        if token.text == "}":
            self._close()
            return
        if holder:
            if token.text != ",":
                raise self._expected("`,` or `}`", token)
            token = self._next()
        if token.kind != "text":
            raise self._expected("a key in quotation marks", token)
        key = self._text(token)
        if key in holder:
            first = self.document.place(holder, key)
            self.found.append(problems.compiled.KeyTwice(self._here(token.start), key, first))
        colon = self._next()
        if colon.text != ":":
            raise self._expected("`:`", colon)
        self._value(self._next(), key)

    def _item(self, holder: list[Any]) -> None:
        """The next item of a list, or its end."""
        token = self._next()
        if token.text == "]":
            self._close()
            return
        if holder:
            if token.text != ",":
                raise self._expected("`,` or `]`", token)
            token = self._next()
        self._value(token, len(holder))

    def _close(self) -> None:
        holder = self.open.pop()
        self.document.standing[self.document.numbers[id(holder)]].end = self.reached

    def _value(self, token: _Token, key: Key) -> None:
        document = self.document
        number = len(document.standing)
        if number >= MOST_VALUES:
            raise self._too_much(f"there are more than {MOST_VALUES:,} values", token)
        holder = document.numbers[id(self.open[-1])] if self.open else -1
        document.standing.append(_Standing(token.start, len(self.source.text), holder, key))
        document.starts.append(token.start)
        value = self._value_of(token, key)
        document.standing[number].end = self.reached
        self._put(key, value, number)
        if isinstance(value, dict | list):
            document.standing[number].end = len(self.source.text)
            document.numbers[id(value)] = number
            self.open.append(value)
            if len(self.open) > DEEPEST:
                raise self._too_much(f"more than {DEEPEST} objects and lists nest", token)

    def _value_of(self, token: _Token, key: Key) -> Any:
        match token.kind, token.text:
            case "sign", "{":
                return {}
            case "sign", "[":
                return []
            case "text", _:
                text = self._text(token)
                self._bounded_text(text, token, key)
                return text
            case "number", _:
                return self._number(token)
            case "word", word:
                return _WORDS[word]
            case _:
                raise self._expected("a value", token)

    def _put(self, key: Key, value: Any, number: int) -> None:
        """Put a value into what is open; of two under one key the first counts."""
        if not self.open:
            self.document.value = value
            return
        holder = self.open[-1]
        if isinstance(holder, list):
            holder.append(value)
        elif key in holder:
            self.document.doubled.append(value)
            return
        else:
            holder[str(key)] = value
        self.document.numbers[id(holder), key] = number

    def _too_much(self, message: str, token: _Token) -> _StopError:
        return _StopError(problems.compiled.TooMuchJson(self._here(token.start), message))

    # --- bounds ---------------------------------------------------------------------------

    def _number(self, token: _Token) -> int | float:
        value: int | float = LARGEST + 1
        if len(token.text) <= MOST_DIGITS:
            whole = token.text.removeprefix("-").isdigit()
            value = int(token.text) if whole else float(token.text)
            if isinstance(value, float) and value.is_integer():
                value = int(value)  # to JSON 4.0 is a whole number
        if abs(value) <= LARGEST:
            return value
        message = f"{excerpt(token.text)} is no number from {-LARGEST} to {LARGEST}"
        mend = "write a smaller number: no rules hold larger ones"
        self.found.append(problems.compiled.NoRulesSay(self._here(token.start), message, mend))
        return 0

    def _bounded_text(self, text: str, token: _Token, key: Key) -> None:
        """Tell of a text that no rules file can hold."""
        is_file = key == _FILE_NAMES
        longest = LONGEST_FILE_NAME if is_file else LONGEST_TEXT
        wrong = (_SURROGATE if is_file else _NO_TEXT).search(text)
        if len(text) > longest:
            message, mend = f"this text is longer than {longest:,} signs", "shorten it"
        elif wrong is not None:
            message = f"no text of rules can hold the sign {character_name(wrong[0])}"
            mend = "leave it out"
        else:
            return
        self.found.append(problems.compiled.NoRulesSay(self._here(token.start), message, mend))
