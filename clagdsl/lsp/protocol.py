"""Puts answers into the terms of the language server protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lsprotocol import types

from clagdsl.lang.source import Span
from clagdsl.lsp.completion import Completion, Suggestion, SuggestionKind
from clagdsl.lsp.partial_tree import Draft, Occurrence
from clagdsl.lsp.positions import Encoding, Lines, TextPosition
from clagdsl.lsp.rename import FileEdits
from clagdsl.lsp.workspace import Documents, OpenDocument, Use, resolved, span_in
from clagdsl.problems.model import Diagnostic, Severity
from clagdsl.syntax import nodes

# --- the parts of a file, as an editor lists them beside it ---------------------------------------


SymbolKind: TypeAlias = Literal[
    "game",
    "deal",
    "twist",
    "parameter",
    "let",
    "past",
    "special",
    "source",
    "statement",
    "change",
    "example",
]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part of a file: what it is called, all of it, and the part to show."""

    name: str
    kind: SymbolKind
    span: Span
    shown: Span
    detail: str = ""


def symbols(draft: Draft) -> Iterator[Symbol]:
    """The statements of a file, in the order of the text."""
    for statement in draft.statements:
        yield _symbol(statement)


def _symbol(statement: nodes.Statement) -> Symbol:
    span = statement.span
    match statement:
        case nodes.GameStatement(title=title, variant=variant):
            return Symbol(title or "game", "game", span, span, variant or "")
        case nodes.DealStatement(name=name, base=base):
            detail = f"is {base.text}" if base is not None else ""
            return _named(name, "deal", span, detail)
        case nodes.TwistStatement(name=name):
            return _named(name, "twist", span)
        case nodes.ParameterStatement(name=name, description=description):
            return _named(name, "parameter", span, description or "")
        case nodes.LetStatement(name=name):
            return _named(name, "let", span)
        case nodes.RunStatement(name=name) | nodes.TallyStatement(name=name):
            is_run = isinstance(statement, nodes.RunStatement)
            return _named(name, "past", span, "run" if is_run else "tally")
        case nodes.SpecialStatement(name=name, power=power):
            return _named(name, "special", span, f"special card, {power.value}")
        case nodes.SourceStatement(name=name, title=title):
            return _named(name, "source", span, title)
        case nodes.ExampleStatement(title=title):
            return Symbol(title or "example", "example", span, span)
        case nodes.ChangeDeal(name=name) | nodes.ChangeParameter(name=name):
            return _named(name, "change", span, "change")
        case nodes.DropStatement(name=name) | nodes.AddStatement(name=name):
            drops = isinstance(statement, nodes.DropStatement)
            return _named(name, "change", span, "drop" if drops else "add")
        case _:
            return Symbol(_STATEMENTS[type(statement)], "statement", span, span)


_STATEMENTS: dict[type[nodes.Statement], str] = {
    nodes.PlayersStatement: "players",
    nodes.PackStatement: "pack",
    nodes.ScheduleStatement: "schedule",
    nodes.WinnerStatement: "winner",
    nodes.EndsStatement: "ends",
    nodes.SettleStatement: "settle",
    nodes.ChangeStatement: "change",
    nodes.DropSettle: "drop settle",
    nodes.DropEnds: "drop ends",
}


def _named(name: nodes.Name, kind: SymbolKind, span: Span, detail: str = "") -> Symbol:
    return Symbol(name.text or "?", kind, span, name.span, detail)


# --------------------------------------------------------------------------------------------------

SEVERITIES: Final[Mapping[Severity, types.DiagnosticSeverity]] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
ITEMS: Final[Mapping[SuggestionKind, types.CompletionItemKind]] = {
    "word": types.CompletionItemKind.Keyword,
    "deal": types.CompletionItemKind.Class,
    "parameter": types.CompletionItemKind.Property,
    "let": types.CompletionItemKind.Constant,
    "past": types.CompletionItemKind.Variable,
    "source": types.CompletionItemKind.Reference,
    "special": types.CompletionItemKind.Constant,
    "variable": types.CompletionItemKind.Variable,
    "value": types.CompletionItemKind.EnumMember,
    "file": types.CompletionItemKind.File,
}
SYMBOLS: Final[Mapping[SymbolKind, types.SymbolKind]] = {
    "game": types.SymbolKind.Module,
    "deal": types.SymbolKind.Class,
    "twist": types.SymbolKind.Interface,
    "parameter": types.SymbolKind.Property,
    "let": types.SymbolKind.Constant,
    "past": types.SymbolKind.Variable,
    "special": types.SymbolKind.EnumMember,
    "source": types.SymbolKind.File,
    "statement": types.SymbolKind.Struct,
    "change": types.SymbolKind.Operator,
    "example": types.SymbolKind.Event,
}


def path_of(uri: str) -> Path | None:
    """The file that an address names, or None for a document that is no file."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file":
        return None
    host = "" if parts.netloc == "localhost" else parts.netloc
    # Editors write `c%3A` for a drive, which Python reads as the name of a folder before 3.14.
    path = parts.path.replace("%3A", ":").replace("%3a", ":")
    return resolved(Path(url2pathname(f"//{host}{path}" if host else path)))


def position(at: types.Position) -> TextPosition:
    """A position as the editor gives it."""
    return TextPosition(at.line, at.character)


def range_of(lines: Lines, span: Span) -> types.Range:
    """A span as the editor wants it."""
    start, end = lines.range(span)
    return types.Range(types.Position(*start), types.Position(*end))


def problem_of(
    documents: Documents, document: OpenDocument, diagnostic: Diagnostic, encoding: Encoding
) -> types.Diagnostic:
    """A problem at its place; one of a file that is extended stands at its name."""
    lines = document.lines(encoding)
    message = diagnostic.message
    place = diagnostic.place
    if place is not None and place.file == document.name:
        span = span_in(document.text, place)
    else:
        base = document.draft.extends()
        span = Span(0, 0) if base is None else base.span
        message = f"{place}: {message}" if place is not None else message
    parts = [message, *diagnostic.detail, f"help: {diagnostic.help}" if diagnostic.help else ""]
    return types.Diagnostic(
        range=range_of(lines, span),
        message="\n".join(part for part in parts if part),
        severity=SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        source="clagdsl",
        related_information=_related(documents, document, diagnostic, encoding),
    )


def _related(
    documents: Documents, document: OpenDocument, diagnostic: Diagnostic, encoding: Encoding
) -> list[types.DiagnosticRelatedInformation]:
    found = []
    for other in diagnostic.others:
        source = documents.source_of(document, other.place)
        if source is not None:
            uri, text, place = source
            span = span_in(text, place)
            location = types.Location(uri, range_of(Lines(text, encoding), span))
            found.append(types.DiagnosticRelatedInformation(location, other.text))
    return found


def items_of(lines: Lines, completion: Completion) -> types.CompletionList:
    """What may be written, each with the edit that writes it."""
    where = range_of(lines, completion.span)
    quoted = completion.typed.startswith('"')
    return types.CompletionList(
        is_incomplete=False,
        items=[_item(each, where, quoted) for each in completion.suggestions],
    )


def _item(suggestion: Suggestion, where: types.Range, quoted: bool) -> types.CompletionItem:
    text = f'"{suggestion.label}"' if quoted else suggestion.text
    # Names first: a file has few of them, and they are what is hard to spell.
    order = "1" if suggestion.kind == "word" else "0"
    return types.CompletionItem(
        label=suggestion.label,
        kind=ITEMS[suggestion.kind],
        detail=suggestion.detail or None,
        sort_text=order + suggestion.label,
        filter_text=text if quoted else suggestion.label,
        text_edit=types.TextEdit(where, text),
    )


def symbol_of(lines: Lines, symbol: Symbol) -> types.DocumentSymbol:
    """A part of a file."""
    return types.DocumentSymbol(
        name=symbol.name,
        kind=SYMBOLS[symbol.kind],
        range=range_of(lines, symbol.span),
        selection_range=range_of(lines, symbol.shown),
        detail=symbol.detail or None,
    )


def definition_at(
    documents: Documents, found: tuple[OpenDocument, Lines, int], encoding: Encoding
) -> types.Location | None:
    """Where the name at an offset is declared, or the file that is extended there."""
    document, _, offset = found
    chain = documents.chain(document)
    base = chain.draft.extends()
    if base is not None and base.span.start <= offset <= base.span.end and len(chain.files) > 1:
        file, span = chain.files[1], Span(0, 0)
    else:
        name = chain.draft.name_at(offset)
        declared = None if name is None else chain.declaration(name)
        if declared is None:
            return None
        file, span = declared.file, declared.name.span
    own = file is chain.files[0] or file.path is None
    uri = document.uri if own or file.path is None else documents.uri_of(file.path)
    return types.Location(uri, range_of(Lines(file.draft.source.text, encoding), span))


def locations_of(
    documents: Documents, uses: Iterable[Use], encoding: Encoding
) -> list[types.Location]:
    """Where names stand, in whichever files."""
    uris = {id(each.draft): each.uri for each in documents.opened.values()}
    lines: dict[str, Lines] = {}
    found = []
    for use in uses:
        draft, path = use.file.draft, use.file.path
        uri = uris.get(id(draft)) or (documents.uri_of(path) if path is not None else "")
        if uri not in lines:
            lines[uri] = Lines(draft.source.text, encoding)
        found.append(types.Location(uri, range_of(lines[uri], use.name.span)))
    return found


def highlight_of(lines: Lines, name: Occurrence) -> types.DocumentHighlight:
    """A name where it stands: declared there, or used."""
    kinds = types.DocumentHighlightKind
    kind = kinds.Write if name.declares else kinds.Read
    return types.DocumentHighlight(range_of(lines, name.span), kind)


def rename_edits(
    documents: Documents, edits: Iterable[FileEdits], document: OpenDocument, encoding: Encoding
) -> types.WorkspaceEdit:
    """The edits of a rename, file by file."""
    changes: dict[str, Sequence[types.TextEdit]] = {}
    for each in edits:
        own = each.file.draft is document.draft
        path = each.file.path
        uri = document.uri if own or path is None else documents.uri_of(path)
        lines = Lines(each.file.draft.source.text, encoding)
        changes[uri] = [types.TextEdit(range_of(lines, span), each.text) for span in each.spans]
    return types.WorkspaceEdit(changes=changes)


def fixes_of(
    documents: Documents, document: OpenDocument, wanted: types.Range, encoding: Encoding
) -> list[types.CodeAction]:
    """Return the fixes of the problems in a range; those that have one meaning are preferred.

    An editor that fixes everything at once takes the preferred ones only.
    """
    lines = document.lines(encoding)
    actions = []
    for diagnostic in document.problems():
        if not diagnostic.fix or any(e.place.file != document.name for e in diagnostic.fix):
            continue
        shown = problem_of(documents, document, diagnostic, encoding)
        if not _overlap(shown.range, wanted):
            continue
        edits = [
            types.TextEdit(range_of(lines, span_in(document.text, edit.place)), edit.text)
            for edit in diagnostic.fix
        ]
        actions.append(
            types.CodeAction(
                title=(diagnostic.help or f"mend {diagnostic.code}").replace("\n", " "),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[shown],
                is_preferred=diagnostic.safe,
                edit=types.WorkspaceEdit(changes={document.uri: edits}),
            )
        )
    return actions


def _overlap(one: types.Range, other: types.Range) -> bool:
    return not (_key(one.end) < _key(other.start) or _key(other.end) < _key(one.start))


def _key(at: types.Position) -> tuple[int, int]:
    return at.line, at.character
