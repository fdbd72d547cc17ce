"""Matches with the same packs, played by good players in one way or another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from clagdsl.players.named_players import COMPILED, find_player
from clagdsl.players.player import is_batch_player
from clagdsl.simulation.balancing.pack_turns import turned_packs
from clagdsl.simulation.batch.batch_state import BID, PLAY
from clagdsl.simulation.batch.env import Prepared, boards_of
from clagdsl.simulation.batch.matches import Batch, kept_batch
from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.part_threads import Stopped, check_stop, never
from clagdsl.simulation.stepped import kept_outcome

BIDS: Final = 0
CARDS: Final = 1
OTHERS: Final = 2
KINDS: Final = 3
"""So many kinds of decisions are counted apart: bids, cards played, all others."""


@dataclass(frozen=True, slots=True)
class PacksWanted:
    """Which matches of a seed are played, how far their hands are turned, and who sits there."""

    seed: int
    first: int
    matches: int
    turn: int
    players: tuple[str, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class PlayedPacks:
    """What the matches came to, and the decisions that were made in them where they are counted."""

    outcome: Outcome
    decisions: Array | None = None
    """[match, kind, 2]: all, and those in which more than one action was legal."""


def play_packs(
    prepared: Prepared, wanted: PacksWanted, *, counted: bool = False, stopped: Stopped = never
) -> PlayedPacks:
    """Play the matches; with `counted`, count decisions, which takes longer.

    Raises BrokenOffError where it is stopped before all are over.
    """
    packs = turned_packs(
        prepared.table,
        prepared.tables,
        wanted.seed,
        wanted.first,
        wanted.matches,
        wanted.turn,
    )
    players = [find_player(name) for name in wanted.players if name not in COMPILED]
    batch = kept_batch(
        prepared,
        wanted.first,
        wanted.matches,
        wanted.seed,
        packs,
        history=not all(map(is_batch_player, players)),
    )
    decisions = None
    if counted:
        decisions = np.zeros((wanted.matches, KINDS, 2), np.int64)
    elif not players:
        batch.roll_out(wanted.players, "match")
    while not batch.over.all():
        check_stop(stopped)
        if decisions is not None:
            _count(batch, decisions)
        batch.step(batch.actions_by(wanted.players))
    return PlayedPacks(kept_outcome(boards_of(batch)), decisions)


def _count(batch: Batch, decisions: Array) -> None:
    """Note the decisions that the matches of a batch wait for."""
    running = ~batch.over
    phase = batch.phase
    kinds = np.full(batch.matches, OTHERS)
    kinds[phase == BID] = BIDS
    kinds[phase == PLAY] = CARDS
    choice = batch.legal().sum(axis=1) > 1
    places = np.flatnonzero(running)
    decisions[places, kinds[places], 0] += 1
    decisions[places, kinds[places], 1] += choice[places]


def seated(player: str, seat: int, others: str, players: int) -> tuple[str, ...]:
    """One player at a seat among others, by seat."""
    return tuple(player if each == seat else others for each in range(players))


def everybody(player: str, players: int) -> Sequence[str]:
    """The same player in all seats."""
    return (player,) * players
