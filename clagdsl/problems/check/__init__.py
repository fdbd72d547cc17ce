"""The problems that the checker finds before its proofs (C2xx).

Imported only when there is something to report; see `clagdsl.problems.model`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clagdsl.problems.check.completeness import (
        aspect_missing,
        aspect_twice,
        call_within_call,
        cannot_be_called,
        changes_nothing,
        circular,
        said_twice,
        statement_missing,
        too_many,
        twist_as_deal,
    )
    from clagdsl.problems.check.inheritance import (
        already_inherited,
        chain_too_long,
        changes_its_own,
        extends_itself,
        no_single_place,
        nothing_inherited,
        nothing_to_change,
        unknown_variant,
        unreadable_base,
    )
    from clagdsl.problems.check.limits import limit_without_bids
    from clagdsl.problems.check.names import (
        deal_never_used,
        declared_twice,
        hides_a_name,
        name_never_used,
        name_not_here,
        not_a_word_of,
        unknown_deal,
        unknown_name,
        unknown_parameter,
        unknown_source,
    )
    from clagdsl.problems.check.values import (
        empty_range,
        impossible_players,
        listed_twice,
        no_order,
        not_listed,
        range_needed,
        setting_out_of_range,
        wrong_kind,
    )

__all__ = [
    "already_inherited",
    "aspect_missing",
    "aspect_twice",
    "call_within_call",
    "cannot_be_called",
    "chain_too_long",
    "changes_its_own",
    "changes_nothing",
    "circular",
    "deal_never_used",
    "declared_twice",
    "empty_range",
    "extends_itself",
    "hides_a_name",
    "impossible_players",
    "limit_without_bids",
    "listed_twice",
    "name_never_used",
    "name_not_here",
    "no_order",
    "no_single_place",
    "not_a_word_of",
    "not_listed",
    "nothing_inherited",
    "nothing_to_change",
    "range_needed",
    "said_twice",
    "setting_out_of_range",
    "statement_missing",
    "too_many",
    "twist_as_deal",
    "unknown_deal",
    "unknown_name",
    "unknown_parameter",
    "unknown_source",
    "unknown_variant",
    "unreadable_base",
    "wrong_kind",
]

PARTS = ("inheritance", "limits", "names", "completeness", "values")
"""The modules of this package, which are imported when the first problem is told."""


def __getattr__(name: str) -> object:
    if name in __all__:
        for part in PARTS:
            module = import_module(f"{__name__}.{part}")
            if name in vars(module):
                return vars(module)[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
