"""Measures how long an editor waits for the language server on the bundled files.

    python benchmarks/editor.py

Requests are made over pipes, at places all over each file, right after a change of the text, so
that no result is cached. The median may be at most 100 ms. Diagnostics are delayed until typing
pauses; that delay is not counted.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from clagdsl.lsp.server import CHECK_DELAY

ROOT = Path(__file__).parent.parent
COMMAND = (sys.executable, "-m", "clagdsl", "language-server")
# places in each file
PLACES = 12
# seconds
ALLOWED = 0.1

Ask = Callable[[types.TextDocumentIdentifier, types.Position], Awaitable[object]]


class Client:
    """An editor with one file open."""

    def __init__(self) -> None:
        self.client = LanguageClient("benchmark", "1")
        self.told: asyncio.Event = asyncio.Event()
        self.version = 1
        self.current = types.TextDocumentIdentifier("")

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def note(params: types.PublishDiagnosticsParams) -> None:
            if params.uri == self.current.uri and params.version == self.version:
                self.told.set()

    async def start(self) -> None:
        await self.client.start_io(*COMMAND)
        await self.client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
        self.client.initialized(types.InitializedParams())

    async def open(self, path: Path) -> float:
        """Opens a file; returns the seconds until its diagnostics arrive."""
        self.current = types.TextDocumentIdentifier(path.as_uri())
        item = types.TextDocumentItem(path.as_uri(), "clag", self.version, path.read_text("utf-8"))
        self.told.clear()
        start = time.perf_counter()
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await self.told.wait()
        return time.perf_counter() - start

    async def change(self, text: str) -> float:
        """Changes the text; returns the seconds until its diagnostics arrive."""
        start = time.perf_counter()
        self.type(text)
        await self.told.wait()
        return time.perf_counter() - start - CHECK_DELAY

    def type(self, text: str) -> None:
        self.version += 1
        self.told.clear()
        changed = types.VersionedTextDocumentIdentifier(self.version, self.current.uri)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                changed, [types.TextDocumentContentChangeWholeDocument(text)]
            )
        )

    def questions(self) -> dict[str, Ask]:
        client = self.client
        return {
            "completion": lambda at, place: client.text_document_completion_async(
                types.CompletionParams(at, place)
            ),
            "hover": lambda at, place: client.text_document_hover_async(
                types.HoverParams(at, place)
            ),
            "definition": lambda at, place: client.text_document_definition_async(
                types.DefinitionParams(at, place)
            ),
            "symbols": lambda at, _: client.text_document_document_symbol_async(
                types.DocumentSymbolParams(at)
            ),
        }


async def measure() -> dict[str, list[float]]:
    client = Client()
    await client.start()
    times: dict[str, list[float]] = {}
    for path in sorted((ROOT / "rules").glob("*.clag")):
        text = path.read_text("utf-8")
        await client.open(path)
        lines = text.split("\n")
        for name, ask in client.questions().items():
            for number in range(1, len(lines), max(len(lines) // PLACES, 1)):
                client.type(text + "\n" * (number % 2))
                place = types.Position(number, len(lines[number]) // 2)
                start = time.perf_counter()
                await ask(client.current, place)
                times.setdefault(name, []).append(time.perf_counter() - start)
        for number in range(3):
            times.setdefault("problems", []).append(await client.change(text + "\n" * number))
    await client.client.shutdown_async(None)
    client.client.exit(None)
    await client.client.stop()
    return times


def main() -> int:
    """Prints the table; returns 1 if a median is above the limit."""
    times = asyncio.run(measure())
    print(f"{'':<12}{'median':>10}{'slowest':>10}{'answers':>9}")
    for name, taken in times.items():
        median = statistics.median(taken) * 1000
        print(f"{name:<12}{median:7.1f} ms{max(taken) * 1000:7.1f} ms{len(taken):9}")
    return 1 if max(statistics.median(taken) for taken in times.values()) > ALLOWED else 0


if __name__ == "__main__":
    raise SystemExit(main())
