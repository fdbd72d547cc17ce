"""Nothing is proved twice: what a deal is again, or does not read, costs no further proof.

Each file is gone through while the parts of the work are counted.  The number of tables, of sizes
and of values that are read say how often each part must be done, and no table does it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

from clagdsl.check.checker import check_text
from clagdsl.check.prove import (
    alternatives,
    bid_proof,
    match_proofs,
    packs,
    prover,
    score_proof,
)
from clagdsl.check.prove.match_proofs import Schedules
from clagdsl.check.prove.parameter_space import RowEvaluator
from clagdsl.check.prove.prover import Prover
from clagdsl.check.prove.score_proof import DealProofs

COUNTED: Final = {
    "limits": (bid_proof, "make_bidding"),
    "figures": (score_proof, "outcomes"),
    "worths": (score_proof, "point_sums"),
    "values": (RowEvaluator, "values"),
    "clauses": (prover, "disagreements"),
    "together": (prover, "limits_on_unknown_bids"),
    "scorings": (prover, "make_scoring"),
    "choices": (alternatives, "chosen_alternative"),
    "rows": (match_proofs, "sized_row"),
    "places": (Schedules, "_deals_of_row"),
    "deals": (DealProofs, "prove"),
    "packs": (packs, "deck_of"),
}
"""The parts of the work, and what does each of them."""

DEAL: Final = (
    "deal n trump none bid in turn last bid keeps bids != cards "
    "score tricks when made, otherwise 0 "
)
PLAIN: Final = {
    "clauses": 2,
    "deals": 4,
    "figures": 8,
    "limits": 4,
    "places": 2,
    "rows": 1,
    "scorings": 2,
    "values": 13,
    "worths": 4,
}
"""What is done for that deal alone, with one card and with two, at two tables."""

FILES: Final[dict[str, tuple[str, dict[str, int]]]] = {
    "a deal that is dealt again": (
        DEAL + "schedule 1 up to 2 cards: n",
        PLAIN,
    ),
    "a deal that is dealt again: 2": (
        DEAL + "schedule 1 up to 2 cards: n then repeat 2 times 2 cards: n",
        {**PLAIN, "places": 4, "rows": 2},
    ),
    "a parameter that nothing reads": (
        "param p = 0 in 0 to 3 " + DEAL + "schedule 1 up to 2 cards: n",
        PLAIN,
    ),
    "a parameter that one deal reads": (
        "param p = 0 in 0 to 3 "
        + DEAL
        + "deal o is n with score tricks + p schedule 1 up to 2 cards: n, o",
        {**PLAIN, "clauses": 10, "deals": 20, "figures": 12, "scorings": 4, "values": 21},
    ),
    "a parameter that a limit reads": (
        "param p = 9 in 9 to 12 "
        + DEAL
        + "deal o is n with last bid keeps bids != cards + p schedule 1 up to 2 cards: n, o",
        {
            **PLAIN,
            "clauses": 10,
            "deals": 20,
            "figures": 40,
            "limits": 20,
            "scorings": 4,
            "values": 29,
        },
    ),
    "a parameter that a row reads": (
        "param p = 1 in 1 to 3 "
        + DEAL
        + "deal o is n with score 3 schedule 2 cards: n then repeat p times 1 card: n then "
        "1 card: o",
        {
            **PLAIN,
            "clauses": 4,
            "deals": 6,
            "figures": 10,
            "places": 14,
            "rows": 5,
            "scorings": 4,
            "values": 14,
        },
    ),
    "the number of a deal": (
        DEAL + "deal o is n with score tricks + deal schedule repeat 3 times 2 cards: n, o",
        {
            **PLAIN,
            "clauses": 4,
            "deals": 8,
            "figures": 6,
            "limits": 2,
            "scorings": 4,
            "values": 10,
            "worths": 2,
        },
    ),
    "the number of a deal in a limit": (
        DEAL + "deal o is n with last bid keeps bids != cards + deal schedule repeat 3 times 2 "
        "cards: n, o",
        {
            **PLAIN,
            "clauses": 4,
            "deals": 8,
            "figures": 16,
            "limits": 8,
            "scorings": 4,
            "values": 13,
            "worths": 2,
        },
    ),
    "the number of a deal in a clause": (
        DEAL + "deal o is n with trump none when deal < 3, otherwise hearts schedule repeat 3 "
        "times 2 cards: n, o",
        {
            **PLAIN,
            "choices": 3,
            "clauses": 6,
            "deals": 6,
            "figures": 4,
            "limits": 2,
            "scorings": 6,
            "values": 7,
            "worths": 2,
        },
    ),
    "the cards of a deal in a clause": (
        DEAL + "deal o is n with score 3 when cards = 1, otherwise 4 trump none when cards < 2, "
        "otherwise hearts schedule repeat 2 times 1 up to 3 cards: n, o",
        {
            **PLAIN,
            "choices": 3,
            "clauses": 6,
            "deals": 12,
            "figures": 18,
            "limits": 6,
            "scorings": 6,
            "values": 23,
            "worths": 6,
        },
    ),
    "limits that say the same": (
        DEAL + "deal o is n with last bid keeps bids != cards schedule 1 up to 2 cards: n, o",
        {**PLAIN, "clauses": 4, "deals": 8, "scorings": 4},
    ),
    "tricks that are worth something": (
        "param p = 0 in 0 to 3 "
        + DEAL
        + "deal o is n with trick worth trick score points when made, otherwise p completed"
        " when points > 1 schedule 2 cards: n, o",
        {
            **PLAIN,
            "clauses": 10,
            "deals": 10,
            "figures": 10,
            "limits": 2,
            "scorings": 4,
            "values": 24,
        },
    ),
    "a score that no bid counts in": (
        "deal n trump none bid in turn last bid keeps bids != cards score tricks "
        "completed when tricks > 0 deal o is n with last bid free schedule 1 up to 2 "
        "cards: n, o",
        {**PLAIN, "clauses": 4, "deals": 8, "figures": 4, "limits": 8, "scorings": 4, "values": 12},
    ),
    "a tally": (
        "param p = 0 in 0 to 2 tally t = tricks "
        + DEAL
        + "deal o is n with score t + tricks deal q is n with score 5 + p schedule repeat 2"
        " times 1 card: n, o then 1 card: q",
        {
            **PLAIN,
            "clauses": 18,
            "deals": 18,
            "figures": 10,
            "limits": 2,
            "places": 4,
            "rows": 2,
            "scorings": 6,
            "values": 21,
            "worths": 2,
        },
    ),
    "calls": (
        "param p = 0 in 0 to 2 "
        + DEAL
        + "call by dealer at most one of a, b, c twist a score 1 twist b score 1 twist c "
        "lead dealer schedule 1 up to 2 cards: n",
        {**PLAIN, "clauses": 6, "figures": 12, "scorings": 4, "values": 15},
    ),
    "bids made together": (
        "param p = 0 in 0 to 2 "
        + DEAL
        + "deal o is n with bid together last bid free each bid keeps bid >= 0 score p when"
        " bid = 0, otherwise 1 schedule 1 up to 2 cards: n, o",
        {
            **PLAIN,
            "clauses": 8,
            "deals": 16,
            "figures": 16,
            "limits": 8,
            "scorings": 4,
            "together": 6,
            "values": 34,
        },
    ),
    "nobody bids": (
        "param p = 0 in 0 to 2 "
        + DEAL
        + "deal o is n with bid none completed not counted score p + tricks deal q is n "
        "with bid fixed 1 score p + bid schedule 1 up to 2 cards: n, o, q",
        {**PLAIN, "clauses": 14, "deals": 28, "figures": 20, "scorings": 6, "values": 23},
    ),
    "alternatives": (
        "param p = 0 in 0 to 2 param q = 0 in 0 to 1 "
        + DEAL
        + "deal o is n with score 1 when p = 1, otherwise 2 lead dealer when p = 2, "
        "otherwise eldest schedule 1 up to 2 cards: n, o",
        {
            **PLAIN,
            "choices": 3,
            "clauses": 8,
            "deals": 16,
            "figures": 12,
            "scorings": 8,
            "values": 22,
        },
    ),
    "packs": (
        "param p = 8 in 8 to 10 pack highest p ranks " + DEAL + "schedule 1 up to 2 cards: n",
        {**PLAIN, "packs": 6},
    ),
    "a let": (
        "param p = 0 in 0 to 3 let l = p // 2 "
        + DEAL
        + "deal o is n with score tricks + l schedule 1 up to 2 cards: n, o",
        {**PLAIN, "clauses": 10, "deals": 20, "figures": 12, "scorings": 4, "values": 17},
    ),
}


def counting(done: Counter[str], part: str, made: Callable[..., Any]) -> Callable[..., Any]:
    """The same as a function, which counts."""

    def counted(*given: Any, **named: Any) -> Any:
        done[part] += 1
        return made(*given, **named)

    return counted


def work_of(text: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often each part of the work is done for a file."""
    result = check_text(f'clag 2 game "X" players 3 to 4 {text} winner highest total, then shared')
    assert result.game is not None, result.diagnostics
    done: Counter[str] = Counter()
    for part, (place, name) in COUNTED.items():
        monkeypatch.setattr(place, name, counting(done, part, getattr(place, name)))
    proofs = Prover(result.game)
    proofs.prove()
    assert not proofs.findings.failed
    return dict(sorted(done.items()))


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_proved_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, work = FILES[name]
    assert work_of(text, monkeypatch) == work
