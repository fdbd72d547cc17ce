"""Runs the parser's tables over tokens: an LALR(1) parser that builds nodes as it goes.

The result is what Lark's own parser gives with the same grammar; a test holds them together.
Nothing here recurses, so no text is too deep for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from zlib import crc32

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.resources import data_folder
from clagdsl.lang.source import Node, Span
from clagdsl.syntax.token import Token

# --- the parser's tables as plain data, and which grammar they were made from ---------------------


ChildData: TypeAlias = tuple[int, bool, int]
"""Index of a child, whether its own children take its place, optional parts left out before it."""

RuleData: TypeAlias = tuple[str, int, str, bool, tuple[ChildData, ...], int]
"""Name, length, builder, whether one child stands for it, children, parts left out at the end."""


Row: TypeAlias = dict[str, int]
"""What each symbol does in a state."""


class Tables(NamedTuple):
    """What the parser knows of the grammar.

    `made_from` tells from which grammar.  `words` has the terminals that a word or sign may be,
    best first.  `rows` has for each state what a symbol does: a number from 0 is the next state, a
    negative one is -1 minus a rule.
    """

    made_from: int
    words: dict[str, list[str]]
    rows: Mapping[int, Row]
    rules: list[RuleData]
    starts: dict[str, tuple[int, int]]


def grammar_folder() -> Path:
    """Where the grammar is."""
    return data_folder("grammars")


def grammar_texts(folder: Path) -> dict[str, str]:
    """Returns the files of the grammar by name."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.lark"))}


def fingerprint() -> int:
    """Returns a number for the grammar and for the program that makes tables of it.

    The versions of Lark and Python are not part of it: the tables are plain data, which any version
    of them makes alike and which nothing but this package reads.
    """
    texts = [*grammar_texts(grammar_folder()).values()]
    texts.append(Path(__file__).with_name("grammar_build.py").read_text("utf-8"))
    return crc32("\0".join(texts).encode("utf-8"))


# --------------------------------------------------------------------------------------------------

END: Final = "$END"
"""The terminal that stands for the end of the text."""


Values: TypeAlias = list[Any]
Builder: TypeAlias = Callable[..., object]
"""Makes the value of a rule from the stretch of the text that it takes and from its children."""

Builders: TypeAlias = Mapping[str, Builder]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the grammar, ready to be used."""

    name: str
    length: int
    build: Callable[[Values], object]


class RuleCache(dict[int, Rule]):
    """The rules by the numbers that rows have for them, each made when it is first asked for."""

    def __init__(self, rules: Sequence[RuleData], builders: Builders) -> None:
        super().__init__()
        self._rules, self._builders = rules, builders

    def __missing__(self, action: int) -> Rule:
        """Make a rule ready."""
        rule = self[action] = make_rule(self._rules[-1 - action], self._builders)
        return rule


class ExpressionTooLargeError(Exception):
    """Raised while nodes are built: an expression has more parts than it may."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


@dataclass(frozen=True, slots=True)
class Refusal:
    """Where the parser stopped: the index of a token that cannot stand there.

    Where an expression is too large it is the index of the token after it, and `large` its place.
    """

    index: int
    oversized: Span | None = None


class Automaton:
    """The tables together with the functions that build the nodes."""

    def __init__(self, tables: Tables, builders: Builders) -> None:
        self.rows: Final = tables.rows
        self.starts: Final = tables.starts
        self.ends: Final = frozenset(end for _, end in tables.starts.values())
        self.rules: Final = RuleCache(tables.rules, builders)

    def run(self, tokens: Sequence[Token], first: int, start: str) -> object:
        """What the tokens from an index on are as a start symbol, or a Refusal."""
        rows, rules = self.rows, self.rules
        state, end = self.starts[start]
        states, values = [state], Values()
        index = first
        try:
            for index in range(first, len(tokens)):
                token = tokens[index]
                row = rows[state]
                kind = next((kind for kind in token.kinds if kind in row), None)
                if kind is None:
                    return Refusal(index)
                token.type = kind
                while (action := row[kind]) < 0:
                    state = reduce(rules[action], rows, states, values)
                    row = rows[state]
                    if kind not in row:
                        return Refusal(index)
                states.append(action)
                values.append(token)
                state = action
            index = len(tokens)
            while state != end:
                action = rows[state].get(END, 0)
                if action >= 0:
                    return Refusal(index)
                state = reduce(rules[action], rows, states, values)
        except ExpressionTooLargeError as problem:
            return Refusal(index, problem.span)
        return values[-1]

    def states_before(
        self, tokens: Sequence[Token], first: int, index: int, start: str
    ) -> list[int]:
        """Returns the states of the parser just before it meets the token at an index."""
        states = [self.starts[start][0]]
        for token in tokens[first:index]:
            self.shift(states, token.kinds)
        return states

    def shift(self, states: list[int], kinds: Sequence[str]) -> bool:
        """Moves the states over a token that may be of several kinds; False if it is refused."""
        row = self.rows[states[-1]]
        kind = next((kind for kind in kinds if kind in row), None)
        if kind is None:
            return False
        while (action := self.rows[states[-1]].get(kind)) is not None:
            if action >= 0:
                states.append(action)
                return True
            rule = self.rules[action]
            if rule.length:
                del states[-rule.length :]
            states.append(self.rows[states[-1]][rule.name])
        return False

    def accepts(self, states: Sequence[int], kinds: Sequence[str]) -> bool:
        """Returns whether a token that may be of several kinds, or the end, may come next."""
        after = list(states)
        taken = self.shift(after, kinds)
        return taken or (END in kinds and after[-1] in self.ends)

    def accepted(self, states: Sequence[int]) -> frozenset[str]:
        """Returns the terminals that may come next, END among them."""
        symbols = self.rows[states[-1]]
        return frozenset(t for t in symbols if t.isupper() and self.accepts(states, (t,)))


def reduce(rule: Rule, rows: Mapping[int, Row], states: list[int], values: Values) -> int:
    """Puts what a rule builds in the place of its children; the new state."""
    length = rule.length
    if length:
        children = values[-length:]
        del values[-length:], states[-length:]
    else:
        children = []
    state = rows[states[-1]][rule.name]
    states.append(state)
    values.append(rule.build(children))
    return state


def make_rule(data: RuleData, builders: Builders) -> Rule:
    """Returns a rule with the function that builds its value."""
    name, length, builder, single, children, trailing_absent = data
    shape = [(index, spread, absent) for index, spread, absent in children]
    if single and length == 1:
        return Rule(name, length, first_child)
    if not builder:
        return Rule(name, length, partial(arrange_children, shape, trailing_absent))
    build = builders[builder]
    if trailing_absent == 0 and shape == [(i, False, 0) for i in range(length)]:
        return Rule(name, length, lambda children: build(span_of(children), *children))

    def build_arranged(children: Values) -> object:
        pieces = arrange_children(shape, trailing_absent, children)
        return build(span_of(pieces), *pieces)

    return Rule(name, length, build_arranged)


NOWHERE: Final = Span(0, 0)
HAS_SPAN: Final = (Token, Node)
"""What has a place in the text."""


def span_of(pieces: Values) -> Span:
    """Returns the stretch of the text from the first piece that has a place to the last.

    Notes have none, so they do not belong to the stretch of what they are about.
    """
    if not pieces:
        return NOWHERE
    first, last = pieces[0], pieces[-1]
    if not (isinstance(first, HAS_SPAN) and isinstance(last, HAS_SPAN)):
        placed = [piece for piece in pieces if isinstance(piece, HAS_SPAN)]
        if not placed:
            return NOWHERE
        first, last = placed[0], placed[-1]
    start = first.start if isinstance(first, Token) else first.span.start
    end = last.end if isinstance(last, Token) else last.span.end
    return Span(start, end)


def first_child(children: Values) -> object:
    """Returns the value of a rule that stands for its only child."""
    return children[0]


def arrange_children(shape: Sequence[ChildData], trailing_absent: int, children: Values) -> Values:
    """Returns the children that a builder gets: signs left out, lists spread, None for what is
    absent.
    """
    result = Values()
    for index, spread, absent in shape:
        if absent:
            result += [None] * absent
        if not spread:
            result.append(children[index])
        elif result:
            result += children[index]
        else:
            result = children[index]  # a list of its own: grown in place, so long lists stay fast
    if trailing_absent:
        result += [None] * trailing_absent
    return result
