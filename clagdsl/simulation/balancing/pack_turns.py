"""The packs of matches with every hand dealt some seats further round, so that luck evens out."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.batch.rng import draw_pack
from clagdsl.simulation.jit import compiled_entry
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole
from clagdsl.table.table import Table


def turned_packs(
    table: Table, tables: Tables, seed: int, first: int, matches: int, turn: int
) -> Array:
    """[match, deal, place]: the packs of matches of a seed, every hand so many seats further back.

    What a seat would have been dealt goes to the seat that is dealt to `turn` places before it.
    Where the dealer picks the number of cards, it is so for the fewest.
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
    """Draw the pack of every deal, numbered from 1, and turn the first `rounds` rounds of it."""
    for match in range(packs.shape[0]):
        for deal in range(packs.shape[1]):
            draw_pack(seed, first + match, deal + 1, whole, pack)
            dealt = players * rounds[deal]
            for place in range(len(pack)):
                taken = place
                if place < dealt:
                    taken = place // players * players + (place + turn) % players
                packs[match, deal, place] = pack[taken]
