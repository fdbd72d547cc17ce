"""The language server: answers an editor's requests over standard input and output.

Requests are answered immediately from a draft of the document, which may contain syntax errors
(`partial_tree`). Only diagnostics come from the checker. The checker runs in a thread, once nothing
has been typed for CHECK_DELAY seconds, because proofs can take seconds.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, BinaryIO, Final, NamedTuple, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdinAsyncReader, run_async
from pygls.lsp.server import LanguageServer

from clagdsl.lang.source import Span
from clagdsl.lsp import protocol
from clagdsl.lsp.completion import complete, explain_place
from clagdsl.lsp.dispatch import REQUEST_FAILED, Output, RulesProtocol
from clagdsl.lsp.positions import Encoding, Lines, TextPosition
from clagdsl.lsp.rename import RenameError, rename, renameable_name, uses
from clagdsl.lsp.workspace import Chain, Documents, OpenDocument
from clagdsl.syntax.format import format_text
from clagdsl.version import VERSION

# --- formatting ----------------------------------------------------------------------------------


class Replacement(NamedTuple):
    """A span of a document, and the text that replaces it."""

    span: Span
    text: str


def layout_change(text: str) -> Replacement | None:
    """Returns the replacement that formats a document; None if it is already formatted or has
    errors.

    Unchanged lines at the beginning and the end are left out, so that the editor keeps its state
    for them.
    """
    laid_out = format_text(text)
    if not isinstance(laid_out, str) or laid_out == text:
        return None
    old, new = text.splitlines(keepends=True), laid_out.splitlines(keepends=True)
    before = _common_prefix_length(old, new)
    after = _common_prefix_length(old[before:][::-1], new[before:][::-1])
    start = sum(map(len, old[:before]))
    end = len(text) - sum(map(len, old[len(old) - after :]))
    return Replacement(Span(start, end), "".join(new[before : len(new) - after]))


def _common_prefix_length(first: Sequence[str], second: Sequence[str]) -> int:
    """Returns the number of equal lines at the beginning of both sequences."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


# --- the server -----------------------------------------------------------------------------------

LOG: Final = logging.getLogger(__name__)
UNREADABLE_LOG: Final = logging.getLogger(f"{__name__}.unheard")
"""The log for unreadable messages; disabled, because the editor gets an error response."""
UNREADABLE_LOG.disabled = True

CHECK_DELAY: Final = 0.15
"""The time without a keystroke, in seconds, after which a document is checked."""


class RulesServer(LanguageServer):
    """A language server for rules files, with the open documents."""

    def __init__(self) -> None:
        # The whole text is sent with every change. Files are small, and editors and libraries
        # count lines in different ways, so that partial edits could be applied at the wrong
        # place.
        full = types.TextDocumentSyncKind.Full
        super().__init__("clagdsl", VERSION, full, protocol_cls=RulesProtocol)
        self.documents = Documents()
        self.checks: set[asyncio.Task[None]] = set()
        self.check_lock = asyncio.Lock()

    @property
    def encoding(self) -> Encoding:
        """The unit in which the editor counts columns."""
        agreed = self.server_capabilities.position_encoding or types.PositionEncodingKind.Utf16
        return cast(Encoding, str(getattr(agreed, "value", agreed)))

    # --- connection -----------------------------------------------------------------------

    def serve(self, source: BinaryIO, target: BinaryIO) -> None:
        """Answers messages until the input ends or the output is closed."""
        done = threading.Event()
        rules = cast(RulesProtocol, self.protocol)
        rules.set_writer(Output(target, done))
        reader = StdinAsyncReader(source, self.thread_pool)
        try:
            asyncio.run(run_async(done, reader, rules, UNREADABLE_LOG, rules.refuse))
        except SystemExit:  # the editor has sent `exit`
            pass
        except (MemoryError, OverflowError, ValueError) as error:  # impossible lengths
            LOG.error("cannot read on: %s", error)
        finally:
            self.thread_pool.shutdown(wait=False)

    # --- checking while the user types ----------------------------------------------------

    def schedule_check(self, document: OpenDocument, delay: float) -> None:
        """Schedules a check of a document after `delay` seconds without edits."""
        if not document.checking:
            document.checking = True
            task = asyncio.get_running_loop().create_task(self._check(document, delay))
            self.checks.add(task)
            task.add_done_callback(self.checks.discard)

    async def _check(self, document: OpenDocument, delay: float) -> None:
        try:
            edits = -1
            while edits != document.edits:
                edits = document.edits
                await asyncio.sleep(delay)
                if edits != document.edits:
                    continue
                # in a thread: proofs can take seconds, and requests must be answered meanwhile
                async with self.check_lock:
                    document.checked = await asyncio.to_thread(document.check)
                if self.documents.opened.get(document.uri) is not document:
                    return
                self.publish(document)
        except Exception as error:
            self.complain(f"cannot check {document.name}: {type(error).__name__}: {error}")
        finally:
            document.checking = False

    def publish(self, document: OpenDocument) -> None:
        """Sends the problems of a document, unless it has changed since the check."""
        if not document.is_current:
            return
        problems = [
            protocol.problem_of(self.documents, document, diagnostic, self.encoding)
            for diagnostic in document.problems()
        ]
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(document.uri, problems, document.version)
        )

    def complain(self, message: str) -> None:
        """Writes a message to the editor's log."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))


@dataclass(frozen=True, slots=True)
class _Request:
    """A request about an open document, usually about a place in it."""

    documents: Documents
    document: OpenDocument
    encoding: Encoding
    params: Any

    @property
    def chain(self) -> Chain:
        """The document with the files that it extends."""
        return self.documents.chain(self.document)

    @property
    def lines(self) -> Lines:
        """The lines of the document."""
        return self.document.lines(self.encoding)

    @property
    def offset(self) -> int:
        """The offset of the request's position."""
        position = self.params.position
        return self.lines.offset(TextPosition(position.line, position.character))

    def range(self, span: Span) -> types.Range:
        """Converts a span of the document to an LSP range."""
        return protocol.range_of(self.lines, span)


def make_server() -> RulesServer:
    """Returns a server with handlers for all requests."""
    server = RulesServer()
    _follow_documents(server)
    quick_fix = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    _answer(server, types.TEXT_DOCUMENT_COMPLETION, _completion, _COMPLETION_TRIGGERS)
    _answer(server, types.TEXT_DOCUMENT_HOVER, _hover)
    _answer(server, types.TEXT_DOCUMENT_DEFINITION, _definition)
    _answer(server, types.TEXT_DOCUMENT_REFERENCES, _references)
    _answer(server, types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, _highlights)
    _answer(server, types.TEXT_DOCUMENT_PREPARE_RENAME, _prepare_rename)
    _answer(server, types.TEXT_DOCUMENT_RENAME, _rename, types.RenameOptions(prepare_provider=True))
    _answer(server, types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, _symbols)
    _answer(server, types.TEXT_DOCUMENT_CODE_ACTION, _fixes, quick_fix)
    _answer(server, types.TEXT_DOCUMENT_FORMATTING, _formatting)
    return server


_COMPLETION_TRIGGERS: Final = types.CompletionOptions(trigger_characters=['"', "."])


def _answer(
    server: RulesServer, method: str, answer: Callable[[_Request], object], options: object = None
) -> None:
    """Registers a handler for requests about open documents; for other documents, the response is
    null.
    """

    @server.feature(method, options)
    def handle(params: Any) -> object:
        document = server.documents.opened.get(params.text_document.uri)
        if document is None:
            return None
        try:
            return answer(_Request(server.documents, document, server.encoding, params))
        except RenameError as error:
            raise JsonRpcException(str(error), REQUEST_FAILED) from error


def _follow_documents(server: RulesServer) -> None:
    opened = server.documents.opened

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = protocol.path_of(item.uri)
        opened[item.uri] = OpenDocument(item.uri, path, item.text, item.version)
        server.schedule_check(opened[item.uri], 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = opened.get(params.text_document.uri)
        if document is None or not params.content_changes:
            return
        change = params.content_changes[-1]
        if isinstance(change, types.TextDocumentContentChangePartial):
            server.complain(f"{document.name}: the whole text is asked for, not a part of it")
            return
        document.replace(change.text, params.text_document.version)
        server.schedule_check(document, CHECK_DELAY)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(_params: types.DidSaveTextDocumentParams) -> None:
        # other open files may extend the one that was saved
        for document in opened.values():
            document.edits += 1
            server.schedule_check(document, 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        if opened.pop(uri, None) is not None:
            server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _completion(request: _Request) -> types.CompletionList:
    return protocol.items_of(request.lines, complete(request.chain, request.offset))


def _hover(request: _Request) -> types.Hover | None:
    explained = explain_place(request.chain, request.offset)
    if explained is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, explained.text)
    return types.Hover(content, request.range(explained.span))


def _definition(request: _Request) -> types.Location | None:
    """Returns the declaration of the name at the request's offset, or the extended file named
    there.
    """
    chain, offset = request.chain, request.offset
    base, name = chain.base_at(offset), chain.draft.name_at(offset)
    if base is not None:
        return protocol.location_of(request.documents, base, Span(0, 0), request.encoding)
    declaration = None if name is None else chain.declaration(name)
    if declaration is None:
        return None
    return protocol.location_of(
        request.documents, declaration.file, declaration.name.span, request.encoding
    )


def _references(request: _Request) -> list[types.Location]:
    others = request.documents.others(request.document)
    declared = request.params.context.include_declaration
    return [
        protocol.location_of(request.documents, use.file, use.name.span, request.encoding)
        for use in uses(request.chain, request.offset, others)
        if declared or not use.name.declares
    ]


def _highlights(request: _Request) -> list[types.DocumentHighlight]:
    """Returns all occurrences in the document of the name at the request's offset."""
    chain, kinds = request.chain, types.DocumentHighlightKind
    return [
        types.DocumentHighlight(
            request.range(use.name.span), kinds.Write if use.name.declares else kinds.Read
        )
        for use in uses(chain, request.offset)
        if use.file is chain.files[0]
    ]


def _prepare_rename(request: _Request) -> types.PrepareRenameResult:
    name = renameable_name(request.chain, request.offset)
    return types.PrepareRenamePlaceholder(range=request.range(name.span), placeholder=name.text)


def _rename(request: _Request) -> types.WorkspaceEdit:
    others = request.documents.others(request.document)
    edits = rename(request.chain, request.offset, request.params.new_name, others)
    return protocol.rename_edits(request.documents, edits, request.encoding)


def _symbols(request: _Request) -> list[types.DocumentSymbol]:
    return [
        types.DocumentSymbol(
            symbol.name,
            symbol.kind,
            range=request.range(symbol.span),
            selection_range=request.range(symbol.shown),
            detail=symbol.detail or None,
        )
        for symbol in protocol.symbols(request.document.draft)
    ]


def _fixes(request: _Request) -> list[types.CodeAction]:
    requested_range = request.params.range
    return protocol.fixes_of(request.documents, request.document, requested_range, request.encoding)


def _formatting(request: _Request) -> list[types.TextEdit] | None:
    change = layout_change(request.document.text)
    return None if change is None else [types.TextEdit(request.range(change.span), change.text)]
