"""A worker process that answers questions about users' rules, one line of JSON each.

`worker_pool` starts it as `python -m clagdsl.serve.rules_worker`. Before it reads the first
question, it gives up everything that it does not need: memory above a limit, writing files, reading
other folders, starting programs, and the network. Rules from a browser extend bundled games by name
only, so these are never requested; the sandbox is a second safeguard.

Protocol: it writes `{"ready": ...}` once. For each line `{"id": n, "asked": question}` it answers
`{"id": n, "answer": ...}`, or `{"id": n, "failed": ...}` after a bug. When memory runs out it
writes `{"failed": "memory"}` and ends.
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

# --- limits and protocol shared with the pool -------------------------------------------


TIME_LIMIT: Final = 5.0
"""Seconds for a question, both of wall-clock time and of CPU time."""
MOST_MEMORY: Final = 512 << 20
"""Maximum address space of a worker in bytes."""
MOST_QUESTIONS: Final = 100
"""Number of questions after which a worker ends and is replaced."""
LONGEST_QUESTION: Final = 1 << 24
LONGEST_ANSWER: Final = 1 << 24
"""Maximum size of a line in either direction, in bytes."""

READY: Final = "clagdsl rules"
READY_RULES: Final = 'clag 1\ngame "Ready" extends pagat\n'
"""Rules that a worker checks before its first question, which loads what it needs."""
MEMORY: Final = "memory"
INTERNAL_FAILURE: Final = "broken"


# --- the process ------------------------------------------------------------------------

_BLOCKED_EVENTS: Final = (
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
"""Exceptions raised when memory runs out; SystemError if Python had no memory to raise MemoryError.
"""


def serve_lines(
    answer: Callable[[JsonValue], JsonObject],
    questions: IO[bytes],
    answers: IO[bytes],
    seconds: float = TIME_LIMIT,
) -> None:
    """Answers questions until the input ends, the question limit is reached, or memory runs out.

    `seconds` is the CPU time that a question may take, of all threads together.
    """
    _write_line(answers, _json_line({"ready": READY}))
    no_memory = _json_line({"failed": MEMORY})  # made in advance, while there is memory
    for _ in range(MOST_QUESTIONS):
        try:
            line = questions.readline(LONGEST_QUESTION)
            if not line.endswith(b"\n"):
                return
            _reset_cpu_limit(seconds)
            response = _response_line(answer, json.loads(line))
        except OUT_OF_MEMORY:
            response = no_memory
        _write_line(answers, response)  # only here: the exception, now released, held on to memory
        if response is no_memory:
            return


def _response_line(answer: Callable[[JsonValue], JsonObject], question: JsonObject) -> bytes:
    """Returns the response line for a question; raises one of `OUT_OF_MEMORY` if
    memory runs out.
    """
    try:
        return _json_line({"id": question["id"], "answer": answer(question["asked"])})
    except OUT_OF_MEMORY:
        raise
    except Exception:  # a bug in clagdsl: report it, and go on with the next question
        return _json_line({"id": question["id"], "failed": INTERNAL_FAILURE})


def sandbox_process(folders: Sequence[Path]) -> None:
    """Gives up all access that the worker does not need; only files in these folders may be read.

    On systems without resource limits, such as Windows, only the pool's timeout applies.
    """
    with suppress(ImportError):
        import resource

        most = (TIME_LIMIT + 1) * (MOST_QUESTIONS + 10)
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
    _install_file_guard(folders)


def _reset_cpu_limit(seconds: float) -> None:
    """Sets the CPU limit for the next question."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        until = int(time.process_time() + seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (until, hard))


def _install_file_guard(folders: Sequence[Path]) -> None:
    """Installs an audit hook that allows reading in these folders, and no other external access."""
    allowed = tuple(f"{os.path.realpath(folder)}{os.sep}" for folder in folders)

    def guard(event: str, args: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = args
            if isinstance(path, int):
                return  # it is open already
            writes = isinstance(mode, str) and bool(set(mode) & set("wax+"))
            if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR):
                writes = True
            if writes or not _is_within(path, allowed):
                raise PermissionError("no other file is opened here")
        elif event in ("os.listdir", "os.scandir"):
            if not _is_within(args[0], allowed):
                raise PermissionError("no other folder is looked into here")
        elif event.startswith(_BLOCKED_EVENTS):
            raise PermissionError("nothing outside is reached from here")

    sys.addaudithook(guard)


def _is_within(path: object, allowed: tuple[str, ...]) -> bool:
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    if isinstance(path, os.PathLike):
        path = os.fspath(path)
    return isinstance(path, str) and f"{os.path.realpath(path)}{os.sep}".startswith(allowed)


def _json_line(value: JsonObject) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _write_line(answers: IO[bytes], line: bytes) -> None:
    answers.write(line)
    answers.flush()


def _own_folders() -> Iterator[Path]:
    """Yields the folders of Python and of this package."""
    yield Path(__file__).parent.parent
    for path in (sys.prefix, sys.base_prefix, *sys.path):
        if path:
            yield Path(path)


def main() -> None:
    """Answers questions about rules over standard input and output."""
    from clagdsl.playground.page_answers import answer
    from clagdsl.serve.table_rules import table_answer

    def respond(question: JsonValue) -> JsonObject:
        response = table_answer(question)
        return answer(question) if response is None else response

    respond({"wish": "check", "text": READY_RULES})
    run_worker(respond)


def run_worker(respond: Callable[[JsonValue], JsonObject]) -> None:
    """Gives up everything that is not needed, and answers over standard input and output.

    What `respond` needs must have been loaded.
    """
    with os.fdopen(os.dup(1), "wb") as answers, Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # printed text must not reach the pool as a response
        sandbox_process(list(_own_folders()))
        serve_lines(respond, sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
