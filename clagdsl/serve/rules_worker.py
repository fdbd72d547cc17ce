"""A process that answers questions about strangers' rules, one line of JSON each.

`python -m clagdsl.serve.rules_worker` is started by `worker_process`, and by nobody else.  It takes
away from itself what such questions do not need: memory, files, other programs, the network.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from clagdsl.lang.json_value import JsonObject, JsonValue

# --- what it agrees on with whoever asks ------------------------------------------------


SECONDS: Final = 5.0
"""So long a question may take, by the clock and of the processor."""
MOST_MEMORY: Final = 512 << 20
"""So many bytes of address space a worker has."""
MOST_QUESTIONS: Final = 100
"""After so many questions a worker ends, and another takes its place."""
LONGEST_QUESTION: Final = 1 << 24
LONGEST_ANSWER: Final = 1 << 24
"""So many bytes a line of either has at most."""

READY: Final = "clagdsl rules"
MEMORY: Final = "memory"
BROKEN: Final = "broken"


# --- the process ------------------------------------------------------------------------

_REFUSED: Final = (
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.kill",
    "os.posix_spawn",
    "os.remove",
    "os.rename",
    "os.spawn",
    "os.system",
    "socket.",
    "subprocess.",
)

OUT_OF_MEMORY: Final = (MemoryError, SystemError)
"""What Python raises where memory ends; the second where it had none to say so with."""


def answer_lines(
    answer: Callable[[JsonValue], JsonObject], questions: IO[bytes], answers: IO[bytes]
) -> None:
    """Answer questions until there are no more, or the memory was used up."""
    _say(answers, _line({"ready": READY}))
    no_memory = _line({"failed": MEMORY})  # made while there is some
    for _ in range(MOST_QUESTIONS):
        try:
            line = questions.readline(LONGEST_QUESTION)
            if not line.endswith(b"\n"):
                return
            _begin_to_count()
            said = _answered(answer, json.loads(line))
        except OUT_OF_MEMORY:
            said = no_memory
        _say(answers, said)  # only here: what was raised holds all that there was in memory
        if said is no_memory:
            return


def _answered(answer: Callable[[JsonValue], JsonObject], asked: JsonObject) -> bytes:
    """The line that answers a question.  Raises OUT_OF_MEMORY."""
    try:
        return _line({"id": asked["id"], "answer": answer(asked["asked"])})
    except OUT_OF_MEMORY:
        raise
    except Exception:  # a bug of ours: it is told as such, and the next question is answered
        return _line({"id": asked["id"], "failed": BROKEN})


def limit_this_process(folders: Sequence[Path]) -> None:
    """Take away what no question needs; files are read in these folders alone.

    Where the system knows no limits, as Windows does not, whoever started this keeps the time.
    """
    with suppress(ImportError):
        import resource

        most = (SECONDS + 1) * (MOST_QUESTIONS + 10)
        for limit, soft, hard in (
            (resource.RLIMIT_AS, MOST_MEMORY, MOST_MEMORY),
            (resource.RLIMIT_CPU, 30, int(most)),
            (resource.RLIMIT_FSIZE, 0, 0),
            (resource.RLIMIT_CORE, 0, 0),
        ):
            with suppress(OSError, ValueError):
                resource.setrlimit(limit, (soft, hard))
    with suppress(AttributeError, OSError):
        os.nice(10)
    _read_only_in(folders)


def _begin_to_count() -> None:
    """Give the next question its time of the processor."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        until = int(time.process_time() + SECONDS) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (until, hard))


def _read_only_in(folders: Sequence[Path]) -> None:
    """Refuse whatever reaches out of this process, but for reading in these folders."""
    allowed = tuple(f"{os.path.realpath(folder)}{os.sep}" for folder in folders)

    def guard(event: str, given: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = given
            if isinstance(path, int):
                return  # it is open already
            writes = isinstance(mode, str) and bool(set(mode) & set("wax+"))
            if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR):
                writes = True
            if writes or not _lies_within(path, allowed):
                raise PermissionError("no other file is opened here")
        elif event in ("os.listdir", "os.scandir"):
            if not _lies_within(given[0], allowed):
                raise PermissionError("no other folder is looked into here")
        elif event.startswith(_REFUSED):
            raise PermissionError("nothing outside is reached from here")

    sys.addaudithook(guard)


def _lies_within(path: object, allowed: tuple[str, ...]) -> bool:
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    if isinstance(path, os.PathLike):
        path = os.fspath(path)
    return isinstance(path, str) and f"{os.path.realpath(path)}{os.sep}".startswith(allowed)


def _line(said: JsonObject) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"


def _say(answers: IO[bytes], line: bytes) -> None:
    answers.write(line)
    answers.flush()


def _own_folders() -> Iterator[Path]:
    """Where Python and this package lie."""
    yield Path(__file__).parent.parent
    for path in (sys.prefix, sys.base_prefix, *sys.path):
        if path:
            yield Path(path)


def main() -> None:
    """Answer questions about rules over standard input and output."""
    from clagdsl.playground.page_answers import answer
    from clagdsl.serve.table_rules import table_answer

    def answered(asked: JsonValue) -> JsonObject:
        told = table_answer(asked)
        return answer(asked) if told is None else told

    answered({"wish": "check", "text": 'clag 1\ngame "Ready" extends pagat\n'})
    with os.fdopen(os.dup(1), "wb") as answers, Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # whatever is printed is no answer
        limit_this_process(list(_own_folders()))
        answer_lines(answered, sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
