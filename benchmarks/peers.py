"""Other programs that play the same deal, if they are available; used by `simulator.py`."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from clagdsl.lang.cards import ORDINARY
from clagdsl.lang.philox import shuffled

Play = Callable[[], int]
"""Plays deals and returns their number."""

SOURCES = Path(__file__).parent / "c"
CHUNK = 1 << 15
WORDS_AND_SHUFFLE = "C, only the documented words and the shuffle"
FLOOR_SEED = (7 << 32) + 5
LANES = 128
CARDS = 29
GROUPS = 1 << 14
OPEN_SPIEL_DEALS = 2_000
BIDS = 8
TABLE_SIDE = 16


def scores() -> np.ndarray:
    """Returns the points by bid and tricks, in the format of the C program."""
    table = np.zeros((TABLE_SIDE, TABLE_SIDE), np.int16)
    for bid in range(TABLE_SIDE):
        table[bid, bid] = 10 + bid
    return table


def open_spiel() -> Play | None:
    """Returns OpenSpiel's `oh_hell` with whole playouts in C++; None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(
        "oh_hell(players=4,num_tricks_fixed=7,off_bid_penalty=false,points_per_trick=1)"
    )
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
    state, evaluate = game.new_initial_state, pyspiel.evaluate_bots

    def play() -> int:
        for deal in range(OPEN_SPIEL_DEALS):
            evaluate(state(), bots, deal)
        return OPEN_SPIEL_DEALS

    return play


def c_programs() -> dict[str, Play]:
    """Returns the C programs for this deal, by instruction set, that can be built here.

    The last one only draws the documented random words and shuffles. That is a lower bound for
    every program that plays the same matches.
    """
    library, table = built("clag.c"), scores()
    if library is None:
        return {}
    bids, tricks = np.zeros((CHUNK, 4), np.uint8), np.zeros((CHUNK, 4), np.uint8)
    points = np.zeros((CHUNK, 4), np.int16)

    def player(name: str) -> Play:
        function = getattr(library, name)

        def play() -> int:
            arrays = [ctypes.c_void_p(each.ctypes.data) for each in (table, bids, tricks, points)]
            for seed in range(8):
                function(ctypes.c_uint64(seed), ctypes.c_long(CHUNK), *arrays)
            return 8 * CHUNK

        return play

    names = {
        "C, specialised": "clag_spec",
        "C, AVX2, 4 deals in step": "clag_avx2",
        "C, AVX-512, 8 deals in step": "clag_avx512",
    }
    programs = {shown: player(name) for shown, name in names.items() if hasattr(library, name)}
    least = floor()
    return programs | ({WORDS_AND_SHUFFLE: least} if least else {})


def built(source: str) -> ctypes.CDLL | None:
    """Builds a C program for this processor, or for NUMBA_CPU_NAME; None without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    made = Path(tempfile.mkdtemp()) / f"{source}.so"
    target = os.environ.get("NUMBA_CPU_NAME", "native")
    width = "-mprefer-vector-width=512"
    options = ["-O3", f"-march={target}", width, "-shared", "-fPIC", "-fvisibility=hidden"]
    subprocess.run([compiler, *options, "-o", made, SOURCES / source], check=True)
    return ctypes.CDLL(str(made))


def floor() -> Play | None:
    """Returns a program that only draws the documented words and shuffles; None without AVX2.

    The first packs are checked against `clagdsl.lang.philox`.
    """
    library = built("floor.c")
    if library is None or not hasattr(library, "words_and_shuffle"):
        return None
    cards = np.zeros((LANES, CARDS), np.uint8)
    library.first_cards(ctypes.c_uint64(FLOOR_SEED), ctypes.c_void_p(cards.ctypes.data))
    for match, packed in enumerate(cards.tolist()):
        pack = shuffled(ORDINARY, FLOOR_SEED, match, 1)
        assert packed == [ORDINARY.index(card) for card in pack[:CARDS]]

    def play() -> int:
        library.words_and_shuffle(ctypes.c_uint64(FLOOR_SEED), ctypes.c_long(GROUPS))
        return GROUPS * LANES

    return play
