"""Open documents, and the chain of files that each document extends, parsed as far as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from clagdsl.check.checker import CheckResult, check_text
from clagdsl.check.loader import base_path
from clagdsl.lang.limits import LONGEST_CHAIN
from clagdsl.lang.rules import WordRange
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.lsp.partial_tree import Draft, Occurrence, Space, read_draft
from clagdsl.lsp.positions import Encoding, Lines
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.syntax import nodes
from clagdsl.syntax.source_loader import check_size, read_source


@dataclass(frozen=True, slots=True)
class FileDraft:
    """A draft and the path of its file, or None if it has never been saved."""

    draft: Draft
    path: Path | None


@dataclass(frozen=True, slots=True)
class Use:
    """A declaration or use of a name in a file."""

    file: FileDraft
    name: Occurrence


@dataclass(frozen=True, slots=True)
class Chain:
    """A file, followed by the file that it extends, the file that this one extends, and so on."""

    files: tuple[FileDraft, ...]

    @property
    def draft(self) -> Draft:
        """The file itself."""
        return self.files[0].draft

    def base_at(self, offset: int) -> FileDraft | None:
        """Returns the file that this one extends if its name is at an offset, otherwise None."""
        base = self.draft.extends()
        if base is None or not base.span.start <= offset <= base.span.end:
            return None
        return self.files[1] if len(self.files) > 1 else None

    def names(self) -> Iterator[Use]:
        """Yields every name in every file, beginning with the file itself."""
        for file in self.files:
            for name in file.draft.names:
                yield Use(file, name)

    def declared(self, space: Space) -> Mapping[str, Use]:
        """Returns the names visible in the file, each with its nearest declaration in the chain."""
        nearest: dict[str, Use] = {}
        for use in self.names():
            if use.name.declares and use.name.space == space:
                nearest.setdefault(use.name.text, use)
        return nearest

    def declaration(self, name: Occurrence) -> Use | None:
        """Returns the declaration of a name, or None."""
        return self.declared(self.resolve_space(name).space).get(name.text)

    def resolve_space(self, name: Occurrence) -> Occurrence:
        """Returns an occurrence with its actual namespace: `drop` accepts both deals and values."""
        if not name.drops or name.text in self.declared("deal"):
            return name
        return replace(name, space="value") if name.text in self.declared("value") else name

    def own_names(self) -> tuple[Occurrence, ...]:
        """Returns every name in the file itself, with its actual namespace."""
        return tuple(self.resolve_space(name) for name in self.draft.names)

    def dropped(self) -> frozenset[str]:
        """Returns the names of the deals that the file itself drops."""
        statements = self.draft.statements
        return frozenset(s.name.text for s in statements if isinstance(s, nodes.DropStatement))


@dataclass(slots=True)
class Library:
    """Reads files that others extend, and caches each of them until it changes."""

    _cache: dict[Path, tuple[tuple[int, int], Draft]] = field(default_factory=dict)

    def chain(self, draft: Draft, path: Path | None, opened: Mapping[Path, Draft]) -> Chain:
        """Returns a draft with the files that it extends; open documents take precedence over saved
        files.
        """
        files = [FileDraft(draft, path)]
        while len(files) < LONGEST_CHAIN:
            base = files[-1].draft.extends()
            base_file = None if base is None else base_path(base.text, files[-1].path)
            if base_file is None or any(_same(base_file, file.path) for file in files):
                break
            real = resolved(base_file)
            read = opened.get(real) or self._read(real)
            if read is None:
                break
            files.append(FileDraft(read, real))
        return Chain(tuple(files))

    def _read(self, path: Path) -> Draft | None:
        try:
            state = path.stat()
        except (OSError, ValueError):
            return None
        stamp = (state.st_mtime_ns, state.st_size)
        cached = self._cache.get(path)
        if cached is None or cached[0] != stamp:
            read = read_source(path, str(path))
            draft = read_draft(SourceText(str(path), "") if isinstance(read, Diagnostic) else read)
            cached = self._cache[path] = (stamp, draft)
        return cached[1]


def words_of(statement: nodes.Statement | None) -> tuple[str, ...]:
    """Returns the words that a parameter can have as values; () for other statements."""
    match statement:
        case nodes.ParameterStatement(range=nodes.Located(value=WordRange(words=words))):
            return words
        case _:
            return ()


def resolved(path: Path) -> Path:
    """Returns the canonical path of a file."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return path.absolute()


def _same(path: Path, other_path: Path | None) -> bool:
    return other_path is not None and resolved(path) == resolved(other_path)


# --- open documents -------------------------------------------------------------------------------


UNSAVED = "rules.clag"
"""The name of a document that has never been saved."""


@dataclass(slots=True, eq=False)
class OpenDocument:
    """An open document: its text, and the results for it so far.

    `edits` counts the events that may change the result of a check. `checked` is the last result,
    with the value of `edits` at the beginning of that check. If the text is too large for a rules
    file, only the diagnostic `refused` is stored.
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
        """The name of the document in diagnostics."""
        return str(self.path) if self.path is not None else UNSAVED

    @property
    def draft(self) -> Draft:
        """The text parsed as far as possible, cached."""
        if self._draft is None:
            self._draft = read_draft(SourceText(self.name, self.text))
        return self._draft

    def lines(self, encoding: Encoding) -> Lines:
        """Returns the line index of the text, cached."""
        if self._lines is None or self._lines.encoding != encoding:
            self._lines = Lines(self.text, encoding)
        return self._lines

    def replace(self, text: str, version: int | None) -> None:
        """Replaces the text."""
        self.text, self.version = text, version
        self.edits += 1
        self._draft = self._lines = None
        self._bound()

    def _bound(self) -> None:
        self.refused = check_size(self.text, self.name)
        if self.refused is not None:
            self.text = ""

    def check(self) -> tuple[int, CheckResult]:
        """Checks the current text; files that it extends are read as saved on disk."""
        edits = self.edits
        if self.refused is not None:
            return edits, CheckResult(None, None, (self.refused,))
        return edits, check_text(self.text, self.name, self.path)

    def problems(self) -> tuple[Diagnostic, ...]:
        """Returns the problems of the current text, or () if it has not been checked yet."""
        return self.checked[1].diagnostics if self.checked and self.is_current else ()

    @property
    def is_current(self) -> bool:
        """True if the current text has been checked."""
        return self.checked is not None and self.checked[0] == self.edits


@dataclass(slots=True)
class Documents:
    """All open documents, by URI."""

    opened: dict[str, OpenDocument] = field(default_factory=dict)
    library: Library = field(default_factory=Library)

    def chain(self, document: OpenDocument) -> Chain:
        """Returns a document and the files that it extends; for open files, the current text is
        used.
        """
        drafts = {
            opened_document.path: opened_document.draft
            for opened_document in self.opened.values()
            if opened_document.path is not None
        }
        return self.library.chain(document.draft, document.path, drafts)

    def others(self, document: OpenDocument) -> tuple[Chain, ...]:
        """Returns the other open documents, each with the files that it extends."""
        return tuple(
            self.chain(opened_document)
            for opened_document in self.opened.values()
            if opened_document is not document
        )

    def opened_as(self, file: FileDraft) -> OpenDocument | None:
        """Returns the open document of a file, or None."""
        for document in self.opened.values():
            if document.draft is file.draft or (file.path and document.path == file.path):
                return document
        return None

    def uri_of(self, file: FileDraft) -> str:
        """Returns the URI of a file; for an open file, the URI that the editor uses."""
        document = self.opened_as(file)
        return document.uri if document else file.path.as_uri() if file.path else ""

    def lines(self, file: FileDraft, encoding: Encoding) -> Lines:
        """Returns the lines of a file."""
        document = self.opened_as(file)
        return document.lines(encoding) if document else Lines(file.draft.source.text, encoding)

    def source_of(self, document: OpenDocument, place: Place) -> tuple[str, str, Place] | None:
        """Returns the URI and text of the file that contains a place, and the place; None if the
        file is unknown.
        """
        if place.file == document.name:
            return document.uri, document.text, place
        for file in self.chain(document).files[1:]:
            if file.path is not None and _is_named(file.path, place.file):
                return self.uri_of(file), file.draft.source.text, place
        return None


def _is_named(path: Path, name: str) -> bool:
    """Returns whether a name in diagnostics refers to a file: as a path, or as a bundled game."""
    name_path = Path(name)
    return path.name == name or (len(name_path.parts) > 1 and path == name_path.resolve())


def span_in(text: str, place: Place) -> Span:
    """Returns the span of a place in `text`, which may have become shorter since the place was
    found.
    """
    source = SourceText(place.file, text)
    return Span(
        _offset(source, place.line, place.column), _offset(source, place.end_line, place.end_column)
    )


def _offset(source: SourceText, line: int, column: int) -> int:
    if line > len(source.line_starts):
        return len(source.text)
    return min(source.line_starts[line - 1] + column - 1, len(source.text))
