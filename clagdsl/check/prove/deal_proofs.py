"""The proofs about one deal at one table with one number of cards: bids, scores, contracts."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from math import prod
from typing import Any, Final, TypeAlias, TypeVar, assert_never

from clagdsl import problems
from clagdsl.check.prove.batch_eval import Sheets
from clagdsl.check.prove.call_variants import Combination
from clagdsl.check.prove.counterexample import bidder_name, bids_table, circumstances, figures_table
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.check.prove.paying_misses import (
    MissFound,
    difference,
    paying_miss,
    tells_apart,
    without_sign,
)
from clagdsl.check.prove.reachability import Reached
from clagdsl.check.prove.reporter import Finding, Found, FoundFault
from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.expression_text import expression_text
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.expr.tree import Comparison, Number, Truth
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    AspectName,
    BidInTurn,
    BidRule,
    BidTogether,
    ChosenBid,
    CompletedWhen,
    Expression,
    FixedBid,
    Free,
    Keeps,
    Limit,
    NoBid,
    Past,
    Value,
    Variable,
)
from clagdsl.lang.source import Place
from clagdsl.lang.value_parts import value_parts
from clagdsl.problems.model import Label
from clagdsl.table.bid_masks import Bidding, Holds, fixed_bidding, in_force, make_bidding
from clagdsl.table.bids import OwnPast
from clagdsl.table.budget import TUPLES, Budget, TooMuchError
from clagdsl.table.outcomes import (
    OF_BIDS,
    ORDER,
    Outcomes,
    PointSums,
    outcomes,
    point_sums,
)
from clagdsl.table.tabulate import RowFaultError

SCORED: Final[tuple[AspectName, ...]] = (
    "bid",
    "last_bid",
    "each_bid",
    "trick_worth",
    "score",
    "completed",
)
"""The aspects that the figures of a deal depend on."""


_NOT_LEVEL: Final = Comparison("!=", Variable("bids"), Variable("cards"))
_NO_TRICK: Final = Comparison("=", Variable("bid"), Number(0))


@dataclass(frozen=True, slots=True)
class Cell:
    """A deal at a table: the number in the schedule, the cards, what was called."""

    setting: Setting
    number: int
    cards: int
    calls: tuple[str, ...]
    past: PastBounds = ()
    """Between which bounds each run and tally of a player lies before the deal."""

    @property
    def names(self) -> dict[str, Value]:
        """Every name that has one value in this deal."""
        return {**self.setting.names, "cards": self.cards, "deal": self.number}


@dataclass(frozen=True, slots=True)
class Scoring:
    """The aspects of SCORED once the alternatives are chosen, and where each stands."""

    bid: BidRule
    last_bid: Limit
    each_bid: Limit
    trick_worth: Expression
    score: Expression
    completed: Expression | None
    places: Mapping[str, Place | None]


@dataclass(frozen=True, slots=True)
class ScoredCell:
    """A deal at a table and how it is bid and scored there."""

    cell: Cell
    rules: Scoring


def scoring(
    combination: Combination, chosen: Mapping[AspectName, Any], remembered: Sequence[Past] = ()
) -> Scoring:
    """The scoring of a combination of clauses with these values chosen."""
    completed = chosen["completed"]
    return Scoring(
        chosen["bid"],
        Free() if isinstance(chosen["bid"], BidTogether) else chosen["last_bid"],
        chosen["each_bid"],
        chosen["trick_worth"],
        chosen["score"],
        completed.condition if isinstance(completed, CompletedWhen) else None,
        {
            **{aspect: combination.said[aspect].origin.place for aspect in SCORED},
            **{past_key(each): each.origin.place for each in remembered},
        },
    )


PastBounds: TypeAlias = tuple[tuple[str, int, int], ...]
"""For runs and tallies by name the least and the most that they can have come to."""

MOST_STATES: Final = 500
"""In so many ways the runs and tallies that a limit on bids reads may stand."""

BiddingKey: TypeAlias = tuple[object, ...]
V = TypeVar("V")
Proof: TypeAlias = Generator[Finding, None, V]
"""A proof hands over what it finds wrong as it goes on, and returns what it works out.

What was found before the budget is used up is not lost by that.
"""


class DealProofs:
    """Proves one deal at one table after the other; what it keeps is its own.

    `scores` is the range of the scores so far, `reached` which alternatives came about, `misses`
    the warnings of missed bids that pay, by the place of the score.
    """

    def __init__(self, sheets: Sheets, remembered: Sequence[Past] = ()) -> None:
        self.sheets = sheets
        self.remembered = remembered
        self.reached = Reached(sheets.book)
        self.scores: tuple[int, int] | None = None
        self.misses: dict[Place | None, Found] = {}
        # the clause that is proved now
        self._place: Place | None = None
        self._biddings: dict[BiddingKey, Bidding | None] = {}
        self._stuck: dict[BiddingKey, tuple[tuple[int, ...], OwnPast]] = {}
        self._worth: dict[BiddingKey, PointSums | None] = {}
        self._figures: dict[BiddingKey, Outcomes] = {}
        self._done: set[BiddingKey] = set()
        self._tells_apart: dict[int, tuple[Expression, bool, bool]] = {}

    def prove(self, scored: Iterable[ScoredCell]) -> Iterator[Finding]:
        """Prove that everybody can bid, and that every outcome has a score and a contract.

        A TooMuchError that it raises says at which clause.
        """
        self._place = None
        try:
            for each in scored:
                yield from self._prove(each.cell, each.rules)
        except TooMuchError as error:
            raise TooMuchError(error.place or self._place) from error

    def _prove(self, cell: Cell, rules: Scoring) -> Iterator[Finding]:
        bidding = yield from self._bidding(cell, rules)
        if bidding is None and not isinstance(rules.bid, NoBid):
            return
        yield from self._expression(cell, rules, "score", rules.score, bidding)
        if rules.completed is not None:
            yield from self._expression(cell, rules, "completed", rules.completed, bidding)
        for each in self.remembered:
            yield from self._expression(cell, rules, past_key(each), each.expression, bidding)

    # --- bids -----------------------------------------------------------------------------

    def _bidding(self, cell: Cell, rules: Scoring) -> Proof[Bidding | None]:
        """How the deal is bid; None where nobody bids, or after telling why somebody cannot."""
        players, cards = cell.setting.players, cell.cards
        match rules.bid:
            case NoBid():
                return None
            case FixedBid(number=number):
                if number > cards:
                    yield self._fixed_too_high(cell, rules, number)
                    return None
                key: BiddingKey = ("fixed", number, players, cards)
                if key not in self._biddings:
                    self._biddings[key] = fixed_bidding(players, cards, number)
            case BidInTurn() | BidTogether():
                key = self._limits_key(cell, rules)
                if key not in self._biddings:
                    self._biddings[key] = yield from self._bid_in_turn(cell, rules, key)
                if key in self._stuck:
                    yield self._nothing_left(cell, rules, *self._stuck[key])
            case _:
                assert_never(rules.bid)
        return self._biddings[key]

    def _limits_key(self, cell: Cell, rules: Scoring) -> BiddingKey:
        key: list[object] = [cell.setting.players, cell.cards]
        for limit in (rules.each_bid, rules.last_bid):
            conditions = value_parts(limit)
            key += [self._key(cell, condition, alike=True) for condition in conditions]
            key.append(len(conditions))
        return tuple(key)

    def _key(self, cell: Cell, expression: Expression, *, alike: bool = False) -> BiddingKey:
        """The identity of an expression with all that it depends on at a table, bar its rows.

        `alike` expressions that say the same at different places share it.
        """
        uses = self.sheets.book.uses(expression)
        fixed = cell.setting.choose(uses.parameters)
        number = cell.number if "deal" in uses.variables else 0
        past = tuple(each for each in cell.past if each[0] in uses.variables)
        identity = self.sheets.book.alike(expression) if alike else id(expression)
        return (identity, cell.setting.players, cell.cards, number, *fixed, *past)

    def _bid_in_turn(self, cell: Cell, rules: Scoring, key: BiddingKey) -> Proof[Bidding | None]:
        players, cards = cell.setting.players, cell.cards
        states = self._states(cell, rules)
        if len(states) > MOST_STATES:
            yield self._too_many_states(rules)
            return None
        asked = [self._holds(cell, state) for state in states]
        try:
            self.sheets.budget.spend(4 * players * cards * (cards + 1) * len(states))
            found = make_bidding(players, cards, rules.each_bid, rules.last_bid, *asked)
        except RowFaultError as error:
            place = rules.places["last_bid"] or rules.places["each_bid"]
            yield _fault(cell, error, ("bid", "bids"), place)
            return None
        stuck = found.stuck()
        if stuck is not None:
            self._stuck[key] = (stuck, self._who_is_stuck(cell, rules, stuck, states))
            return None
        return found

    def _holds(self, cell: Cell, state: OwnPast) -> Holds:
        """How conditions on bids are asked of who stands so with runs and tallies."""
        names = {**cell.names, **dict(state)}

        def holds(condition: Expression, rows: list[tuple[int, int]]) -> list[Value]:
            columns = ("bid", "bids")
            held = self.sheets.values(condition, columns, rows, names)
            self._note(names, condition, columns, rows, None)
            return held

        return holds

    def _states(self, cell: Cell, rules: Scoring) -> list[OwnPast]:
        """How a bidder can stand with the runs and tallies that the limits read; one too many."""
        conditions = [c for limit in (rules.each_bid, rules.last_bid) for c in value_parts(limit)]
        read = {name for c in conditions for name in self.sheets.book.uses(c).variables}
        columns = [
            [(name, value) for value in range(low, min(high, low + MOST_STATES) + 1)]
            for name, low, high in cell.past
            if name in read
        ]
        return list(islice(product(*columns), MOST_STATES + 1))

    def _too_many_states(self, rules: Scoring) -> Found:
        place = rules.places["each_bid"] or rules.places["last_bid"]
        what = f"runs and tallies in limits on bids may stand in more than {MOST_STATES} ways"
        return Found(("P311", place), problems.proofs.TooMuchToProve(place, what))

    def _who_is_stuck(
        self, cell: Cell, rules: Scoring, bids: tuple[int, ...], states: Sequence[OwnPast]
    ) -> OwnPast:
        """How who has no bid left stands with runs and tallies."""
        players, total = cell.setting.players, 1 << sum(bids)
        last = rules.last_bid if len(bids) == players - 1 else Free()
        for state in states:
            force = in_force(rules.each_bid, last, total, cell.cards, self._holds(cell, state))
            if force.nowhere(total):
                return state
        return ()

    def _nothing_left(
        self, cell: Cell, rules: Scoring, bids: tuple[int, ...], past: OwnPast
    ) -> Found:
        players = cell.setting.players
        last = len(bids) == players - 1 and isinstance(rules.last_bid, Keeps)
        places = rules.places
        place = places["last_bid"] if last else places["each_bid"]
        others: tuple[Label, ...] = ()
        each = places["each_bid"]
        if last and isinstance(rules.each_bid, Keeps) and each is not None:
            others = (Label(each, "the last bid must meet this limit too"),)
        when = circumstances(cell.setting, cell.cards, cell.calls, past)
        assert isinstance(rules.bid, ChosenBid)
        table = bids_table(players, bids, rules.bid)
        seat = bidder_name(len(bids), players, rules.bid)
        limit = rules.last_bid if last else rules.each_bid
        said = isinstance(limit, Keeps) and limit.otherwise is not None
        condition: Place | None = None
        written = ""
        instead: tuple[str, ...] = ()
        if isinstance(limit, Keeps) and not said:
            condition = limit.condition.place
            instead = self._otherwise(cell, rules, limit, last=last)
            if place is not None and condition is not None:
                ends = (place.end_line, place.end_column)
                if (condition.end_line, condition.end_column) != ends:
                    written = f"keeps {expression_text(limit.condition)}"
        found = problems.proofs.NoBidLeft(
            place,
            seat,
            bids,
            when,
            others,
            last,
            table,
            said,
            written,
            instead,
            condition,
        )
        return Found(("P306", place, place or rules.score), found)

    def _otherwise(
        self, cell: Cell, rules: Scoring, limit: Keeps, *, last: bool
    ) -> tuple[str, ...]:
        """What a limit can say for where no bid meets it, so that a bid is left in this deal."""
        asked = [self._holds(cell, state) for state in self._states(cell, rules)]
        least = _NOT_LEVEL if last else _NO_TRICK
        found: list[str] = []
        for otherwise in (least, Truth(True)):
            better = replace(limit, otherwise=otherwise)
            each = rules.each_bid if last else better
            bidding = make_bidding(
                cell.setting.players, cell.cards, each, better if last else rules.last_bid, *asked
            )
            if bidding.stuck() is None:
                found.append(expression_text(otherwise))
        return tuple(found)

    def _fixed_too_high(self, cell: Cell, rules: Scoring, number: int) -> Found:
        place = rules.places["bid"]
        when = circumstances(cell.setting, cell.cards, cell.calls)
        table = figures_table(cell.setting, cell.cards, cell.calls, {"bid": number})
        found = problems.proofs.FixedBidTooHigh(place, number, cell.cards, when, table)
        return Found(("P307", place), found)

    # --- scores and contracts -------------------------------------------------------------

    def _expression(
        self,
        cell: Cell,
        rules: Scoring,
        aspect: str,
        expression: Expression,
        bidding: Bidding | None,
    ) -> Iterator[Finding]:
        uses = self.sheets.book.uses(expression)
        if bidding is None and uses.variables & OF_BIDS:
            return
        by_points = "points" in uses.variables
        bids = id(bidding) if uses.variables & OF_BIDS else 0
        worth = (
            self._key(cell, rules.trick_worth, alike=True) if by_points or aspect == "score" else ()
        )
        key = (aspect, self._key(cell, expression), bids, worth)
        if key in self._done:
            return
        self._done.add(key)
        points = (yield from self._points(cell, rules, worth)) if worth else ()
        self._place = rules.places[aspect]
        if points is None:
            return
        try:
            wanted = points if by_points else ()
            rows = self._figures_of(cell, uses.variables, bidding, wanted, worth)
        except TooMuchError:
            yield self._too_many_rows(rules, aspect)
            return
        bounds = _bounds(points) if by_points else None
        yield from self._values(cell, rules, aspect, expression, rows, bounds, bidding)

    def _values(
        self,
        cell: Cell,
        rules: Scoring,
        aspect: str,
        expression: Expression,
        rows: Outcomes,
        points: Bounds | None,
        bidding: Bidding | None,
    ) -> Iterator[Finding]:
        try:
            values = self.sheets.values(expression, rows.names, rows.rows, cell.names, points)
        except RowFaultError as error:
            yield _fault(cell, error, rows.names, rules.places[aspect])
            return
        self._note(cell.names, expression, rows.names, rows.rows, points)
        if aspect == "score":
            if bidding is not None:
                self._look_for_paying_miss(cell, expression, rows, values, bidding)
            low, high = int(min(values)), int(max(values))
            if self.scores is not None:
                low, high = min(low, self.scores[0]), max(high, self.scores[1])
            self.scores = (low, high)

    def _look_for_paying_miss(
        self,
        cell: Cell,
        score: Expression,
        rows: Outcomes,
        values: Sequence[Value],
        bidding: Bidding,
    ) -> None:
        """Keep the first missed bid that pays, unless the score says itself that it may."""
        known = self._tells_apart.get(id(score))
        if known is None:
            apart, signed = tells_apart(score), difference(score) is not None
            self._tells_apart[id(score)] = known = (score, apart, signed)
        _, apart, signed = known
        if apart or score.place in self.misses:
            return
        rows, values = _first_of_past(cell, rows, values)
        miss = paying_miss(rows.names, rows.rows, values, bidding.own_bids, signed=signed)
        if miss is not None:
            self.misses[score.place] = _missed(cell, score, miss)

    def _figures_of(
        self,
        cell: Cell,
        wanted: frozenset[str],
        bidding: Bidding | None,
        points: PointSums,
        worth: BiddingKey,
    ) -> Outcomes:
        past = tuple(each for each in cell.past if each[0] in wanted)
        wanted = wanted.intersection(ORDER)
        bids = id(bidding) if wanted & OF_BIDS else 0
        key = (wanted, cell.setting.players, cell.cards, bids, worth if points else (), past)
        known = self._figures.get(key)
        if known is None:
            found = outcomes(
                wanted,
                players=cell.setting.players,
                cards=cell.cards,
                bidding=bidding,
                points=points,
                budget=self.sheets.budget,
            )
            known = self._figures[key] = with_past(found, past, self.sheets.budget)
        return known

    def _points(self, cell: Cell, rules: Scoring, key: BiddingKey) -> Proof[PointSums | None]:
        """What tricks can be worth together, or None after telling why that is not known."""
        if key not in self._worth:
            self._worth[key] = yield from self._worked_out_points(cell, rules)
        return self._worth[key]

    def _worked_out_points(self, cell: Cell, rules: Scoring) -> Proof[PointSums | None]:
        self._place = place = rules.places["trick_worth"]
        rows: list[Row] = [(trick,) for trick in range(1, cell.cards + 1)]
        try:
            values = self.sheets.values(rules.trick_worth, ("trick",), rows, cell.names)
            self._note(cell.names, rules.trick_worth, ("trick",), rows, None)
            sums = point_sums([int(value) for value in values], self.sheets.budget)
        except RowFaultError as error:
            yield _fault(cell, error, ("trick",), place)
            return None
        except TooMuchError:
            yield self._too_many_rows(rules, "trick_worth")
            return None
        bounds = _bounds(sums)
        if bounds.low < -LARGEST or bounds.high > LARGEST:
            worst = bounds.low if bounds.low < -LARGEST else bounds.high
            part = rules.trick_worth
            fault = EvaluationError("too large", part.place, part, worst)
            yield _fault(cell, RowFaultError((worst,), fault), ("points",), place)
            return None
        return sums

    def _too_many_rows(self, rules: Scoring, aspect: str) -> Found:
        if self.sheets.budget.left < 0:
            raise TooMuchError
        place = rules.places[aspect]
        what = "more than a million combinations of figures can come about in one deal"
        return Found(("P311", place), problems.proofs.TooMuchToProve(place, what))

    # --- what every proof needs -----------------------------------------------------------

    def _note(
        self,
        names: Mapping[str, Value],
        expression: Expression,
        columns: tuple[str, ...],
        rows: Any,
        points: Bounds | None,
    ) -> None:
        """Note which alternatives of an expression these rows reach."""
        for lists in self.reached.open_lists(expression):
            taken = self.sheets.values(lists.marker, columns, rows, names, points)
            lists.open.difference_update(int(number) for number in set(taken))


def past_key(remembered: Past) -> str:
    """Under what the places of a scoring have that of a run or a tally."""
    return f"past {remembered.name}"


def with_past(found: Outcomes, past: PastBounds, budget: Budget) -> Outcomes:
    """Outcomes with all that the runs and tallies of a player can have come to before the deal."""
    if not past:
        return found
    ways = prod(high - low + 1 for _, low, high in past)
    if ways * len(found.rows) > TUPLES:
        raise TooMuchError
    budget.spend(4 * ways * len(found.rows))
    stands = list(product(*(range(low, high + 1) for _, low, high in past)))
    rows = [(*row, *stand) for stand in stands for row in found.rows]
    return Outcomes((*found.names, *(name for name, _, _ in past)), rows)


def _first_of_past(
    cell: Cell, rows: Outcomes, values: Sequence[Value]
) -> tuple[Outcomes, Sequence[Value]]:
    """The outcomes, with their values, in one way in which runs and tallies stand."""
    past = [(rows.names.index(name), low) for name, low, _ in cell.past if name in rows.names]
    if not past:
        return rows, values
    kept = [
        (row, value)
        for row, value in zip(rows.rows, values, strict=True)
        if all(row[place] == low for place, low in past)
    ]
    return Outcomes(rows.names, [row for row, _ in kept]), [value for _, value in kept]


def _fault(
    cell: Cell, error: RowFaultError, columns: tuple[str, ...], place: Place | None
) -> FoundFault:
    figures = dict(zip(columns, error.row, strict=True))
    return FoundFault(error.fault, place, cell.setting, cell.cards, cell.calls, figures)


def _missed(cell: Cell, score: Expression, miss: MissFound) -> Found:
    when = circumstances(cell.setting, cell.cards, cell.calls)
    between = difference(score)
    place = score.place if between is None else between.place
    written = mended = ""
    if between is not None and miss.costs:
        written = expression_text(between.written)
        # the side that costs stays as it is, and the other one becomes like it
        too_many = (miss.paid.tricks or 0) > (miss.paid.bid or 0)
        mended = expression_text(without_sign(between, from_bid=too_many))
    paid, beside = miss.paid, miss.beside
    found = problems.proofs.PayingMiss(
        place,
        problems.proofs.BidScored(paid.bid, paid.tricks, paid.points),
        problems.proofs.BidScored(beside.bid, beside.tricks, beside.points),
        miss.is_made,
        when,
        written,
        mended,
    )
    return Found(("P322", score.place), found)


def _bounds(points: PointSums) -> Bounds:
    return Bounds(min(map(min, points)), max(map(max, points)))
