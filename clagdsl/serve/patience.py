"""Connections on which nothing whole is asked for long are closed: others want to be answered."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from clagdsl.serve.exchange import SECURITY_HEADERS

LONGEST_WAIT: Final = 20.0
"""So many seconds the head of a request may take to arrive, and so many its body."""


class PatientProtocol(H11Protocol):
    """A connection as Uvicorn has it, which waits only so long for a request to be made."""

    _until: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request."""
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Go on waiting, unless there is a whole head of a request now."""
        super().data_received(data)
        self._wait()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, with the security headers that the library leaves out."""
        if not self._is_asked():
            head = (
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"connection", b"close"),
                *SECURITY_HEADERS,
            )
            lines = [b"HTTP/1.1 400 Bad Request", *(b": ".join(one) for one in head), b"", b""]
            self.transport.write(b"\r\n".join(lines) + msg.encode("ascii"))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._waited()
        super().connection_lost(exc)

    def _is_asked(self) -> bool:
        """Whether a request is being answered."""
        return bool(self.cycle) and not self.cycle.response_complete

    def _wait(self) -> None:
        if self._is_asked():
            self._waited()
        elif self._until is None:
            self._until = self.loop.call_later(LONGEST_WAIT, self._give_up)

    def _waited(self) -> None:
        if self._until is not None:
            self._until.cancel()
            self._until = None

    def _give_up(self) -> None:
        self._until = None
        if not self._is_asked() and not self.transport.is_closing():
            self.transport.close()
