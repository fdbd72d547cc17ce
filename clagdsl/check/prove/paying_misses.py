"""Missed bids that pay: more than the same bid made, or on one side where the other one costs.

A score that tells bids missed by too many tricks from those missed by too few says what it means;
where it does not, a miss that pays is most often a difference without `abs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.operators import COMPARISONS, LARGEST
from clagdsl.lang.expr.tree import Arithmetic, Comparison, Expression, Function, Variable
from clagdsl.lang.expr.walk import everything_in, parts
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Value

Bids: TypeAlias = Callable[[], Sequence[int]]
"""The bids that somebody can make."""

_BOTH: Final = frozenset(("bid", "tricks"))


@dataclass(frozen=True, slots=True)
class BidOutcome:
    """A bid with what it comes to; None stands for any bid or any number of tricks."""

    bid: int | None
    tricks: int | None
    points: int


@dataclass(frozen=True, slots=True)
class MissFound:
    """A missed bid that pays, and the outcome beside which that is strange.

    That is the same bid made, or one that is missed on the other side and costs.  `costs` tells
    whether any miss on the other side does.
    """

    paid: BidOutcome
    beside: BidOutcome
    is_made: bool
    costs: bool


def tells_apart(score: Expression) -> bool:
    """Whether a score says itself what too many tricks bring, or no bid counts in it."""
    if not variables(score) & {"bid", "made", "tricks"}:
        return True
    for part in everything_in(score):
        match part:
            case Comparison(operator=operator):
                known = COMPARISONS[operator].ordered
            case Function(name=name):
                known = name != "abs"
            case _:
                continue
        if known and variables(part) >= _BOTH:
            return True
    return False


def difference(score: Expression) -> Arithmetic | None:
    """The first `bid - tricks` or `tricks - bid` that may be below 0."""
    waiting = [score]
    while waiting:
        part = waiting.pop()
        match part:
            case Arithmetic("-", Variable(left), Variable(right)) if {left, right} == _BOTH:
                return part
            case Function("abs"):
                continue
            case _:
                waiting.extend(reversed(parts(part)))
    return None


def paying_miss(
    names: Sequence[str],
    rows: Sequence[Row],
    values: Sequence[Value],
    bids: Bids,
    *,
    signed: bool,
) -> MissFound | None:
    """The first missed bid of a deal that pays more than it would made, and than its tricks bid.

    A missed bid whose tricks count, only without what a bid made brings beside them, is none.
    Where there is none, and the score is `signed` by a difference, the first one that pays, if a
    miss on the other side costs.
    """
    if not signed and not _may_pay_more(names, rows, values):
        return None
    made: dict[int | None, BidOutcome] = {}
    missed: list[BidOutcome] = []
    for outcome, is_made in _outcomes(names, rows, values, bids):
        if not is_made:
            missed.append(outcome)
        elif outcome.bid not in made or made[outcome.bid].points < outcome.points:
            made[outcome.bid] = outcome
    many = [each for each in missed if _is_over(each)]
    few = [each for each in missed if each.tricks is not None and not _is_over(each)]
    least = min((each.points for each in made.values()), default=0)
    for paid in missed:
        if paid.points > least:
            same = made.get(paid.bid)
            instead = same if paid.tricks is None else made.get(paid.tricks)
            if same and instead and paid.points > max(same.points, instead.points):
                other = _costs(few if _is_over(paid) else many)
                return MissFound(paid, same, True, other is not None)
    for side, opposite in ((many, few), (few, many)) if signed else ():
        other = _costs(opposite)
        pays = next((each for each in side if each.points > 0), None)
        if other is not None and pays is not None:
            return MissFound(pays, other, False, True)
    return None


def _may_pay_more(names: Sequence[str], rows: Sequence[Row], values: Sequence[Value]) -> bool:
    """Whether a missed bid pays more than one made of its tricks: quick, as most scores say no."""
    asked = [names.index(name) for name in ("tricks", "bid") if name in names]
    if "made" not in names and len(asked) < 2:
        return False
    made: dict[Value, int] = {}
    missed: dict[Value, int] = {}
    for row, value in zip(rows, values, strict=True):
        own = row[asked[0]] if asked else 0
        is_made = row[names.index("made")] if "made" in names else own == row[asked[1]]
        best = made if is_made else missed
        best[own] = max(best.get(own, -LARGEST), int(value))
    return any(most > made.get(own, LARGEST) for own, most in missed.items())


def _is_over(missed: BidOutcome) -> bool:
    return missed.bid is not None and missed.tricks is not None and missed.tricks > missed.bid


def _costs(side: Sequence[BidOutcome]) -> BidOutcome | None:
    return next((each for each in side if each.points < 0), None)


def _outcomes(
    names: Sequence[str], rows: Sequence[Row], values: Sequence[Value], bids: Bids
) -> Iterator[tuple[BidOutcome, bool]]:
    """What each outcome pays, and whether the bid is made in it, as far as the score tells."""
    columns: list[list[Any]] = [
        [row[names.index(name)] for row in rows] if name in names else [None] * len(rows)
        for name in ("bid", "tricks", "made")
    ]
    for bid, tricks, is_made, points in sorted(set(zip(*columns, values, strict=True))):
        if bid is not None and tricks is not None:
            yield BidOutcome(bid, tricks, points), bid == tricks
        elif is_made and tricks is not None:
            yield BidOutcome(tricks, tricks, points), True
        elif is_made is not None and tricks is None:
            yield BidOutcome(bid, None, points), is_made
        elif is_made is not None:  # any other bid can have been made
            for other in bids():
                if other != tricks:
                    yield BidOutcome(other, tricks, points), False
