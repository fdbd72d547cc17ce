"""The language server as an editor meets it: another process, spoken to over its pipes."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

from clagdsl.lang.limits import LARGEST_FILE
from clagdsl.syntax.format import format_text

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-m", "clagdsl", "language-server", "--stdio"]
HOUSE = """clag 1
game "😀 é Friday" extends pagat
deal "Ööö 😀" as odd is normal with trump none score bonus
let bonus = 10
change Misere score 10 when tricks = 0, otherwise -tricks
add "Ööö 😀" after "Aces Low"
"""

pytestmark = pytest.mark.asyncio(loop_scope="module")


def key(uri: str, version: int | None) -> str:
    """Under which what is told about one version of a document is kept."""
    return f"{uri}#{version}"


def is_told(ls: LanguageClient, params: types.PublishDiagnosticsParams) -> None:
    ls.diagnostics[key(params.uri, params.version)] = params.diagnostics


def new_client() -> LanguageClient:
    """A client that keeps apart what it is told about each version."""
    client = LanguageClient(converter_factory=default_converter)
    features = {**DEFAULT_CLIENT_FEATURES, types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: is_told}
    register_lsp_features(client, features)
    return client


@pytest_lsp.fixture(
    scope="module",
    config=ClientServerConfig(
        server_command=COMMAND,
        client_factory=new_client,
        server_env={**os.environ, "PYTHONPATH": str(ROOT)},
    ),
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    capabilities = client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


class Editor:
    """A document in the editor; places are found by the text before them."""

    def __init__(self, client: LanguageClient, path: Path, text: str) -> None:
        self.client = client
        self.uri = path.as_uri()
        self.text = text
        self.version = 1
        client.diagnostics.pop(key(self.uri, self.version), None)
        self.identifier = types.TextDocumentIdentifier(self.uri)
        item = types.TextDocumentItem(self.uri, "clag", 1, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, text: str) -> None:
        self.text = text
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    def at(self, before: str) -> types.Position:
        """The place behind a text, as VS Code counts."""
        lines = self.text[: self.text.index(before) + len(before)].split("\n")
        return types.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2)

    def between(self, where: types.Range) -> str:
        """The text of a range as VS Code counts."""
        lines = [line.encode("utf-16-le") for line in self.text.split("\n")]
        assert where.start.line == where.end.line
        line = lines[where.start.line]
        return line[2 * where.start.character : 2 * where.end.character].decode("utf-16-le")

    async def problems(self) -> list[types.Diagnostic]:
        """What is told about the present text; an answer about an earlier one may still come."""
        for _ in range(3000):
            told = self.client.diagnostics.get(key(self.uri, self.version))
            if told is not None:
                return list(told)
            await asyncio.sleep(0.01)
        raise AssertionError("nothing is told")

    async def labels(self, before: str) -> list[str]:
        params = types.CompletionParams(self.identifier, self.at(before))
        found = await self.client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        return [item.label for item in found.items]

    async def hover(self, before: str) -> types.Hover | None:
        return await self.client.text_document_hover_async(
            types.HoverParams(self.identifier, self.at(before))
        )

    async def definition(self, before: str) -> types.Location:
        found = await self.client.text_document_definition_async(
            types.DefinitionParams(self.identifier, self.at(before))
        )
        assert isinstance(found, types.Location)
        return found

    async def rename(self, before: str, name: str) -> types.WorkspaceEdit:
        found = await self.client.text_document_rename_async(
            types.RenameParams(self.identifier, self.at(before), name)
        )
        assert found is not None
        return found

    def edited(self, edits: list[types.TextEdit]) -> str:
        """The text after edits, applied as VS Code counts."""
        lines = [line.encode("utf-16-le") for line in self.text.split("\n")]
        for edit in sorted(edits, key=lambda e: e.range.start.character, reverse=True):
            at, line = edit.range, lines[edit.range.start.line]
            assert at.start.line == at.end.line
            new = edit.new_text.encode("utf-16-le")
            lines[at.start.line] = (
                line[: 2 * at.start.character] + new + line[2 * at.end.character :]
            )
        return "\n".join(line.decode("utf-16-le") for line in lines)


def markdown(hover: types.Hover | None) -> str:
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    return hover.contents.value


async def test_problems_come_as_one_types(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path / "house.clag", HOUSE)
    assert await editor.problems() == []
    editor.type(HOUSE.replace('"Ööö 😀" after', '"Ööö 😀😀" after'))
    (problem,) = await editor.problems()
    assert problem.code == "C201"
    assert problem.severity == types.DiagnosticSeverity.Error
    assert editor.between(problem.range) == '"Ööö 😀😀"'
    editor.type(HOUSE)
    assert await editor.problems() == []


async def test_the_last_of_many_quick_changes_counts(
    client: LanguageClient, tmp_path: Path
) -> None:
    editor = Editor(client, tmp_path / "quick.clag", "clag 1")
    for end in range(0, len(HOUSE), 10):
        editor.type(HOUSE[:end])
    editor.type(HOUSE)
    async with asyncio.timeout(30):
        while await editor.problems():
            await asyncio.sleep(0.05)


async def test_a_problem_of_the_file_that_is_extended_stands_at_its_name(
    client: LanguageClient, tmp_path: Path
) -> None:
    base = tmp_path / "base.clag"
    base.write_text(HOUSE.replace("after", "afer"), encoding="utf-8")
    editor = Editor(client, tmp_path / "mine.clag", 'clag 1\ngame "x" extends "base.clag"\n')
    (problem,) = await editor.problems()
    assert editor.between(problem.range) == '"base.clag"'
    assert "base.clag:6:" in problem.message
    base.write_text(HOUSE, encoding="utf-8")
    client.diagnostics.pop(key(editor.uri, editor.version))
    saved = types.TextDocumentIdentifier(base.as_uri())
    client.text_document_did_save(types.DidSaveTextDocumentParams(saved))
    assert await editor.problems() == []


async def test_a_second_place_is_told(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path / "twice.clag", HOUSE + "let bonus = 11\n")
    problems = await editor.problems()
    (twice,) = [p for p in problems if p.related_information]
    (other,) = twice.related_information or ()
    assert other.location.uri == editor.uri
    assert other.location.range.start.line == 3


async def test_completion(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path / "complete.clag", HOUSE)
    assert "turned" in await editor.labels("trump ")
    assert {"Misere", "Ööö 😀", "odd"} <= set(await editor.labels("change "))
    params = types.CompletionParams(editor.identifier, editor.at('add "Öö'))
    found = await client.text_document_completion_async(params)
    assert isinstance(found, types.CompletionList)
    (item,) = [item for item in found.items if item.label == "Ööö 😀"]
    assert isinstance(item.text_edit, types.TextEdit)
    assert editor.between(item.text_edit.range) == '"Ööö 😀"'
    assert item.text_edit.new_text == '"Ööö 😀"'


async def test_hover(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path / "hover.clag", HOUSE)
    assert "suit" in markdown(await editor.hover("with tru"))
    shown = await editor.hover('add "Ö')
    assert "`trump`: `none` instead of `turned`" in markdown(shown)
    assert shown is not None
    assert shown.range is not None
    assert editor.between(shown.range) == '"Ööö 😀"'


async def test_definition(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path / "definition.clag", HOUSE)
    found = await editor.definition('add "Ö')
    assert found.uri == editor.uri
    assert editor.between(found.range) == '"Ööö 😀"'
    assert found.range.start.line == 2
    base = await editor.definition("change Mis")
    assert base.uri.endswith("/rules/pagat.clag")
    text = (ROOT / "rules" / "pagat.clag").read_text("utf-8").splitlines()
    line = text[base.range.start.line]
    assert line[base.range.start.character : base.range.end.character] == "Misere"
    assert (await editor.definition("extends pa")).uri.endswith("/rules/pagat.clag")


async def test_references_and_highlights(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path / "uses.clag", HOUSE)
    other = f'clag 1\ngame "o" extends "{tmp_path / "uses.clag"}"\nadd "Ööö 😀" before "Blind"\n'
    second = Editor(client, tmp_path / "other.clag", other)
    (tmp_path / "uses.clag").write_text(HOUSE, encoding="utf-8")

    async def found(before: str, declaration: bool) -> list[types.Location]:
        context = types.ReferenceContext(include_declaration=declaration)
        params = types.ReferenceParams(context, editor.identifier, editor.at(before))
        return list(await client.text_document_references_async(params) or ())

    own = [place for place in await found('add "Ö', True) if place.uri == editor.uri]
    assert [(p.range.start.line, editor.between(p.range)) for p in own] == [
        (2, '"Ööö 😀"'),
        (2, "odd"),
        (5, '"Ööö 😀"'),
    ]
    (there,) = [place for place in await found('add "Ö', False) if place.uri != editor.uri]
    assert there.uri == second.uri
    assert second.between(there.range) == '"Ööö 😀"'
    assert any(p.uri.endswith("/rules/pagat.clag") for p in await found("change Mis", False))
    assert await found("clag", True) == []
    params = types.DocumentHighlightParams(editor.identifier, editor.at("score bon"))
    shown = await client.text_document_document_highlight_async(params)
    assert [(each.range.start.line, each.kind) for each in shown or ()] == [
        (2, types.DocumentHighlightKind.Read),
        (3, types.DocumentHighlightKind.Write),
    ]
    assert {editor.between(each.range) for each in shown or ()} == {"bonus"}
    client.text_document_did_close(types.DidCloseTextDocumentParams(second.identifier))


async def test_rename(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path / "rename.clag", HOUSE)
    edit = await editor.rename('add "Ö', "Plain")
    assert edit.changes is not None
    (edits,) = edit.changes.values()
    after = editor.edited(list(edits))
    assert after == HOUSE.replace('"Ööö 😀"', "Plain")
    params = types.PrepareRenameParams(editor.identifier, editor.at("score bon"))
    prepared = await client.text_document_prepare_rename_async(params)
    assert isinstance(prepared, types.PrepareRenamePlaceholder)
    assert prepared.placeholder == "bonus"
    assert editor.between(prepared.range) == "bonus"


@pytest.mark.parametrize(
    ("before", "name", "why"),
    [
        ('add "Ö', "Misere", "taken"),
        ("change Mis", "Plain", "declared in pagat.clag"),
        ("score bon", "tricks", "a name of the language"),
        ("score bon", "two words", "one word"),
        ("clag", "x", "only names"),
    ],
)
async def test_a_rename_is_refused(
    client: LanguageClient, tmp_path: Path, before: str, name: str, why: str
) -> None:
    editor = Editor(client, tmp_path / "refused.clag", HOUSE)
    with pytest.raises(JsonRpcException, match=why):
        await editor.rename(before, name)


async def test_symbols(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path / "symbols.clag", HOUSE)
    found = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(editor.identifier)
    )
    assert found is not None
    assert [(symbol.name, symbol.kind) for symbol in found] == [
        ("😀 é Friday", types.SymbolKind.Module),
        ("Ööö 😀", types.SymbolKind.Class),
        ("bonus", types.SymbolKind.Constant),
        ("Misere", types.SymbolKind.Operator),
        ("Ööö 😀", types.SymbolKind.Operator),
    ]
    deal = found[1]
    assert isinstance(deal, types.DocumentSymbol)
    assert editor.between(deal.selection_range) == '"Ööö 😀"'


async def test_formatting(client: LanguageClient, tmp_path: Path) -> None:
    text = HOUSE.replace("let bonus", "  let     bonus")
    editor = Editor(client, tmp_path / "layout.clag", text)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    params = types.DocumentFormattingParams(editor.identifier, options)
    edits = await client.text_document_formatting_async(params)
    assert edits is not None
    (edit,) = edits
    lines = text.split("\n")
    before = "\n".join(lines[: edit.range.start.line]) + "\n"
    after = "\n".join(lines[edit.range.end.line :])
    assert edit.range.start.character == edit.range.end.character == 0
    assert before + edit.new_text + after == format_text(text)
    editor.type(HOUSE + "deal x is")
    assert await client.text_document_formatting_async(params) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\x01\x02\ufffd" * 100,
        "\ud800 \udfff clag 1",
        'clag 1\r\ngame "x',
        "(" * 5000,
        "clag 1 " + "deal x " * 70_000,
        "x" * 3_000_000,
        "clag 1\nlet x = " + "1 + " * 20_000,
        'clag 1\ngame "x" extends "' + "../" * 3000 + 'x.clag"\n',
        'clag 1\ngame "x" extends "\\u0000.clag"\n'.replace("\\u0000", "\x00"),
        'clag 1\ngame "x" extends "broken.clag"\n',
        "clag 1\u2028\x0c\x0b\rgame",
    ],
    ids=range(12),
)
async def test_no_document_kills_the_server(
    client: LanguageClient, tmp_path: Path, text: str
) -> None:
    editor = Editor(client, tmp_path / "broken.clag", "")
    editor.type(text)
    await editor.problems()
    end = types.Position(10**6, 10**6)
    for at in (types.Position(0, 0), types.Position(0, 7), end):
        position = types.TextDocumentPositionParams(editor.identifier, at)
        await client.text_document_completion_async(
            types.CompletionParams(editor.identifier, position.position)
        )
        await client.text_document_hover_async(types.HoverParams(editor.identifier, at))
        await client.text_document_definition_async(types.DefinitionParams(editor.identifier, at))
    await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.identifier))
    editor.type(HOUSE)
    assert await editor.problems() == []


async def test_a_text_that_is_too_large_is_told_as_check_tells_it(
    client: LanguageClient, tmp_path: Path
) -> None:
    editor = Editor(client, tmp_path / "large.clag", HOUSE)
    assert await editor.problems() == []
    editor.type(HOUSE + "#" * LARGEST_FILE)
    (problem,) = await editor.problems()
    assert problem.code == "S103"
    assert problem.range.start == types.Position(0, 0)
    assert await editor.hover("with tru") is None
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    params = types.DocumentFormattingParams(editor.identifier, options)
    assert await client.text_document_formatting_async(params) is None
    editor.type(HOUSE)
    assert await editor.problems() == []


async def test_a_document_that_is_no_file_and_one_that_is_not_open(client: LanguageClient) -> None:
    item = types.TextDocumentItem("untitled:Untitled-1", "clag", 1, HOUSE)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    identifier = types.TextDocumentIdentifier(item.uri)
    params = types.HoverParams(identifier, types.Position(2, 2))
    assert "A deal" in markdown(await client.text_document_hover_async(params))
    client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))
    assert await client.text_document_hover_async(params) is None
