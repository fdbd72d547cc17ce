"""Who pays whom at the end: it settles everything, with the fewest payments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from support.node import ask
from support.shown_matches import check_settled

MATCHES = 400


def set_partitions(things: list[Fraction]) -> Iterator[list[list[Fraction]]]:
    """All ways of splitting a list into groups."""
    if not things:
        yield []
        return
    first, *rest = things
    for groups in set_partitions(rest):
        yield [[first], *groups]
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]


def fewest_payments(balances: list[Fraction]) -> int:
    """Every group with sum zero saves one payment."""
    owed = [one for one in balances if one]
    splits = (groups for groups in set_partitions(owed) if all(sum(group) == 0 for group in groups))
    return len(owed) - max(map(len, splits))


def drawn_balances(choose: random.Random) -> list[Fraction]:
    """Balances of two to seven people, often with groups that settle among themselves."""
    people, parts = choose.randint(2, 7), choose.choice([1, 1, 2, 3, 9])
    small = choose.choice([2, 3, 20])
    balances = [Fraction(choose.randint(-small, small), parts) for _ in range(people - 1)]
    return [*balances, -sum(balances, Fraction(0))]


def test_the_fewest_payments_settle_everything() -> None:
    choose = random.Random(45)
    drawn = [drawn_balances(choose) for _ in range(MATCHES)]
    jobs = [{"kind": "settled", "balances": list(map(str, balances))} for balances in drawn]
    saved = 0
    for balances, payments in zip(drawn, ask({}, jobs), strict=True):
        check_settled(payments, list(map(str, balances)))
        fewest = fewest_payments(balances)
        assert len(payments) == fewest, balances
        saved += fewest < sum(map(bool, balances)) - 1
    assert saved > MATCHES // 10, "there are matches with several groups"


@pytest.mark.parametrize("people", [14, 15, 40])
def test_many_people_are_settled(people: int) -> None:
    balances = [str(one) for one in range(1, people)]
    balances.append(str(-sum(map(int, balances))))
    [payments] = ask({}, [{"kind": "settled", "balances": balances}])
    check_settled(payments, balances)
    assert len(payments) == people - 1


def test_nobody_pays_for_nothing() -> None:
    assert ask(
        {}, [{"kind": "settled", "balances": balances} for balances in ([], ["0", "0"])]
    ) == [
        [],
        [],
    ]
