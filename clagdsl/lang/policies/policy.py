"""What is declared about one named policy, and about all policies of an aspect.

No field has a default: a policy that says nothing to one of its readers does not get past the
import of its module, nor past the type checker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, field
from typing import Any, Generic, TypeVar, get_args

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import join_words

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Policy(Generic[V]):
    """Everything that is known about one named value of an aspect.

    In `label`, `sentence` and `note` a word in braces is filled in from the value or the deal.
    """

    key: str
    """What tells it from the others of its aspect."""
    since: int
    """The version of the language that first had it."""
    _: KW_ONLY
    syntax: str
    """How a rules file says it, with an example of what has to be filled in: `fixed 0`."""
    value: V | None
    """The value that its words stand for; None where it is made of what is filled in."""
    label: str
    """What a difference between two games calls it."""
    sentence: str
    """What a rule sheet says of it."""
    note: str | None
    """The line of the terminal before a deal; None for what is as in the plainest deal."""
    meanings: Mapping[str, str]
    """What its words mean, for the editor; not those that an aspect or another policy declares."""


@dataclass(frozen=True, slots=True)
class Policies(Generic[V]):
    """The policies of one aspect, in the order of the reference."""

    listed: tuple[Policy[V], ...]
    key_of: Callable[[V], str]
    """The key of the policy that a value belongs to."""
    by_key: Mapping[str, Policy[V]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        by_key = {policy.key: policy for policy in self.listed}
        if len(by_key) != len(self.listed):
            raise TypeError("two policies of an aspect have the same key")
        object.__setattr__(self, "by_key", by_key)

    def __iter__(self) -> Iterator[Policy[V]]:
        return iter(self.listed)

    def __getitem__(self, key: str) -> Policy[V]:
        """The policy with this key."""
        return self.by_key[key]

    def of(self, value: V) -> Policy[V]:
        """Returns the policy that a value belongs to."""
        return self.by_key[self.key_of(value)]

    @property
    def choices(self) -> str:
        """What a rules file may say, for a sentence: `a`, `b` or `c`, each in backticks."""
        return join_words([f"`{policy.syntax}`" for policy in self.listed], "or")

    def value_of(self, words: str) -> V | None:
        """Returns the value that these words of a rules file stand for, if they are all of it."""
        return next((policy.value for policy in self.listed if policy.syntax == words), None)


NONE: Policies[Any] = Policies((), str)
"""An aspect whose values have no names: an order of ranks, an expression."""


def word_policy(
    key: str,
    since: int,
    *,
    label: str,
    sentence: str,
    note: str | None,
    meanings: Mapping[str, str],
) -> Policy[str]:
    """Returns the policy of a value that is the words of a rules file themselves."""
    return Policy(
        key,
        since,
        syntax=key,
        value=key,
        label=label,
        sentence=sentence,
        note=note,
        meanings=meanings,
    )


def word_policies(literal: object, *listed: Policy[str]) -> Policies[Any]:
    """Returns the policies of an aspect whose values are words of a Literal type, in the same
    order.
    """
    if tuple(policy.key for policy in listed) != get_args(literal):
        raise TypeError(f"the policies declared are not those of {literal}")
    return Policies(listed, str)


def kind_policies(*listed: Policy[V]) -> Policies[V]:
    """Returns the policies of an aspect whose values are told apart by their `kind`."""

    def key_of(value: V) -> str:
        return str(getattr(value, "kind", ""))

    return Policies(listed, key_of)
