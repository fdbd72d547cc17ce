"""What a player says who weighs its actions against each other."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol, TypeGuard

from clagdsl.engine.actions import Action
from clagdsl.engine.view import View
from clagdsl.lang.frozen import dataclass
from clagdsl.players.player import Player, PlayerWords
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class WeighedAction:
    """What an action is worth in the worlds that a seat may be in, on average.

    `points` are those of the seat itself in the deal, `worth` is what the player goes by; both are
    larger where they are better.  `gain` is by how much that is more than what was done is worth,
    in the same worlds, `variance` that of this mean, None where nothing can be said of it.
    `eligible` tells whether the player may choose the action at all.
    """

    action: Action
    points: Fraction
    worth: Fraction
    gain: Fraction
    variance: Fraction | None
    eligible: bool


@dataclass(frozen=True, slots=True)
class WeighedDecision:
    """What a player would have done, and every action that it has weighed, in a fixed order.

    `worlds` is in how many worlds each of them was tried; where none that fits was found there are
    no actions.
    """

    chosen: Action
    worlds: int
    actions: tuple[WeighedAction, ...]


class WeighingPlayer(Player, Protocol):
    """A player that can say what every action is worth to a seat by what it has seen."""

    def weigh(self, view: View, table: Table, rng: PlayerWords, done: Action) -> WeighedDecision:
        """What the actions of the seat of a view are worth beside the one that was done."""


def is_weighing_player(player: Player) -> TypeGuard[WeighingPlayer]:
    """Whether a player can say what actions are worth."""
    return callable(getattr(player, "weigh", None))
