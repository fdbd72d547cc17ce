"""Tries every other value of each parameter on a record, to see which the record refutes.

Input: a record, its rules, and its result with the values in use. Output: a `ParameterTrial` for
each value with which different rows contradict the rules, and the parameters with values that
were not tried. The other parameters keep their values.

A parameter is tried if the deals depend on it, or if it changes the recorded part of the schedule.
So parameters that affect only payments are not tried. If a parameter has very many values, only the
ends of its range are tried, as in the checker.

Invariants:

- All trials share one budget of steps. A trial that exceeds it counts as not made.
- Only errors in bids, figures, marks and cards refute a value. A row that the schedule lacks
  refutes nothing. A row is right with a value only if it has no error at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from clagdsl.check.prove.parameter_space import values_tried
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.limits import PARAMETER_TRIAL_STEPS, ROW_TRIAL_STEPS
from clagdsl.lang.record import Record
from clagdsl.lang.references import references_in
from clagdsl.lang.rules import Game, Parameter, Value
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.records.repair import FORBIDDEN_BIDS
from clagdsl.records.replay import replay_trial
from clagdsl.records.report import ReplayResult
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.table import Table, open_table

Contradiction: TypeAlias = Literal[
    "sum of bids",
    "cards",
    "bids",
    "auction",
    "sum of tricks",
    "tricks",
    "points",
    "marks",
    "pack",
    "calls",
    "plays",
]
"""The kind of errors; `sum of bids` if the bids of every such row add up to its cards.

`cards` is the number of cards dealt, `tricks` are numbers of tricks that the cards rule out, and
`calls` include the naming of trump.
"""
_KINDS: Final[Mapping[str, Contradiction]] = {
    "A103": "calls",
    "A2": "bids",
    "A3": "plays",
    "A4": "calls",
    "A5": "calls",
    "A6": "cards",
    "A7": "pack",
    "A9": "auction",
    "R511": "marks",
    "R534": "cards",
    "R540": "sum of tricks",
    "R541": "points",
    "R542": "points",
    "R543": "points",
    "R557": "tricks",
    "R559": "tricks",
}
"""The kinds of the errors that refute a value, by their code, or its first two characters."""


@dataclass(frozen=True, slots=True)
class ParameterTrial:
    """A value of a parameter with which other rows are wrong than with the value in use."""

    parameter: Parameter
    value: Value
    worse: tuple[str, ...]
    """The labels of the rows that are wrong only with this value.

    A row that is wrong anyway is included if one of its bids is forbidden only with this value.
    """
    better: tuple[str, ...]
    """The labels of the rows that are wrong only with the value in use."""
    rows: int
    """The number of rows that could be wrong, among those whose deals depend on the parameter.

    These are the rows with bids if bids are wrong, else the scored rows that fit the value in use.
    """
    contradictions: tuple[Contradiction, ...]

    def to_json(self) -> JsonObject:
        """Returns the trial as `replay --json` prints it."""
        return {
            "parameter": self.parameter.name,
            "value": self.value,
            "worse": list(self.worse),
            "better": list(self.better),
            "of": self.rows,
        }


@dataclass(frozen=True, slots=True)
class ParameterTrials:
    """The trials in which different rows are wrong than in the result of the record."""

    trials: tuple[ParameterTrial, ...] = ()
    untried: tuple[str, ...] = ()
    """The names of the parameters with values that were not tried."""


def try_parameters(
    record: Record, game: Game, result: ReplayResult, places: RecordPlaces
) -> ParameterTrials:
    """Returns the trials of the values of all parameters on which the deals depend."""
    if result.table is None or not result.judged:
        return ParameterTrials()
    budget = Budget(PARAMETER_TRIAL_STEPS)
    trials: list[ParameterTrial] = []
    parameters = _parameters_to_try(game)
    untried = {one.name for one in parameters if not values_tried(one).complete}
    left = [one.name for one in parameters]
    try:
        for parameter, value in _values_to_try(game, result.table, parameters):
            left = left[left.index(parameter.name) :]
            budget.spend(ROW_TRIAL_STEPS * len(record.deals))
            chosen = {**dict(record.parameters), parameter.name: value}
            changed = replace(record, parameters=tuple(sorted(chosen.items())), rules_hash=None)
            try:
                tried = replay_trial(changed, game, places, budget)
            except EvaluationError:  # the values are not proved to go together
                continue
            budget.spend(1)  # raises if the trial has used up the rest
            trial = _compare(game, parameter, value, result, tried)
            if trial.worse or trial.better:
                trials.append(trial)
    except TooMuchError:
        untried |= {*left}
    return ParameterTrials(
        tuple(trials), tuple(one.name for one in game.parameters if one.name in untried)
    )


def _parameters_to_try(game: Game) -> list[Parameter]:
    """Returns the parameters on which the deals or the schedule depend, those with the fewest
    values first.
    """
    read = _read_by_deals(game) | references_in((game.schedule, game.repeated), game.lets)
    by_number = sorted(game.parameters, key=lambda one: len(values_tried(one).values))
    return [parameter for parameter in by_number if parameter.name in read]


def _read_by_deals(game: Game) -> frozenset[str]:
    return references_in((game.deals, game.twists, game.past, game.pack, game.ends), game.lets)


def _values_to_try(
    game: Game, table: Table, parameters: Sequence[Parameter]
) -> Iterator[tuple[Parameter, Value]]:
    """Yields every value to try of these parameters, in their order."""
    read_by_deals = _read_by_deals(game)
    for parameter in parameters:
        for value in values_tried(parameter).values:
            if value == table.parameters[parameter.name]:
                continue
            if parameter.name in read_by_deals or _changes_schedule(table, parameter, value):
                yield parameter, value


def _changes_schedule(table: Table, parameter: Parameter, value: Value) -> bool:
    """Returns whether a value changes a deal that both schedules have."""
    try:
        changed = open_table(table.game, table.players, {**table.parameters, parameter.name: value})
    except ArgumentError:
        return False
    pairs = zip(table.schedule, changed.schedule, strict=False)
    return any(deal != other for deal, other in pairs)


def _compare(
    game: Game, parameter: Parameter, value: Value, result: ReplayResult, tried: ReplayResult
) -> ParameterTrial:
    """Returns the rows that are wrong in only one of two results, by their labels in the first."""
    wrong, wrong_now = _contradictions(tried), _contradictions(result)
    right, right_now = _right_rows(tried), _right_rows(result)
    new = {
        index: codes
        if index in right_now
        else (codes - wrong_now.get(index, frozenset())) & FORBIDDEN_BIDS
        for index, codes in wrong.items()
    }
    worse = [index for index, codes in new.items() if codes]
    kinds = frozenset[Contradiction]().union(*(_kinds(new[index]) for index in worse))
    of_bids = kinds <= {"bids"}
    if kinds == {"bids"} and all(_bids_add_up(tried, index) for index in worse):
        kinds = frozenset({"sum of bids"})
    rows = {
        index
        for index in _rows_that_read(game, parameter, tried)
        if (
            any(own.bid_cells for own in tried.rows[index].figures)
            if of_bids
            else tried.rows[index].scored and index in right_now
        )
    }
    scored = _rows_with_history(tried)
    better = [index for index in wrong_now if index in scored & right]
    return ParameterTrial(
        parameter,
        value,
        tuple(result.rows[index].label for index in worse),
        tuple(result.rows[index].label for index in better),
        len(rows.union(worse)),
        tuple(kind for kind in get_args(Contradiction) if kind in kinds),
    )


def _kinds(codes: frozenset[str]) -> frozenset[Contradiction]:
    """Returns the kinds of a row's errors; only `cards` if others may follow from that one."""
    kinds = frozenset(kind for kind in map(_kind, codes) if kind is not None)
    return kinds & {"cards"} or kinds


def _kind(code: str) -> Contradiction | None:
    """Returns the kind of an error; None if it refutes nothing."""
    return _KINDS.get(code, _KINDS.get(code[:2]))


def _rows_that_read(game: Game, parameter: Parameter, result: ReplayResult) -> frozenset[int]:
    """Returns the indices of the rows whose deals depend on a parameter.

    These are all rows if calls, figures of earlier deals, the pack or the schedule depend on it.
    """
    of_all = (game.twists, game.past, game.pack, game.schedule, game.repeated)
    shared = parameter.name in references_in(of_all, game.lets)
    reading = {
        deal.name
        for deal in game.deals
        if shared or parameter.name in references_in((deal,), game.lets)
    }
    pairs = zip(result.starts, result.deals, strict=True)
    return frozenset(start.index for start, outcome in pairs if outcome.name in reading)


def _rows_with_history(result: ReplayResult) -> frozenset[int]:
    """Returns the indices of the rows before which every run and tally that is read is known."""
    return frozenset(
        start.index
        for start in result.starts
        if all(item.name in dict(own) for own in start.past for item in start.table.history_read())
    )


def _right_rows(result: ReplayResult) -> frozenset[int]:
    """Returns the indices of the rows without errors."""
    wrong = result.wrong_rows
    return frozenset(
        index for index, row in enumerate(result.rows) if (row.deal, row.label) not in wrong
    )


def _contradictions(result: ReplayResult) -> Mapping[int, frozenset[str]]:
    """Returns the codes of the errors in bids, figures, marks and cards, by index of their row."""
    codes: dict[tuple[int | None, str | None], set[str]] = {}
    for problem in result.problems:
        code = problem.diagnostic.code
        if problem.diagnostic.severity == "error" and _kind(code) is not None:
            codes.setdefault((problem.deal, problem.row), set()).add(code)
    return {
        index: frozenset(codes[row.deal, row.label])
        for index, row in enumerate(result.rows)
        if (row.deal, row.label) in codes
    }


def _bids_add_up(result: ReplayResult, index: int) -> bool:
    """Returns whether the bids of a row add up to its number of cards."""
    bids = [own.bid for own in result.rows[index].figures if isinstance(own.bid, int)]
    return len(bids) == len(result.rows[index].figures) and sum(bids) == result.rows[index].cards
