"""Workers that strangers' rules are looked at in: whatever one does is a clear answer."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from support import hostile_worker

from clagdsl.lang.json_value import JsonObject
from clagdsl.serve import worker_pool
from clagdsl.serve.worker_pool import (
    BUSY,
    ENDED,
    NONSENSE,
    NOT_STARTED,
    TOO_LARGE,
    WorkerError,
    Workers,
    WorkersBusyError,
    too_long,
)

T = TypeVar("T")
TESTS = Path(__file__).parent.parent
HOSTILE = (
    sys.executable,
    "-c",
    f"import runpy, sys; sys.path.insert(0, {str(TESTS)!r});"
    " runpy.run_module('support.hostile_worker', run_name='__main__')",
)
assert hostile_worker.__file__


def used(
    use: Callable[[Workers], Awaitable[T]], command: tuple[str, ...] = HOSTILE, **more: float
) -> T:
    """What is made of workers that are there as long as that takes."""

    async def run() -> T:
        workers = Workers(
            command,
            seconds=more.get("seconds", 5.0),
            at_once=int(more.get("at_once", 1)),
            most_waiting=int(more.get("most_waiting", 2)),
        )
        try:
            return await use(workers)
        finally:
            await workers.end()

    return asyncio.run(run())


async def why(workers: Workers, **asked: str) -> str:
    """Why there is no answer."""
    with pytest.raises(WorkerError) as caught:
        await workers.ask({**asked})
    return str(caught.value)


WRONG = {
    "memory": TOO_LARGE,
    "crash": ENDED,
    "abort": TOO_LARGE,  # as Python does where memory ends in the middle of its own work
    "bug": NONSENSE,
    "deep": NONSENSE,
    "garbage": NONSENSE,
    "other number": NONSENSE,
    "list": NONSENSE,
    "nested": NONSENSE,
    "long": NONSENSE,
    "bytes": NONSENSE,
    "look": NONSENSE,
    "program": NONSENSE,
}


def test_whatever_a_worker_does_is_a_clear_answer_and_the_next_question_has_its_own() -> None:
    async def use(workers: Workers) -> None:
        for do, expected in WRONG.items():
            assert await why(workers, do=do) == expected, do
            assert await workers.ask({"do": "well"}) == {"said": "well"}, do

    used(use)


def test_a_worker_reads_no_file_but_its_own(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("clag 1")

    async def use(workers: Workers) -> None:
        assert await why(workers, do="read", path=str(secret)) == NONSENSE
        own = str(Path(hostile_worker.__file__).parents[2] / "clagdsl" / "version.py")
        assert "text" in await workers.ask({"do": "read", "path": own})

    used(use)


def test_an_endless_answer_ends_and_so_does_its_process() -> None:
    async def use(workers: Workers) -> None:
        assert await why(workers, do="endless") == too_long(0.3)
        assert not workers.is_busy
        assert await workers.ask({"do": "well"}) == {"said": "well"}

    used(use, seconds=0.3)


def test_so_many_wait_and_no_more() -> None:
    async def use(workers: Workers) -> None:
        first = [asyncio.create_task(why(workers, do="endless"))]
        first += [asyncio.create_task(workers_said(workers)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(WorkersBusyError, match=BUSY):
            await workers.ask({"do": "well"})
        assert await asyncio.gather(*first) == [too_long(0.5), "well", "well"]
        assert await workers_said(workers) == "well"

    used(use, seconds=0.5, at_once=1, most_waiting=2)


def test_whoever_goes_leaves_no_answer_to_others() -> None:
    async def use(workers: Workers) -> None:
        asking = asyncio.create_task(workers.ask({"do": "endless"}))
        while not workers.is_busy:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await workers_said(workers) == "well"

    used(use)


@pytest.mark.parametrize(
    "command",
    [("/nothing/here",), (sys.executable, "-c", "print('hello')"), (sys.executable, "-c", "")],
)
def test_a_worker_that_does_not_start_is_told(command: tuple[str, ...]) -> None:
    async def use(workers: Workers) -> None:
        assert await why(workers, do="well") == NOT_STARTED

    used(use, command)


async def workers_said(workers: Workers) -> str:
    answer: JsonObject = await workers.ask({"do": "well"})
    return str(answer["said"])


def test_a_worker_answers_so_many_questions_and_then_another_one_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_pool, "MOST_QUESTIONS", 3)

    async def processes(workers: Workers) -> list[int]:
        found = []
        for _ in range(4):
            await workers.ask({"do": "well"})
            found += [worker.process.pid for worker in workers._idle]
        return found

    first, second, then = used(processes)
    assert first == second, "the third question is its last"
    assert then != first


def test_ended_workers_leave_no_process() -> None:
    async def use(workers: Workers) -> None:
        await workers_said(workers)
        [worker] = workers._all
        await workers.end()
        assert worker.process.returncode is not None

    used(use)


def test_an_idle_worker_that_is_asked_again_does_not_end_at_the_time_of_before() -> None:
    async def timer(workers: Workers) -> asyncio.TimerHandle:
        await workers_said(workers)
        [worker] = workers._idle
        assert worker.idle_timer is not None
        return worker.idle_timer

    async def use(workers: Workers) -> None:
        first, second = await timer(workers), await timer(workers)
        assert (first.cancelled(), second.cancelled()) == (True, False)

    used(use)
