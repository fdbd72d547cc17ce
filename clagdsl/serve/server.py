"""The server process: socket, file of tables, bots and daily cleanup, from startup to shutdown."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clagdsl.lang.errors import FileError
from clagdsl.problems.escape import escape_invisible
from clagdsl.serve.addresses import BoundAddress, accepted_host_names, bound_address, qr_text
from clagdsl.serve.application import application
from clagdsl.serve.bots import PAUSE, Bots
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.replies import sentence
from clagdsl.serve.site import Site
from clagdsl.storage.model import StorageError
from clagdsl.storage.store import Store, utc_now

if TYPE_CHECKING:
    from uvicorn import Server

A_MINUTE: Final = 60.0
A_DAY: Final = 24 * 3600
ALL_INTERFACES: Final = "0.0.0.0"
"""The host address for a server that can be reached from the local network."""


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """The address on which to listen, and further host names to accept.

    `pause` is the number of seconds before a bot acts.
    """

    host: str
    port: int
    lan: bool = False
    names: tuple[str, ...] = ()
    pause: float = PAUSE


def serve(
    games: OfferedGames,
    data: Path,
    place: ListenAddress,
    print_line: Callable[[str], None],
    started: Callable[[Server], None] | None = None,
) -> None:
    """Serves until it is interrupted; raises FileError if the port or the file is not available.

    `started` is called with the server, so that the caller can stop it.
    """
    import uvicorn

    from clagdsl.serve.slow_clients import TimeoutProtocol

    _raise_file_limit()
    with _bind_socket(place) as bound, closing(Store(data)) as store:
        port = bound.getsockname()[1]
        reached = bound_address(ALL_INTERFACES if place.lan else place.host, bound)
        addresses = [f"http://{host}:{port}" for host in reached.hosts]
        lobby = Lobby(store, games)
        names = accepted_host_names(reached) | {name.lower() for name in place.names}
        lan = addresses[0] if place.lan else None
        site = Site(lobby, games, JoinCodes(time.monotonic), address=lan)
        app = application(site, lobby, names, StorageReport(print_line))
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                http=TimeoutProtocol,
                log_level="warning",
                access_log=False,
                server_header=False,
                lifespan="off",
                ws="none",
                timeout_graceful_shutdown=2,
                limit_concurrency=None,
            )
        )
        if started is not None:
            started(server)
        for line in _greeting(reached, addresses, data, lan=place.lan):
            print_line(line)
        asyncio.run(_run_server(server, bound, lobby, Bots(lobby, place.pause)))


class StorageReport:
    """Reports errors of the file of tables to the operator, each at most once a minute.

    Pages repeat their requests, so the same error comes again and again.
    """

    def __init__(
        self, print_line: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._print_line = print_line
        self._clock = clock
        self._reported: dict[str, float] = {}

    def __call__(self, error: StorageError) -> None:
        """Prints the error with its cause, unless that was done within the last minute."""
        now, line = self._clock(), sentence(escape_invisible(str(error)))
        self._reported = {
            one: since for one, since in self._reported.items() if now - since < A_MINUTE
        }
        if line not in self._reported:
            self._reported[line] = now
            self._print_line(line)


async def _run_server(server: Server, bound: socket.socket, lobby: Lobby, bots: Bots) -> None:
    """Runs the server; on shutdown, ends the open streams, the bots and the workers."""
    serving = asyncio.create_task(server.serve(sockets=[bound]))
    sweeping = asyncio.create_task(sweep_daily(lobby))
    while not server.should_exit and not serving.done():
        await asyncio.sleep(0.1)
    lobby.end()
    await bots.end()
    sweeping.cancel()
    await serving
    await lobby.user_rules.workers.end()


async def sweep_daily(lobby: Lobby) -> None:
    """Deletes unused tables now and then daily."""
    while True:
        with suppress(StorageError):
            await lobby.delete_unused(utc_now())
        await asyncio.sleep(A_DAY)


def _raise_file_limit() -> None:
    """Raises the limit on open files to the maximum, as each open page needs a connection."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _bind_socket(place: ListenAddress) -> socket.socket:
    host = ALL_INTERFACES if place.lan else place.host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        # on Windows, SO_REUSEADDR would let two servers listen on the same port
        own = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        bound.setsockopt(socket.SOL_SOCKET, own, 1)
        bound.bind((host, place.port))
    except OSError as error:
        bound.close()
        raise FileError(
            f"cannot listen at {host}, port {place.port}: {error.strerror or error}; `--port` gives"
            " another one, 0 any that is free"
        ) from error
    return bound


def _greeting(
    reached: BoundAddress, addresses: Sequence[str], data: Path, *, lan: bool
) -> list[str]:
    lines = [f"The tables are at {' and '.join(addresses)}; they are stored in {data}."]
    if lan:
        lines += [line for address in addresses for line in (address, qr_text(address))]
    if reached.is_loopback_only:
        lines.append("Only this machine can reach them: `--lan` opens them to your network.")
    else:
        lines.append("Everybody in your network can see the tables: open only networks you trust.")
    lines.append("Press Ctrl-C to stop; nothing is lost.")
    return lines
