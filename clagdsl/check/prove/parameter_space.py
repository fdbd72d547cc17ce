"""Enumerates tables for the proofs, and evaluates expressions at them.

`Settings` yields every parameter at its default first, then every value of each one with the others
at their defaults. If a parameter has very many values, its ends come first, and
`Settings.remaining_values` yields the others, as far as the budget goes. Combinations of several
changed parameters are proved when a match starts.

`Evaluator` evaluates an expression at one table. `RowEvaluator` evaluates it for many rows of
figures at a time. It checks for overflow and division by zero only if interval analysis cannot
exclude them.

Unlike in `table`, compiled expressions are cached by identity, not by their text, for two reasons.
A fault must be reported at the place of the expression. And the steps of compiling count against
the budget, so the moment at which a file is refused must not depend on what was checked before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Generic, TypeVar

from clagdsl.check.proof_report import ValuesTried
from clagdsl.lang.cards import RANKS
from clagdsl.lang.expr.evaluate import ListFunction, Row, function, list_function
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import Bounds, NotShownError, Range, range_of
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import MOST_DEALS, MOST_VALUES
from clagdsl.lang.rules import (
    OWN_SCORE,
    TRUMP_WORDS,
    Expression,
    Game,
    IntegerRange,
    Number,
    Parameter,
    Truth,
    TruthRange,
    Value,
    WordRange,
)
from clagdsl.table.bid_masks import NO_BID
from clagdsl.table.budget import Budget
from clagdsl.table.outcome_tables import values
from clagdsl.table.outcomes import figure_ranges

K = TypeVar("K")
V = TypeVar("V")


class IdentityCache(Generic[K, V]):
    """A cache by object identity; it keeps the objects alive, so that no id is reused."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self.work_out = work_out
        self._cache: dict[int, tuple[K, V]] = {}

    def __call__(self, item: K) -> V:
        """Returns the cached result for an object."""
        cached = self._cache.get(id(item))
        if cached is None:
            cached = self._cache[id(item)] = (item, self.work_out(item))
        return cached[1]


def provable_range(expression: Expression, names: Mapping[str, Range]) -> Range | None:
    """Returns the range of an expression by interval analysis, or None if that is inconclusive."""
    try:
        return range_of(expression, names)
    except (NotShownError, KeyError):
        return None


# --- tables and their parameters ----------------------------------------------------------


@lru_cache(maxsize=1024)
def picker(names: frozenset[str]) -> Callable[[Mapping[str, Value]], tuple[Value, ...]]:
    """Returns a function that picks the values of some names; cached since it is used often."""
    match sorted(names):
        case []:
            return lambda _: ()
        case [name]:
            return lambda values: (values[name],)
        case several:
            return itemgetter(*several)


@dataclass(frozen=True, slots=True)
class Setting:
    """One table: the number of players, and the value of every parameter and `let`, by plain name.

    `changed` is the one parameter that is not at its default, with its value; None if all are at
    their defaults.
    """

    players: int
    names: Mapping[str, Value]
    changed: tuple[str, Value] | None = None

    def in_deal(self, number: int, cards: int) -> Setting:
        """Returns this table with the values of `deal` and `cards` added."""
        return Setting(self.players, {**self.names, "deal": number, "cards": cards}, self.changed)

    def choose(self, names: frozenset[str]) -> tuple[Value, ...]:
        """Returns the values of some names in alphabetical order, as a key."""
        return picker(names)(self.names)


def values_of(parameter: Parameter) -> Sequence[Value]:
    """Returns every value that a parameter may have."""
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return range(low, high + 1)
        case TruthRange():
            return (False, True)
        case WordRange(words=words):
            return words


def values_tried(parameter: Parameter) -> ValuesTried:
    """Returns the values of a parameter that are always tried, the default first."""
    every = values_of(parameter)
    complete = len(every) <= MOST_VALUES
    if not complete and isinstance(parameter.range, IntegerRange):
        every = (parameter.range.low, parameter.range.high)
    elif not complete:
        every = every[:MOST_VALUES]
    rest = tuple(value for value in every if value != parameter.default)
    return ValuesTried(parameter.name, (parameter.default, *rest), complete)


class Evaluator:
    """Evaluates expressions at single tables; compiles each to a function once."""

    def __init__(self, book: UsesCache, budget: Budget) -> None:
        self.book = book
        self.budget = budget
        self._made = IdentityCache(self._make)

    def value(self, expression: Expression, names: Mapping[str, Value]) -> Value:
        """Returns the value of an expression; raises EvaluationError if it has none."""
        if isinstance(expression, Number | Truth):
            return expression.value
        pick, work_out = self._made(expression)
        self.budget.spend(10 + self.book.uses(expression).size)
        return work_out(*pick(names))

    def _make(
        self, expression: Expression
    ) -> tuple[Callable[[Mapping[str, Value]], tuple[Value, ...]], Callable[..., Value]]:
        """Compiles an expression; returns a picker of its arguments, and the function."""
        uses = self.book.uses(expression)
        self.budget.spend(300 + 40 * uses.size)
        work_out = function(expression, tuple(sorted(uses.written)), watched=True)
        return picker(uses.written), work_out

    def number(self, expression: Expression, names: Mapping[str, Value]) -> int:
        """Returns the value of an expression whose values are whole numbers."""
        if isinstance(expression, Number):
            return expression.value
        value = self.value(expression, names)
        assert isinstance(value, int)
        return value


class Settings:
    """The tables of a game that are tried, with one parameter changed at a time."""

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self.game = game
        self.evaluator = evaluator
        self.tried = tuple(values_tried(parameter) for parameter in game.parameters)

    @property
    def players(self) -> range:
        """The possible numbers of players, in ascending order."""
        low, high = self.game.players
        return range(low, high + 1)

    def changes(self) -> Iterator[tuple[str, Value] | None]:
        """Yields None (all parameters at default), then each other value of each parameter."""
        yield None
        for tried in self.tried:
            for value in tried.values[1:]:
                yield tried.parameter, value

    def remaining_values(self, tried: ValuesTried) -> Iterable[Value]:
        """Returns the values of a parameter that have not been tried, in order."""
        done = frozenset(tried.values)
        parameter = next(p for p in self.game.parameters if p.name == tried.parameter)
        return (value for value in values_of(parameter) if value not in done)

    def record_tried(self, parameter: str, values: Sequence[Value], *, complete: bool) -> None:
        """Records the values of a parameter that were tried."""
        self.tried = tuple(
            ValuesTried(parameter, values, complete) if each.parameter == parameter else each
            for each in self.tried
        )

    def setting(self, players: int, changed: tuple[str, Value] | None) -> Setting:
        """Returns the table for a number of players with one parameter changed.

        Raises EvaluationError if a `let` has no value there.
        """
        names: dict[str, Value] = {p.name: p.default for p in self.game.parameters}
        if changed is not None:
            names[changed[0]] = changed[1]
        names["players"] = players
        for let in self.game.lets:
            names[let.name] = self.evaluator.value(let.expression, names)
        return Setting(players, names, changed)

    def ranges(self) -> dict[str, Range]:
        """Returns the ranges of players, parameters and `let`s that interval analysis finds."""
        low, high = self.game.players
        bounds_by_name: dict[str, Range] = {"players": Bounds(low, high)}
        for parameter in self.game.parameters:
            match parameter.range:
                case IntegerRange(low=low, high=high):
                    bounds_by_name[parameter.name] = Bounds(low, high)
                case TruthRange():
                    bounds_by_name[parameter.name] = frozenset((False, True))
                case WordRange(words=words):
                    bounds_by_name[parameter.name] = frozenset(words)
        for let in self.game.lets:
            shown = provable_range(let.expression, bounds_by_name)
            if shown is not None:
                bounds_by_name[let.name] = shown
        return bounds_by_name


# --- many rows at once --------------------------------------------------------------------


def widest_ranges(cards: int) -> dict[str, Range]:
    """Returns the ranges of all figures of a deal except points, for any deal.

    `cards` is the largest number of cards in the pack.
    """
    from_one, players = Bounds(1, cards), cards
    return {
        **figure_ranges(players, cards),
        "bids": Bounds(0, cards),  # no more is dealt than the pack holds
        "previous_bid": Bounds(NO_BID, cards),
        "highest_bid": Bounds(NO_BID, cards),
        "deal": Bounds(1, MOST_DEALS),
        "cards": from_one,
        "trick": from_one,
        "won_with": frozenset(RANKS),
        "trump": frozenset(TRUMP_WORDS),
        OWN_SCORE: Bounds(-LARGEST, LARGEST),
        "row_deals": Bounds(1, MOST_DEALS),
        "row_made": Bounds(0, MOST_DEALS),
        "row_best": Bounds(0, LARGEST),
    }


class RowEvaluator:
    """Evaluates expressions for many rows; `ranges` holds the ranges of all names except points."""

    def __init__(self, book: UsesCache, budget: Budget, ranges: Mapping[str, Range]) -> None:
        self.book = book
        self.budget = budget
        self.ranges = ranges
        self._made: dict[
            tuple[int, tuple[str, ...], bool], tuple[Expression, tuple[str, ...], ListFunction]
        ] = {}
        self._bounds: dict[tuple[int, Bounds | None], tuple[Expression, Range | None]] = {}

    def bounds(self, expression: Expression, points: Bounds | None = None) -> Range | None:
        """Returns the range of an expression over all deals, or None if that is inconclusive."""
        key = (id(expression), points)
        cached = self._bounds.get(key)
        if cached is None:
            names = self.ranges if points is None else {**self.ranges, "points": points}
            cached = self._bounds[key] = (expression, provable_range(expression, names))
            self.budget.spend(20 * self.book.uses(expression).size)
        return cached[1]

    def values(
        self,
        expression: Expression,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        fixed: Mapping[str, Value],
        points: Bounds | None = None,
    ) -> list[Value]:
        """Returns the value for every row; raises RowFaultError at the first row without one."""
        if isinstance(expression, Number | Truth) and self.bounds(expression) is not None:
            return [expression.value] * len(rows)
        watched = self.bounds(expression, points) is None
        others, listing = self._listing(expression, columns, watched)
        cost = 1 + self.book.uses(expression).size // 3
        self.budget.spend(20 + len(rows) * cost * (4 if watched else 1))
        arguments = [fixed[name] for name in others]
        return values(listing, rows, arguments)

    def _listing(
        self, expression: Expression, columns: tuple[str, ...], watched: bool
    ) -> tuple[tuple[str, ...], ListFunction]:
        key = (id(expression), columns, watched)
        cached = self._made.get(key)
        if cached is None:
            uses = self.book.uses(expression)
            others = tuple(sorted(uses.written.difference(columns)))
            self.budget.spend(400 + 50 * uses.size)
            made = list_function(expression, columns, others, watched=watched)
            cached = self._made[key] = (expression, others, made)
        return cached[1], cached[2]
