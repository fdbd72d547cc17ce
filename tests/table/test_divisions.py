"""A division of tricks and cards exists exactly if trying every one of them finds one."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest

from clagdsl.table.divisions import can_divide


def by_trying_all(
    tricks: Sequence[int], cards: Sequence[int], won: Sequence[int], points: Sequence[int | None]
) -> bool:
    players = len(won)

    def sums(values: Sequence[int], sizes: Sequence[int]) -> set[tuple[int, ...]]:
        found = set()
        for owners in product(range(players + 1), repeat=len(values)):  # the last is nobody
            if all(owners.count(seat) == size for seat, size in enumerate(sizes)):
                pairs = [*zip(owners, values, strict=True)]
                found.add(tuple(sum(v for o, v in pairs if o == s) for s in range(players)))
        return found

    return any(
        all(due in (None, one + two) for due, one, two in zip(points, a, b, strict=True))
        for a in sums(tricks, won)
        for b in sums(cards, [players * one for one in won])
    )


@pytest.mark.parametrize("seed", range(120))
def test_a_division_is_found_exactly_if_there_is_one(seed: int) -> None:
    luck = random.Random(seed)
    many, players = luck.choice([1, 2, 3]), 2
    tricks = [luck.choice([0, 0, 1, 5, -2]) for _ in range(many + luck.randrange(2))]
    cards = [
        luck.choice([0, 0, 0, 1, 3, 10, -1]) for _ in range(players * many + luck.randrange(2))
    ]
    own = luck.randrange(many + 1)
    won = (own, many - own)
    points = tuple(luck.choice([None, luck.randrange(-3, 16)]) for _ in won)
    kinds = [tuple(sorted(Counter(values).items(), reverse=True)) for values in (tricks, cards)]
    assert can_divide(kinds, won, points, players) == by_trying_all(tricks, cards, won, points)
