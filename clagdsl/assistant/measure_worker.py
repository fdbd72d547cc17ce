"""A worker process that plays many matches by rules that another worker has checked.

It speaks the protocol of `serve.rules_worker`. Rules reach it compiled, so it parses nothing that
a stranger wrote. Unlike that worker it compiles machine code, which it keeps as `simulate` does, so
it may write files; its time and its memory are limited. It ends with the server that started it,
however that ended: nobody waits for its answer any more.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from clagdsl.assistant.measures import LONGEST, measure, read_measure_question
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.serve.offered_games import read_compiled
from clagdsl.serve.rules_worker import serve_lines
from clagdsl.simulation.runs.request import cores

MOST_MEMORY: Final = 8 << 30
"""Maximum address space in bytes; threads and compiling need more of it than of memory."""

WATCHED: Final = 0.5
"""Seconds between two looks whether the server is still there."""


def respond(request: JsonValue) -> JsonObject:
    """Returns the answer to a question with its compiled rules."""
    match request:
        case {
            "compiled": str(compiled),
            "question": Mapping() as question,
            "until": float(until),
        }:
            if time.time() >= until:  # it has waited for another question: nobody reads the answer
                return {}
            return measure(read_measure_question(question), read_compiled(compiled), until)
        case _:
            raise TypeError("a question has compiled rules and a time")


def end_with(parent: int) -> None:
    """Ends this process soon after its parent has ended."""
    while os.getppid() == parent:
        time.sleep(WATCHED)
    os._exit(1)


def main() -> None:
    """Answers questions over standard input and output."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(AttributeError, OSError):
        os.nice(10)
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    with os.fdopen(os.dup(1), "wb") as answers, Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # printed text must not reach the pool as a response
        serve_lines(respond, sys.stdin.buffer, answers, LONGEST * cores())


if __name__ == "__main__":
    main()
