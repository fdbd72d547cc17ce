"""What may be called: one choice of some groups, any or at most one of others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import assert_never

from clagdsl import problems
from clagdsl.lang.identifiers import spelt
from clagdsl.lang.rules import Call, CallGroup
from clagdsl.problems.model import Reason
from clagdsl.table.deal_rules import DealRules


@lru_cache(maxsize=64)  # asked of one call again and again, and of some there are thousands
def legal_calls(call: Call) -> tuple[tuple[str, ...], ...]:
    """Every call that may be made, each with its choices in the order declared.

    The calls come in a fixed order: the last group varies fastest, few choices before many.
    """
    by_group = [_options(group) for group in call.groups]
    return tuple(tuple(chain.from_iterable(options)) for options in product(*by_group))


def calls_of(rules: DealRules) -> tuple[tuple[str, ...], ...]:
    """Returns the calls of a deal in the order of legal actions; one of nothing if none is made."""
    return legal_calls(rules.call) if isinstance(rules.call, Call) else ((),)


def _options(group: CallGroup) -> tuple[tuple[str, ...], ...]:
    single = tuple((choice,) for choice in group.choices)
    match group.kind:
        case "one of":
            return single
        case "at most one of":
            return ((), *single)
        case "any of":
            numbers = range(len(group.choices) + 1)
            return tuple(chain.from_iterable(combinations(group.choices, n) for n in numbers))
        case _:
            assert_never(group.kind)


def ordered_call(rules: DealRules, names: Sequence[str]) -> tuple[str, ...]:
    """The choices of a legal call by their full names, in the order declared.

    `names` are full or short names in any order; what is no choice of the call is left out.
    """
    if not isinstance(rules.call, Call):
        return ()
    called = {rules.choice_names.get(spelt(name)) for name in names}
    choices = chain.from_iterable(group.choices for group in rules.call.groups)
    return tuple(choice for choice in choices if choice in called)


def why_not_call(rules: DealRules, names: Sequence[str]) -> Reason | None:
    """Why these choices, by full or short names in any order, may not be called, or None."""
    origin = rules.origin("call")
    if not isinstance(rules.call, Call):
        return problems.illegal_actions.NothingToCall(origin=origin).reason()
    groups = rules.call.groups
    called: set[str] = set()
    for name in names:
        choice = rules.choice_names.get(spelt(name))
        if choice is None:
            known = tuple(chain.from_iterable(group.choices for group in groups))
            return problems.illegal_actions.NoSuchChoice(name, known, origin=origin).reason()
        if choice in called:
            return problems.illegal_actions.CalledTwice(choice, origin=origin).reason()
        called.add(choice)
    for group in groups:
        chosen = tuple(choice for choice in group.choices if choice in called)
        if group.kind == "one of" and len(chosen) != 1:
            return problems.illegal_actions.NotExactlyOne(
                chosen, group.choices, origin=origin
            ).reason()
        if group.kind == "at most one of" and len(chosen) > 1:
            return problems.illegal_actions.MoreThanOne(chosen, origin=origin).reason()
    return None
