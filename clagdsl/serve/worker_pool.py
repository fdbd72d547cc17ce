"""A pool of worker processes for questions about users' rules, with limits and timeouts.

Any failure of a worker (a crash, a timeout, exhausted memory, a malformed response) becomes a
WorkerError. The worker is killed, and the next question starts a new one. The number of waiting
questions is limited; above the limit, `WorkersBusyError` is raised immediately.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from signal import SIGABRT
from typing import Final

from clagdsl.lang.errors import ClagError
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.serve.rules_worker import (
    INTERNAL_FAILURE,
    LONGEST_ANSWER,
    LONGEST_QUESTION,
    MEMORY,
    MOST_QUESTIONS,
    READY,
    TIME_LIMIT,
)

COMMAND: Final = (sys.executable, "-P", "-m", "clagdsl.serve.rules_worker")
AT_ONCE: Final = 2
"""Maximum number of questions answered concurrently."""
MOST_WAITING: Final = 10
"""Maximum number of further questions that may wait."""
LONGEST_START: Final = 20.0  # seconds
IDLE: Final = 120.0
"""Seconds of idleness after which a worker ends."""


class WorkerError(ClagError):
    """Raised if a question about rules cannot be answered; the text explains why."""


class WorkersBusyError(WorkerError):
    """Raised if too many questions are in progress or waiting."""


def too_long(seconds: float) -> str:
    """Returns the reason why a question that takes longer than this is not answered."""
    return f"these rules take longer than {seconds:g} seconds, so the check was stopped"


TOO_LARGE: Final = "these rules need too much memory"
ENDED: Final = "the check of these rules ended too early"
NONSENSE: Final = "the check of these rules gave an unreadable answer"
NOT_STARTED: Final = "the process that checks rules cannot be started here"
BUSY: Final = "the server is checking many other rules: try again in a minute"


class Workers:
    """The worker processes of a server, started on demand."""

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        *,
        seconds: float = TIME_LIMIT,
        at_once: int = AT_ONCE,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._command = tuple(command)
        self._seconds = seconds
        self._most = at_once + most_waiting
        self._turn = asyncio.Semaphore(at_once)
        self._pending = 0
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()

    async def ask(self, question: JsonObject) -> JsonObject:
        """Returns the answer to a question.

        Raises WorkerError if the worker fails, WorkersBusyError if too many questions are waiting.
        """
        if self._pending >= self._most:
            raise WorkersBusyError(BUSY)
        self._pending += 1
        try:
            async with self._turn:
                return await self._answer(question)
        finally:
            self._pending -= 1

    @property
    def is_busy(self) -> bool:
        """True if a worker is answering a question or starting."""
        return len(self._all) > len(self._idle)

    async def end(self) -> None:
        """Ends all workers."""
        for worker in tuple(self._all):
            await self._dismiss(worker)

    async def _answer(self, question: JsonObject) -> JsonObject:
        worker = await self._take_worker()
        sound = False
        try:
            async with asyncio.timeout(self._seconds):
                answer = await worker.answer(question)
            sound = worker.questions < MOST_QUESTIONS
            return answer
        except TimeoutError:
            raise WorkerError(too_long(self._seconds)) from None
        finally:
            # also if the request was cancelled: a late response must not reach the next question
            if sound:
                worker.idle_timer = asyncio.get_running_loop().call_later(
                    IDLE, self._expire, worker
                )
                self._idle.append(worker)
            else:
                await self._dismiss(worker)

    async def _take_worker(self) -> _Worker:
        """Returns an idle worker, or a new one."""
        while self._idle:
            worker = self._idle.pop()
            worker.cancel_idle_timer()
            if worker.process.returncode is None:
                return worker
            await self._dismiss(worker)
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=LONGEST_ANSWER,
                start_new_session=True,  # the server handles Ctrl-C and ends its workers
            )
        except OSError as error:
            raise WorkerError(NOT_STARTED) from error
        worker = _Worker(process)
        self._all.add(worker)
        started = False
        try:
            async with asyncio.timeout(LONGEST_START):
                started = await worker.read_message() == {"ready": READY}
        except (TimeoutError, WorkerError):
            pass
        finally:
            if not started:
                await self._dismiss(worker)
        if not started:
            raise WorkerError(NOT_STARTED)
        return worker

    def _expire(self, worker: _Worker) -> None:
        """Ends an idle worker."""
        if worker in self._idle:
            self._idle.remove(worker)
            worker.kill()
            self._all.discard(worker)

    async def _dismiss(self, worker: _Worker) -> None:
        worker.cancel_idle_timer()
        worker.kill()
        self._all.discard(worker)
        await asyncio.shield(worker.process.wait())


class _Worker:
    """A worker process, and the number of questions sent to it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.questions = 0
        self.idle_timer: asyncio.TimerHandle | None = None
        self._numbers = count(1)

    def cancel_idle_timer(self) -> None:
        """Cancels the timer that would end the worker."""
        if self.idle_timer is not None:
            self.idle_timer.cancel()
            self.idle_timer = None

    def kill(self) -> None:
        """Kills the process, whatever it is doing."""
        with suppress(ProcessLookupError):
            self.process.kill()

    async def answer(self, question: JsonObject) -> JsonObject:
        """Returns the answer to a question; raises WorkerError if the worker fails."""
        self.questions += 1
        number = next(self._numbers)
        line = json.dumps({"id": number, "asked": question}).encode() + b"\n"
        if len(line) > LONGEST_QUESTION:
            raise WorkerError(TOO_LARGE)
        writes = self.process.stdin
        assert writes is not None
        try:
            writes.write(line)
            await writes.drain()
        except OSError as error:
            raise WorkerError(ENDED) from error
        message = await self.read_message()
        if message == {"failed": MEMORY}:  # a worker without memory may not have read the number
            raise WorkerError(TOO_LARGE)
        if not isinstance(message, dict) or message.get("id") != number:
            raise WorkerError(NONSENSE)
        match message:
            case {"failed": str(why)} if why == INTERNAL_FAILURE:
                raise WorkerError(NONSENSE)
            case {"answer": dict(answer)}:
                return answer
            case _:
                raise WorkerError(NONSENSE)

    async def read_message(self) -> JsonValue:
        """Returns the next message from the worker; raises WorkerError if none can be read."""
        reads = self.process.stdout
        assert reads is not None
        try:
            line = await reads.readline()
        except (OSError, ValueError) as error:
            raise WorkerError(NONSENSE) from error
        if not line.endswith(b"\n"):
            gave_up = await self.process.wait() == -SIGABRT  # Python aborts if memory runs out
            raise WorkerError(TOO_LARGE if gave_up else ENDED)
        try:
            message: JsonValue = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise WorkerError(NONSENSE) from error
        return message
