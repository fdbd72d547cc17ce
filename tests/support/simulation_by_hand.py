"""Line coverage of the step machine, run as plain Python without Numba.

As a program, it plays a few fixed and some random games, compares them with the interpreter, and
prints the lines of the kernels that were not executed. Its arguments are the texts of lines that
need not be executed; it stops as soon as no others are left.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from inspect import CO_OPTIMIZED
from itertools import cycle, islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"

import numpy as np

import clagdsl
from clagdsl.simulation.batch import rng
from clagdsl.simulation.kernels import bits, deal_phases, trick_rules
from clagdsl.table.table import Table
from support.simulation_games import compare_stepped
from support.simulation_plans import corner
from support.simulation_rules import in_rounds, playable, rules_files, tabled

KERNELS = (deal_phases, rng, trick_rules)
FILES = {str(Path(module.__file__)): Path(module.__file__).stem for module in KERNELS}

ORDINARY = """clag 1
game "Ordinary"
players 2 to 3
deal a trump turned bid in turn last bid keeps bids != cards score tricks
deal b trump named by dealer any suit bid fixed 1 lead dealer score -tricks won by any points
deal c trump none bid none follow anything score tricks + most_count completed not counted
deal d is a with rank 2 3 4 5 6 7 8 9 10 J Q K A
schedule 1 cards: a, b, c then 5 cards: a, c, d then 9 cards: a
winner highest total, then shared
"""

SPECIAL = """clag 2
game "Special"
players 3
pack highest 9 ranks, 4 Joker, 2 Fool, 2 Wizard
special Joker is high asks highest of named suit or lowest of named suit
special Fool is high or low asks next card or named suit
special Wizard is low asks nothing
deal a
  trump turned, on Wizard named by dealer any order, on Joker none, on Fool named by dealer any suit
  bid in turn score tricks
deal b is a with shown after bids wild A 8 Q in suit
schedule 5 cards: a, b, a
winner highest total, then shared
"""

PLAIN_SPECIAL = """clag 2
game "Plain"
players 3
pack all ranks, 8 Joker, 4 Fool
special Joker is high asks nothing
special Fool is low asks next card
deal a trump turned, on Joker named by dealer any suit, on Fool none bid in turn score tricks
deal b is a with follow anything open no hearts until broken trick worth trick score points
schedule 5 cards: a, b
winner highest total, then shared
"""

SHORT_SPECIAL = """clag 2
game "Short"
players 3
pack A K, 9 Fool
special Fool is low asks next card
deal a trump hearts bid in turn score tricks
schedule 4 cards: a
winner highest total, then shared
"""

NAMED_SPECIAL = """clag 2
game "Named"
players 3
pack A K, 40 Fool
special Fool is low asks next card
deal a trump turned, on Fool named by dealer any suit, else last card bid in turn score tricks
deal b trump named by dealer any suit bid in turn score tricks
schedule 16 cards: a then 2 cards: b
winner highest total, then shared
"""

IN_FULL = """clag 2
game "Full"
players 3
deal a trump drawn bid in turn play top card score tricks
deal b is a with play any card trump order H C D S
deal c is b with trump turned wild 2 3 trick worth trick score points
schedule 3 cards: a, b, c
winner highest total, then shared
"""

WILD = """clag 2
game "Wild"
players 3 to 3
deal a trump turned bid in turn score tricks wild 7 8 9 in suit
deal b is a with play top card
deal c is a with wild 2 in suit
deal d is c with rank 2 3 4 5 6 7 8 9 10 J Q K A
deal e is a with card worth 1 hearts score points
deal f is a with trump order H C D S
schedule 5 cards: a, c then 3 cards: b, d, e, f
winner highest total, then shared
"""

TOGETHER = """clag 2
game "Together"
players 3
deal a trump turned bid together score tricks call by dealer any of no
twist no trump none
deal b is a with trick worth 1 - 3 when won_with = Q, otherwise 2 score points
schedule 3 cards: a then 9 cards: b
winner highest total, then shared
"""

FIXED = """clag 2
game "Fixed"
players 2 to 3
deal a trump hearts bid in turn score tricks
deal b is a with trump turned, else last card lead dealer
deal c is a with trump turned, else none lead dealer
schedule 5 cards: a then 52 // players cards: b, c
winner highest total, then shared
"""

FOLLOWING = """clag 2
game "Following"
players 3
deal a trump hearts bid in turn score tricks follow suit, else trump, else anything
deal b is a with follow trump, else suit, else anything
deal c is a with follow higher suit, else suit, else higher trump, else trump, else anything
deal d is c with wild 2 3 4 5 6
deal e is a with open no trump until broken
schedule 3 cards: a, b, c, d, e
winner highest total, then shared
"""

HIGHEST = """clag 2
game "Highest"
players 2 to 3
deal a trump named by highest bidder any suit or none bid in turn score tricks
deal b is a with trump turned lead highest bidder
deal c is a with trump named by eldest from 1 cards any suit
schedule 2 cards: a, a, a, a, b, b, c
winner highest total, then shared
"""

DRAWN = """clag 2
game "Drawn"
players 3, dealer drawn
deal a trump turned bid in turn score tricks
deal b is a with bid in turn, drawn first
deal c is a with bid in turn, right of dealer first
schedule 2 cards: a then 1 card: a, b, c
winner highest total, then shared
"""

PASSED_OVER = """clag 2
game "Passed over"
players 3
run zeros when bid = 0
deal a trump turned bid in turn score tricks + zeros
deal b is a with bid none score tricks completed not counted
schedule 2 cards: a, b, a
winner highest total, then shared
"""

VALUED = """clag 2
game "Valued"
players 3
tally extra = points when tricks > bid, otherwise 0
deal a trump turned bid in turn card worth 1 hearts score points + extra
deal b is a with trick worth 10 when won_with = A, otherwise trick
deal c is a with call by winner of last deal one of X, Y lead caller next dealer winner
twist X bid none score points completed not counted
twist Y bid in turn, dealer first
deal d trump turned bid in turn trick worth trick score points
deal e is b with rank 2 3 4 5 6 7 8 9 10 J Q K A
schedule 2 cards: a, b, c, c, d, e
winner highest total, then shared
"""

ROWS = """clag 2
game "Rows"
players 2
deal a trump turned bid in turn
  score 10 + tricks + (row_best when row_made = row_deals, otherwise 0) when made, otherwise tricks
schedule 2 cards: a, a then 1 card: a, a
winner highest total, then shared
"""

reached: set[tuple[str, int]] = set()
left: dict[CodeType, set[int]] = {}
"""Lines of each function that were not executed so far; empty if it is not in a kernel."""


def watch(frame: FrameType, _event: str, _argument: Any) -> Any:
    """Records every executed line of a kernel, as a trace function."""
    code = frame.f_code
    lines = left.get(code)
    if lines is None:
        known = code.co_filename in FILES
        lines = left.setdefault(code, set(own_lines(code)) if known else set())
    if not lines:
        return None
    lines.discard(frame.f_lineno)
    reached.add((FILES[code.co_filename], frame.f_lineno))
    return watch


def own_lines(code: CodeType) -> Iterator[int]:
    """Returns the lines of a function, without those of nested functions."""
    return (line for _, _, line in code.co_lines() if line and line > code.co_firstlineno)


def lines_of(code: CodeType) -> Iterator[int]:
    """Returns the lines of the functions in a module, without those of class bodies."""
    for part in code.co_consts:
        if isinstance(part, CodeType) and part.co_flags & CO_OPTIMIZED:
            yield from own_lines(part)
            yield from lines_of(part)


@cache
def lines_of_kernels() -> dict[tuple[str, int], str]:
    """Returns the text of every line of the kernels that can be executed."""
    found = {}
    for path, name in FILES.items():
        text = Path(path).read_text(encoding="utf-8")
        said = text.splitlines()
        for line in sorted(set(lines_of(compile(text, path, "exec")))):
            found[name, line] = said[line - 1].strip()
    return found


def deposit(given_bits: Any, mask: Any) -> Any:
    """Returns the low bits deposited at the places of the mask's set bits, as `pdep` does."""
    left, place, found = int(mask), int(given_bits), 0
    while left:
        lowest = left & -left
        found |= lowest * (place & 1)
        place, left = place >> 1, left ^ lowest
    return np.uint64(found)


def play(table: Table, matches: int, *policies: str) -> None:
    """Plays a few matches in plain Python and compares them with the interpreter."""
    seats = tuple(islice(cycle(policies or ("random",)), table.players))
    sys.settrace(watch)
    try:
        compare_stepped(table, 1, range(2, 2 + matches), seats)
    finally:
        sys.settrace(None)


BITS_BY_HAND: dict[str, Any] = {
    "_count_bits": lambda mask: type(mask)(int(mask).bit_count()),
    "_count_trailing_zeros": lambda mask: np.uint64((int(mask) & -int(mask)).bit_length() - 1),
    "_deposit_bits": deposit,
}
"""The bit instructions of `bits` in plain Python."""


def drawn(text: str) -> None:
    """Plays a random game."""
    table = playable(text).start().table
    with tabled():
        play(table, 1)


def nothing_is_left() -> bool:
    """Returns whether all lines were executed except those named as arguments."""
    waiting = lines_of_kernels().keys() - reached
    return {lines_of_kernels()[line] for line in waiting} <= set(sys.argv[1:])


def main() -> None:
    """Prints the lines that were not executed, with their text."""
    np.seterr(over="ignore")
    for name, function in BITS_BY_HAND.items():
        setattr(bits, name, function)
    play(clagdsl.load(text=ORDINARY).start(3).table, 1)
    play(clagdsl.load(text=FIXED).start(2).table, 1)
    play(clagdsl.load(text=TOGETHER).start().table, 2)
    play(clagdsl.load(text=FOLLOWING).start(3).table, 1)
    highest = clagdsl.load(text=HIGHEST).start(3).table
    play(highest, 1)
    play(highest, 1, "steady")
    play(clagdsl.load(text=DRAWN).start(3).table, 1)
    play(clagdsl.load(text=PASSED_OVER).start(3).table, 1)
    play(clagdsl.load(text=VALUED).start(3).table, 4)
    play(clagdsl.load(text=ROWS).start(2).table, 2)
    play(corner("an auction").start(3).table, 2)
    play(clagdsl.load(text=SPECIAL).start(3).table, 12)
    play(clagdsl.load(text=PLAIN_SPECIAL).start(3).table, 8)
    play(clagdsl.load(text=PLAIN_SPECIAL).start(3).table, 4, "steady")
    play(clagdsl.load(text=SPECIAL).start(3).table, 4, "steady")
    play(clagdsl.load(text=NAMED_SPECIAL).start(3).table, 4, "steady")
    play(clagdsl.load(text=SHORT_SPECIAL).start(3).table, 1)
    play(clagdsl.load(text=IN_FULL).start(3).table, 2)
    wild = clagdsl.load(text=WILD).start().table
    play(wild, 4)
    play(wild, 1, "steady")
    in_rounds(8, drawn, rules_files(), nothing_is_left)
    for (name, line), said in lines_of_kernels().items():
        if (name, line) not in reached:
            print(f"{name}:{line}: {said}")


if __name__ == "__main__":
    main()
