"""Drives LALR(1) tables over tokens and builds the syntax tree bottom-up.

The input is the tables, the builders and a list of tokens; the output is the value of a start
symbol or a `Refusal`. The tables are plain data that `grammar_build` computes with Lark.

The lexer is contextual through `Token.kinds`: a token lists all its possible terminals, and the
driver takes the first that the current state accepts.

Lark's own parser was rejected for ordinary runs. Importing Lark and loading its stored parser takes
75 ms, and its contextual lexer compiles a pattern for each state. These tables load in 3 ms. The
driver also yields the exact expected set, which the error messages need. A test compares its trees
and spans with those of Lark's parser.

Rows and rules are decoded on first use. Nothing here recurses, so any nesting depth is safe.
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

# --- the tables as plain data, and a fingerprint of the grammar -----------------------------------


ChildData: TypeAlias = tuple[int, bool, int]
"""Index of a child, whether its own children replace it, number of absent optional parts before it.
"""

RuleData: TypeAlias = tuple[str, int, str, bool, tuple[ChildData, ...], int]
"""Name, length, builder, whether a single child replaces it, children, absent parts at the end."""


Row: TypeAlias = dict[str, int]
"""Actions of a state by symbol: a state number to go to, or -1 minus a rule number."""


class Tables(NamedTuple):
    """The LALR(1) tables of the grammar as plain data.

    - `made_from`: the fingerprint of the grammar.
    - `words`: for each word and sign, its possible terminals, best first.
    - `rows`: for each state, its actions by symbol. A non-negative number is the next state; a
      negative number is -1 minus the number of a rule to reduce.
    - `rules`: the rules by number.
    - `starts`: for each start symbol, its first and its accepting state.
    """

    made_from: int
    words: dict[str, list[str]]
    rows: Mapping[int, Row]
    rules: list[RuleData]
    starts: dict[str, tuple[int, int]]


def grammar_folder() -> Path:
    """Returns the folder of the grammar files."""
    return data_folder("grammars")


def grammar_texts(folder: Path) -> dict[str, str]:
    """Returns the text of each grammar file by file name."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.lark"))}


def fingerprint() -> int:
    """Returns a checksum of the grammar and of the program that builds tables from it.

    The versions of Lark and Python are left out: the tables are plain data that every version
    builds identically, and only this package reads them.
    """
    texts = [*grammar_texts(grammar_folder()).values()]
    texts.append(Path(__file__).with_name("grammar_build.py").read_text("utf-8"))
    return crc32("\0".join(texts).encode("utf-8"))


# --------------------------------------------------------------------------------------------------

END: Final = "$END"
"""The terminal for the end of the text."""


Values: TypeAlias = list[Any]
Builder: TypeAlias = Callable[..., object]
"""A function that builds the value of a rule from its span and its children."""

Builders: TypeAlias = Mapping[str, Builder]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the grammar with its bound builder."""

    name: str
    length: int
    build: Callable[[Values], object]


class RuleCache(dict[int, Rule]):
    """Rules by their (negative) action number, bound to their builders on first use."""

    def __init__(self, rules: Sequence[RuleData], builders: Builders) -> None:
        super().__init__()
        self._rules, self._builders = rules, builders

    def __missing__(self, action: int) -> Rule:
        """Binds a rule to its builder."""
        rule = self[action] = make_rule(self._rules[-1 - action], self._builders)
        return rule


class ExpressionTooLargeError(Exception):
    """Raised by a builder if an expression has more parts than allowed."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


@dataclass(frozen=True, slots=True)
class Refusal:
    """The index of the token at which the parser stopped because the current state has no action
    for it.

    If an expression is too large, `oversized` is its span and `index` is the token after it.
    """

    index: int
    oversized: Span | None = None


class Automaton:
    """The LALR(1) tables with the builders of the syntax tree's nodes."""

    def __init__(self, tables: Tables, builders: Builders) -> None:
        self.rows: Final = tables.rows
        self.starts: Final = tables.starts
        self.ends: Final = frozenset(end for _, end in tables.starts.values())
        self.rules: Final = RuleCache(tables.rules, builders)

    def run(self, tokens: Sequence[Token], first: int, start: str) -> object:
        """Returns the value of the tokens from `first` on, parsed as a start symbol,
        or a Refusal.
        """
        rows, rules = self.rows, self.rules
        state, end = self.starts[start]
        states, values = [state], Values()
        index = first
        try:
            for index in range(first, len(tokens)):
                token = tokens[index]
                row = rows[state]
                # The first terminal that this state accepts decides between keyword and name.
                kind = next((kind for kind in token.kinds if kind in row), None)
                if kind is None:
                    return Refusal(index)
                token.type = kind
                while (action := row[kind]) < 0:
                    state = reduce(rules[action], rows, states, values)
                    row = rows[state]
                    # An LALR(1) row merges lookaheads: a token may be refused only after a
                    # reduction.
                    if kind not in row:
                        return Refusal(index)
                states.append(action)
                values.append(token)
                state = action
            index = len(tokens)
            # At the end of the text, reduce until the start symbol is complete.
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
        """Returns the stack of states just before the token at an index."""
        states = [self.starts[start][0]]
        for token in tokens[first:index]:
            self.shift(states, token.kinds)
        return states

    def shift(self, states: list[int], kinds: Sequence[str]) -> bool:
        """Advances the stack over a token with several possible kinds; returns False if it is
        refused.
        """
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
        """Returns whether a token with several possible kinds, or the end, can come next."""
        after = list(states)
        taken = self.shift(after, kinds)
        return taken or (END in kinds and after[-1] in self.ends)

    def accepted(self, states: Sequence[int]) -> frozenset[str]:
        """Returns the expected set: the terminals that can come next, including END."""
        symbols = self.rows[states[-1]]
        # Terminals are upper case, rules lower case; both are symbols of a row.
        return frozenset(t for t in symbols if t.isupper() and self.accepts(states, (t,)))


def reduce(rule: Rule, rows: Mapping[int, Row], states: list[int], values: Values) -> int:
    """Replaces a rule's children with the value built from them; returns the new state."""
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
    """Returns a rule bound to the function that builds its value.

    The common shapes get a direct call; only the others pay for rearranging their children.
    """
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
"""The types that have a span."""


def span_of(pieces: Values) -> Span:
    """Returns the span from the first piece that has one to the last.

    Notes have no span, so they never extend the span of the construct that they annotate.
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
    """Returns the only child, which replaces its rule."""
    return children[0]


def arrange_children(shape: Sequence[ChildData], trailing_absent: int, children: Values) -> Values:
    """Returns a builder's arguments: filtered tokens dropped, lists spliced, None if absent."""
    result = Values()
    for index, spread, absent in shape:
        if absent:
            result += [None] * absent
        if not spread:
            result.append(children[index])
        elif result:
            result += children[index]
        else:
            result = children[index]  # extended in place, so that parsing a long list stays linear
    if trailing_absent:
        result += [None] * trailing_absent
    return result
