"""Other programs that play the same deal, where they are present: for `simulator.py`."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

Play = Callable[[], int]
"""Plays deals and tells how many."""

SOURCE = Path(__file__).parent / "c" / "clag.c"
CHUNK = 1 << 15
OPEN_SPIEL_DEALS = 2_000
BIDS = 8
TABLE_SIDE = 16


def scores() -> np.ndarray:
    """Points by bid and tricks, as the C program wants them."""
    table = np.zeros((TABLE_SIDE, TABLE_SIDE), np.int16)
    for bid in range(TABLE_SIDE):
        table[bid, bid] = 10 + bid
    return table


def open_spiel() -> Play | None:
    """OpenSpiel's `oh_hell`, whole playouts in C++; None where it is not installed."""
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
    """C specialised to the deal, and with vector instructions, as far as it can be built here."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return {}
    built = Path(tempfile.mkdtemp()) / "clag.so"
    options = ["-O3", "-march=native", "-shared", "-fPIC", "-fvisibility=hidden"]
    subprocess.run([compiler, *options, "-o", built, SOURCE], check=True)
    library = ctypes.CDLL(str(built))
    table = scores()
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

    programs = {"C, specialised": player("clag_spec")}
    if hasattr(library, "clag_avx512"):
        programs["C, AVX-512, 8 deals in step"] = player("clag_avx512")
    return programs
