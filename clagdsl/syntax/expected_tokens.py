"""Says in words what may stand at a place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.numerals import listed
from clagdsl.syntax.lr_parser import END
from clagdsl.syntax.token import CLAUSES

KINDS: Final[Mapping[str, str]] = {
    "RANK": "a rank such as `10`",
    "SUIT_NAME": "a suit such as `hearts`",
    "CARD": "a card such as `10H`",
    "STRING": "a text in quotation marks",
    "NUMBER": "a number",
    "NAME": "a name",
}
"""Terminals that are no fixed words, by what they are."""

OPERAND: Final = frozenset({"NAME", "NUMBER", "LPAR", "ABS", "MAX", "MIN", "MINUS"})
OPERATORS: Final = frozenset({"PLUS", "MINUS", "TIMES_SIGN"})
CONNECTING: Final = frozenset({"WHEN", "AND", "OR", "COMPARISON"}) | OPERATORS
MOST_NAMED: Final = 8


def fixed_words(words: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The word or sign of every terminal that stands for just one."""
    spelt: dict[str, list[str]] = {}
    for word, kinds in words.items():
        if kinds[0] not in KINDS:
            spelt.setdefault(kinds[0], []).append(word)
        if len(kinds) > 1 and kinds[1] == "EQUAL":
            spelt["EQUAL"] = [word]
    return {kind: written[0] for kind, written in spelt.items() if len(written) == 1}


def what_may_stand(accepted: Collection[str], words: Mapping[str, tuple[str, ...]]) -> str:
    """The terminals that a place accepts, in words, the particular before the general."""
    spelt = fixed_words(words)
    left = set(accepted)
    general: list[str] = []
    keywords = {kind: spelt[kind] for kind in left if kind in spelt}
    clauses = {kind for kind, word in keywords.items() if word in CLAUSES}
    statements = {kind for kind, word in keywords.items() if word in STATEMENTS}
    if left >= OPERAND:
        left -= {*OPERAND, "NOT", "TRUE", "FALSE"}
        general.append("a number, a name or another expression")
    if {"NAME", "STRING"} <= left:
        left -= {"NAME", "STRING"}
        general.append("a name")
    if left >= OPERATORS:
        left -= CONNECTING
        left.discard("DOT")
        general.append("a sign such as `+` or `=`")
        if "WHEN" in accepted:
            general.append("`when`")
    if len(clauses) > MOST_NAMED:
        left -= clauses
        general.append("a clause such as `score`")
    if len(statements) > MOST_NAMED:
        left -= statements | {"FROM", "ASSUME"}
        general.append("a statement such as `deal`")
    left.discard(END)
    named = sorted(f"`{spelt[kind]}`" for kind in left if kind in spelt)
    kinds = [KINDS[kind] for kind in KINDS if kind in left]
    if len(named) > MOST_NAMED:
        named = [*named[:MOST_NAMED], "another word of the language"]
    return listed([*named, *kinds, *general], "or") or "nothing more"
