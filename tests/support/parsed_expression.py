"""A parser for a single expression."""

from __future__ import annotations

from typing import cast

from clagdsl.syntax import nodes
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import Refusal
from clagdsl.syntax.parser import language


def parse_expression(text: str) -> nodes.Expression:
    """Returns the syntax tree of an expression; raises ValueError if the text is not one."""
    words, automaton = language()
    found = scan(text, words)
    result = automaton.run(found.tokens, 0, "expression")
    if found.errors or isinstance(result, Refusal):
        raise ValueError(f"not an expression: {text!r}")
    return cast(nodes.Expression, result)
