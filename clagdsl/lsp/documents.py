"""The files that an editor has open, as the server knows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from clagdsl.check.checker import CheckResult, check_text
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.lsp.partial_tree import Draft, read_draft
from clagdsl.lsp.positions import Encoding, Lines
from clagdsl.lsp.workspace import Chain, Library
from clagdsl.problems.model import Diagnostic
from clagdsl.syntax.source_loader import check_size

UNSAVED = "rules.clag"
"""The name of a document that is no file yet."""


@dataclass(slots=True, eq=False)
class OpenDocument:
    """An open document: its text, and what is known of it so far.

    `edits` counts what has happened to it that may change the answer; `checked` is the last result
    with the number of edits before it. Of a text that is too large for a rules file nothing is
    kept but that it is `refused`.
    """

    uri: str
    path: Path | None
    text: str
    version: int | None
    edits: int = 0
    checked: tuple[int, CheckResult] | None = None
    checking: bool = False
    refused: Diagnostic | None = None
    _draft: Draft | None = field(default=None, repr=False)
    _lines: Lines | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._bound()

    @property
    def name(self) -> str:
        """The name under which reports mention the document."""
        return str(self.path) if self.path is not None else UNSAVED

    @property
    def draft(self) -> Draft:
        """The text as far as it can be understood, read once."""
        if self._draft is None:
            self._draft = read_draft(SourceText(self.name, self.text))
        return self._draft

    def lines(self, encoding: Encoding) -> Lines:
        """The lines of the text, cut once."""
        if self._lines is None or self._lines.encoding != encoding:
            self._lines = Lines(self.text, encoding)
        return self._lines

    def replace(self, text: str, version: int | None) -> None:
        """Another text takes the place of the present one."""
        self.text, self.version = text, version
        self.edits += 1
        self._draft = self._lines = None
        self._bound()

    def _bound(self) -> None:
        self.refused = check_size(self.text, self.name)
        if self.refused is not None:
            self.text = ""

    def check(self) -> tuple[int, CheckResult]:
        """Check the present text; what it extends is read as it was saved."""
        edits = self.edits
        if self.refused is not None:
            return edits, CheckResult(None, None, (self.refused,))
        return edits, check_text(self.text, self.name, self.path)

    def problems(self) -> tuple[Diagnostic, ...]:
        """What is known to be wrong with the present text."""
        return self.checked[1].diagnostics if self.checked and self.current else ()

    @property
    def current(self) -> bool:
        """Whether the present text has been checked."""
        return self.checked is not None and self.checked[0] == self.edits


@dataclass(slots=True)
class Documents:
    """All open documents by address."""

    opened: dict[str, OpenDocument] = field(default_factory=dict)
    library: Library = field(default_factory=Library)

    def chain(self, document: OpenDocument) -> Chain:
        """A document with what it extends; of open documents their present texts."""
        drafts = {each.path: each.draft for each in self.opened.values() if each.path is not None}
        return self.library.chain(document.draft, document.path, drafts)

    def others(self, document: OpenDocument) -> tuple[Chain, ...]:
        """The other documents with what they extend."""
        return tuple(self.chain(each) for each in self.opened.values() if each is not document)

    def uri_of(self, path: Path) -> str:
        """The address of a file, as the editor gave it where it is open."""
        for document in self.opened.values():
            if document.path == path:
                return document.uri
        return path.as_uri()

    def source_of(self, document: OpenDocument, place: Place) -> tuple[str, str, Place] | None:
        """The address and the text of the file in which a place lies."""
        if place.file == document.name:
            return document.uri, document.text, place
        for file in self.chain(document).files[1:]:
            if file.path is not None and _named(file.path, place.file):
                return self.uri_of(file.path), file.draft.source.text, place
        return None


def _named(path: Path, name: str) -> bool:
    """Whether reports mention a file under a name: its path, or that of a bundled variant."""
    given = Path(name)
    return path.name == name or (len(given.parts) > 1 and path == given.resolve())


def span_in(text: str, place: Place) -> Span:
    """The offsets of a place in a text, which may have become shorter since."""
    source = SourceText(place.file, text)
    return Span(
        _offset(source, place.line, place.column), _offset(source, place.end_line, place.end_column)
    )


def _offset(source: SourceText, line: int, column: int) -> int:
    if line > len(source.line_starts):
        return len(source.text)
    return min(source.line_starts[line - 1] + column - 1, len(source.text))
