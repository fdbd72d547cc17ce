"""Scores that compare a bid with points, where points are not numbers of tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from clagdsl import problems
from clagdsl.check.lints.miss_pays import Term, name_of, terms_of
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.tree import Arithmetic, Comparison, Expression, Number, parts
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import Place
from clagdsl.problems.model import Problem


@dataclass(frozen=True, slots=True)
class PointsOfDeal:
    """A formula that reads bid and points, and the points that tricks can have in a deal.

    `when` describes the deal.
    """

    formula: Expression
    points: Bounds
    cards: int
    when: Callable[[], str]


class BidsAndPoints:
    """Warns of `bid` compared with `points` that are not numbers of tricks in a deal."""

    def __init__(self) -> None:
        self._compared: dict[int, tuple[Expression, tuple[Place | None, ...]]] = {}

    def __call__(self, deal: PointsOfDeal) -> Iterator[Problem]:
        """Look at a formula at one table."""
        formula, points = deal.formula, deal.points
        if points.low >= 0 and points.high <= deal.cards:
            return
        compared = self._compared.get(id(formula))
        if compared is None:
            places = tuple(part.place for part in compared_parts(formula))
            # the formula is kept, so that its identity is not given again
            compared = self._compared[id(formula)] = (formula, places)
        for place in compared[1]:
            yield problems.proofs.BidBesidePoints(
                place, deal.cards, points.low, points.high, deal.when()
            )


def compared_parts(score: Expression) -> Iterator[Expression]:
    """Yield each comparison and difference of a bare `bid` and bare `points`.

    `0 + bid` or `0 + points` says that it is meant, and so does a multiple of either.
    """
    waiting = [score]
    while waiting:
        part = waiting.pop()
        match part:
            case Comparison(left=left, right=right):
                sides = [[*terms_of(left, 1)], [*terms_of(right, -1)]]
            case Arithmetic("+" | "-"):
                sides = [[*terms_of(part, 1)]]
            case _:
                waiting.extend(reversed(parts(part)))
                continue
        terms = [term for side in sides for term in side]
        signs = {name_of(term.part): term.times for term in terms}
        if {signs.get("bid"), signs.get("points")} == {1, -1} and not any(map(_adds_zero, sides)):
            yield part
        if isinstance(part, Comparison):
            waiting.extend(parts(part))
        else:
            waiting.extend(inner for term in terms for inner in parts(term.part))


def _adds_zero(terms: Sequence[Term]) -> bool:
    """Whether a sum has a term 0, which changes nothing and so says that the sum is meant."""
    return len(terms) > 1 and any(term.part == Number(0) for term in terms)
