"""How seats play that no person sits in: one policy for all of them, or one for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from clagdsl import problems
from clagdsl.problems.safe_text import shortened

SeatPolicy: TypeAlias = Literal["random", "steady"]

POLICIES: Final[tuple[SeatPolicy, ...]] = get_args(SeatPolicy)


def seat_policies(given: str | Sequence[str], players: int) -> tuple[SeatPolicy, ...]:
    """The policy of each seat: one name is for all, names between commas or a list go by seat.

    Raises ArgumentError.
    """
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",")]
        if len(given) == 1:
            given *= players
    if not isinstance(given, Sequence):
        raise problems.arguments.WrongPolicy(
            f"`{shortened(given)}` is neither a policy nor a list of them"
        ).error()
    policies = tuple(policy for name in given for policy in POLICIES if policy == name)
    if len(policies) != len(given):
        odd = next(name for name in given if name not in POLICIES)
        raise problems.arguments.WrongPolicy(
            f"`{shortened(odd)}` is no policy: there are {', '.join(POLICIES)}"
        ).error()
    if len(policies) != players:
        raise problems.arguments.WrongPolicy(
            f"`{len(policies)}` policies for `{players}` players"
        ).error()
    return policies
