"""Finds the figures that a row does not record, but that all its solutions share.

Input: a judged row. Output: its bids, scores and contracts, and the runs and tallies after it, as
far as they are known.

A solution is a deal that fits the row: bids, tricks and trump. A bid or score is known if only one
value of it leaves a solution; so is whether a contract was made. Only the solver decides, so
nothing about scores or limits on bids is repeated here. A figure whose search takes too long stays
unknown.

Bids are first looked for player by player: those with which a number of tricks that fits gives the
score. Only if there are several, the whole row is solved with each. A contract that depends only on
bid and tricks needs no search either. It is known if all these pairs give the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import TypeVar

from clagdsl.lang.expr.evaluate import EvaluationError, holds
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.frozen import replace
from clagdsl.lang.limits import ROW_INFERENCE_STEPS
from clagdsl.lang.rules import CompletedWhen, HistoryFigure, Value
from clagdsl.records.row_check import (
    WORK_DIVISOR,
    RecordedRow,
    RowJudgement,
    exact_worth,
    solve_counts,
)
from clagdsl.records.solver import Row, Solver, Worth
from clagdsl.table.bids import OwnPast, has_auction
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.history import PartialPast, partial_after
from clagdsl.table.outcomes import BLIND
from clagdsl.table.scoring import Taking, each_worth, taken_names

T = TypeVar("T")


def with_known_figures(
    judged: RowJudgement, budget: Budget, *, is_right: bool, scores_alone: bool
) -> RowJudgement:
    """Returns the judgement with the scores that the row does not record, if it is right.

    Unless `scores_alone`, it has the bids as well, and every possible result of each contract.
    """
    portion = budget.portion(budget.left // WORK_DIVISOR)
    seats, solved = range(len(judged.counts)), judged.solved
    try:
        with suppress(TooMuchError):
            if is_right and not scores_alone:
                judged = _with_bids_of_scores(judged, portion)
            for seat in seats if is_right and judged.is_decided else ():
                score = _known_score(judged, seat, portion)
                judged = replace(judged, scores=_with_value(judged.scores, seat, score))
                # What one figure has to be leaves less to try for the next ones.
                judged = replace(judged, solved=_narrowed(judged.solved, _with_score, seat, score))
                if judged.bids is not None and not scores_alone:
                    bid = _known_bid(judged, seat, portion)
                    judged = replace(judged, bids=_with_value(judged.bids, seat, bid))
                    judged = replace(judged, solved=_narrowed(judged.solved, _with_bid, seat, bid))
        known = judged.contracts or (frozenset[bool | None](),) * len(seats)
        contracts = tuple(
            own or _contract_of_taking(judged, seat, portion, is_right=is_right)
            for seat, own in enumerate(known)
        )
        judged = replace(judged, contracts=contracts)
        with suppress(TooMuchError):
            for seat in seats if not scores_alone else ():
                if len(judged.contracts[seat]) > 1 and judged.counts[seat]:
                    results = _possible_contracts(judged.solved, seat, portion)
                    judged = replace(judged, contracts=_with_value(judged.contracts, seat, results))
    finally:
        budget.settle(portion)
    return replace(judged, solved=solved)


def _either(rows: Sequence[Row]) -> frozenset[bool | None]:
    """Returns every result that a contract of a deal can have."""
    if not rows:
        return frozenset({True, False, None})
    is_counted = isinstance(rows[0].rules.completed, CompletedWhen)
    return frozenset({True, False} if is_counted else {None})


def _with_value(figures: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*figures[:seat], value, *figures[seat + 1 :])


def _with_score(row: Row, seat: int, score: int | None) -> Row:
    return replace(row, scores=_with_value(row.scores, seat, score))


def _with_bid(row: Row, seat: int, bid: int | None) -> Row:
    return replace(row, bids=_with_value(row.bids or (), seat, bid))


def _narrowed(
    rows: tuple[Row, ...],
    with_figure: Callable[[Row, int, int | None], Row],
    seat: int,
    figure: int | None,
) -> tuple[Row, ...]:
    """Returns the rows with a figure that all their solutions share, if there is one."""
    return rows if figure is None else tuple(with_figure(row, seat, figure) for row in rows)


def _known_score(judged: RowJudgement, seat: int, budget: Budget) -> int | None:
    score = judged.scores[seat]
    if score is not None or any(seat in row.unscored for row in judged.solved):
        return score
    possible: set[int] = set()
    try:
        for row in judged.solved:
            possible |= Solver(row, budget).scores_of(seat, judged.counts[seat])
    except EvaluationError:
        return None
    return _only(
        sorted(possible),
        lambda score, row: _with_score(row, seat, score),
        judged.solved,
        budget,
    )


def possible_scores(judged: RowJudgement, seat: int, budget: Budget) -> tuple[int | None, ...]:
    """Returns every score that a player can have; None among them if it is unknown."""
    if judged.scores[seat] is not None:
        return (judged.scores[seat],)
    try:
        every = [Solver(row, budget).scores_of(seat, judged.counts[seat]) for row in judged.solved]
    except (EvaluationError, TooMuchError):
        return (None,)
    return tuple(frozenset().union(*every)) if all(every) else (None,)


def _with_bids_of_scores(judged: RowJudgement, budget: Budget) -> RowJudgement:
    """Returns the judgement with each bid that is the only one to give its player's score."""
    for seat, bid in enumerate(judged.bids or ()):
        if bid is None and judged.is_decided:
            possible = {bid for bid, _ in _own_bids(judged, seat, budget)}
            bid = possible.pop() if len(possible) == 1 else None
            judged = replace(
                judged,
                bids=_with_value(judged.bids or (), seat, bid),
                solved=_narrowed(judged.solved, _with_bid, seat, bid),
            )
    return judged


def _own_bids(judged: RowJudgement, seat: int, budget: Budget) -> set[tuple[int, int]]:
    """Returns the bids of a player that give the score, each with a number of tricks that fits.

    They need not fit the other players' figures.
    """
    every = [Solver(row, budget).own_bids(seat) for row in judged.solved]
    return {(bid, count) for own in every for bid, count in own if count in judged.counts[seat]}


def _known_bid(judged: RowJudgement, seat: int, budget: Budget) -> int | None:
    bid = None if judged.bids is None else judged.bids[seat]
    if judged.bids is None or bid is not None:
        return bid
    return _only(
        sorted({bid for bid, _ in _own_bids(judged, seat, budget)}),
        lambda bid, row: _with_bid(row, seat, bid),
        judged.solved,
        budget,
    )


def _only(
    values: Iterable[T], with_value: Callable[[T, Row], Row], rows: Sequence[Row], budget: Budget
) -> T | None:
    """Returns the only value with which a row can be solved; None if there are several, or none."""
    fitting = (
        value
        for value in values
        if any(all(solve_counts(with_value(value, row), budget)) for row in rows)
    )
    first = [*islice(fitting, 2)]
    return first[0] if len(first) == 1 else None


def _possible_contracts(rows: Sequence[Row], seat: int, budget: Budget) -> frozenset[bool | None]:
    """Returns every result of a player's contract with which a row can be solved."""
    if any(_reads_unknown(row, seat) for row in rows):
        return _either(rows)
    nobody = (None,) * len(rows[0].won)
    fitting = (
        made
        for made in (True, False)
        for row in rows
        if all(solve_counts(replace(row, contracts=_with_value(nobody, seat, made)), budget))
    )
    return frozenset(fitting) or _either(rows)


def _contract_of_taking(
    judged: RowJudgement, seat: int, budget: Budget, *, is_right: bool
) -> frozenset[bool | None]:
    """Returns the results of a contract that only bid and tricks decide; else every result.

    If the row is not right, only a single number of tricks decides it.
    """
    every, counts = _either(judged.solved), judged.counts[seat]
    is_known = is_right or len(counts) == 1
    if len(every) != 2 or judged.bids is None or not (is_known and counts and judged.is_decided):
        return every
    bid = judged.bids[seat]
    results: set[bool | None] = set()
    try:
        pairs = product((bid,), counts) if bid is not None else _own_bids(judged, seat, budget)
        for row, (own, tricks) in product(judged.solved, pairs):
            assert isinstance(row.rules.completed, CompletedWhen)
            condition = row.rules.completed.condition
            names: dict[str, Value] = {**row.rules.names, "deal": row.deal, "cards": row.cards}
            names |= {"bid": own, "tricks": tricks, "made": own == tricks}
            if not variables(condition) <= names.keys():
                return every
            results.add(holds(condition, names))
    except (EvaluationError, TooMuchError):
        return every
    return frozenset(results) or every


def _reads_unknown(row: Row, seat: int) -> bool:
    """Returns whether a contract depends on a run, a tally or an auction that is not known."""
    assert isinstance(row.rules.completed, CompletedWhen)
    number = None if row.bids is None else 0
    taking = Taking(number, number, 0, 0, 0, 1, number, number, number, row.own_past(seat))
    names = taken_names(row.rules, deal=row.deal, cards=row.cards, taking=taking)
    return not variables(row.rules.completed.condition) <= names.keys()


# --- runs and tallies ---------------------------------------------------------------------


def past_after_row(
    sheet: RecordedRow,
    remembered: Sequence[HistoryFigure],
    row: Row,
    judged: RowJudgement,
    budget: Budget,
) -> PartialPast:
    """Returns the known runs and tallies after a row.

    If the recorded tricks add up to the number of cards, they are used even if a total contradicts
    them. Otherwise a value is known if it is equal in every case that fits the row.
    """
    if not remembered:
        return ((),) * len(sheet.past)
    tricks = list(row.won)
    if None in tricks or sum(count or 0 for count in tricks) != sheet.cards:
        tricks = [next(iter(fitting)) if len(fitting) == 1 else None for fitting in judged.counts]
    names = _names_by_seat(sheet, judged.bids, tricks, row.worth)
    after = partial_after(remembered, sheet.past, sheet.rules, names, judged.scores)
    portion = budget.portion(ROW_INFERENCE_STEPS)
    try:
        return tuple(
            own
            if len(own) == len(remembered)
            else _known_in_all_cases(sheet, remembered, row, seat, judged, portion) or own
            for seat, own in enumerate(after)
        )
    except TooMuchError:
        return after
    finally:
        budget.settle(portion)


def _known_in_all_cases(
    sheet: RecordedRow,
    remembered: Sequence[HistoryFigure],
    row: Row,
    seat: int,
    judged: RowJudgement,
    budget: Budget,
) -> OwnPast:
    """Returns the player's runs and tallies that are equal for every bid, count, number of points
    and score that fits.
    """
    same: dict[str, int] | None = None
    bids: Sequence[int | None] = (None,)
    if judged.bids is not None:
        bids = range(row.cards + 1) if judged.bids[seat] is None else (judged.bids[seat],)
    for bid, count in product(bids, sorted(judged.counts[seat])):
        case = replace(
            row,
            bids=None if judged.bids is None else _with_value(judged.bids, seat, bid),
            won=_with_value(row.won, seat, count),
        )
        fitting = solve_counts(case, budget)
        if not all(fitting):
            continue
        tricks = [next(iter(counts)) if len(counts) == 1 else None for counts in fitting]
        names = _names_by_seat(sheet, case.bids, tricks, row.worth)
        known, solver = names[seat].get("points"), Solver(case, budget)
        every = (known,) if known is not None else solver.points_of(seat, count)
        scores: Iterable[int | None] = (judged.scores[seat],)
        if judged.scores[seat] is None:
            scores = solver.scores_of(seat, (count,)) or (None,)
        for points, score in product(every, scores):
            budget.spend(1)
            names[seat] |= {} if points is None else {"points": points}
            figures = _with_value(judged.scores, seat, score)
            after = partial_after(remembered, sheet.past, sheet.rules, names, figures)
            own = dict(after[seat])
            same = own if same is None else dict(same.items() & own.items())
        if not same:
            break
    names_known = same or {}
    return tuple(
        (each.name, names_known[each.name]) for each in remembered if each.name in names_known
    )


def _names_by_seat(
    sheet: RecordedRow,
    bids: tuple[int | None, ...] | None,
    tricks: Sequence[int | None],
    worth: Worth | None,
) -> list[dict[str, Value]]:
    """Returns the known values of the names that runs or tallies may depend on, by seat."""
    trick_points, points = each_worth(sheet.rules, sheet.cards), exact_worth(worth)
    won = tuple(number for number in tricks if number is not None)
    whole = len(won) == len(tricks) and sum(won) == sheet.cards
    shared: dict[str, Value] = {"deal": sheet.number, "cards": sheet.cards}
    if whole:
        shared |= {"most": max(won), "most_count": won.count(max(won))}
    made = None if bids is None else tuple(bid for bid in bids if bid is not None)
    if made is not None and bids is not None and len(made) == len(bids):
        shared |= {"bids": sum(made), "highest_bid": max(made)}
        if whole:
            shared["makers"] = sum(b == t for b, t in zip(made, won, strict=True))
    by_seat: list[dict[str, Value]] = []
    for seat, count in enumerate(tricks):
        names: dict[str, Value] = {**sheet.rules.names, **shared}
        own = dict(sheet.past[seat])
        if has_auction(sheet.rules) and "auction" in own:
            names["auction"] = own["auction"]
        if BLIND in own:
            names[BLIND] = bool(own[BLIND])
        bid = None if bids is None else bids[seat]
        if bid is not None:
            names["bid"] = bid
            if "bids" in shared and bids is not None:
                names["same_bids"] = bids.count(bid) - 1
        if count is not None:
            names["tricks"] = count
            if trick_points is not None:
                names["points"] = count * trick_points
            elif points is not None:
                names["points"] = points[seat]
            if bid is not None:
                names["made"] = bid == count
        by_seat.append(names)
    return by_seat


def known_in_all(pasts: Sequence[PartialPast]) -> PartialPast:
    """Returns the runs and tallies that have the same known value in all cases."""
    return tuple(
        tuple(pair for pair in first if all(pair in other for other in others))
        for first, *others in zip(*pasts, strict=True)
    )
