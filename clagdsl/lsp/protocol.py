"""Converts results to types of the Language Server Protocol (LSP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lsprotocol import types

from clagdsl.lang.source import Span
from clagdsl.lsp.completion import Completion, Suggestion, SuggestionKind
from clagdsl.lsp.partial_tree import Draft
from clagdsl.lsp.positions import Encoding, Lines
from clagdsl.lsp.rename import FileEdits
from clagdsl.lsp.workspace import Documents, FileDraft, OpenDocument, resolved, span_in
from clagdsl.problems.diagnostic import Diagnostic, Severity
from clagdsl.syntax import nodes

# --- symbols of a document, for an editor's outline ----------------------------------------------


class Symbol(NamedTuple):
    """An entry in an editor's outline: its name, its whole span, and the span to select."""

    name: str
    kind: types.SymbolKind
    span: Span
    shown: Span
    detail: str = ""


def symbols(draft: Draft) -> Iterator[Symbol]:
    """Yields the outline entries of a file's statements, in source order."""
    for statement in draft.statements:
        kind, word = _SYMBOLS[type(statement)]
        span, name = statement.span, getattr(statement, "name", None)
        if isinstance(name, nodes.Name):
            detail = word or _detail(statement) or ""
            yield Symbol(name.text or "?", kind, span, name.span, detail)
        else:
            title = getattr(statement, "title", "") or word
            yield Symbol(title, kind, span, span, getattr(statement, "variant", "") or "")


def _detail(statement: nodes.Statement) -> str | None:
    """Returns the detail to show next to a declared name, or None."""
    match statement:
        case nodes.DealStatement(base=nodes.Name(text=base)):
            return f"is {base}"
        case nodes.ParameterStatement(description=text) | nodes.SourceStatement(title=text):
            return text
        case nodes.RunStatement(words=str(words)) | nodes.TallyStatement(words=str(words)):
            return words
        case nodes.SpecialStatement(power=power):
            return f"special card, {power.value}"
        case _:
            return None


_SYMBOLS: Final[dict[type[nodes.Statement], tuple[types.SymbolKind, str]]] = {
    nodes.GameStatement: (types.SymbolKind.Module, "game"),
    nodes.DealStatement: (types.SymbolKind.Class, ""),
    nodes.TwistStatement: (types.SymbolKind.Interface, ""),
    nodes.ParameterStatement: (types.SymbolKind.Property, ""),
    nodes.LetStatement: (types.SymbolKind.Constant, ""),
    nodes.RunStatement: (types.SymbolKind.Variable, "run"),
    nodes.TallyStatement: (types.SymbolKind.Variable, "tally"),
    nodes.SpecialStatement: (types.SymbolKind.EnumMember, ""),
    nodes.SourceStatement: (types.SymbolKind.File, ""),
    nodes.ExampleStatement: (types.SymbolKind.Event, "example"),
    nodes.ChangeDeal: (types.SymbolKind.Operator, "change"),
    nodes.ChangeParameter: (types.SymbolKind.Operator, "change"),
    nodes.DropStatement: (types.SymbolKind.Operator, "drop"),
    nodes.AddStatement: (types.SymbolKind.Operator, "add"),
    nodes.PlayersStatement: (types.SymbolKind.Struct, "players"),
    nodes.PackStatement: (types.SymbolKind.Struct, "pack"),
    nodes.ScheduleStatement: (types.SymbolKind.Struct, "schedule"),
    nodes.WinnerStatement: (types.SymbolKind.Struct, "winner"),
    nodes.EndsStatement: (types.SymbolKind.Struct, "ends"),
    nodes.SettleStatement: (types.SymbolKind.Struct, "settle"),
    nodes.ChangeStatement: (types.SymbolKind.Struct, "change"),
    nodes.DropSettle: (types.SymbolKind.Struct, "drop settle"),
    nodes.DropEnds: (types.SymbolKind.Struct, "drop ends"),
}
"""For each kind of statement: the symbol kind, and a word shown as the name if the statement has
none, otherwise as the detail.
"""


# --- conversion into protocol types ---------------------------------------------------------------

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


def path_of(uri: str) -> Path | None:
    """Returns the path that a URI refers to, or None if the document is not a file."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file":
        return None
    host = "" if parts.netloc == "localhost" else parts.netloc
    # editors write `c%3A` for a drive, which Python before 3.14 reads as the name of a folder
    path = parts.path.replace("%3A", ":").replace("%3a", ":")
    return resolved(Path(url2pathname(f"//{host}{path}" if host else path)))


def range_of(lines: Lines, span: Span) -> types.Range:
    """Converts a span to an LSP range."""
    start, end = lines.range(span)
    return types.Range(types.Position(*start), types.Position(*end))


def problem_of(
    documents: Documents, document: OpenDocument, diagnostic: Diagnostic, encoding: Encoding
) -> types.Diagnostic:
    """Converts a problem to LSP; a problem in an extended file is shown at the name after
    `extends`.
    """
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
        related_information=[*_related(documents, document, diagnostic, encoding)],
    )


def _related(
    documents: Documents, document: OpenDocument, diagnostic: Diagnostic, encoding: Encoding
) -> Iterator[types.DiagnosticRelatedInformation]:
    for other in diagnostic.others:
        source = documents.source_of(document, other.place)
        if source is not None:
            uri, text, place = source
            where = range_of(Lines(text, encoding), span_in(text, place))
            yield types.DiagnosticRelatedInformation(types.Location(uri, where), other.text)


def items_of(lines: Lines, completion: Completion) -> types.CompletionList:
    """Converts suggestions to LSP, each with the edit that inserts it."""
    where = range_of(lines, completion.span)
    quoted = completion.typed.startswith('"')
    return types.CompletionList(
        is_incomplete=False,
        items=[_item(suggestion, where, quoted) for suggestion in completion.suggestions],
    )


def _item(suggestion: Suggestion, where: types.Range, quoted: bool) -> types.CompletionItem:
    text = f'"{suggestion.label}"' if quoted else suggestion.text
    # names first: a file has few of them, and they are hard to spell
    order = "1" if suggestion.kind == "word" else "0"
    return types.CompletionItem(
        label=suggestion.label,
        kind=ITEMS[suggestion.kind],
        detail=suggestion.detail or None,
        sort_text=order + suggestion.label,
        filter_text=text if quoted else suggestion.label,
        text_edit=types.TextEdit(where, text),
    )


def location_of(
    documents: Documents, file: FileDraft, span: Span, encoding: Encoding
) -> types.Location:
    """Converts a span in a file to an LSP location."""
    lines = documents.lines(file, encoding)
    return types.Location(documents.uri_of(file), range_of(lines, span))


def rename_edits(
    documents: Documents, edits: Iterable[FileEdits], encoding: Encoding
) -> types.WorkspaceEdit:
    """Converts the edits of a rename to LSP, file by file."""
    changes: dict[str, Sequence[types.TextEdit]] = {}
    for file_edits in edits:
        lines = documents.lines(file_edits.file, encoding)
        changes[documents.uri_of(file_edits.file)] = [
            types.TextEdit(range_of(lines, span), file_edits.text) for span in file_edits.spans
        ]
    return types.WorkspaceEdit(changes=changes)


def fixes_of(
    documents: Documents, document: OpenDocument, requested_range: types.Range, encoding: Encoding
) -> list[types.CodeAction]:
    """Returns the fixes for the problems in a range as code actions.

    Safe fixes are marked as preferred; editors apply preferred fixes when they fix everything.
    """
    lines = document.lines(encoding)
    actions = []
    for diagnostic in document.problems():
        if not diagnostic.fix or any(e.place.file != document.name for e in diagnostic.fix):
            continue
        shown = problem_of(documents, document, diagnostic, encoding)
        if not _overlap(shown.range, requested_range):
            continue
        edits = [
            types.TextEdit(range_of(lines, span_in(document.text, edit.place)), edit.text)
            for edit in diagnostic.fix
        ]
        actions.append(
            types.CodeAction(
                title=(diagnostic.help or f"fix {diagnostic.code}").replace("\n", " "),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[shown],
                is_preferred=diagnostic.safe,
                edit=types.WorkspaceEdit(changes={document.uri: edits}),
            )
        )
    return actions


def _overlap(first: types.Range, second: types.Range) -> bool:
    return not (_key(first.end) < _key(second.start) or _key(second.end) < _key(first.start))


def _key(position: types.Position) -> tuple[int, int]:
    return position.line, position.character
