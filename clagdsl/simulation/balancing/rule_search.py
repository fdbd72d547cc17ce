"""A search for house rules that balance a game, by successive halving.

Input: a game, and the changes to it that may be tried (`rule_space`). Output: the house rules that
no other one beats, with figures.

1. The checker proves each candidate. About a third of random changes is refused, which costs
   milliseconds. Candidates that play the same game as the parent or as an earlier one are left out.
2. Steady players play the others with a few sets of packs, the same for all. The better half stays
   and is played with twice as many, until `FINALISTS` are left.
3. The finalists and the parent are played again with the packs of another seed. Only these figures
   are reported: those of the search are too good, because candidates were picked by them.
4. Those that another finalist or the parent beats are left out.

A candidate beats another one if it is at least as good in every respect of `objectives` and better
in one (Pareto). Fairness and length have no weights: the author chooses. In each round the best of
each respect stays, then those that the fewest others beat.

Invariant: a measurement depends on its task alone, so threads, machines and interruptions change
nothing. A search is resumed by looking up finished measurements in its file.

Tried and rejected: one score as a weighted sum, which finds whatever its weights say; and a genetic
search, which needs thousands of measurements where a space of house rules has a hundred candidates.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Final

from clagdsl import problems
from clagdsl.check.checker import check_text
from clagdsl.check.proof_cache import ProvedRules
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import exclusive_lock, write_file
from clagdsl.lang.fingerprint import program_hash, rules_hash
from clagdsl.lang.json_schema import from_json
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.output_paths import SEARCH, check_target, is_marked
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.balancing.balance_figures import rules_figures
from clagdsl.simulation.balancing.balance_report import BalanceFigure, RulesFigures
from clagdsl.simulation.balancing.balance_request import FEWEST_PACKS, MOST_PACKS, BalanceRequest
from clagdsl.simulation.balancing.balance_run import (
    MeasuredGame,
    collect_game,
    judging_jobs,
    seat_game,
)
from clagdsl.simulation.balancing.rule_space import Candidate, candidates, read_rule_space
from clagdsl.simulation.blocks import TableData
from clagdsl.simulation.code_cache import FunctionCache
from clagdsl.simulation.ordered_pool import Stopped, check_stop, never_stopped, results_in_order
from clagdsl.simulation.request_error import check_seed, check_threads
from clagdsl.simulation.runs.progress import Progress, Watch
from clagdsl.simulation.runs.request import RulesSource, Setting, applicable_settings, table_of
from clagdsl.syntax.source_loader import read_bytes
from clagdsl.table.table import Table

MOST_CANDIDATES: Final = 128
"""The maximum number of candidates that the checker sees."""

FIRST_PACKS: Final = 32
"""The number of sets of packs in the first round."""

FINALISTS: Final = 8
"""The number of house rules that are measured again at the end."""

FINAL_PACKS: Final = 1000
"""The number of sets of packs with which they are measured."""

SECONDS_BETWEEN: Final = 10.0
"""The interval between two writes of the file of a search, in seconds."""

LARGEST: Final = 1 << 24
"""The maximum size of the file of a search in bytes."""

FORMAT: Final = 1
"""The version of the file of a search, which is the value of `clagdsl_search`."""

COST: Final = 1
"""The place of the cost of the last bid among the objectives."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """The settings of a search."""

    rules: RulesSource
    space: str
    """The name of the file with the changes that may be tried."""
    changes: int = 3
    """The maximum number of changes."""
    packs: int = FINAL_PACKS
    """The number of sets of packs for the reported figures."""
    players: int | None = None
    seed: int = 0
    """The seed of the search; the reported figures are from the next one."""
    parameters: Mapping[str, Setting] = field(default_factory=dict)
    threads: int = 1
    cluster: str | None = None
    save: str | None = None
    """The file where measurements are kept, to resume an interrupted search."""

    def check(self) -> None:
        """Raises ArgumentError or FileError if a setting is invalid."""
        if not FEWEST_PACKS <= self.packs <= MOST_PACKS:
            raise problems.arguments.WrongSimulation(
                f"`{self.packs}` sets of packs cannot be played: give a number from {FEWEST_PACKS}"
                f" to {MOST_PACKS:,}"
            ).error()
        if self.changes < 1:
            raise problems.arguments.WrongSimulation(
                f"`{self.changes}` changes are not possible: give at least 1"
            ).error()
        check_seed(self.seed)
        check_seed(self.seed + 1)
        check_threads(self.threads)


# --- one measurement ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SearchTask:
    """A measurement of rules, alone or compared with their parent."""

    key: str
    """A name for the result that is the same in every run."""
    rules: TableData
    against: TableData | None
    seed: int
    packs: int

    @property
    def matches(self) -> int:
        """The approximate number of matches."""
        return self.packs * (3 * self.rules.players + 1) * (1 if self.against is None else 2)

    def run(self, stopped: Stopped = never_stopped) -> RulesFigures:
        """Plays the matches; raises StoppedError if it is stopped before all are over."""
        here = self._play(self.rules, stopped)
        other = None if self.against is None else self._play(self.against, stopped)
        return rules_figures(here, other)

    def _play(self, rules: TableData, stopped: Stopped) -> MeasuredGame:
        request = BalanceRequest(RulesSource(""), packs=self.packs)
        game = seat_game(request, rules.open(), 1)
        jobs = judging_jobs(game, self.seed)
        done = []
        for job in jobs:
            check_stop(stopped)
            done.append(job.run(stopped))
        return collect_game("", game, jobs, done)


def measure_text(program: str, task: str) -> bytes | None:
    """Runs a task from JSON on a worker; returns None if the caller's program is another one."""
    if program != program_hash():
        return None
    figures = from_json(SearchTask, json.loads(task)).run()
    return json.dumps(asdict(figures)).encode()


MEASURE_CALL: Final = (
    "__import__('clagdsl.simulation.balancing.rule_search', fromlist=['measure_text'])"
    ".measure_text(program, task)"
)


# --- which rules are better ---------------------------------------------------------------


def objectives(figures: RulesFigures, changes: int) -> tuple[float, ...]:
    """Returns the respects in which rules are compared; less is better in each.

    They are the spread of the seats, the cost of the last bid, skill, how much is decided late,
    lead changes, length, and the number of changes.
    """

    def value(figure: BalanceFigure | None, missing: float) -> float:
        return missing if figure is None else figure.here.value

    return (
        figures.fairness.here.value,
        abs(value(figures.cost, float("inf"))),
        -value(figures.skill, 0.0),
        -value(figures.late, 0.0),
        -figures.lead_changes.here.value,
        figures.cards.here.value,
        float(changes),
    )


def beats(first: Sequence[float], second: Sequence[float]) -> bool:
    """Returns whether the first rules are better in a respect and in none worse."""
    return first != second and all(one <= other for one, other in zip(first, second, strict=True))


def best_places(measured: Sequence[Sequence[float]], many: int) -> list[int]:
    """Returns the places of the best rules: the best of each respect, then the least beaten."""
    places = range(len(measured))
    beaten = [sum(beats(other, measured[place]) for other in measured) for place in places]
    kept: dict[int, None] = {}
    for respect in range(len(measured[0])):
        kept[min(places, key=lambda place: (measured[place][respect], beaten[place], place))] = None
    for place in sorted(places, key=lambda place: (beaten[place], place)):
        kept[place] = None
    return sorted(list(kept)[:many])


def unbeaten_places(measured: Sequence[Sequence[float]], parent: Sequence[float]) -> list[int]:
    """Returns the places of the rules that nothing beats, in order of the cost of the last bid."""
    rivals = [*measured, parent]
    kept = (
        place
        for place, one in enumerate(measured)
        if not any(beats(rival, one) for rival in rivals)
    )
    return sorted(kept, key=lambda place: (measured[place][COST], place))


def rounds(entrants: int) -> Iterator[tuple[int, int]]:
    """Yields the number of rules and of sets of packs in each round before the final one."""
    packs = FIRST_PACKS
    while entrants > FINALISTS:
        yield entrants, packs
        entrants, packs = max(FINALISTS, -(-entrants // 2)), 2 * packs


# --- the search ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HouseRules:
    """House rules that the search found, with figures compared with the parent's."""

    candidate: Candidate
    figures: RulesFigures


@dataclass(frozen=True, slots=True)
class RefusedRules:
    """House rules that the checker refuses, with the code and text of its first error."""

    changes: Mapping[str, str]
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search."""

    request: SearchRequest
    table: Table
    tried: int
    refused: tuple[RefusedRules, ...]
    same: int
    played: int
    measured: int
    parent: RulesFigures
    found: tuple[HouseRules, ...]


@dataclass(frozen=True, slots=True)
class _Entrant:
    candidate: Candidate
    rules: TableData
    fingerprint: str


def search_rules(request: SearchRequest, watch: Watch) -> SearchResult | None:
    """Searches for house rules; returns None if stopped, with what is measured in `save`.

    Raises ArgumentError, RulesError or FileError if the request cannot be fulfilled.
    """
    request.check()
    space = read_rule_space(request.space)
    parent = request.rules.load()
    table = table_of(parent, request.players, request.parameters)
    own = _Entrant(Candidate(()), TableData.of(table, parent.chain), rules_hash(table.game))
    tried = candidates(space, request.changes, MOST_CANDIDATES, request.seed)
    FunctionCache.on_missing = watch.compiling
    with ExitStack() as opened:
        memory = opened.enter_context(closing(_Memory(request, table, opened)))
        checked = _check_all(request, table, tried, watch)
        if checked is None:
            return None
        entrants, refused = checked
        measuring = _Measuring(request, memory, watch, opened)
        sizes = [*rounds(len(entrants)), (2 * min(FINALISTS, len(entrants)) + 1, request.packs)]
        measuring.expect(sum(many * packs * (3 * table.players + 1) for many, packs in sizes))
        left = entrants
        for many, packs in rounds(len(entrants)):
            figures = measuring.measure(left, None, request.seed, packs)
            if figures is None:
                return None
            fewer = max(FINALISTS, -(-many // 2))
            places = best_places(_all_objectives(left, figures), fewer)
            left = [left[place] for place in places]
        final = (request.seed + 1, request.packs)
        figures = measuring.measure(left, own, *final)
        alone = measuring.measure([own], None, *final)
        if figures is None or alone is None:
            return None
    return SearchResult(
        request,
        table,
        len(tried),
        refused,
        len(tried) - len(refused) - len(entrants),
        len(entrants),
        len(left),
        alone[0],
        tuple(
            HouseRules(left[place].candidate, figures[place])
            for place in unbeaten_places(_all_objectives(left, figures), objectives(alone[0], 0))
        ),
    )


def _all_objectives(
    entrants: Sequence[_Entrant], figures: Sequence[RulesFigures]
) -> list[tuple[float, ...]]:
    pairs = zip(entrants, figures, strict=True)
    return [objectives(each, len(one.candidate.changes)) for one, each in pairs]


def _check_all(
    request: SearchRequest, table: Table, tried: Sequence[Candidate], watch: Watch
) -> tuple[list[_Entrant], tuple[RefusedRules, ...]] | None:
    """Returns the candidates that the checker proves and that differ, and those it refuses.

    Returns None if stopped; raises ArgumentError if none can be played, or if a change alone is not
    Clag. Other changes that are refused alone may be sound together with another one.
    """
    entrants: list[_Entrant] = []
    hashes = {rules_hash(table.game)}
    refused: list[RefusedRules] = []
    for candidate in tried:
        if watch.stopped():
            return None
        try:
            rules = prove_candidate(candidate, "House rules", request.rules.reference)
            settings = applicable_settings(rules.game, request.parameters)
            opened = table_of(rules, table.players, settings)
        except ArgumentError as error:
            if len(candidate.changes) == 1 and error.code.startswith("S"):
                ((thing, change),) = candidate.changes
                raise problems.arguments.WrongSimulation(
                    f"`{request.space}` cannot be searched: `{thing}` has the change `{change}`:"
                    f" {error.code} {error.reason}"
                ).error() from error
            refused.append(RefusedRules(dict(candidate.changes), error.code, error.reason))
            continue
        fingerprint = rules_hash(opened.game)
        if fingerprint not in hashes:
            hashes.add(fingerprint)
            data = TableData.of(opened, rules.chain)
            entrants.append(_Entrant(candidate, data, fingerprint))
    if not entrants:
        last = refused[-1] if refused else None
        reason = "they change nothing" if last is None else f"{last.code} {last.message}"
        raise problems.arguments.WrongSimulation(
            f"none of the {len(tried)} house rules of `{request.space}` can be played: {reason}"
        ).error()
    return entrants, tuple(refused)


def prove_candidate(candidate: Candidate, title: str, parent: str) -> ProvedRules:
    """Returns the rules of a candidate; raises ArgumentError if the checker refuses them."""
    result = check_text(candidate.text(title, parent), "house.clag")
    if result.game is None or result.evidence is None:
        errors = [each for each in result.diagnostics if each.severity == "error"]
        raise ArgumentError(errors[0].code, errors[0].message)
    return ProvedRules(result.game, result.chain, result.evidence.tried)


# --- measuring ----------------------------------------------------------------------------


class _Measuring:
    """Runs tasks in threads or on a cluster, and remembers their results."""

    def __init__(
        self,
        request: SearchRequest,
        memory: _Memory,
        watch: Watch,
        opened: ExitStack,
    ) -> None:
        self._request = request
        self._memory = memory
        self._watch = watch
        self._done = 0
        self._total = 0
        self._connection: Any = None
        if request.cluster is not None:
            from clagdsl.simulation.cluster.connection import connected

            self._connection = opened.enter_context(connected(request.cluster))

    def expect(self, matches: int) -> None:
        """Begins to report progress, out of a total number of matches."""
        self._total = matches
        self._watch.progress(Progress(0, 0, matches, None, None))

    def measure(
        self, entrants: Sequence[_Entrant], against: _Entrant | None, seed: int, packs: int
    ) -> list[RulesFigures] | None:
        """Returns the figures of all entrants in order; None if stopped."""
        tasks = []
        for one in entrants:
            games = [one.fingerprint] if against is None else [one.fingerprint, against.fingerprint]
            key = ":".join([*games, str(seed), str(packs)])
            parent = None if against is None else against.rules
            tasks.append(SearchTask(key, one.rules, parent, seed, packs))
        keys = [task.key for task in tasks]
        missing = [place for place, key in enumerate(keys) if self._memory.get(key) is None]
        self._done += sum(task.matches for task in tasks) - sum(tasks[at].matches for at in missing)
        with (
            self._watch.playing,
            closing(self._results([tasks[each] for each in missing])) as results,
        ):
            for place, figures in zip(missing, results, strict=False):  # fewer if stopped
                self._memory.add(keys[place], figures)
                self._done += tasks[place].matches
                self._watch.progress(Progress(0, self._done, self._total, None, None))
                if self._watch.stopped():
                    break
        found = [self._memory.get(key) for key in keys]
        whole = [each for each in found if each is not None]
        return whole if len(whole) == len(found) else None

    def _results(self, tasks: Sequence[SearchTask]) -> Any:
        if self._connection is None:
            runs = (task.run for task in tasks)
            return results_in_order(runs, self._request.threads, self._watch.stopped)
        return self._by_cluster(tasks)

    def _by_cluster(self, tasks: Sequence[SearchTask]) -> Iterator[RulesFigures]:
        program = program_hash()
        futures = [
            self._connection.submit(
                MEASURE_CALL, {"program": program, "task": json.dumps(asdict(task))}, task.key
            )
            for task in tasks
        ]
        try:
            for future in futures:
                answer = self._connection.result(future, self._watch.stopped)
                if answer is None:
                    return
                yield read_figures(json.loads(answer))
        finally:
            for future in futures:
                future.release()


def read_figures(value: object) -> RulesFigures:
    """Returns the figures from their JSON; raises ArgumentError if they are not figures."""
    try:
        figures: RulesFigures = from_json(RulesFigures, value)
        objectives(figures, 0)  # fails if a figure is missing
        if not all(type(each) in (int, float) and isfinite(each) for each in _numbers(value)):
            raise ValueError("not a number")
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise problems.arguments.WrongRun(
            "there are figures that no rules can have"
        ).error() from error
    return figures


def _numbers(value: Any) -> Iterator[Any]:
    """Yields everything in nested objects that is neither an object nor null."""
    if isinstance(value, dict):
        for each in value.values():
            yield from _numbers(each)
    elif value is not None:
        yield value


class _Memory:
    """The finished measurements of a search, in its file if it has one."""

    def __init__(self, request: SearchRequest, table: Table, opened: ExitStack) -> None:
        self._figures: dict[str, RulesFigures] = {}
        self._path = None if request.save is None else Path(request.save)
        self._head: JsonObject = {
            "clagdsl_search": FORMAT,
            "program": program_hash(),
            "rules_hash": rules_hash(table.game),
            "players": table.players,
            "parameters": {name: str(value) for name, value in table.parameters.items()},
        }
        self._written = time.monotonic()
        if self._path is None or request.save is None:
            return
        opened.enter_context(exclusive_lock(self._path))
        if is_marked(self._path, SEARCH):
            self._read(self._path, request.save)
        else:
            check_target(self._path, SEARCH, option="--save", shown=request.save)

    def get(self, key: str) -> RulesFigures | None:
        """Returns a finished measurement, or None."""
        return self._figures.get(key)

    def add(self, key: str, figures: RulesFigures) -> None:
        """Remembers a measurement."""
        self._figures[key] = figures
        if time.monotonic() - self._written >= SECONDS_BETWEEN:
            self._write()

    def close(self) -> None:
        """Writes the file if anything is measured."""
        self._write()

    def _write(self) -> None:
        if self._path is not None and self._figures:
            figures = {key: asdict(each) for key, each in self._figures.items()}
            write_file(
                self._path, json.dumps({**self._head, "figures": figures}) + "\n", durable=True
            )
        self._written = time.monotonic()

    def _read(self, path: Path, name: str) -> None:
        data = read_bytes(path, name, LARGEST)
        if not isinstance(data, bytes):
            raise FileError(data.message)
        try:
            document = json.loads(data)
            figures = document.pop("figures")
            if document != self._head:
                raise problems.arguments.WrongRun(
                    f"`{name}` is from a different search: its rules, players, parameters or build"
                    " of clagdsl differ"
                ).error()
            self._figures = {key: read_figures(value) for key, value in figures.items()}
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            if isinstance(error, ArgumentError):
                raise
            raise problems.arguments.WrongRun(
                f"`{name}` is not a file of a search"
            ).error() from error
