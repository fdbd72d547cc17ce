"""Describes an expected set (the terminals that the parser would accept) in error messages.

Large sets are summarised: all operands become "a number, a name or another expression", and more
than `MAX_LISTED` clauses become "a clause such as `score`".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.numerals import join_words
from clagdsl.syntax.lr_parser import END
from clagdsl.syntax.token import CLAUSES

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "RANK": "a rank such as `10`",
    "SUIT_NAME": "a suit such as `hearts`",
    "CARD": "a card such as `10H`",
    "STRING": "a text in quotation marks",
    "NUMBER": "a number",
    "NAME": "a name",
}
"""Descriptions of the terminals that match more than a fixed word."""

OPERAND: Final = frozenset({"NAME", "NUMBER", "LPAR", "ABS", "MAX", "MIN", "MINUS"})
OPERATORS: Final = frozenset({"PLUS", "MINUS", "TIMES_SIGN"})
CONNECTING: Final = frozenset({"WHEN", "AND", "OR", "COMPARISON"}) | OPERATORS
# Words that are listed before the rest is summarised.
MAX_LISTED: Final = 8


def fixed_words(words: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Returns the spelling of every terminal that has exactly one spelling."""
    spellings: dict[str, list[str]] = {}
    for word, kinds in words.items():
        if kinds[0] not in DESCRIPTIONS:
            spellings.setdefault(kinds[0], []).append(word)
        if len(kinds) > 1 and kinds[1] == "EQUAL":
            spellings["EQUAL"] = [word]
    return {kind: written[0] for kind, written in spellings.items() if len(written) == 1}


def describe_expected(accepted: Collection[str], words: Mapping[str, tuple[str, ...]]) -> str:
    """Returns a description of the expected set, with specific words before general classes."""
    spellings = fixed_words(words)
    remaining = set(accepted)
    general: list[str] = []
    keywords = {kind: spellings[kind] for kind in remaining if kind in spellings}
    clauses = {kind for kind, word in keywords.items() if word in CLAUSES}
    statements = {kind for kind, word in keywords.items() if word in STATEMENTS}
    if remaining >= OPERAND:
        remaining -= {*OPERAND, "NOT", "TRUE", "FALSE"}
        general.append("a number, a name or another expression")
    if {"NAME", "STRING"} <= remaining:
        remaining -= {"NAME", "STRING"}
        general.append("a name")
    if remaining >= OPERATORS:
        remaining -= CONNECTING
        remaining.discard("DOT")
        general.append("a sign such as `+` or `=`")
        if "WHEN" in accepted:
            general.append("`when`")
    if len(clauses) > MAX_LISTED:
        remaining -= clauses
        general.append("a clause such as `score`")
    if len(statements) > MAX_LISTED:
        remaining -= statements | {"FROM", "ASSUME"}
        general.append("a statement such as `deal`")
    remaining.discard(END)
    named = sorted(f"`{spellings[kind]}`" for kind in remaining if kind in spellings)
    kinds = [DESCRIPTIONS[kind] for kind in DESCRIPTIONS if kind in remaining]
    if len(named) > MAX_LISTED:
        named = [*named[:MAX_LISTED], "another word of the language"]
    return join_words([*named, *kinds, *general], "or") or "nothing more"
