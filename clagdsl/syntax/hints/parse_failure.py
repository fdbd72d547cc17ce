"""The context of a syntax error, with dry runs of the parser around it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Concatenate, Final, ParamSpec, get_args

from clagdsl.lang.expr.ast import VariableName
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Edit, Problem
from clagdsl.syntax.expected_tokens import fixed_words
from clagdsl.syntax.hints.synonyms import SUIT_TEXTS
from clagdsl.syntax.lex_errors import DECLARE_VALUES, Report
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import END, Automaton
from clagdsl.syntax.token import CLAUSES, Token, construct_at, misspelt_construct_at


@dataclass(slots=True)
class ParseFailure:
    """The place where the parser stopped, with the parser's state there.

    - `first`: the index of the token at which this run of the parser began.
    - `index`: the index of the refused token, or the number of tokens if at the end of the text.
    - `start`: the start symbol of the run.
    - `words`: the vocabulary: for each word and sign, its possible terminals.
    - `states`: the stack of states just before the refused token.
    - `accepted`: the expected set: the terminals that could come next.
    - `spellings`: the word or sign of each terminal that has only one.
    """

    source: SourceText
    tokens: Sequence[Token]
    first: int
    index: int
    start: str
    automaton: Automaton
    words: Mapping[str, tuple[str, ...]]
    states: list[int] = field(init=False)
    accepted: frozenset[str] = field(init=False)
    spellings: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        run = self.automaton.states_before
        self.states = run(self.tokens, self.first, self.index, self.start)
        self.accepted = self.automaton.accepted(self.states)
        self.spellings = fixed_words(self.words)

    @property
    def token(self) -> Token | None:
        """The refused token; None at the end of the text."""
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    @property
    def previous(self) -> Token | None:
        """The token before the refused one; None at the beginning of the text."""
        return self.tokens[self.index - 1] if self.index > 0 else None

    @property
    def is_at_boundary(self) -> bool:
        """True if a statement or clause begins here, or the text ends."""
        token = self.token
        if token is None:
            return True
        is_keyword = token in STATEMENTS or token in CLAUSES
        return is_keyword and construct_at(self.tokens, self.index) is not None

    @property
    def line_start(self) -> int:
        """The offset at which the line of the refused token begins."""
        token = self.token
        end = len(self.source.text) if token is None else token.start
        return self.source.text.rfind("\n", 0, end) + 1

    @property
    def declared(self) -> Counter[str]:
        """The number of times the file declares each name of one word."""
        return _declarations(self.source.text)[0]

    @property
    def specials(self) -> frozenset[str]:
        """The names of the special cards of the file."""
        return _declarations(self.source.text)[1]

    @property
    def last_bid_case(self) -> str:
        """The case in which the last bid is the dealer's; "" if the file has no other order."""
        others = {"extends", "first", "together"}
        return "" if others.isdisjoint(self.tokens) else "if the dealer bids last"

    def kinds(self, index: int) -> tuple[str, ...]:
        """Returns the possible terminals of a token; (END,) past the last token."""
        return self.tokens[index].kinds if index < len(self.tokens) else (END,)

    def place(self, token: Token) -> Place:
        """Returns the place of a token in the source."""
        return self.source.place(span_of(token))

    def accepts_next(self, kinds: Sequence[Sequence[str]]) -> bool:
        """Returns whether the parser accepts tokens of these kinds from the failure on."""
        states = list(self.states)
        for kind in kinds:
            if END in kind:
                return self.automaton.accepts(states, kind)
            if not self.automaton.shift(states, kind):
                return False
        return True

    def accepts_word(self, word: str, skipped: int) -> bool:
        """Returns whether inserting a word here makes the parser accept the tokens after it.

        `skipped` is the number of refused tokens that the word replaces. Two tokens are tried, or
        one if the second begins a line.
        """
        after = self.index + skipped
        kinds = [self.kinds(after)]
        if after + 1 < len(self.tokens):
            kinds.append(self.kinds(after + 1))
        lines = [index for index in (after, after + 1) if index < len(self.tokens)]
        if any(self.tokens[index].leads for index in lines[1 - skipped :]):
            kinds = kinds[:1]
        return self.accepts_next([self.words[word], *kinds])

    def parses_with(self, fix: Sequence[Edit]) -> bool:
        """Returns whether the parser reaches the end of the clause once the edits are applied.

        Only the tokens between the first and the last edit are scanned again. Edits before `first`,
        such as a change of the version in the header, have no effect on the run.
        """
        tokens, text = self.tokens, self.source.text
        begins = tokens[self.first].start if self.first < len(tokens) else len(text)
        spans = sorted((self.source.span(each.place), each.text) for each in fix)
        changes = [each for each in spans if each[0].start >= begins]
        if not changes:
            return True
        low, high = changes[0][0].start, changes[-1][0].end
        if any("#" in new for _, new in changes):
            high = max(high, text.find("\n", high))  # a comment hides the rest of the line
        first = bisect_left(tokens, low, key=attrgetter("end"))
        behind = bisect_right(tokens, high, first, key=attrgetter("start"))
        if first < behind:
            low, high = min(low, tokens[first].start), max(high, tokens[behind - 1].end)
        made, read = "", low
        for span, new in changes:
            made, read = made + text[read : span.start] + new, span.end
        scanned = scan(made + text[read:high], self.words).tokens
        end = max(self.index, behind)
        while end < len(tokens) and not (
            construct_at(tokens, end) or misspelt_construct_at(tokens, end)
        ):
            end += 1
        before = tokens[max(first - 1, 0) : first]
        kinds = self.surely([*before, *scanned, *tokens[behind:end]], self.declared)[len(before) :]
        states = self.automaton.states_before(tokens, self.first, first, self.start)
        if not all(self.automaton.shift(states, each) for each in kinds):
            return False
        return self.follows(states, end)

    def surely(self, tokens: Sequence[Token], declared: Mapping[str, int]) -> list[tuple[str, ...]]:
        """Returns the terminals of tokens that do not hide that something is wrong.

        A keyword is read as a name if it is a variable or a part of one. It is also read as one if
        the file declares it, or if it is a suit or `none` behind a comparison.
        """
        kinds = []
        for index, token in enumerate(tokens):
            before, behind = tokens[max(index - 1, 0)], tokens[index + 1 : index + 2]
            is_name = token in VARIABLES or before == "." or behind == ["."] or declared.get(token)
            is_suit = token in (*SUIT_TEXTS, "none") and "COMPARISON" in before.kinds
            if token not in self.words or is_name or is_suit:
                kinds.append(token.kinds)
            else:
                kinds.append(tuple(kind for kind in token.kinds if kind != "NAME"))
        return kinds

    def knows_names(self, tokens: Iterable[Token]) -> bool:
        """Returns whether each name among tokens is one of the language or the file.

        A file that extends another may inherit a name, and the choices of a parameter have no
        declaration: a name is one if it occurs twice.
        """
        unknown = (
            each
            for each in tokens
            if each.kinds == ("NAME",) and not (each in VARIABLES or self.declared[each])
        )
        return "extends" in self.tokens or not any(unknown)

    def follows(self, states: Sequence[int], index: int) -> bool:
        """Returns whether the token at an index can follow a clause or line that was read."""
        kinds = self.kinds(index)[:1]  # a keyword before a name
        if index < len(self.tokens) and self.tokens[index].kinds == ("NAME",):
            kinds = (END, "SCORE")  # a misspelt keyword, which begins a clause or statement
        return any(self.automaton.accepts(states, (kind,)) for kind in kinds)

    def accepted_before(self) -> frozenset[str]:
        """Returns the expected set one token earlier."""
        run = self.automaton.states_before
        states = run(self.tokens, self.first, self.index - 1, self.start)
        return self.automaton.accepted(states)

    def clause_start(self) -> int:
        """Returns the index of the token that begins the current statement or clause."""
        index = min(self.index, len(self.tokens)) - 1
        while index > self.first and construct_at(self.tokens, index) is None:
            index -= 1
        return max(index, 0)

    def context(self) -> str:
        """Returns the keyword of the current statement, or "" outside any statement."""
        for index in range(min(self.index, len(self.tokens)) - 1, self.first - 1, -1):
            if construct_at(self.tokens, index) == "statement":
                return self.tokens[index].lower()
        return ""

    def declares(self, word: str, begins: Collection[str] = DECLARE_VALUES) -> bool:
        """Returns whether one of some keywords is before the word in another place.

        By default, these are the keywords that declare a value.
        """
        pairs = pairwise(self.tokens)
        return any(begin in begins and name == word and name is not word for begin, name in pairs)


VARIABLES: Final = frozenset(get_args(VariableName))
"""The variables of expressions; some are keywords as well."""
DECLARING: Final = frozenset(
    {"deal", "twist", "as", "source", "run", "tally", "special", "param", "let"}
)
"""Keywords before a name that the file declares."""
DECLARATION: Final = re.compile(rf"\b({'|'.join(sorted(DECLARING))})\s+(?!(?:of|the|an?)\b)(\w+)")

TEXTS: Final = re.compile(r'"[^"\n]*"|#[^\n]*')
"""Texts in quotation marks and comments, which declare nothing."""


def declarations_in(text: str) -> Counter[str]:
    """Returns the number of declarations of each name in a text."""
    return _declarations(text)[0]


@lru_cache(maxsize=4)
def _declarations(text: str) -> tuple[Counter[str], frozenset[str]]:
    """Returns the number of declarations of each name, and the special cards; any text will do."""
    pairs: list[tuple[str, str]] = DECLARATION.findall(TEXTS.sub('""', text))
    specials = frozenset(name for word, name in pairs if word == "special")
    return Counter(name for _, name in pairs), specials


P = ParamSpec("P")


def report_token(
    failure: ParseFailure,
    token: Token,
    problem: Callable[Concatenate[Place, str, P], Problem],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Report:
    """Returns the report of a problem at one token; the arguments are its further facts."""
    made = problem(failure.place(token), token, *args, **kwargs)
    return Report(span_of(token), made.diagnostic())


def span_of(token: Token) -> Span:
    """Returns the span of a token."""
    return Span(token.start, token.end)
