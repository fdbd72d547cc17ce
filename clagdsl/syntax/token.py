"""Tokens of a source text, and the tokens at which a statement, clause or row begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.expr.operators import ARITHMETIC, COMPARISONS, LOGIC
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.source import Span


class Token(str):
    """One token: a word, sign, number or quoted text, with its span in the source.

    `kinds` are its possible terminals of the grammar, the preferred one first. `type` is the
    terminal that the parser chose. `leads` is True for the first token of its line.
    """

    __slots__ = ("end", "kinds", "leads", "start", "type")

    start: int
    end: int
    kinds: tuple[str, ...]
    leads: bool
    type: str

    @property
    def span(self) -> Span:
        """The span of the token in the source text."""
        return Span(self.start, self.end)


def make_token(text: str, start: int, kinds: tuple[str, ...], leads: bool) -> Token:
    """Returns a token that starts at an offset of the source text."""
    token = Token(text)
    token.start = start
    token.end = start + len(text)
    token.kinds = kinds
    token.leads = leads
    token.type = ""
    return token


# --- restart points for error recovery ------------------------------------------------------------


def _clauses() -> dict[str, frozenset[str]]:
    """Returns the first word of each clause, with the words that can follow it.

    These are the rest of the clause's keyword, or else the first words of its values.
    """
    followers: dict[str, frozenset[str]] = {}
    for aspect in TABLE.values():
        first, *rest = aspect.keyword.split()
        values = [policy.syntax.split()[0] for policy in aspect.policies]
        followers[first] = frozenset(word for word in rest or values if word.isalpha())
    return followers


CLAUSES: Final[Mapping[str, frozenset[str]]] = _clauses()
"""First words of clauses, each with the words that confirm a clause if they follow it."""

CONTINUING: Final[frozenset[str]] = frozenset(
    (*COMPARISONS, *ARITHMETIC, *LOGIC, ".", ",", ")", ":")
) | frozenset(("when", "otherwise", "up", "down", "cards", "card", "times"))
"""Tokens that can follow a name in an expression, but not the first word of a statement."""


BEFORE_OPERANDS: Final = frozenset((*COMPARISONS, *ARITHMETIC, *LOGIC, "not", "("))
"""Tokens after which an operand of an expression follows, and no clause."""

VARIABLES: Final = ("deal", "players", "winner")
"""Words that begin a statement and are also variables in expressions."""

ConstructKind: TypeAlias = Literal["statement", "clause", "row"]


def construct_at(tokens: Sequence[Token], index: int) -> ConstructKind | None:
    """Returns the construct that certainly begins at a token, or None if this is not certain.

    At the beginning of a line, the word is compared case-insensitively.
    """
    token = tokens[index]
    word = token.lower() if token.leads else str(token)
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if token.leads and word in STATEMENTS:
        return None if word in VARIABLES and following in CONTINUING else "statement"
    if token.leads and word == "then":
        return None if following == "shared" else "row"
    if not token.leads and index and tokens[index - 1] in BEFORE_OPERANDS:
        return None  # as in `may not equal cards`
    return "clause" if word in CLAUSES and _is_clause(token, word, following) else None


def _is_clause(token: Token, word: str, following: Token | None) -> bool:
    if word == "score":
        return token.leads or following not in CONTINUING
    if (
        following is not None
        and (token.leads or not following.leads)  # a keyword of two words ends no line
        and (following in CLAUSES[word] or _is_rank_list(word, following))
    ):
        return True
    ends_here = following is None or following.leads
    return token.leads and not ends_here and following not in CONTINUING


def _is_rank_list(word: str, following: Token) -> bool:
    return word in ("rank", "wild") and following.kinds[:1] == ("RANK",)


def misspelt_construct_at(tokens: Sequence[Token], index: int) -> ConstructKind | None:
    """Returns the construct that the first word of a line begins after one typo is corrected."""
    from clagdsl.problems.suggestions import is_one_edit_apart  # imported only after an error

    token = tokens[index]
    if not token.leads or token.kinds != ("NAME",) or index + 1 == len(tokens):
        return None
    following = tokens[index + 1]
    if following.leads or following in CONTINUING:
        return None
    word = token.lower()
    if any(is_one_edit_apart(word, keyword) for keyword in STATEMENTS):
        return "statement"
    return "clause" if any(is_one_edit_apart(word, keyword) for keyword in CLAUSES) else None
