"""Every file is answered soon: what is too much to prove is refused, never sampled.

Soon is measured against a loop in the same process, so that no machine is too slow to pass.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from support.samples import every_nth

from clagdsl.check.checker import CheckResult, check_path, check_text
from clagdsl.check.prove.prover import Prover
from clagdsl.lang.limits import STEPS
from clagdsl.table.budget import Budget, TooMuchError

MOST_LOOPS = 50
"""Three seconds where the loop below takes 0.06; the files here take up to 23 loops."""
END = "winner highest total, then shared\n"


def head(low: int, high: int) -> str:
    return f'clag 1\ngame "X"\nplayers {low} to {high}\n'


def many_deals(score: Callable[[int], str], deals: int, row: str, top: str = "") -> str:
    names = [f"d{number}" for number in range(deals)]
    text = head(2, 10) + top
    for number, name in enumerate(names):
        text += f"deal {name} trump none bid in turn last bid keeps bids != cards\n"
        text += f"  score {score(number)}\n"
    return text + f"schedule {row}: {', '.join(names)}\n" + END


def parameters(many: int, last: int) -> str:
    return "".join(f'param p{n} = 0 in 0 to {last} "p"\n' for n in range(many))


HOSTILE = {
    "100 deals": many_deals(lambda n: f"10 + {n} when made, otherwise tricks", 100, "5 cards"),
    "20 deals, 64 values, 5 sizes": many_deals(
        lambda n: f"p0 + {n} when made, otherwise tricks", 20, "1 up to 5 cards", parameters(1, 63)
    ),
    "100 parameters of 64 values": many_deals(
        lambda n: " + ".join(f"p{k}" for k in range(5 * n, 5 * n + 5)),
        20,
        "1 up to 5 cards",
        parameters(100, 63),
    ),
    "makers everywhere": many_deals(
        lambda n: f"60 // (makers + most + bids + {n + 1})", 25, "5 cards"
    ),
    "makers with long hands": head(2, 3)
    + "deal n trump none bid in turn score 60 // (makers + most_count + bids + bid)\n"
    + "schedule 1 up to 17 cards: n\n"
    + END,
    "limits by earlier bids": head(2, 10)
    + "deal n trump none bid in turn each bid keeps bids % 3 != 1 or bid = 0\n"
    + "  score 60 // (makers + 1)\n"
    + "schedule 1 up to 5 cards: n\n"
    + END,
    "a long expression": head(2, 10)
    + "deal n trump none bid in turn score "
    + " + ".join(["bid * tricks"] * 200)
    + "\nschedule 1 up to 5 cards: n\n"
    + END,
    "a limit at every deal number": head(2, 10)
    + "deal n trump none bid in turn last bid keeps bids != cards + deal\n"
    + "  score tricks + deal\nschedule repeat 500 times 5 cards: n\n"
    + END,
    "a schedule by 64 values": head(2, 10)
    + parameters(1, 63)
    + "deal n trump none bid in turn last bid keeps bids != cards + deal\n"
    + "  score tricks + deal\nschedule repeat 436 + p0 times 5 cards: n\n"
    + END,
    "every subset of tricks": head(2, 2)
    + "deal n trump none bid in turn trick worth trick * trick * trick * 7919 % 1000003\n"
    + "  score points\nschedule 1 up to 26 cards: n\n"
    + END,
    "many calls": head(2, 10)
    + "deal n trump none bid in turn score tricks call by dealer any of "
    + ", ".join(f"t{n}" for n in range(99))
    + "\n"
    + "".join(f"deal t{n} is n\n" for n in range(99))
    + "schedule 5 cards: n\n"
    + END,
    "groups of calls": head(2, 10)
    + "deal n trump none bid in turn score tricks call by dealer one of "
    + ", ".join(f"t{n}" for n in range(99))
    + "\n"
    + "".join(f"twist t{n} score {n} + tricks\n" for n in range(99))
    + "schedule 5 cards: n\n"
    + END,
    "2000 examples": head(2, 10)
    + parameters(1, 5)
    + "deal n trump none bid in turn score tricks + p0\nschedule 1 up to 5 cards: n\n"
    + END
    + "".join(f'example "{n}" where p0 = 3: bid 1 tricks 1 scores 4\n' for n in range(2000)),
    "figures of a thousand digits": head(2, 10)
    + f"deal n trump none bid in turn score {'9' * 1000}\nschedule 5 cards: n\n"
    + END,
}


def loop_seconds() -> float:
    """How long this machine takes now for some work of the kind that proofs do."""
    began = time.process_time()
    for _ in range(10):
        sum([min(n * 7919 % 1013, 500) if n % 3 else -n for n in range(60_000)])
    return time.process_time() - began


def answered(text: str, most: int = MOST_LOOPS) -> CheckResult:
    loop = loop_seconds()
    began = time.process_time()
    result = check_text(text)
    taken = time.process_time() - began
    # a machine that others use may slow down on the way
    assert taken < most * max(loop, loop_seconds())
    return result


PROVED = {"100 deals", "20 deals, 64 values, 5 sizes", "2000 examples"}
"""What people write, if not so long."""
TOO_MUCH = {"every subset of tricks", "100 parameters of 64 values"}


@pytest.mark.parametrize("name", every_nth(HOSTILE, 3))
def test_a_hostile_file_is_answered_soon(name: str) -> None:
    result = answered(HOSTILE[name])
    assert result.evidence is not None or result.diagnostics
    assert result.evidence is not None or name not in PROVED
    assert {found.code for found in result.diagnostics} == {"P311"} or name not in TOO_MUCH


def test_every_file_of_which_more_is_said_is_answered() -> None:
    assert set(HOSTILE) > PROVED | TOO_MUCH


def test_figures_that_no_score_asks_for_cost_nothing() -> None:
    """Sums of bids, where scores depend on makers and points: a loop, or five with all the sums."""
    text = (
        head(4, 4)
        + 'param base = 1 in 0 to 4 "base"\n'
        + "deal n trump none bid in turn last bid keeps bids != cards trick worth trick + 33\n"
        + "  score max(makers - 10, players) when made, otherwise points\n"
        + "  completed when base > 0 and 3 < points\n"
        + "  call by dealer any of a, b\n"
        + "twist a last bid free\ntwist b lead dealer\n"
        + "schedule 8 up to 12 cards: n\n"
    )
    assert answered(text + END, most=3).evidence is not None


def test_a_budget_runs_out() -> None:
    budget = Budget(10)
    budget.spend(10)
    with pytest.raises(TooMuchError):
        budget.spend(1)
    assert STEPS > 1_000_000


def test_the_bundled_variants_need_little_of_the_budget() -> None:
    for name, steps in (("pagat", 100_000), ("raf", 1_100_000), ("raf-pagat", 800_000)):
        game = check_path(name).game
        assert game is not None
        prover = Prover(game)
        prover.prove()
        assert STEPS - prover.budget.left < steps
