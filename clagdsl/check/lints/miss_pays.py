"""Warns of missed bids that pay, and of bids compared with points.

`MissPays` warns of a score that gives a missed bid more points than the bid made, or that gives it
points while a miss in the other direction costs points. Usually this is a difference of bid and
tricks without `abs`. A score that distinguishes too many tricks from too few (with `<`, `max` and
so on) is taken to be intended. `BidsAndPoints` warns of `bid` compared with `points` if the points
are not numbers of tricks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from clagdsl import problems
from clagdsl.lang.expr.ast import (
    Arithmetic,
    Comparison,
    Expression,
    Function,
    Negative,
    Number,
    Variable,
    everything_in,
    parts,
)
from clagdsl.lang.expr.evaluate import Row
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.operators import COMPARISONS, LARGEST
from clagdsl.lang.expr.unparse import expression_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import MISS_CHECK_COST
from clagdsl.lang.rules import Value, Winner
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Problem
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.outcomes import BLIND, ORDER, Outcomes

Joint: TypeAlias = Callable[[], tuple[Outcomes, Sequence[Value]]]
"""Evaluates a score again for all outcomes, including the bid and the tricks of each."""

_BOTH: Final = frozenset(("bid", "tricks"))


@dataclass(frozen=True, slots=True)
class BidOutcome:
    """The points for a bid and a number of tricks; None for either means any value."""

    bid: int | None
    tricks: int | None
    points: int


@dataclass(frozen=True, slots=True)
class SuspectMiss:
    """A missed bid that pays, and the outcome that makes it suspect.

    That outcome is the same bid made (`is_made`), or a bid missed in the other direction that costs
    points. `costs` is True if any miss in the other direction costs points, or pays less than the
    bid made.
    """

    paid: BidOutcome
    compared: BidOutcome
    is_made: bool
    costs: bool


def distinguishes_misses(score: Expression) -> bool:
    """Returns whether a score handles over- and undertricks explicitly, or does not depend on
    misses.
    """
    if not variables(score) & {"bid", "made", "tricks"}:
        return True
    for part in everything_in(score):
        match part:
            case Comparison(operator=operator):
                distinguishes = COMPARISONS[operator].ordered
            case Function(name=name):
                distinguishes = name != "abs"
            case _:
                continue
        if distinguishes and variables(part) >= _BOTH:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum, with its integer coefficient."""

    times: int
    part: Expression


@dataclass(frozen=True, slots=True)
class Gap:
    """A sum in which bid and tricks have opposite coefficients, with the sum's other terms."""

    place: Place | None
    written: Arithmetic
    bids: int
    """The coefficient of the bid; that of the tricks is its negative."""
    rest: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """The coefficients with which bid and tricks enter a sum."""

    bids: int
    tricks: int

    def times(self, number: int) -> Entered:
        """Returns the coefficients of `number` times the sum."""
        return Entered(number * self.bids, number * self.tricks)


_NEITHER: Final = Entered(0, 0)
_ENTERED: Final[Mapping[str, Entered]] = {"bid": Entered(1, 0), "tricks": Entered(0, 1)}


def find_gap(score: Expression) -> Gap | None:
    """Returns the first part such as `bid - tricks` or `-tricks + bid` that may be negative, or
    None.
    """
    return _first_gap(score, {})


def _first_gap(score: Expression, cache: dict[int, Entered]) -> Gap | None:
    """Returns the first gap in a score, or None.

    `cache` holds the coefficients of each part, by identity. Without it, a sum of n terms would
    take quadratic time, since each of its n - 1 partial sums is a part of its own.
    """
    waiting = [score]
    while waiting:
        part = waiting.pop()
        match part:
            case Arithmetic("+" | "-"):
                inner = _first_gap(part.left, cache) or _first_gap(part.right, cache)
                gap = inner or _difference_of(part, cache)
                if gap is not None:
                    return gap
            case Function("abs"):
                continue
            case Arithmetic("*") if _both_in_each_factor(part):
                continue
            case _:
                waiting.extend(reversed(parts(part)))
    return None


def _both_in_each_factor(part: Arithmetic) -> bool:
    """Returns whether both factors contain bid and tricks, as in a square (never below 0)."""
    return all(variables(factor) >= _BOTH for factor in (part.left, part.right))


def _difference_of(part: Arithmetic, cache: dict[int, Entered]) -> Gap | None:
    entered = _entered(part, cache)
    if entered.bids == 0 or entered.bids != -entered.tricks:
        return None
    rest = tuple(each for each in terms_of(part, 1) if name_of(each.part) not in _BOTH)
    return Gap(part.place, part, entered.bids, rest)


def _entered(part: Expression, cache: dict[int, Entered]) -> Entered:
    """Returns the coefficients of bid and tricks in a subexpression of a score."""
    entered = cache.get(id(part))
    if entered is None:
        entered = cache[id(part)] = _count_entries(part, cache)
    return entered


def _count_entries(part: Expression, cache: dict[int, Entered]) -> Entered:
    match part:
        case Arithmetic("+" | "-" as sign):
            left, right = _entered(part.left, cache), _entered(part.right, cache)
            right = right if sign == "+" else right.times(-1)
            return Entered(left.bids + right.bids, left.tricks + right.tricks)
        case Negative(operand):
            return _entered(operand, cache).times(-1)
        case Arithmetic("*", Number(value), other) | Arithmetic("*", other, Number(value)):
            return _ENTERED.get(name_of(other), _NEITHER).times(value)
        case _:
            return _ENTERED.get(name_of(part), _NEITHER)


def terms_of(part: Expression, times: int) -> Iterator[Term]:
    """Yields the terms of the sum `times * part`."""
    match part:
        case Arithmetic("+" | "-" as sign):
            yield from terms_of(part.left, times)
            yield from terms_of(part.right, times if sign == "+" else -times)
        case Negative(operand):
            yield from terms_of(operand, -times)
        case Arithmetic("*", Number(value), other) | Arithmetic("*", other, Number(value)) if (
            name_of(other) in _BOTH
        ):
            yield Term(times * value, other)
        case _:
            yield Term(times, part)


def without_sign(between: Gap, *, from_bid: bool) -> Expression:
    """Returns a difference rewritten with `abs`, so that misses on both sides score equally.

    With `from_bid`, all misses score as if the bid were larger, otherwise as if there were more
    tricks.
    """
    plain: Expression = between.written
    if abs(between.bids) != 1 or between.rest or not isinstance(between.written.left, Variable):
        plain = Arithmetic("-", Variable("bid"), Variable("tricks"))
    times = between.bids if from_bid else -between.bids
    mended: Expression | None = None
    for term in (*between.rest, Term(times, Function("abs", (plain,)))):
        part = term.part
        if abs(term.times) != 1:
            part = Arithmetic("*", Number(abs(term.times)), part)
        if mended is not None:
            mended = Arithmetic("+" if term.times > 0 else "-", mended, part)
        else:
            mended = part if term.times > 0 else Negative(part)
    assert mended is not None
    return mended


def name_of(part: Expression) -> str:
    """Returns the name of a part that is a variable, otherwise ""."""
    return part.name if isinstance(part, Variable) else ""


def paying_miss(
    names: Sequence[str],
    rows: Sequence[Row],
    values: Sequence[Value],
    *,
    signed: bool,
) -> SuspectMiss | None:
    """Returns the first suspect miss of a deal (a missed bid that pays), or None.

    It must pay more than the same bid made, and more than a bid of the tricks actually taken. So a
    score that counts tricks and adds a bonus for a bid made is not suspect.

    Otherwise, if the score is `signed` (contains a gap), other misses are suspect as well:

    - one that pays, if a miss on the other side costs points;
    - one that pays more than the bid made, if some miss on the other side pays less.
    """
    made: dict[int | None, BidOutcome] = {}
    missed: list[BidOutcome] = []
    for outcome, is_made in _outcomes(names, rows, values):
        if not is_made:
            missed.append(outcome)
        elif outcome.bid not in made or made[outcome.bid].points < outcome.points:
            made[outcome.bid] = outcome
    many = [each for each in missed if _is_over(each)]
    few = [each for each in missed if each.tricks is not None and not _is_over(each)]
    # a miss that scores no more than the worst bid made is not suspect
    least = min((each.points for each in made.values()), default=0)
    for paid in missed:
        if paid.points > least:
            same = made.get(paid.bid)
            instead = same if paid.tricks is None else made.get(paid.tricks)
            if same and instead and paid.points > max(same.points, instead.points):
                other = _first_costly(few if _is_over(paid) else many)
                return SuspectMiss(paid, same, True, other is not None)
    for side, opposite in ((many, few), (few, many)) if signed else ():
        other = _first_costly(opposite)
        pays = next((each for each in side if each.points > 0), None)
        if other is not None and pays is not None:
            return SuspectMiss(pays, other, False, True)
    for side, opposite in ((many, few), (few, many)) if signed else ():
        above = next((each for each in side if _gain_over_made(each, made) > 0), None)
        if above is not None and any(_gain_over_made(each, made) < 0 for each in opposite):
            mendable = all(_gain_over_made(each, made) <= 0 for each in opposite)
            return SuspectMiss(above, made[above.bid], True, mendable)
    return None


def _gain_over_made(missed: BidOutcome, made: Mapping[int | None, BidOutcome]) -> int:
    """Returns the number of points by which a missed bid pays more than the same bid made."""
    same = made.get(missed.bid)
    return 0 if same is None else missed.points - same.points


def reads_misses(names: Sequence[str]) -> bool:
    """Returns whether these variables distinguish a missed bid from one that is made."""
    return "made" in names or ("tricks" in names and "bid" in names)


def leaves_open(names: Sequence[str]) -> bool:
    """Returns whether the variables do not show for which bids and tricks a miss is possible.

    For example, the bids of four players with 4 cards never add up to 15 if one of them is 1.
    """
    free = {"bid", "made"}.issuperset({*names} & {*ORDER})
    return "made" in names and not free and not set(names) >= _BOTH


def _may_pay_more(names: Sequence[str], rows: Sequence[Row], values: Sequence[Value]) -> bool:
    """Returns whether a missed bid may pay more than a bid of its tricks: a fast filter.

    If the variables show neither bid nor tricks, the comparison is with every bid made.
    """
    columns = [names.index(name) for name in ("tricks", "bid") if name in names]
    made: dict[Value, int] = {}
    missed: dict[Value, int] = {}
    for row, value in zip(rows, values, strict=True):
        own = row[columns[0]] if columns else 0
        is_made = row[names.index("made")] if "made" in names else own == row[columns[1]]
        best = made if is_made else missed
        better = max if columns or best is missed else min
        best[own] = better(best.get(own, int(value)), int(value))
    return any(most > made.get(own, LARGEST) for own, most in missed.items())


def _is_over(missed: BidOutcome) -> bool:
    return missed.bid is not None and missed.tricks is not None and missed.tricks > missed.bid


def _first_costly(side: Sequence[BidOutcome]) -> BidOutcome | None:
    return next((each for each in side if each.points < 0), None)


def _outcomes(
    names: Sequence[str], rows: Sequence[Row], values: Sequence[Value]
) -> Iterator[tuple[BidOutcome, bool]]:
    """Yields each outcome with its points, and whether the bid is made, if the row shows that."""
    columns: list[list[Any]] = [
        [row[names.index(name)] for row in rows] if name in names else [None] * len(rows)
        for name in ("bid", "tricks", "made")
    ]
    for bid, tricks, is_made, points in sorted(set(zip(*columns, values, strict=True))):
        if bid is not None and tricks is not None:
            yield BidOutcome(bid, tricks, points), bid == tricks
        elif is_made is not None:
            yield BidOutcome(bid, None, points), is_made


# --- the lint -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreOutcomes:
    """A score with every outcome of one player's deal and the points of each.

    `before` is one state of the runs and tallies; only bids made after the same state are compared.
    `joint` is called if the outcomes do not show the bids, and raises TooMuchError if there are too
    many. `when` describes the deal.
    """

    score: Expression
    outcomes: Outcomes
    values: Sequence[Value]
    before: Sequence[tuple[str, int]]
    joint: Joint
    when: Callable[[], str]


class MissPays:
    """Warns once per score in which a missed bid pays, unless the score shows that this is
    intended.

    If the lowest total wins, points are a cost, and the warning is of a bid made that costs more.
    If the numbers of bids made or missed decide before the totals, it does not warn.
    """

    def __init__(self, budget: Budget, winner: Winner) -> None:
        self.budget = budget
        self.low_wins = winner.low_wins
        self._is_cost_intended = winner.low_wins and not winner.criteria[0].endswith("total")
        self._warned: set[Place | None] = set()
        self._read: dict[int, tuple[Expression, bool, bool]] = {}

    def __call__(self, deal: ScoreOutcomes) -> Iterator[Problem]:
        """Yields a warning for a score at one table."""
        if self._is_cost_intended:
            return
        score, rows, values = deal.score, deal.outcomes, deal.values
        read = self._read.get(id(score))
        if read is None:
            distinguishes, signed = distinguishes_misses(score), find_gap(score) is not None
            # a strong reference keeps the id from being reused
            read = self._read[id(score)] = (score, distinguishes, signed)
        _, distinguishes, signed = read
        if distinguishes or score.place in self._warned:
            return
        if not signed and not reads_misses(rows.names):
            return
        self.budget.spend(MISS_CHECK_COST * len(values))
        signed = signed and not self.low_wins
        rows, values = self._compared(deal.before, rows, values)
        if not signed and not _may_pay_more(rows.names, rows.rows, values):
            return
        if leaves_open(rows.names):
            try:
                rows, values = self._compared(deal.before, *deal.joint())
            except TooMuchError:
                return  # do not warn of a miss that may be impossible
        miss = paying_miss(rows.names, rows.rows, values, signed=signed)
        if miss is not None:
            self._warned.add(score.place)
            problem = _made_costs if self.low_wins else _missed_pays
            yield problem(score, miss, deal.when())

    def _compared(
        self, before: Sequence[tuple[str, int]], rows: Outcomes, values: Sequence[Value]
    ) -> tuple[Outcomes, Sequence[Value]]:
        """Returns the outcomes after one state of the runs and tallies; values are negated if low
        wins.
        """
        rows, values = _in_one_past(before, rows, values)
        return rows, [-int(value) for value in values] if self.low_wins else values


def _in_one_past(
    before: Sequence[tuple[str, int]], rows: Outcomes, values: Sequence[Value]
) -> tuple[Outcomes, Sequence[Value]]:
    """Returns the outcomes and their values after one state of the runs and tallies."""
    first: list[tuple[str, Value]] = [*before, ("auction", 0), (BLIND, False)]
    past = [(rows.names.index(name), low) for name, low in first if name in rows.names]
    if not past:
        return rows, values
    counted = [rows.names.index(name) for name in ("row_made", "made") if name in rows.names]

    def stands(row: Row) -> bool:
        figures = list(row)
        if len(counted) == 2:
            # `row_made` includes this deal, so subtract it to get the state before
            figures[counted[0]] = int(row[counted[0]]) - int(row[counted[1]])
        return all(figures[place] == low for place, low in past)

    kept = [(row, value) for row, value in zip(rows.rows, values, strict=True) if stands(row)]
    return Outcomes(rows.names, [row for row, _ in kept]), [value for _, value in kept]


def _made_costs(score: Expression, miss: SuspectMiss, when: str) -> Problem:
    """Returns the problem that a bid made costs more than a missed one; undoes the negation."""
    paid, compared = (
        problems.proofs.BidPoints(each.bid, each.tricks, -each.points)
        for each in (miss.paid, miss.compared)
    )
    return problems.proofs.CostlyBid(score.place, paid, compared, True, when)


def _missed_pays(score: Expression, miss: SuspectMiss, when: str) -> Problem:
    between = find_gap(score)
    place = score.place if between is None else between.place
    written = mended = ""
    if between is not None and miss.costs:
        written = expression_text(between.written)
        # the side that costs points stays, and the other is changed to match
        too_many = (miss.paid.tricks or 0) > (miss.paid.bid or 0)
        mended = expression_text(without_sign(between, from_bid=too_many))
    paid, compared = miss.paid, miss.compared
    return problems.proofs.PayingMiss(
        place,
        problems.proofs.BidScored(paid.bid, paid.tricks, paid.points),
        problems.proofs.BidScored(compared.bid, compared.tricks, compared.points),
        miss.is_made,
        when,
        written,
        mended,
    )


# --- bids compared with points that are not numbers of tricks -----------------------------


@dataclass(frozen=True, slots=True)
class PointsOfDeal:
    """A formula that uses bid and points, and the range of points in a deal.

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
        """Yields a warning for each comparison in a formula at one table."""
        formula, points = deal.formula, deal.points
        if points.low >= 0 and points.high <= deal.cards:
            return
        compared = self._compared.get(id(formula))
        if compared is None:
            places = tuple(part.place for part in compared_parts(formula))
            # a strong reference keeps the id from being reused
            compared = self._compared[id(formula)] = (formula, places)
        for place in compared[1]:
            yield problems.proofs.BidComparedWithPoints(
                place, deal.cards, points.low, points.high, deal.when()
            )


def compared_parts(score: Expression) -> Iterator[Expression]:
    """Yields each comparison or difference of a bare `bid` and bare `points`.

    `0 + bid`, `0 + points` or a multiple of either shows that the comparison is intended.
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
    """Returns whether a sum has a literal 0 as a term, which marks it as intended."""
    return len(terms) > 1 and any(term.part == Number(0) for term in terms)
