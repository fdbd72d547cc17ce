"""Clients of a server for assistants, of the protocol's own library."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest
from mcp import Client

from clagdsl.assistant.server import make_server
from clagdsl.assistant.service import Assistant

T = TypeVar("T")
Use: TypeAlias = Callable[[Client], Awaitable[T]]


@pytest.fixture
def connected() -> Callable[..., Any]:
    """Returns what is made of a client of a server in this process, with or without a folder."""

    def use(what: Use[T], folder: Path | None = None, assistant: Assistant | None = None) -> T:
        async def run() -> T:
            server = make_server(Assistant(folder) if assistant is None else assistant)
            async with Client(server) as client:
                return await what(client)

        return asyncio.run(run())

    return use
