"""The declaration of one named policy, and of all policies of an aspect.

A policy is one named value of an aspect, with its texts. No field has a default. A policy that
omits a text for one of its readers fails both type checking and the import of its module.
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
    """The declaration of one named value of an aspect.

    In `label`, `sentence` and `note`, words in braces are filled in from the value or the deal.
    """

    key: str
    """The name that identifies it within its aspect."""
    since: int
    """The version of the language that introduced it."""
    _: KW_ONLY
    syntax: str
    """Its text in a rules file, with an example in place of any part to be filled in: `fixed 0`."""
    value: V | None
    """The value that its text denotes; None if the value depends on a part to be filled in."""
    label: str
    """Its name in a comparison of two games."""
    sentence: str
    """Its sentence in a rule sheet."""
    note: str | None
    """The line in the terminal before a deal; None if it is as in the most basic deal."""
    meanings: Mapping[str, str]
    """Explanations of its words for the editor, unless an aspect or another policy has them."""


@dataclass(frozen=True, slots=True)
class Policies(Generic[V]):
    """The policies of one aspect, in the order of the reference."""

    listed: tuple[Policy[V], ...]
    key_of: Callable[[V], str]
    """A function that returns the key of the policy to which a value belongs."""
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
        """Returns the policy to which a value belongs."""
        return self.by_key[self.key_of(value)]

    @property
    def choices(self) -> str:
        """The choices in a rules file, as part of a sentence: `a`, `b` or `c`,
        each in backticks.
        """
        return join_words([f"`{policy.syntax}`" for policy in self.listed], "or")

    def value_of(self, words: str) -> V | None:
        """Returns the value of a string in a rules file, or None if it is not a whole policy."""
        return next((policy.value for policy in self.listed if policy.syntax == words), None)


NONE: Policies[Any] = Policies((), str)
"""The empty policies of an aspect whose values have no names: an order of ranks, an expression."""


def word_policy(
    key: str,
    since: int,
    *,
    label: str,
    sentence: str,
    note: str | None,
    meanings: Mapping[str, str],
) -> Policy[str]:
    """Returns a policy whose value is its own text."""
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
    """Returns the policies of an aspect whose values are the words of a Literal type,
    in its order.
    """
    if tuple(policy.key for policy in listed) != get_args(literal):
        raise TypeError(f"the policies declared are not those of {literal}")
    return Policies(listed, str)


def kind_policies(*listed: Policy[V]) -> Policies[V]:
    """Returns the policies of an aspect whose values are distinguished by their `kind`."""

    def key_of(value: V) -> str:
        return str(getattr(value, "kind", ""))

    return Policies(listed, key_of)
