"""Closes connections that have not sent a complete request in time (slow-client protection).

The limit covers the head of a request; `application` limits the time for its body.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from clagdsl.serve.http import SECURITY_HEADERS

LONGEST_WAIT: Final = 20.0
"""Seconds within which the head of a request must arrive, and again its body."""


class TimeoutProtocol(H11Protocol):
    """Uvicorn's HTTP protocol with a time limit for the head of each request."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts the timer for the first request."""
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        self._update_timer()

    def data_received(self, data: bytes) -> None:
        """Handles data, and stops the timer if it completes the head of a request."""
        super().data_received(data)
        self._update_timer()

    def send_400_response(self, msg: str) -> None:
        """Refuses malformed HTTP with the security headers, which Uvicorn's response lacks."""
        if not self._is_responding():
            head = (
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"connection", b"close"),
                *SECURITY_HEADERS,
            )
            lines = [b"HTTP/1.1 400 Bad Request", *(b": ".join(one) for one in head), b"", b""]
            self.transport.write(b"\r\n".join(lines) + msg.encode("ascii"))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timer."""
        self._cancel_timer()
        super().connection_lost(exc)

    def _is_responding(self) -> bool:
        """Returns whether a response is in progress."""
        return bool(self.cycle) and not self.cycle.response_complete

    def _update_timer(self) -> None:
        if self._is_responding():
            self._cancel_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(LONGEST_WAIT, self._close_idle)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close_idle(self) -> None:
        self._timer = None
        if not self._is_responding() and not self.transport.is_closing():
            self.transport.close()
