"""Reads a rules file and the chain of files that it extends.

A reference without slash or dot always names a bundled variant. Anything else is a path, relative
to the file that contains the reference. `Reach` limits the files that a rules file may extend. The
content of a file that does not begin like rules is never shown, because `extends` may name any file
on the machine.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import islice, pairwise
from pathlib import Path, PurePath
from typing import Final, Literal, TypeAlias

from clagdsl import problems
from clagdsl.check.hir import Document
from clagdsl.lang import resources
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.limits import LARGEST_COMPILED, LARGEST_FILE, LONGEST_CHAIN
from clagdsl.lang.source import Place, SourceText
from clagdsl.problems.diagnostic import Diagnostic, Problem
from clagdsl.syntax import nodes
from clagdsl.syntax.parser import parse
from clagdsl.syntax.source_loader import decode, read_bytes, read_source
from clagdsl.syntax.token import CLAUSES

_COMPILED: Final = re.compile(r'\ufeff?\s*\{\s*"format"\s*:\s*"clagdsl game"')
_WORD: Final = re.compile(r"[^./\\]+\Z")
# The head of a rules file: blanks and comments, then `clag` and a version.
_HEAD: Final = re.compile(
    r"\ufeff?(?:\s|#[^\n]*(?:\n|\Z))*clag[ \t]+[0-9]+"
    rf"(?:[ \t]*(?:#|[\r\n]|\Z)|[ \t]+(?:{'|'.join(STATEMENTS)})\b)",
    re.IGNORECASE,
)


def is_bundled_name(reference: str) -> bool:
    """Returns whether a reference names a bundled variant: a word without slash or dot."""
    return _WORD.match(reference) is not None


def looks_like_rules(text: str) -> bool:
    """Returns whether `text` begins like a rules file; no other content may be shown to the user.

    After `clag` and a number, the line must end or a statement must begin, since a diary may begin
    with "Clag" as well. This matters because `extends` or a record may name any file on the
    machine.
    """
    return _HEAD.match(text) is not None


def looks_compiled(text: str) -> bool:
    """Returns whether `text` begins like a compiled game."""
    return _COMPILED.match(text) is not None


def is_compiled(source: SourceText, path: Path | None) -> bool:
    """Returns whether a source is treated as a compiled game, judging by its first characters and
    its file's name.
    """
    if looks_compiled(source.text):
        return True
    return path is not None and _is_json(path) and not looks_like_rules(source.text)


def _is_json(path: Path) -> bool:
    return path.suffix.lower() == ".json"


def read_rules(path: Path, shown_name: str) -> SourceText | Diagnostic:
    """Returns the text of a rules file or compiled game, or a diagnostic explaining why it cannot
    be read.
    """
    data = read_bytes(path, shown_name, LARGEST_COMPILED if _is_json(path) else LARGEST_FILE)
    if isinstance(data, Diagnostic):
        return data
    read = decode(data, shown_name)
    if isinstance(read, SourceText) and not _is_json(path) and is_not_rules(read.text):
        return problems.syntax.NoRulesText(shown_name, "a text without any rule").diagnostic()
    return read


def is_not_rules(text: str) -> bool:
    """Returns whether no line of `text` begins like a line of a rules file, even a misspelled one.

    Text of one or two lines gets the benefit of the doubt, since it may be the beginning of
    anything.
    """
    if looks_like_rules(text) or looks_compiled(text):
        return False
    from difflib import get_close_matches  # needed only if a file does not begin as rules do

    from clagdsl.syntax.hints.synonyms import SYNONYMS

    begins = [line.split(None, 1)[0] for line in text.splitlines() if line.strip()]
    words = {"".join(filter(str.isalpha, word)).lower() for word in begins if word[0] != "#"}
    keywords = ("clag", *STATEMENTS, *CLAUSES)
    if len(begins) <= FEW_LINES or words & {*keywords, *SYNONYMS}:
        return False
    return not any(
        get_close_matches(word, keywords, 1, 0.75) for word in sorted(words)[:MOST_WORDS]
    )


# Texts with at most this many lines are never called "not rules".
FEW_LINES: Final = 2
# The most distinct first words that are compared with the keywords.
MOST_WORDS: Final = 200


def compiled_too_large(source: SourceText) -> Diagnostic | None:
    """Returns a diagnostic if a compiled game is too large to be read, or None."""
    if len(source.text.encode("utf-8", "surrogatepass")) <= LARGEST_COMPILED:
        return None
    return problems.syntax.FileTooLarge(source.name, LARGEST_COMPILED).diagnostic()


def is_inside(path: Path, folder: Path) -> bool:
    """Returns whether a path, after following links, is a folder or lies below it."""
    try:
        return folder.resolve() in path.resolve().parents
    except (OSError, RuntimeError, ValueError):
        return False


@dataclass(slots=True)
class SourceChain:
    """The files of a chain: the requested file first, each followed by the one that it extends."""

    documents: list[Document] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, SourceText] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SharedTexts:
    """Rules files of an assistant's folder, by name; `texts` is None if it has no folder.

    `names` are the names of all its files, for suggestions.
    """

    texts: Mapping[str, str] | None
    names: tuple[str, ...] = ()

    def find(self, reference: str) -> SourceText | None:
        """Returns the file that a reference names, or None."""
        name = reference.removeprefix("./")
        text = None if self.texts is None else self.texts.get(name)
        return None if text is None else SourceText(name, text)


Reach: TypeAlias = Path | SharedTexts | Literal["bundled"] | None
"""The files that a rules file may extend in addition to bundled games: those below a folder, texts
in memory, none ("bundled"), or any (None).
"""


def load_chain(source: SourceText, path: Path | None, within: Reach = None) -> SourceChain:
    """Parses a source and the files that it extends; `path` is the file of the source, or None.

    If `within` is a folder, only bundled rules and files in that folder or below are read. If it is
    "bundled" or `SharedTexts`, other files are not even looked up.
    """
    source_chain = SourceChain()
    seen: dict[Path, str] = {}
    current: SourceText | None = source
    while current is not None:
        if path is not None:
            seen[_resolved(path)] = current.name
        source_chain.sources[current.name] = current
        result = parse(current)
        source_chain.diagnostics.extend(result.diagnostics)
        if result.file is None:
            break
        document = _document(current, result.file)
        source_chain.documents.append(document)
        base = document.extends
        current = None
        if base is not None:
            path, current = _open_base(source_chain, document, base, path, seen, within)
    _inherit_sources(source_chain.documents)
    return source_chain


def chain_from_texts(sources: Sequence[SourceText]) -> SourceChain:
    """Parses a chain whose sources are already in memory, the requested file first."""
    source_chain = SourceChain()
    for source in sources:
        source_chain.sources[source.name] = source
        result = parse(source)
        source_chain.diagnostics.extend(result.diagnostics)
        if result.file is None:
            break
        source_chain.documents.append(_document(source, result.file))
    _inherit_sources(source_chain.documents)
    return source_chain


def _inherit_sources(documents: list[Document]) -> None:
    """Adds the sources that each file inherits; a file's own declaration of a name wins."""
    inherited: dict[str, nodes.SourceStatement] = {}
    for document in reversed(documents):
        inherited = {**inherited, **document.cited}
        document.cited.update(inherited)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def _document(source: SourceText, tree: nodes.File) -> Document:
    cited: dict[str, nodes.SourceStatement] = {}
    for statement in tree.statements:
        if isinstance(statement, nodes.SourceStatement):
            cited.setdefault(statement.name.text, statement)
    return Document(source, tree, cited)


def _open_base(
    source_chain: SourceChain,
    document: Document,
    base: nodes.Name,
    path: Path | None,
    seen: dict[Path, str],
    within: Reach,
) -> tuple[Path | None, SourceText | None]:
    """Returns the path and text of the file that `extends` names.

    Returns (None, None) after reporting that the file is off limits or cannot be extended.
    """
    place, base_file = document.place(base.span), base_path(base.text, path)
    bundled = is_bundled_name(base.text)
    refused: Problem
    if isinstance(within, SharedTexts) and not bundled:
        return None, _shared_base(source_chain, place, base.text, within)
    if within == "bundled" and not bundled:
        only = problems.syntax.OnlyBundled(base.text, "a file").diagnostic()
        refused = problems.checks.UnreadableBase(place, base.text, only)
    elif base_file is None:
        names, siblings = resources.all_names(), sibling_files(path)
        if isinstance(within, SharedTexts):
            siblings = within.names
        refused = problems.checks.UnknownVariant(place, base.text, names, siblings)
    elif _resolved(base_file) in seen:
        refused = problems.checks.ExtendsItself(place, base.text)
    elif len(source_chain.documents) >= LONGEST_CHAIN:
        refused = problems.checks.ChainTooLong(place, LONGEST_CHAIN)
    elif isinstance(within, Path) and not bundled and not is_inside(base_file, within):
        why = problems.syntax.OutOfReach(base.text, "outside the folder of the record").diagnostic()
        refused = problems.checks.UnreadableBase(place, base.text, why)
    else:
        return base_file, _read_base(source_chain, place, base_file, base.text, path)
    source_chain.diagnostics.append(refused.diagnostic())
    return None, None


def _shared_base(
    source_chain: SourceChain, place: Place, reference: str, shared: SharedTexts
) -> SourceText | None:
    """Returns the text in memory that `extends` names, or None after reporting why it has none."""
    base = shared.find(reference)
    refused: Problem
    if base is not None and base.name in source_chain.sources:
        refused = problems.checks.ExtendsItself(place, reference)
    elif len(source_chain.documents) >= LONGEST_CHAIN:
        refused = problems.checks.ChainTooLong(place, LONGEST_CHAIN)
    elif base is None and shared.texts is None:
        why = problems.syntax.NoSharedFolder(reference, "a file").diagnostic()
        refused = problems.checks.UnreadableBase(place, reference, why)
    elif base is None:
        why = problems.syntax.NotInSharedFolder(reference, "a file").diagnostic()
        refused = problems.checks.UnreadableBase(place, reference, why, shared.names)
    elif not looks_like_rules(base.text):
        kind = "a compiled game" if looks_compiled(base.text) else "another text"
        why = problems.syntax.NoRulesText(base.name, kind).diagnostic()
        refused = problems.checks.UnreadableBase(place, reference, why)
    else:
        return base
    source_chain.diagnostics.append(refused.diagnostic())
    return None


def redirect_bundled_fixes(
    diagnostics: Iterable[Diagnostic], documents: Sequence[Document]
) -> Iterator[Diagnostic]:
    """Yields the problems, but replaces fixes in bundled games with advice to `change` the clause.

    Users cannot edit bundled games.
    """
    bases = pairwise(documents)
    bundled = {
        base.source.name
        for document, base in bases
        if (named := document.extends) is not None and is_bundled_name(named.text)
    }
    for each in diagnostics:
        if each.place is None or each.place.file not in bundled or not each.help:
            yield each
            continue
        own = f"do not edit a bundled game: `change` this clause in `{documents[0].source.name}`"
        yield replace(each, help=f"{each.help}; {own}", fix=(), safe=False)


# The most directory entries that are read to find sibling files.
MOST_SIBLINGS: Final = 1_000


def sibling_files(path: Path | None) -> tuple[str, ...]:
    """Returns the names of the other rules files in a file's folder; () if it cannot be read."""
    if path is None:
        return ()
    try:
        with os.scandir(path.parent) as entries:
            names = [each.name for each in islice(entries, MOST_SIBLINGS)]
    except OSError:
        return ()
    return tuple(sorted(each for each in names if each.endswith(".clag") and each != path.name))


def _folder(path: Path | None) -> Path:
    """Returns the folder that relative references in a file are resolved against."""
    return Path() if path is None else path.parent


def base_path(reference: str, path: Path | None) -> Path | None:
    """Returns the path of the file that a reference in a file names; None for an unknown bundled
    variant.
    """
    if is_bundled_name(reference):
        return resources.bundled_path(reference)
    return _folder(path) / reference


def file_extended(source: SourceText, path: Path) -> Path | None:
    """Returns the path of the file that `source` extends; the file may not exist.

    Returns None if `source` extends a bundled game or nothing.
    """
    tree = None if looks_compiled(source.text) else parse(source).file
    named = None if tree is None else _document(source, tree).extends
    if named is None or is_bundled_name(named.text):
        return None
    return base_path(named.text, path)


def _read_base(
    source_chain: SourceChain, place: Place, path: Path, written: str, extending: Path | None
) -> SourceText | None:
    read = read_source(path, path.name if is_bundled_name(written) else str(path))
    if not isinstance(read, Diagnostic) and not looks_like_rules(read.text):
        kind = "a compiled game" if looks_compiled(read.text) else "another text"
        read = problems.syntax.NoRulesText(str(path), kind).diagnostic()
    if isinstance(read, Diagnostic):
        siblings = sibling_files(extending)
        siblings = () if written in siblings else siblings
        bundled = PurePath(written).stem if resources.bundled_path(PurePath(written).stem) else ""
        source_chain.diagnostics.append(
            problems.checks.UnreadableBase(place, written, read, siblings, bundled).diagnostic()
        )
        return None
    return read


# --- references to rules in saved files ---------------------------------------------------


def reference_from(path: Path, rules: str) -> str | Path:
    """Returns the rules that a file at `path` names: a bundled name, or a path from the current
    folder.
    """
    written = written_from(path, rules)
    return as_from_here(written) if isinstance(written, Path) else written


def written_from(path: Path, rules: str) -> str | Path:
    """Returns the same rules as `reference_from`, with an unshortened path and no file access."""
    return rules if is_bundled_name(rules) else path.parent / rules


def as_from_here(path: Path) -> Path:
    """Returns a path without `..` if possible, made relative to the current folder if it lies below
    it.

    A path whose `..` leads out of a symbolic link is returned unchanged.
    """
    if ".." not in path.parts:
        return path
    shorter = Path(os.path.normpath(path))
    try:
        if not shorter.samefile(path):
            return path
    except (OSError, ValueError):
        return path
    here = Path.cwd()
    return shorter.relative_to(here) if shorter.is_relative_to(here) else shorter


def rules_from(reference: str | Path, path: Path | None) -> str:
    """Returns the reference with which a file at `path` names the rules.

    Without a path, the reference is relative to the current folder.
    """
    if is_bundled_name(str(reference)):
        return str(reference)
    folder = Path() if path is None else path.parent
    try:
        named = PurePath(os.path.relpath(reference, folder)).as_posix()
    except ValueError:  # on another drive
        named = Path(reference).absolute().as_posix()
    return f"./{named}" if is_bundled_name(named) else named
