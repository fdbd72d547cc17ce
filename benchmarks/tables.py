"""Measures the storage of events: one at a time, many at once, and opening a large file.

    python benchmarks/tables.py [FOLDER]

Each event is waited for until it is on the disk of FOLDER (default: the working folder), so the
figures are those of that disk. A file with 10,000 finished tables may take at most two seconds to
open and list.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from clagdsl.storage.model import NewEvent
from clagdsl.storage.store import Store

EVENTS = 1000
TABLES = 10_000
ALLOWED = 2.0


def event(table: str, number: int) -> NewEvent:
    summary = "a summary of a finished table, as a list shows it" * 4
    return NewEvent(table, number, f"key {number}", '{"do": "enter"}' * 4, "r", summary, "over")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        path = Path(inside, "tables.db")
        store = Store(path)
        waits = []
        for number in range(1, EVENTS + 1):
            began = perf_counter()
            store.add(event("one", number)).result()
            waits.append((perf_counter() - began) * 1000)
        print(f"one event: median {median(waits):.2f} ms, p95 {quantiles(waits, n=20)[-1]:.2f} ms")
        began = perf_counter()
        for waiting in [store.add(event("many", number)) for number in range(1, EVENTS + 1)]:
            waiting.result()
        print(f"many at once: {EVENTS / (perf_counter() - began):,.0f} events/s")
        numbers = [(f"table {table}", 1 + number) for table in range(TABLES) for number in range(9)]
        for waiting in [store.add(event(*each)) for each in numbers]:
            waiting.result()
        store.close()
        began = perf_counter()
        store = Store(path)
        shown = store.tables("over", 50)
        took = perf_counter() - began
        store.close()
        assert len(shown) == 50
        print(f"opened with {TABLES:,} tables and {len(numbers):,} events: {took * 1000:.1f} ms")
        if took > ALLOWED:
            sys.exit(f"slower than the limit of {ALLOWED} s")


if __name__ == "__main__":
    main()
