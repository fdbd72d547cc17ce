"""The client's side: plays the parts of a run on an existing Dask cluster.

First, the scheduler and all workers are checked: their versions, and whether their clagdsl is the
same program. Then parts are submitted in order, a few ahead of the one that is awaited. Dask
resubmits the parts of lost workers, and `wire_format` verifies results.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import version
from itertools import islice
from typing import Any, Final
from uuid import uuid4

from distributed import Client, Future, rpc
from distributed.security import Security

from clagdsl import problems
from clagdsl.lang.optional_deps import install_command
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import shorten
from clagdsl.simulation.blocks import Part, Run, part_ranges
from clagdsl.simulation.cluster.handshake import identity
from clagdsl.simulation.cluster.wire_format import WrongAnswerError, read_part
from clagdsl.simulation.cluster.worker import Job, write_job

PATIENCE: Final = 5.0
"""The time in seconds to wait for the scheduler's answer."""

WORKERS_PATIENCE: Final = 10.0
"""The time in seconds to wait for a first worker, or for another one once all are gone."""

ANSWER_PATIENCE: Final = 30.0
"""The time in seconds to wait until all workers have reported their identities."""

QUEUED_PER_THREAD: Final = 2
"""The number of parts in progress per thread, so that a thread always finds the next one ready."""

MIN_QUEUED: Final = 4

MAX_QUOTED_LENGTH: Final = 300
"""The length to which messages from Dask or a worker are shortened."""

POLL_INTERVAL: Final = 0.2
"""The interval in seconds at which a wait checks whether the run should stop."""

ADDRESS: Final = re.compile(r"(tcp|tls)://(\[[^\s/\[\]]+\]|[^\s/:\[\]]+):([0-9]{1,5})", re.ASCII)

# Tasks consist of builtins alone. A scheduler or worker that cannot deserialize what it receives
# drops the connection, whereas a failed import of clagdsl is reported as an error.
IDENTITY_CALL: Final = (
    "__import__('clagdsl.simulation.cluster.handshake', fromlist=['identity']).identity()"
)
PLAY_CALL: Final = (
    "__import__('clagdsl.simulation.cluster.worker', fromlist=['play'])"
    ".play(program, job, first, matches)"
)


class Connection:
    """A connection to a cluster, which `connected` yields once all workers run the same clagdsl."""

    def __init__(self, client: Client, address: str, dask: str) -> None:
        self._client = client
        self._address = address
        self._dask = dask
        self._name = f"clagdsl-{uuid4().hex}"
        self._program = identity()[1]
        self.threads = 0
        """The workers' total number of threads when last counted."""

    def begin(self, job: str, first: int, matches: int) -> Future[bytes | None]:
        """Submits a block of matches to any worker; raises ArgumentError if disconnected."""
        task = {"program": self._program, "job": job, "first": first, "matches": matches}
        return self.submit(PLAY_CALL, task, str(first))

    def submit(self, call: str, task: Mapping[str, object], name: str) -> Future[bytes | None]:
        """Submits an expression with these variables; raises ArgumentError if disconnected."""
        try:
            return self._client.submit(eval, call, dict(task), key=f"{self._name}-{name}")
        except Exception as error:  # the client closes itself when the scheduler is gone
            raise self._lost_error() from error

    def result(self, future: Future[bytes | None], stopped: Callable[[], bool]) -> bytes | None:
        """Returns the result of `worker.play` for a block, or None if `stopped` returns True.

        Raises ArgumentError if the cluster fails.
        """
        since = time.monotonic()
        while not stopped():
            try:
                played = future.result(timeout=POLL_INTERVAL)
            except TimeoutError:
                if time.monotonic() - since >= PATIENCE:
                    self.await_workers()
                    since = time.monotonic()
            except Exception as error:
                if future.status == "error":
                    raise problems.arguments.WrongCluster(
                        f"a worker {why_not_played(error)}"
                    ).error() from error
                raise self._lost_error() from error
            else:
                if played is None:
                    raise problems.arguments.WrongCluster(
                        "a worker that has joined runs a different clagdsl"
                    ).error()
                return played
        return None

    def await_workers(self) -> None:
        """Waits until a worker is available; raises ArgumentError if none appears in time."""
        end = time.monotonic() + WORKERS_PATIENCE
        while True:
            try:
                threads_by_worker = self._client.sync(
                    self._client.nthreads, callback_timeout=PATIENCE
                )
            except Exception as error:
                raise self._lost_error() from error
            self.threads = sum(threads_by_worker.values())
            if self.threads:
                return
            if time.monotonic() >= end:
                raise problems.arguments.WrongCluster(
                    f"the cluster `{self._address}` has no workers, and none has joined within"
                    f" {WORKERS_PATIENCE:.0f} seconds: `dask worker {self._address}` starts one"
                ).error()
            time.sleep(0.1)

    def ask_workers(self) -> None:
        """Checks every worker's identity; raises ArgumentError if one differs from ours."""
        try:
            answers: Mapping[str, object] = self._client.sync(
                self._client.run,
                eval,
                IDENTITY_CALL,
                {},
                on_error="return",
                callback_timeout=ANSWER_PATIENCE,
            )
        except Exception as error:
            raise problems.arguments.WrongCluster(
                f"the workers of `{self._address}` do not identify themselves: {_reason(error)}"
            ).error() from error
        reasons = {name: why_unfit(answer) for name, answer in answers.items()}
        unfit = [f"the worker `{name}` {why}" for name, why in reasons.items() if why]
        if unfit:
            more = (
                f"; {len(unfit)} of {len(answers)} workers cannot play" if len(answers) > 1 else ""
            )
            raise problems.arguments.WrongCluster(unfit[0] + more).error()

    def _lost_error(self) -> ArgumentError:
        own = version("distributed")
        other = f"; it has Dask {self._dask}, this machine Dask {own}" if self._dask != own else ""
        return problems.arguments.WrongCluster(
            f"the connection to `{self._address}` was lost{other}"
        ).error()


def why_unfit(answer: object) -> str | None:
    """Returns why a worker with this identity cannot work for this machine; None if it can."""
    own_version, own_program, _ = identity()
    match answer:
        case (str(version), str(program), [*missing]):
            if version != own_version:
                return f"has clagdsl {_quoted(version)}, but this is clagdsl {own_version}"
            if program != own_program:
                return f"has a different build of clagdsl {version}"
            if missing:
                names = " and ".join(f"`{name}`" for name in missing)
                return f"has no {_quoted(names)}: {_install_hint()}"
            return None
        case Exception():
            return why_not_played(answer)
        case _:
            return "runs a different clagdsl"


def why_not_played(error: Exception) -> str:
    """Returns the cause of an error that a worker reported."""
    if isinstance(error, ModuleNotFoundError):
        package, _, module = str(error.name or "").partition(".")
        if package == "clagdsl" and module:
            return "runs a different clagdsl"
        return f"has no `{_quoted(package)}`: {_install_hint()}"
    return f"cannot play: {_reason(error)}"


def _install_hint() -> str:
    """Returns a hint on how to install what a worker needs."""
    command = install_command("cluster", python="python")
    return f"`{command}` installs what it needs besides clagdsl itself"


def _reason(error: Exception) -> str:
    return _quoted(" ".join(f"{type(error).__name__}: {error}".split()))


def _quoted(text: str) -> str:
    """Returns a message from another machine, shortened to MAX_QUOTED_LENGTH if it is longer."""
    return text if len(text) <= MAX_QUOTED_LENGTH else text[:MAX_QUOTED_LENGTH] + "..."


# --- playing on the cluster -------------------------------------------------------------


def parts_by_cluster(
    connection: Connection,
    job: Job,
    run: Run,
    ends: tuple[int, int],
    stopped: Callable[[], bool],
) -> Generator[Part, None, None]:
    """Yields the parts of the matches in `range(*ends)`, in order.

    `job` must describe `run`. Only a few parts are in progress at a time; if a worker is lost,
    another one plays its parts again. Once `stopped` returns True, the remaining parts are
    cancelled. Raises ArgumentError if the cluster is lost.
    """
    encoded_job = write_job(job)
    ranges = part_ranges(run, *ends)
    waiting: deque[tuple[tuple[int, int], Future[bytes | None]]] = deque()
    try:
        while True:
            queue_length = max(MIN_QUEUED, QUEUED_PER_THREAD * connection.threads)
            for each in islice(ranges, max(0, queue_length - len(waiting))):
                waiting.append((each, connection.begin(encoded_job, *each)))
            if not waiting:
                return
            played = connection.result(waiting[0][1], stopped)
            if played is None:
                return
            (first, matches), future = waiting.popleft()
            future.release()
            try:
                part = read_part(played, run, first, matches)
            except WrongAnswerError as error:
                raise problems.arguments.WrongCluster(
                    f"a worker has sent an impossible result for {matches:,} matches from number"
                    f" {first:,} on"
                ).error() from error
            yield part
    finally:  # futures can be in reference cycles, so they are not released in time by themselves
        for _, future in waiting:
            future.release()


# --- connecting ---------------------------------------------------------------------------


@contextmanager
def connected(address: str) -> Iterator[Connection]:
    """Yields a connection to the cluster of the scheduler at `address`.

    Raises ArgumentError if the connection fails.
    """
    with _silence_dask():
        dask = _scheduler_version(address)
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:
            raise problems.arguments.WrongCluster(
                f"`{address}` cannot be used: {_reason(error)}"
            ).error() from error
        try:
            connection = Connection(client, address, dask)
            connection.await_workers()
            connection.ask_workers()
            yield connection
        finally:
            with suppress(Exception):
                client.close(timeout=PATIENCE)


def _scheduler_version(address: str) -> str:
    """Returns the Dask version of the scheduler at an address.

    Raises ArgumentError if it cannot be reached or is not a scheduler.
    """
    parsed = ADDRESS.fullmatch(address)
    if parsed is None or not 0 < int(parsed[3]) < 1 << 16:
        raise problems.arguments.WrongCluster(
            f"`{shorten(address)}` is not the address of a scheduler: write `tcp://host:port`,"
            " such as `tcp://localhost:8786`"
        ).error()
    try:
        # A refused connection is reported at once here; Dask would keep trying.
        socket.create_connection((parsed[2].strip("[]"), int(parsed[3])), PATIENCE).close()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise problems.arguments.WrongCluster(
            f"there is no scheduler at `{address}`: {reason.lower()}"
        ).error() from error
    try:
        kind, dask = asyncio.run(asyncio.wait_for(_kind(address), PATIENCE))
    except TimeoutError as error:
        raise problems.arguments.WrongCluster(
            f"`{address}` does not answer like a scheduler"
        ).error() from error
    except Exception as error:
        raise problems.arguments.WrongCluster(
            f"no scheduler answers at `{address}`: {_reason(error)}"
        ).error() from error
    if kind != "Scheduler":
        raise problems.arguments.WrongCluster(
            f"`{address}` is a Dask {kind.lower()}, not a Dask scheduler"
        ).error()
    return dask


async def _kind(address: str) -> tuple[str, str]:
    """Returns the role and the Dask version of the server at an address."""
    arguments: dict[str, Any] = Security().get_connection_args("client")
    async with rpc(address, timeout=PATIENCE, connection_args=arguments) as remote:
        kind = (await remote.identity())["type"]
        return str(kind), str((await remote.versions())["packages"]["distributed"])


@contextmanager
def _silence_dask() -> Iterator[None]:
    """Suppresses Dask's warnings and, unless `CLAGDSL_DEBUG` is set, its logging."""
    before = logging.root.manager.disable
    if not os.environ.get("CLAGDSL_DEBUG"):
        logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
