"""The language server: answers the requests of an editor over standard input and output."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from itertools import takewhile
from typing import BinaryIO, Final, NamedTuple, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdinAsyncReader, run_async
from pygls.lsp.server import LanguageServer

from clagdsl.lang.source import Span
from clagdsl.lsp import protocol
from clagdsl.lsp.completion import complete, explain_place
from clagdsl.lsp.dispatch import REQUEST_FAILED, Output, RulesProtocol
from clagdsl.lsp.positions import Encoding, Lines
from clagdsl.lsp.protocol import symbols
from clagdsl.lsp.rename import RenameError, rename, renameable, uses
from clagdsl.lsp.workspace import Documents, OpenDocument
from clagdsl.syntax.format import format_text
from clagdsl.version import VERSION

# --- the one layout of a document, as the change that gives it ------------------------------------


class Replacement(NamedTuple):
    """A stretch of a text and what takes its place."""

    span: Span
    text: str


def layout_change(text: str) -> Replacement | None:
    """The lines that get another layout; None for a text that has it, or has errors.

    Lines before and after stay as they are, so that the editor keeps what it knows of them.
    """
    laid_out = format_text(text)
    if not isinstance(laid_out, str) or laid_out == text:
        return None
    old, new = text.splitlines(keepends=True), laid_out.splitlines(keepends=True)
    before = _alike(old, new)
    after = _alike(old[before:][::-1], new[before:][::-1])
    start = sum(map(len, old[:before]))
    end = len(text) - sum(map(len, old[len(old) - after :]))
    return Replacement(Span(start, end), "".join(new[before : len(new) - after]))


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are the same, from the first on."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


# --------------------------------------------------------------------------------------------------

LOG: Final = logging.getLogger(__name__)
UNHEARD: Final = logging.getLogger(f"{__name__}.unheard")
"""Where the library logs messages that it cannot read: the editor is answered, which is enough."""
UNHEARD.disabled = True

QUIET: Final = 0.15
"""Seconds without a keystroke before a text is checked."""


class RulesServer(LanguageServer):
    """A language server for rules files, with the documents that are open."""

    def __init__(self) -> None:
        # The whole text comes with every change: a file is small, and the way in which editors
        # and libraries count lines differs, so that edits of parts could go astray.
        full = types.TextDocumentSyncKind.Full
        super().__init__("clagdsl", VERSION, full, protocol_cls=RulesProtocol)
        self.documents = Documents()
        self.checks: set[asyncio.Task[None]] = set()
        self.one_check = asyncio.Lock()

    @property
    def encoding(self) -> Encoding:
        """What the editor counts columns in."""
        agreed = self.server_capabilities.position_encoding or types.PositionEncodingKind.Utf16
        return cast(Encoding, str(getattr(agreed, "value", agreed)))

    def place(
        self, document: types.TextDocumentIdentifier, at: types.Position
    ) -> tuple[OpenDocument, Lines, int] | None:
        """The document and the offset that a request is about; None if it is not open."""
        found = self.documents.opened.get(document.uri)
        if found is None:
            return None
        lines = found.lines(self.encoding)
        return found, lines, lines.offset(protocol.position(at))

    # --- the conversation -----------------------------------------------------------------

    def serve(self, source: BinaryIO, target: BinaryIO) -> None:
        """Answer what comes until it ends, or until nobody reads the answers."""
        done = threading.Event()
        rules = cast(RulesProtocol, self.protocol)
        rules.set_writer(Output(target, done))
        reader = StdinAsyncReader(source, self.thread_pool)
        try:
            asyncio.run(run_async(done, reader, rules, UNHEARD, rules.refuse))
        except SystemExit:  # the editor says that it is done
            pass
        except (MemoryError, OverflowError, ValueError) as error:  # of a length that nobody sends
            LOG.error("cannot read on: %s", error)
        finally:
            self.thread_pool.shutdown(wait=False)

    # --- checking as the user writes ------------------------------------------------------

    def check_soon(self, document: OpenDocument, quiet: float) -> None:
        """Check a document once nothing has been typed for a moment."""
        if not document.checking:
            document.checking = True
            task = asyncio.get_running_loop().create_task(self._check(document, quiet))
            self.checks.add(task)
            task.add_done_callback(self.checks.discard)

    async def _check(self, document: OpenDocument, quiet: float) -> None:
        try:
            edits = -1
            while edits != document.edits:
                edits = document.edits
                await asyncio.sleep(quiet)
                if edits != document.edits:
                    continue
                # In a thread: what is hard to prove takes seconds, and questions come meanwhile.
                async with self.one_check:
                    document.checked = await asyncio.to_thread(document.check)
                if self.documents.opened.get(document.uri) is not document:
                    return
                self.publish(document)
        except Exception as error:
            self.complain(f"cannot check {document.name}: {type(error).__name__}: {error}")
        finally:
            document.checking = False

    def publish(self, document: OpenDocument) -> None:
        """Send the problems of a document, unless it has changed since it was checked."""
        if not document.current:
            return
        problems = [
            protocol.problem_of(self.documents, document, diagnostic, self.encoding)
            for diagnostic in document.problems()
        ]
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(document.uri, problems, document.version)
        )

    def complain(self, message: str) -> None:
        """Write into the log of the editor."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))


def make_server() -> RulesServer:
    """A server with everything that it answers."""
    server = RulesServer()
    _follow_documents(server)
    _answer_about_words(server)
    _answer_about_names(server)
    _answer_about_files(server)
    return server


def _follow_documents(server: RulesServer) -> None:
    opened = server.documents.opened

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = protocol.path_of(item.uri)
        opened[item.uri] = OpenDocument(item.uri, path, item.text, item.version)
        server.check_soon(opened[item.uri], 0)

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
        server.check_soon(document, QUIET)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(_params: types.DidSaveTextDocumentParams) -> None:
        # Other open files may extend the one that was saved.
        for document in opened.values():
            document.edits += 1
            server.check_soon(document, 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        if opened.pop(uri, None) is not None:
            server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _answer_about_words(server: RulesServer) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=['"', "."])
    )
    def completion(params: types.CompletionParams) -> types.CompletionList | None:
        found = server.place(params.text_document, params.position)
        if found is None:
            return None
        document, lines, offset = found
        return protocol.items_of(lines, complete(server.documents.chain(document), offset))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        found = server.place(params.text_document, params.position)
        if found is None:
            return None
        document, lines, offset = found
        explained = explain_place(server.documents.chain(document), offset)
        if explained is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, explained.text)
        return types.Hover(content, protocol.range_of(lines, explained.span))


def _answer_about_names(server: RulesServer) -> None:
    documents = server.documents

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        found = server.place(params.text_document, params.position)
        return None if found is None else protocol.definition_at(documents, found, server.encoding)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location] | None:
        found = server.place(params.text_document, params.position)
        if found is None:
            return None
        document, _, offset = found
        chain, others = documents.chain(document), documents.others(document)
        wanted = [
            use
            for use in uses(chain, offset, others)
            if params.context.include_declaration or not use.name.declares
        ]
        return protocol.locations_of(documents, wanted, server.encoding)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
        found = server.place(params.text_document, params.position)
        if found is None:
            return None
        document, lines, offset = found
        chain = documents.chain(document)
        own = [use.name for use in uses(chain, offset) if use.file is chain.files[0]]
        return [protocol.highlight_of(lines, name) for name in own]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenameResult | None:
        found = server.place(params.text_document, params.position)
        if found is None:
            return None
        document, lines, offset = found
        try:
            name = renameable(documents.chain(document), offset)
        except RenameError as error:
            raise JsonRpcException(str(error), REQUEST_FAILED) from error
        where = protocol.range_of(lines, name.span)
        return types.PrepareRenamePlaceholder(range=where, placeholder=name.text)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename_name(params: types.RenameParams) -> types.WorkspaceEdit | None:
        found = server.place(params.text_document, params.position)
        if found is None:
            return None
        document, _, offset = found
        chain, others = documents.chain(document), documents.others(document)
        try:
            edits = rename(chain, offset, params.new_name, others)
        except RenameError as error:
            raise JsonRpcException(str(error), REQUEST_FAILED) from error
        return protocol.rename_edits(documents, edits, document, server.encoding)


def _answer_about_files(server: RulesServer) -> None:
    opened = server.documents.opened

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def document_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        document = opened.get(params.text_document.uri)
        if document is None:
            return None
        lines = document.lines(server.encoding)
        return [protocol.symbol_of(lines, symbol) for symbol in symbols(document.draft)]

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        document = opened.get(params.text_document.uri)
        if document is None:
            return None
        return protocol.fixes_of(server.documents, document, params.range, server.encoding)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        document = opened.get(params.text_document.uri)
        change = None if document is None else layout_change(document.text)
        if document is None or change is None:
            return None
        where = protocol.range_of(document.lines(server.encoding), change.span)
        return [types.TextEdit(where, change.text)]
