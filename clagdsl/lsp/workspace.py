"""A file with those that it extends, each as far as it can be understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from clagdsl.check.loader import base_path
from clagdsl.lang.limits import LONGEST_CHAIN
from clagdsl.lang.source import SourceText
from clagdsl.lsp.occurrences import Occurrence, Space
from clagdsl.lsp.partial_tree import Draft, read_draft
from clagdsl.problems.model import Diagnostic
from clagdsl.syntax import nodes
from clagdsl.syntax.source_loader import read_source


@dataclass(frozen=True, slots=True)
class FileDraft:
    """A draft and the file that it is of, if it has been saved as one."""

    draft: Draft
    path: Path | None


@dataclass(frozen=True, slots=True)
class Use:
    """A name where a file declares or uses it."""

    file: FileDraft
    name: Occurrence


@dataclass(frozen=True, slots=True)
class Chain:
    """A file, followed by the file that it extends, and so on."""

    files: tuple[FileDraft, ...]

    @property
    def draft(self) -> Draft:
        """The file itself."""
        return self.files[0].draft

    def names(self) -> Iterator[Use]:
        """Every name of every file, the file itself first."""
        for file in self.files:
            for name in file.draft.names:
                yield Use(file, name)

    def declared(self, space: Space) -> Mapping[str, Use]:
        """The names that may be used, each with its nearest declaration."""
        found: dict[str, Use] = {}
        for use in self.names():
            if use.name.declares and use.name.space == space:
                found.setdefault(use.name.text, use)
        return found

    def declaration(self, name: Occurrence) -> Use | None:
        """Where a name is declared."""
        return self.declared(self.meant(name).space).get(name.text)

    def meant(self, name: Occurrence) -> Occurrence:
        """A name of the file itself as what it is: `drop` takes out values, too."""
        if not name.drops or name.text in self.declared("deal"):
            return name
        return replace(name, space="value") if name.text in self.declared("value") else name

    def own_names(self) -> tuple[Occurrence, ...]:
        """Every name of the file itself, as what it is."""
        return tuple(self.meant(name) for name in self.draft.names)

    def dropped(self) -> frozenset[str]:
        """The deals that the file itself takes out."""
        statements = self.draft.statements
        return frozenset(s.name.text for s in statements if isinstance(s, nodes.DropStatement))


@dataclass(slots=True)
class Library:
    """Reads what files extend; a file that has not changed is read once."""

    _kept: dict[Path, tuple[tuple[int, int], Draft]] = field(default_factory=dict)

    def chain(self, draft: Draft, path: Path | None, opened: Mapping[Path, Draft]) -> Chain:
        """A draft with what it extends; of an opened file the draft counts, not what is saved."""
        files = [FileDraft(draft, path)]
        while len(files) < LONGEST_CHAIN:
            base = files[-1].draft.extends()
            found = None if base is None else base_path(base.text, files[-1].path)
            if found is None or any(_same(found, file.path) for file in files):
                break
            real = resolved(found)
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
        kept = self._kept.get(path)
        if kept is None or kept[0] != stamp:
            read = read_source(path, str(path))
            draft = read_draft(SourceText(str(path), "") if isinstance(read, Diagnostic) else read)
            kept = self._kept[path] = (stamp, draft)
        return kept[1]


def resolved(path: Path) -> Path:
    """The one path of a file, whatever it is called."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return path.absolute()


def _same(one: Path, other: Path | None) -> bool:
    return other is not None and resolved(one) == resolved(other)
