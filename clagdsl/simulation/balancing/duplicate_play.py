"""Duplicate play: the same packs are played several times, by different players.

Each time, the hands are rotated among the seats, so that luck evens out between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from clagdsl.engine.players.named_players import COMPILED, find_player
from clagdsl.engine.players.player import is_batch_player
from clagdsl.simulation.batch.batch_state import BID, PLAY
from clagdsl.simulation.batch.matches import Batch, recording_batch
from clagdsl.simulation.batch.rng import draw_pack
from clagdsl.simulation.batch.vector_env import PreparedGame, boards_of
from clagdsl.simulation.batch_runner import recorded_outcome
from clagdsl.simulation.jit import compiled_entry
from clagdsl.simulation.lowering.arrays import Array, Outcome, Tables, Whole
from clagdsl.simulation.ordered_pool import Stopped, check_stop, never_stopped
from clagdsl.table.table import Table

BIDS: Final = 0
CARDS: Final = 1
OTHERS: Final = 2
KINDS: Final = 3
"""The number of kinds of decisions counted separately: bids, cards played, all others."""


@dataclass(frozen=True, slots=True)
class PlayedPacks:
    """The results of matches, and the numbers of decisions in them if counted."""

    outcome: Outcome
    decisions: Array | None = None
    """[match, kind, 2]: all decisions, and those with more than one legal action."""


def play_packs(
    prepared: PreparedGame,
    seed: int,
    matches: range,
    turn: int,
    players: Sequence[str],
    *,
    counted: bool = False,
    stopped: Stopped = never_stopped,
) -> PlayedPacks:
    """Plays matches of a seed, with the hands rotated and the given player in each seat.

    If `counted`, decisions are also counted, which takes longer. Raises StoppedError if it is
    stopped before all matches are over.
    """
    first, many = matches.start, len(matches)
    packs = turned_packs(prepared.table, prepared.tables, seed, first, many, turn)
    searching = [find_player(name) for name in players if name not in COMPILED]
    history = not all(map(is_batch_player, searching))
    batch = recording_batch(prepared, first, many, seed, packs, history=history)
    decisions = None
    if counted:
        decisions = np.zeros((many, KINDS, 2), np.int64)
    elif not searching:
        batch.roll_out(tuple(players), "match")
    while not batch.over.all():
        check_stop(stopped)
        if decisions is not None:
            _count(batch, decisions)
        batch.step(batch.actions_by(tuple(players)))
    return PlayedPacks(recorded_outcome(boards_of(batch)), decisions)


def _count(batch: Batch, decisions: Array) -> None:
    """Adds the pending decision of each match in a batch to `decisions`."""
    running = ~batch.over
    phase = batch.phase
    kinds = np.full(batch.matches, OTHERS)
    kinds[phase == BID] = BIDS
    kinds[phase == PLAY] = CARDS
    choice = batch.legal().sum(axis=1) > 1
    places = np.flatnonzero(running)
    decisions[places, kinds[places], 0] += 1
    decisions[places, kinds[places], 1] += choice[places]


# --- the packs ----------------------------------------------------------------------------


def turned_packs(
    table: Table, tables: Tables, seed: int, first: int, matches: int, turn: int
) -> Array:
    """Returns a seed's packs with the hands rotated, [match, deal, place].

    Each seat receives the hand of the seat `turn` places later in dealing order. If the dealer
    chooses the hand size, only the cards of the smallest possible hand are rotated.
    """
    size, deals = table.deck.size, len(table.schedule)
    packs = np.zeros((matches, deals, size), np.int8)
    halves = np.array([seed & 0xFFFFFFFF, seed >> 32], np.uint64)
    rounds = np.array([row.low for row in table.schedule], np.int64)
    fill_packs(
        tables.pack, halves, first, rounds, table.players, turn, np.zeros(size, np.int8), packs
    )
    return packs


@compiled_entry
def fill_packs(
    whole: Array,
    seed: Array,
    first: Whole,
    rounds: Array,
    players: Whole,
    turn: Whole,
    pack: Array,
    packs: Array,
) -> None:
    """Draws the pack of every deal and rotates the hands in its first `rounds` dealing rounds."""
    for match in range(packs.shape[0]):
        for deal in range(packs.shape[1]):
            draw_pack(seed, first + match, deal + 1, whole, pack)
            dealt = players * rounds[deal]
            for place in range(len(pack)):
                taken = place
                if place < dealt:
                    taken = place // players * players + (place + turn) % players
                packs[match, deal, place] = pack[taken]
