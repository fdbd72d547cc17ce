"""Questions about many matches by some rules, and their answers, within bounds of work and time.

Input: rules that a worker has checked, proved and compiled, and a question. Output: an answer with
its figures. If the time is up, an answer has fewer matches than were asked for, and `cut` says so.

Neither a simulation nor a balance can stop at any moment. Both are played with more and more
matches or packs, four times as many each time, as long as the next step is likely to end in time.
The last step that was played whole is the answer; all others together take a third of its time.

`LONGEST_CALL` bounds a call from its beginning to its answer, so a question comes with the time
until which it is played, by the clock of the machine. The start of a worker and compiling count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from clagdsl import problems
from clagdsl.engine.players.player import SeatPolicy
from clagdsl.lang.frozen import added_field, dataclass
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.playground.requests import Settings, read_fields, read_settings
from clagdsl.playground.responses import ResponseProblem, response_problems
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.balancing.balance_report import Balance

if TYPE_CHECKING:
    from clagdsl.api import PlayableGame
    from clagdsl.simulation.stats.confidence import Estimate

MOST_MATCHES: Final = 10_000
MOST_PACKS: Final = 1_000
LONGEST_CALL: Final = 50.0
"""Seconds within which every call is answered. Most clients wait for a minute."""
RESERVE: Final = 10.0
"""Seconds of these in which nothing is played: steps can take longer than was likely."""
LONGEST: Final = 300.0
"""Seconds after which a worker is ended. Compiling, once on a machine, may take two minutes; then
the call has its answer before, and the next one finds the machine code.
"""
LEAST: Final = 2  # the fewest matches or packs that have an interval
FIRST_MATCHES: Final = 100
FIRST_PACKS: Final = 16
"""The numbers of the first step."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SimulateQuestion:
    """A request to play many matches, all seats by one policy; `players` defaults to the fewest."""

    wish: Literal["simulate"]
    text: str
    matches: int = added_field(1000)
    players: int | None = added_field(None)
    policy: SeatPolicy = added_field("steady")
    seed: int = added_field(0)
    parameters: Settings | None = added_field(None)


@dataclass(frozen=True, slots=True)
class BalanceQuestion:
    """A request to measure how fair and skilful rules are, compared with those that they extend.

    `packs` is the number of sets of packs; each is played with its hands in every seat.
    """

    wish: Literal["balance"]
    text: str
    packs: int = added_field(100)
    players: int | None = added_field(None)
    seed: int = added_field(0)
    parameters: Settings | None = added_field(None)


@dataclass(frozen=True, slots=True)
class SimulatedFigure:
    """A mean or a share with its 95 % confidence interval, null if that is unknown."""

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class SimulatedSeat:
    """A seat's mean total, its share of the wins, and the share of its bids that were made."""

    seat: int
    total: SimulatedFigure
    won: SimulatedFigure
    made: SimulatedFigure | None


@dataclass(frozen=True, slots=True)
class SimulatedDeal:
    """A deal of the schedule, with the mean score and the share of bids made over all seats."""

    number: int
    name: str
    score: SimulatedFigure
    made: SimulatedFigure | None


@dataclass(frozen=True, slots=True)
class SimulatedMatches:
    """The figures of many matches."""

    matches: int
    players: int
    policy: SeatPolicy
    seats: tuple[SimulatedSeat, ...]
    deals: tuple[SimulatedDeal, ...]


@dataclass(frozen=True, slots=True)
class SimulateAnswer:
    """The figures of matches; null if the rules have an error.

    If fewer matches were played than asked for, `cut` says why.
    """

    problems: tuple[ResponseProblem, ...]
    simulation: SimulatedMatches | None
    cut: str | None


@dataclass(frozen=True, slots=True)
class BalanceAnswer:
    """A balance; null if the rules have an error.

    If fewer packs were played than asked for, `cut` says why.
    """

    problems: tuple[ResponseProblem, ...]
    balance: Balance | None
    cut: str | None


MeasureQuestion: TypeAlias = SimulateQuestion | BalanceQuestion


def read_measure_question(data: Mapping[str, JsonValue]) -> MeasureQuestion:
    """Returns the question in a JSON object; raises ArgumentError if it is invalid."""
    kind = SimulateQuestion if data.get("wish") == "simulate" else BalanceQuestion
    for key in data:
        if key not in kind.__annotations__:
            raise problems.arguments.WrongSource(f"`{data['wish']}` takes no `{key}`").error()
    question: MeasureQuestion = read_fields(kind, data)
    match question:
        case SimulateQuestion(matches=requested):
            most, unit = MOST_MATCHES, "matches"
        case BalanceQuestion(packs=requested):
            most, unit = MOST_PACKS, "packs"
    if not LEAST <= requested <= most:
        reason = f"`{requested}` {unit}: from {LEAST} to {most:,} are played"
        raise problems.arguments.WrongSimulation(reason).error()
    return question


def measure(question: MeasureQuestion, game: PlayableGame, until: float) -> JsonObject:
    """Returns the JSON answer to a question about these rules; errors in it are problems.

    `until` is the time, as of `time.time`, after which nothing more is played.
    """
    try:
        match question:
            case SimulateQuestion():
                answer: SimulateAnswer | BalanceAnswer = _simulate(question, game, until)
            case BalanceQuestion():
                answer = _balance(question, game, until)
    except ArgumentError as error:
        (wrong,) = response_problems([problems.arguments.wrong_argument(error)])
        return {"wrong": to_json(wrong)}
    response = to_json(answer)
    assert isinstance(response, dict)
    return response


def _simulate(question: SimulateQuestion, game: PlayableGame, until: float) -> SimulateAnswer:
    from clagdsl.api import simulate

    play = partial(
        simulate,
        game,
        players=question.players,
        seed=question.seed,
        policy=question.policy,
        parameters=read_settings(game.rules, question.parameters),
    )
    played, matches = _play_steps(play, FIRST_MATCHES, question.matches, until)
    figures = SimulatedMatches(
        matches=matches,
        players=played.table.players,
        policy=question.policy,
        seats=tuple(
            SimulatedSeat(each.seat, _figure(each.total), _figure(each.won), _known(each.made))
            for each in played.seats
        ),
        deals=tuple(
            SimulatedDeal(each.deal.number, each.deal.name, _figure(each.mean), _known(each.made))
            for each in played.deals
        ),
    )
    return SimulateAnswer((), figures, _cut(matches, question.matches, "matches"))


def _balance(question: BalanceQuestion, game: PlayableGame, until: float) -> BalanceAnswer:
    from clagdsl.api import balance
    from clagdsl.simulation.runs.request import cores

    play = partial(
        balance,
        game,
        players=question.players,
        seed=question.seed,
        parameters=read_settings(game.rules, question.parameters),
        threads=cores(),
    )
    played, packs = _play_steps(play, FIRST_PACKS, question.packs, until)
    return BalanceAnswer((), played.figures, _cut(packs, question.packs, "packs"))


def _play_steps(
    play: Callable[[int], T], first: int, requested: int, until: float
) -> tuple[T, int]:
    """Plays as much of what was asked for as fits into the time; returns how much that was."""
    play(LEAST)  # compiles what is not compiled yet
    many = min(first, requested)
    while True:
        before = time.monotonic()
        played = play(many)
        more = min(4 * many, requested)
        likely = (time.monotonic() - before) * more / many
        if more == many or time.time() + likely > until:
            return played, many
        many = more


def _cut(played: int, requested: int, unit: str) -> str | None:
    """Returns why not everything was played, or None if it was."""
    if played == requested:
        return None
    within = f"a call is answered within {LONGEST_CALL:g} seconds"
    return f"only {played:,} of {requested:,} {unit}: {within}"


def _figure(estimate: Estimate) -> SimulatedFigure:
    return SimulatedFigure(estimate.value, estimate.interval)


def _known(estimate: Estimate | None) -> SimulatedFigure | None:
    return None if estimate is None else _figure(estimate)
