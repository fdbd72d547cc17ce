"""How seats play that no person sits in: one policy for all of them, or one for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from clagdsl.problems.arguments import ArgumentError
from clagdsl.problems.model import problem
from clagdsl.problems.safe_text import shortened

Policy: TypeAlias = Literal["random", "steady"]

POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)


def seat_policies(given: str | Sequence[str], players: int) -> tuple[Policy, ...]:
    """The policy of each seat: one name is for all, names between commas or a list go by seat.

    Raises ArgumentError.
    """
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",")]
        if len(given) == 1:
            given *= players
    if not isinstance(given, Sequence):
        raise wrong_policy(f"`{shortened(given)}` is neither a policy nor a list of them")
    policies = tuple(policy for name in given for policy in POLICIES if policy == name)
    if len(policies) != len(given):
        odd = next(name for name in given if name not in POLICIES)
        raise wrong_policy(f"`{shortened(odd)}` is no policy: there are {', '.join(POLICIES)}")
    if len(policies) != players:
        raise wrong_policy(f"`{len(policies)}` policies for `{players}` players")
    return policies


@problem("U629", "there is no such policy, or not one for each seat")
def wrong_policy(reason: str) -> ArgumentError:
    """A policy is how a seat plays where no person does: `random` or `steady`.

    One name is for all seats.  Several, as a list or between commas, go by seat, so that there is
    one for each player.

    ```python fails
    clagdsl.load("foss").simulate(10, players=4, policy="steady, random")
    ```

    ```python mended
    clagdsl.load("foss").simulate(10, players=4, policy="steady, random, steady, random")
    ```
    """
    return ArgumentError("U629", reason)
