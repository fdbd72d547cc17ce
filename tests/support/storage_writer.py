"""A program that adds events to tables and prints the stored ones, until it is killed.

Its arguments are the file, the seed, and the number of acknowledged events of each table. It
continues with the next event under its usual key, like a client that retries.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from clagdsl.storage.model import NewEvent
from clagdsl.storage.store import Store


def main() -> None:
    path, seed, *acknowledged = sys.argv[1:]
    drawn = random.Random(int(seed))
    done = [int(number) for number in acknowledged]
    store = Store(Path(path))
    print("serving", flush=True)
    while True:
        asked = []
        for table, number in enumerate(done, 1):
            if drawn.random() < 0.7:
                name, now = f"table {table}", number + 1
                standing = "over" if now % 7 == 0 else "running"
                body = "x" * drawn.choice((20, 200, 5000))
                new = NewEvent(name, now, f"key {now}", body, "r", f"after {now}", standing)
                asked.append((table, now, store.add(new)))
        for table, number, waiting in asked:
            kept = waiting.result()
            done[table - 1] = number
            print(table, kept.event.number, number, flush=True)


if __name__ == "__main__":
    main()
