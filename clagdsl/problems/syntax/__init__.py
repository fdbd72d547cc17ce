"""Every problem that reading and parsing a rules file can find: codes S101 to S149."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clagdsl.problems.syntax.bounds import (
        expression_too_large,
        name_too_long,
        nested_too_deep,
        number_too_large,
        too_many_problems,
        too_many_words,
    )
    from clagdsl.problems.syntax.files import (
        file_too_large,
        hidden_character,
        not_a_file,
        not_text,
        unreadable,
    )
    from clagdsl.problems.syntax.phrases import (
        bracket,
        chained_comparison,
        colon_or_equals,
        missing_comma,
        missing_operator,
        missing_otherwise,
        missing_word,
        misspelt,
        not_a_card,
        not_here,
        reserved,
        too_much,
        unfinished,
        unquoted_name,
    )
    from clagdsl.problems.syntax.single_words import (
        foreign_sign,
        run_on,
        unclosed_text,
        unknown_character,
        wrong_quotes,
    )
    from clagdsl.problems.syntax.statements import (
        clause_outside_a_deal,
        empty_file,
        missing_header,
        nothing_said,
        other_version,
    )

__all__ = [
    "bracket",
    "chained_comparison",
    "clause_outside_a_deal",
    "colon_or_equals",
    "empty_file",
    "expression_too_large",
    "file_too_large",
    "foreign_sign",
    "hidden_character",
    "missing_comma",
    "missing_header",
    "missing_operator",
    "missing_otherwise",
    "missing_word",
    "misspelt",
    "name_too_long",
    "nested_too_deep",
    "not_a_card",
    "not_a_file",
    "not_here",
    "not_text",
    "nothing_said",
    "number_too_large",
    "other_version",
    "reserved",
    "run_on",
    "too_many_problems",
    "too_many_words",
    "too_much",
    "unclosed_text",
    "unfinished",
    "unknown_character",
    "unquoted_name",
    "unreadable",
    "wrong_quotes",
]

PARTS = ("bounds", "files", "phrases", "single_words", "statements")
"""The modules of this package, which are imported when the first problem is told."""


def __getattr__(name: str) -> object:
    if name in __all__:
        for part in PARTS:
            module = import_module(f"{__name__}.{part}")
            if name in vars(module):
                return vars(module)[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
