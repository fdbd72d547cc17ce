"""Matches in which agents decide, the core of all environments, and views as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from operator import index
from pathlib import Path
from typing import Any, Literal, SupportsIndex, TypeAlias, TypeVar, get_args

import numpy as np

from clagdsl import problems
from clagdsl.api import PlayableGame, load
from clagdsl.engine.events import Event
from clagdsl.engine.players.named_players import COMPILED, RANDOM
from clagdsl.engine.view import View
from clagdsl.lang.record import PlayerName
from clagdsl.lang.rules import Value
from clagdsl.problems.escape import shorten
from clagdsl.simulation.batch.agents import (
    BEGIN,
    NOTHING,
    GameArrays,
    MatchArrays,
    observe_agents,
    step_to_agents,
)
from clagdsl.simulation.batch.batch_state import SEAT
from clagdsl.simulation.batch.matches import Batch, arrays_of, put_boards, reseed
from clagdsl.simulation.jit import Pinned
from clagdsl.simulation.lowering.arrays import Array, make_steady
from clagdsl.table.tricks import PlayedCard

# --- views as text -------------------------------------------------------------------------------


_OMITTED_FIELDS = ("events", "legal")
"""Fields of a view that contain history or follow from other fields."""


def observation_text(view: View) -> str:
    """Returns a seat's view as text, one line per field with a value."""
    seen = [(part.name, getattr(view, part.name)) for part in fields(view)]
    return "\n".join(
        f"{name} {_value_text(value)}"
        for name, value in seen
        if name not in _OMITTED_FIELDS and value is not None and value != ()
    )


def _value_text(value: object) -> str:
    match value:
        case None:
            return "-"
        case PlayedCard(seat=seat, card=card, face=face):
            return f"{seat}:{card}" if card == face else f"{seat}:{card}={face}"
        case tuple():
            return "[" + " ".join(map(_value_text, value)) + "]"
        case _:
            return str(value)


def event_text(event: Event) -> str:
    """Formats an event as its seat saw it; different events yield different strings."""
    return json.dumps(event.to_json(), separators=(",", ":"))


# --- arguments ------------------------------------------------------------------------------------

Rules: TypeAlias = str | Path | PlayableGame
"""A game, or the name or path of its rules."""

Parameters: TypeAlias = Mapping[str, Value] | None
"""The values of parameters for all matches."""

Reward: TypeAlias = Literal["points", "winner"]
"""The kind of reward: each deal's points after the deal, or 1 shared by the winners at the end."""

Choice = TypeVar("Choice", bound=str)


def read_choice(value: object, choices: Sequence[Choice], name: str) -> Choice:
    """Returns the choice with this name; raises ArgumentError if the name is unknown."""
    for choice in choices:
        if value == choice:
            return choice
    raise problems.arguments.WrongEnvironment(
        f"the {name} must be {' or '.join(f'`{each}`' for each in choices)}, not `{shorten(value)}`"
    ).error()


def read_reward(value: object) -> Reward:
    """Returns the kind of reward with this name; raises ArgumentError if the name is unknown."""
    return read_choice(value, get_args(Reward), "reward")


def read_game(rules: Rules) -> PlayableGame:
    """Returns a game itself, or the game with this name or path.

    Raises ArgumentError or RulesError if it cannot be loaded.
    """
    return rules if isinstance(rules, PlayableGame) else load(rules)


def share_win(won: Array) -> Array:
    """Returns, [..., seat], an equal share of 1 for each seat that has won, and 0 for others."""
    shares: Array = won / np.maximum(1, won.sum(axis=-1, keepdims=True))
    return shares


# --- matches --------------------------------------------------------------------------------------


class AgentMatches:
    """Matches of a game that are stepped together, in which agents decide for some seats.

    Between their decisions the other seats play on. The matches are the rows of a batch.
    """

    def __init__(
        self, batch: Batch, reward: Reward, others: Mapping[int, PlayerName] | None = None
    ) -> None:
        self._reward = read_reward(reward)
        self._others = dict(others or {})
        """The players of the seats without an agent."""
        self._asks = not set(self._others.values()) <= set(COMPILED)
        """Whether some of them are not compiled."""
        self._begun = False
        self._attach(batch)

    def __deepcopy__(self, _memo: dict[int, object]) -> AgentMatches:
        copied = object.__new__(AgentMatches)
        copied.__dict__.update(self.__dict__)
        copied._attach(self.batch.copy())
        return copied

    def _attach(self, batch: Batch) -> None:
        """Makes compiled functions and the batch use the same arrays."""
        prepared, boards, sheet = arrays_of(batch)
        self.batch = batch
        """The matches, and the meaning of actions and columns."""
        self.game_arrays: Any = Pinned(GameArrays(prepared.tables, prepared.plan))
        self._policies = [self._others.get(seat, RANDOM) for seat in range(batch.players)]
        inside = [self._others.get(seat) in COMPILED for seat in range(batch.players)]
        agents = 1 - np.array(inside, np.int64)
        self.match_arrays: Any = Pinned(
            MatchArrays(boards, sheet, make_steady(self._policies), agents)
        )
        put_boards(batch, self.match_arrays.record().boards)
        self._progress: Array = self.match_arrays.array("boards.progress")

    @property
    def seats(self) -> Array:
        """[match]: the seat to act, or -1 if the match is over."""
        seats: Array = self._progress[:, SEAT]
        return seats

    @property
    def seat(self) -> int:
        """The seat to act in the first match, or -1 if it is over."""
        return int(self._progress.item(0, SEAT))

    @property
    def over(self) -> bool:
        """True if the first match is over."""
        return self.seat < 0

    def begin(self, seed: int | None = None, chosen: Array | None = None) -> None:
        """Begins the first matches of a seed, or the next matches of the last seed.

        `chosen` [match] is true where one begins; None for everywhere. Raises ArgumentError if the
        seed is invalid.
        """
        if seed is not None or not self._begun:
            reseed(self.batch, 0 if seed is None else index(seed))
        self._begun = True
        where = np.ones(self.batch.matches, np.bool_) if chosen is None else chosen
        self.step(np.where(where, BEGIN, NOTHING))

    def step(self, actions: Array) -> Array:
        """Performs an action in each match and returns the rewards, [match, seat].

        Illegal actions are replaced with `REFUSED`.
        """
        points = np.empty((len(actions), self.batch.players))
        if not step_to_agents(self.game_arrays, self.match_arrays, actions, points):
            raise RuntimeError("the batch came to what its tables do not hold")
        if self._asks:
            points += self._let_others_decide()
        if self._reward == "points":
            return points
        ended = (self.seats < 0) & (actions >= 0)
        return share_win(self.batch.winners) * ended[:, np.newaxis] if ended.any() else points * 0

    def _let_others_decide(self) -> Array:
        """Asks the players that are not compiled until it is an agent's turn everywhere.

        Returns the points scored, [match, seat].
        """
        total, points = np.zeros((2, self.batch.matches, self.batch.players))
        asked = np.array([seat in self._others for seat in range(self.batch.players)])
        while (waiting := asked[self.seats] & (self.seats >= 0)).any():
            decided = np.where(waiting, self.batch.actions_by(self._policies), NOTHING)
            step_to_agents(self.game_arrays, self.match_arrays, decided, points)
            total += points
        return total

    def observe(self, seats: Array) -> tuple[Array, Array]:
        """Returns observations, [match, column], and legal actions, [match, action], of seats.

        The last column is 1 if the match is over. A seat whose turn it is not has no legal actions.
        """
        seen = np.empty((len(seats), self.batch.features + 1), np.int32)
        allowed = np.empty((len(seats), self.batch.actions), np.int8)
        observe_agents(self.game_arrays, self.match_arrays, seats, seen, allowed)
        return seen, allowed

    def check_begun(self) -> None:
        """Raises ArgumentError before the first match."""
        if not self._begun:
            raise problems.arguments.WrongAction(
                "no match has started: start the first one with `reset`"
            ).error()

    def read_action(self, value: object) -> Array:
        """Returns `value` as the action of a single match.

        Raises ArgumentError if it is not a whole number, before the first match, and once it is
        over.
        """
        self.check_begun()
        if self.over:
            raise problems.arguments.WrongAction(
                "the match is over: start the next one with `reset`"
            ).error()
        if isinstance(value, SupportsIndex):
            with suppress(TypeError):  # arrays have this method whatever they contain
                number = index(value)
                return np.array(
                    [number if 0 <= number < self.batch.actions else self.batch.actions]
                )
        raise problems.arguments.WrongAction(
            f"`{shorten(value)}` is not an action: an action is a whole number from 0"
            f" to {self.batch.actions - 1}"
        ).error()

    def text(self, seat: int) -> str:
        """Returns a seat's view of the first match as text."""
        return observation_text(self.batch.state(0).view(seat))
