"""Figures remembered from earlier deals: runs, tallies, and figures of the schedule row.

The figures of a row are how many of its deals a player has made, and the player's best score in one
of them. They are kept only if a score reads them.

A `Past` holds every figure of every seat. It is updated after each deal. A `PartialPast` holds only
what a score sheet with gaps determines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, assert_never

from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.expr.evaluate import Names, holds, number
from clagdsl.lang.expr.free_variables import past_values, variables
from clagdsl.lang.expr.simplify import constant, simplify
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    NOT_DECLARED,
    OF_ROWS,
    OWN_SCORE,
    ROW_FIGURES,
    AspectName,
    Aspects,
    Expression,
    Game,
    HistoryFigure,
    NoAuction,
    NoBid,
    RowBest,
    RowMade,
    Run,
    Tally,
    Twist,
)
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import BLIND, has_all
from clagdsl.table.schedule import ScheduledDeal


@dataclass(frozen=True, slots=True)
class PastFigures:
    """The values of one run or tally, by seat."""

    name: str
    by_seat: tuple[int, ...]


Past: TypeAlias = tuple[PastFigures, ...]
"""The values of every run and tally of a game, in the order declared."""


PartialPast: TypeAlias = tuple[tuple[tuple[str, int], ...], ...]
"""The known values of the runs and tallies of every seat, by name."""


@dataclass(frozen=True, slots=True)
class _RowsRead:
    """The names of row figures that a game reads."""

    game: Game
    names: frozenset[str]


_ROWS_READ: Final[dict[int, _RowsRead]] = {}
"""Cached row figures by the id of a game; each entry keeps its game, so ids are not reused."""

MOST_GAMES: Final = 16
"""The number of games cached before the cache is cleared."""


def remembered(game: Game) -> tuple[HistoryFigure, ...]:
    """Returns all figures that a game remembers: runs, tallies, and row figures that its scores
    read.
    """
    read = rows_read(game)
    return (*game.past, *(each for each in ROW_FIGURES if each.name in read))


def rows_read(game: Game) -> frozenset[str]:
    """Returns the names of the row figures that the scores and contracts of a game read."""
    cached = _ROWS_READ.get(id(game))
    if cached is None:
        if len(_ROWS_READ) == MOST_GAMES:
            _ROWS_READ.clear()
        read: frozenset[str] = frozenset().union(*map(variables, scoring_expressions(game)))
        cached = _ROWS_READ[id(game)] = _RowsRead(game, read & OF_ROWS)
    return cached.names


def scoring_expressions(game: Game) -> Iterator[Expression]:
    """Yields every score of a game, and the condition of every contract."""
    yield from _expressions(game, ("score", "completed"))


def _expressions(game: Game, aspects: Sequence[AspectName]) -> Iterator[Expression]:
    every: list[Aspects | Twist] = [*(deal.aspects for deal in game.deals), *game.twists]
    for clause in (getattr(each, aspect) for each in every for aspect in aspects):
        for alternative in () if clause is None else clause.alternatives:
            yield from subexpressions(alternative.value)


def history_read(game: Game, names: Names) -> tuple[HistoryFigure, ...]:
    """Returns the runs, tallies and row figures that scores, contracts or limits on bids read.

    `names` are the values that hold for the whole match: branches that they rule out do not count.
    """
    constants = {name: constant(value) for name, value in names.items()}
    expressions = _expressions(game, ("score", "completed", *BID_LIMITS))
    read = frozenset[str]().union(*(variables(simplify(each, constants)) for each in expressions))
    return tuple(item for item in remembered(game) if item.name in read)


def empty_past(remembered: Sequence[HistoryFigure], players: int) -> Past:
    """Returns the past of all seats before the first deal: 0 everywhere."""
    return tuple(PastFigures(each.name, (0,) * players) for each in remembered)


def initial_values(rules: DealRules, *, blind: bool = False) -> tuple[tuple[str, int], ...]:
    """Returns the values, before the first deal, of the runs and tallies that a deal uses: all 0.

    `auction` is also 0, as for a player who has not won it. If bidders choose whether to look, the
    name `blind` has the value of the argument.
    """
    read = [rules.score]
    for value in (rules.completed, rules.each_bid, rules.last_bid):
        read += subexpressions(value)
    every = frozenset[str]().union(*map(variables, read))
    names = set(every.intersection(NOT_DECLARED) - {BLIND}).union(*map(past_values, read))
    if rules.sight == "by choice" and BLIND in every:
        names.add(BLIND)
    return tuple((name, blind if name == BLIND else 0) for name in sorted(names))


def initial_past(rules: DealRules) -> Past:
    """Returns the past before the first deal, for every seat."""
    return tuple(
        PastFigures(name, (value,) * rules.players) for name, value in initial_values(rules)
    )


def values_of_seat(past: Past, seat: int) -> tuple[tuple[str, int], ...]:
    """Returns the values of a player's runs and tallies, by name."""
    return tuple([(each.name, each.by_seat[seat]) for each in past])


def applies_to(remembered: HistoryFigure, rules: DealRules) -> bool:
    """Returns whether a deal updates a figure, that is, has all names on which it depends."""
    match remembered:
        case Run() | Tally():
            read = variables(remembered.expression)
        case RowMade():
            read = frozenset(("made",))
        case RowBest():
            read = frozenset()
        case _:
            assert_never(remembered)
    return has_all(
        read,
        bids=not isinstance(rules.bid, NoBid),
        auction=not isinstance(rules.auction, NoAuction),
        blind=rules.sight == "by choice",
    )


def past_after_deal(
    remembered: Sequence[HistoryFigure],
    past: Past,
    rules: DealRules,
    taken: Sequence[Names],
    scores: Sequence[int],
) -> Past:
    """Returns the past after a deal.

    `taken` holds by seat the names that a score may read, `scores` the scores by seat.
    """
    return tuple(
        PastFigures(
            figures.name,
            tuple(
                updated_value(each, before, {**names, OWN_SCORE: score}, score)
                for before, names, score in zip(figures.by_seat, taken, scores, strict=True)
            ),
        )
        if applies_to(each, rules)
        else figures
        for each, figures in zip(remembered, past, strict=True)
    )


def after_row(past: Past, scheduled: ScheduledDeal) -> Past:
    """Returns the past once a deal is over; row figures are reset after the last deal of a row."""
    return _reset_row(past) if scheduled.ends_row else past


def before_deal(past: Past, scheduled: ScheduledDeal, skipped: int = 0) -> Past:
    """Returns the past before a deal; row figures are reset before the first deal of a row.

    That deal may be one of the `skipped` deals before this one, which are left out.
    """
    return past if scheduled.in_row > skipped else _reset_row(past)


def _reset_row(past: Past) -> Past:
    return tuple(
        PastFigures(each.name, (0,) * len(each.by_seat)) if each.name in OF_ROWS else each
        for each in past
    )


def partial_before(
    remembered: Sequence[HistoryFigure],
    past: PartialPast,
    scheduled: ScheduledDeal,
    skipped: int = 0,
) -> PartialPast:
    """Returns the known past before a deal: as `before_deal`, for sheets with gaps."""
    begun = {each.name: 0 for each in remembered if each.name in OF_ROWS}
    if scheduled.in_row > skipped or not begun:
        return past
    return tuple(tuple({**dict(own), **begun}.items()) for own in past)


def partial_after(
    remembered: Sequence[HistoryFigure],
    past: PartialPast,
    rules: DealRules,
    taken: Sequence[Names],
    scores: Sequence[int | None],
) -> PartialPast:
    """Returns the known past after a deal. Like `past_after_deal`, but for score sheets with gaps.

    `taken` holds the known names by seat, `scores` the known scores.
    """
    return tuple(
        tuple(
            (each.name, value)
            for each in remembered
            if (value := _partial_value(each, dict(own).get(each.name), rules, names, score))
            is not None
        )
        for own, names, score in zip(past, map(_with_score, taken, scores), scores, strict=True)
    )


def _with_score(names: Names, score: int | None) -> Names:
    return names if score is None else {**names, OWN_SCORE: score}


def _partial_value(
    remembered: HistoryFigure,
    before: int | None,
    rules: DealRules,
    names: Names,
    score: int | None,
) -> int | None:
    """Returns the new value of a figure, or None if it does not follow from the known values.

    A run whose condition fails becomes known even if it was not before: it is 0.
    """
    if not applies_to(remembered, rules):
        return before
    match remembered:
        case Run() | Tally():
            determined = not variables(remembered.expression) - set(names)
        case RowMade():
            determined = "made" in names
        case RowBest():
            determined = score is not None
        case _:
            assert_never(remembered)
    if not determined:
        return None
    if before is None:
        broken = isinstance(remembered, Run) and not holds(remembered.expression, names)
        return 0 if broken else None
    return updated_value(remembered, before, names, score or 0)


def read_by_bids(game: Game, rules: DealRules) -> frozenset[str]:
    """Returns the names of the runs and tallies on which the limits on a deal's bids depend."""
    read = limits_read(rules)
    return frozenset(each.name for each in game.past if each.name in read)


def limits_read(rules: DealRules) -> frozenset[str]:
    """Returns all names on which the limits on a deal's bids depend."""
    limits = (getattr(rules, aspect) for aspect in BID_LIMITS)
    parts = [part for limit in limits for part in subexpressions(limit)]
    return frozenset().union(*map(variables, parts))


def reads_own_score(remembered: HistoryFigure) -> bool:
    """Returns whether a run or tally depends on the player's score of the deal."""
    return isinstance(remembered, Run | Tally) and OWN_SCORE in variables(remembered.expression)


def updated_value(remembered: HistoryFigure, before: int, names: Names, score: int) -> int:
    """Returns the value of a figure after a deal that it counts, given the player's score."""
    match remembered:
        case Run(expression=condition):
            return before + 1 if holds(condition, names) else 0
        case Tally(expression=expression):
            return before + number(expression, names)
        case RowMade():
            return before + (names["made"] is True)
        case RowBest():
            return max(before, score)
        case _:
            assert_never(remembered)
