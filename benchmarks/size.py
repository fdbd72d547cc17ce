"""Measures how the time of a check grows with the size of a file.

    python benchmarks/size.py

Files of one, two, four and eight times a length are checked in turn in one process; medians are
printed. Growth is linear if the time per line stays the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from clagdsl.check.checker import check_text

# rounds
RUNS = 7
# lines
LENGTHS = (240, 480, 960, 1920)
# largest ratio of the time per line between the longest and the shortest file
ALLOWED = 1.5

HEAD = 'clag 1\ngame "X" variant "Y"\nplayers 3 to 7\n'
DEAL = "deal normal trump turned bid in turn score 10 + tricks when made, otherwise 0\n"
TAIL = "schedule 5 cards: normal\nwinner highest total, then shared\n"


def comments(length: int) -> str:
    """Returns rules with many comment lines."""
    return HEAD + DEAL + "# a remark about the rules of this house\n" * length + TAIL


def examples(length: int) -> str:
    """Returns rules with many examples."""
    fact = 'example "made" in normal for 4 players: bid 2 tricks 2 scores 12\n'
    return HEAD + DEAL + TAIL + fact * length


def deals(length: int) -> str:
    """Returns rules with many deals of four lines each."""
    names = [f"d{number}" for number in range(length // 4)]
    made = "".join(f"deal {name} is normal\n  with\n  shown\n  after bids\n" for name in names)
    schedule = f"schedule 5 cards: normal, {', '.join(names)}\nwinner highest total, then shared\n"
    return HEAD + DEAL + made + schedule


def mistakes(length: int) -> str:
    """Returns a file in which every line is wrong."""
    return HEAD + "deal deal deal\n" * length


def seconds(text: str) -> float:
    """Returns the seconds of one check."""
    start = time.perf_counter()
    check_text(text)
    return time.perf_counter() - start


def main() -> int:
    """Prints the table; returns 1 if the time per line grows with the length."""
    kinds: tuple[Callable[[int], str], ...] = (comments, examples, deals, mistakes)
    texts = {(kind, length): kind(length) for kind in kinds for length in LENGTHS}
    times: dict[tuple[Callable[[int], str], int], list[float]] = {key: [] for key in texts}
    check_text(comments(1))
    for _ in range(RUNS):
        for key, text in texts.items():
            times[key].append(seconds(text))
    print(f"{'microseconds a line':<24}" + "".join(f"{length:>8} lines" for length in LENGTHS))
    grows = False
    for kind in kinds:
        each = [median(times[kind, length]) / length * 1e6 for length in LENGTHS]
        print(f"{kind.__name__:<24}" + "".join(f"{figure:14.1f}" for figure in each))
        grows = grows or each[-1] > ALLOWED * each[0]
    return 1 if grows else 0


if __name__ == "__main__":
    raise SystemExit(main())
