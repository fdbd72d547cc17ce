"""Finds where statements and clauses begin, so that reading can go on after an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from clagdsl.syntax.token import Token

STATEMENTS: Final = (
    "game",
    "players",
    "source",
    "param",
    "let",
    "deal",
    "twist",
    "schedule",
    "winner",
    "settle",
    "example",
    "change",
    "drop",
    "add",
)
"""The words that begin a statement."""

CLAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "rank": (),
    "trump": ("none", "turned", "named", "order"),
    "shown": ("before", "after"),
    "sight": ("before", "after", "never"),
    "bid": ("in", "none", "fixed"),
    "last": ("bid",),
    "each": ("bid",),
    "lead": ("eldest", "dealer", "caller"),
    "follow": ("suit", "anything"),
    "play": ("any", "top"),
    "wild": ("none",),
    "trick": ("worth",),
    "score": (),
    "completed": ("when", "not"),
    "won": ("by",),
    "next": ("dealer",),
    "call": ("by", "none"),
}
"""The words that begin a clause, and the words that show that they do."""

CONTINUING: Final = frozenset(
    ["=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "//", "%", ".", ",", ")", ":"]
) | frozenset(("and", "or", "when", "otherwise", "up", "down", "cards", "card", "times"))
"""What follows a name inside an expression and never the word that begins a statement."""


def beginning(tokens: Sequence[Token], index: int) -> Literal["statement", "clause"] | None:
    """What begins at a token, if it surely is not in the middle of something else."""
    token = tokens[index]
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if token.leads and token in STATEMENTS:
        part = index > 0 and tokens[index - 1] in ("change", "drop") and tokens[index - 1].leads
        return None if part or following in CONTINUING else "statement"
    marks = CLAUSES.get(token)
    if marks is None:
        return None
    if token == "score":
        starts = token.leads or following not in CONTINUING
    elif following is not None and (following in marks or _is_rank_list(token, following)):
        starts = True
    else:
        ends_here = following is None or following.leads
        starts = token.leads and not ends_here and following not in CONTINUING
    return "clause" if starts else None


def _is_rank_list(token: Token, following: Token) -> bool:
    return token in ("rank", "wild") and following.kinds[:1] == ("RANK",)
