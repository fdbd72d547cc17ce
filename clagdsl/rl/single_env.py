"""One match, played decision by decision, as used by both PettingZoo and Gymnasium."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from operator import index
from pathlib import Path
from typing import Final, Literal, SupportsIndex, TypeAlias, get_args

import numpy as np

from clagdsl import problems
from clagdsl.api import PlayableGame, load
from clagdsl.engine.events import Event
from clagdsl.engine.view import View
from clagdsl.lang.philox import MATCH_LIMIT
from clagdsl.lang.rules import Value
from clagdsl.problems.escape import shorten
from clagdsl.simulation.batch.matches import Batch
from clagdsl.simulation.lowering.arrays import Array
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


# --- a match --------------------------------------------------------------------------------------

Rules: TypeAlias = str | Path | PlayableGame
"""A game, or the name or path of its rules."""

Parameters: TypeAlias = Mapping[str, Value] | None
"""The values of parameters for all matches."""

Reward: TypeAlias = Literal["points", "winner"]
"""The kind of reward: each deal's points after the deal, or 1 shared by the winners at the end."""

REWARDS: Final[tuple[Reward, ...]] = get_args(Reward)


def read_reward(value: object) -> Reward:
    """Returns the kind of reward with this name; raises ArgumentError if the name is unknown."""
    for reward in REWARDS:
        if value == reward:
            return reward
    raise problems.arguments.WrongEnvironment(
        f"the reward is `{shorten(value)}`: it is `points`, as deals end, or `winner`, at the end"
    ).error()


def read_game(rules: Rules) -> PlayableGame:
    """Returns a game itself, or the game with this name or path.

    Raises ArgumentError or RulesError if it cannot be loaded.
    """
    return rules if isinstance(rules, PlayableGame) else load(rules)


def share_win(won: Array) -> Array:
    """Returns, [seat], an equal share of 1 for each seat that has won, and 0 for others."""
    shares: Array = won / max(1, won.sum())
    return shares


class SingleEnv:
    """A single match as a batch of one row; `reset` begins the next match of its seed."""

    def __init__(
        self,
        game: PlayableGame,
        players: int | None,
        reward: Reward,
        parameters: Parameters,
    ) -> None:
        self._game = game
        self._parameters = parameters
        self._seed = 0
        self._next_match = 0
        self._begun = False
        self._reward = read_reward(reward)
        self.batch: Batch = game.batch(1, players, parameters=parameters)
        """The match, and the meaning of its actions and columns."""
        self._previous_batch: Batch = self.batch

    def __deepcopy__(self, _memo: dict[int, object]) -> SingleEnv:
        copied = object.__new__(SingleEnv)
        copied.__dict__.update(self.__dict__)
        copied.batch, copied._previous_batch = self.batch.copy(), self._previous_batch.copy()
        return copied

    def reset(self, seed: int | None = None) -> None:
        """Begins match 0 of a seed, or the next match of the last seed.

        Raises ArgumentError if the seed is invalid.
        """
        if seed is not None:
            self._seed, self._next_match = index(seed), 0
        self.batch = self._game.batch(
            1, self.batch.players, self._seed, self._next_match, self._parameters
        )
        self._next_match = (self._next_match + 1) % MATCH_LIMIT
        self._begun = True

    @property
    def seat(self) -> int:
        """The seat to act, or -1 if the match is over."""
        return int(self.batch.seat[0])

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return bool(self.batch.over[0])

    @property
    def features(self) -> int:
        """The number of columns of an observation: those of a batch and one for the end of the
        match.
        """
        return self.batch.features + 1

    @property
    def columns(self) -> Mapping[str, slice]:
        """The columns of each part of an observation, by name; the last one is `over`."""
        last = self.batch.features
        return {**self.batch.columns, "over": slice(last, last + 1)}

    def mask(self) -> Array:
        """Returns, [action], 1 if the action is legal for the seat to act, else 0."""
        mask: Array = self.batch.legal()[0].astype(np.int8)
        return mask

    def observe(self, seat: int) -> Array:
        """Returns a seat's observation, [column]; after the end, the one before the last action."""
        seen = (self._previous_batch if self.over else self.batch).observe(seat)[0]
        return np.append(seen, np.int32(self.over))

    def read_action(self, value: object) -> int:
        """Returns `value` as an action number; raises ArgumentError if it is not a whole number.

        Also raises ArgumentError before the first `reset`.
        """
        if not self._begun:
            raise problems.arguments.WrongAction(
                "no match has begun: begin the first one with `reset`"
            ).error()
        if isinstance(value, SupportsIndex):
            with suppress(TypeError):  # arrays have this method whatever they contain
                return index(value)
        last = self.batch.actions - 1
        raise problems.arguments.WrongAction(
            f"`{shorten(value)}` is no action: an action is a whole number, 0 to {last}"
        ).error()

    def step(self, action: int) -> Array:
        """Applies an action and returns the rewards, [seat].

        Raises ArgumentError if the action is illegal.
        """
        if self.over:
            raise problems.arguments.WrongAction(
                "the match is over: begin the next one with `reset`"
            ).error()
        before = self.batch.copy()
        points = self.batch.step([action])[0]
        self._previous_batch = before
        if self._reward == "points":
            return np.asarray(points, np.float64)
        return share_win(self.batch.winners[0] & self.over)

    def text(self, seat: int) -> str:
        """Returns a seat's view as text."""
        return observation_text(self.batch.state(0).view(seat))
