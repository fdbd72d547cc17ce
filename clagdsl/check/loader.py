"""Read a rules file and the files that it extends."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
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
_HEAD: Final = re.compile(
    r"\ufeff?(?:\s|#[^\n]*(?:\n|\Z))*clag[ \t]+[0-9]+"
    rf"(?:[ \t]*(?:#|[\r\n]|\Z)|[ \t]+(?:{'|'.join(STATEMENTS)})\b)",
    re.IGNORECASE,
)


def is_bundled_name(reference: str) -> bool:
    """Returns whether a reference is a word without slash or dot, which always means a bundled
    variant.
    """
    return _WORD.match(reference) is not None


def looks_like_rules(text: str) -> bool:
    """Returns whether a text begins as rules do; of another text nothing may be shown.

    Behind `clag` and a number the line ends or a statement begins: a diary may begin with "Clag". A
    file that somebody else names, in `extends` or in a record, may be any file of this machine.
    """
    return _HEAD.match(text) is not None


def looks_compiled(text: str) -> bool:
    """Returns whether a text begins as a compiled game does."""
    return _COMPILED.match(text) is not None


def is_compiled(source: SourceText, path: Path | None) -> bool:
    """Returns whether a text is to be read as a compiled game: by its mark, or by the name of its
    file.
    """
    if looks_compiled(source.text):
        return True
    return path is not None and _is_json(path) and not looks_like_rules(source.text)


def _is_json(path: Path) -> bool:
    return path.suffix.lower() == ".json"


def read_rules(path: Path, shown_name: str) -> SourceText | Diagnostic:
    """Returns the text of a rules file or of a compiled game, or why it cannot be read."""
    data = read_bytes(path, shown_name, LARGEST_COMPILED if _is_json(path) else LARGEST_FILE)
    if isinstance(data, Diagnostic):
        return data
    read = decode(data, shown_name)
    if isinstance(read, SourceText) and not _is_json(path) and is_not_rules(read.text):
        return problems.syntax.NoRulesText(shown_name, "a text without any rule").diagnostic()
    return read


def is_not_rules(text: str) -> bool:
    """Returns whether no line of a text begins as a line of rules does, rightly spelt or not.

    Of one or two lines anything may be the beginning.
    """
    if looks_like_rules(text) or looks_compiled(text):
        return False
    from difflib import get_close_matches  # only a file that does not begin as rules do comes here

    from clagdsl.syntax.hints.synonyms import SYNONYMS

    begins = [line.split(None, 1)[0] for line in text.splitlines() if line.strip()]
    words = {"".join(filter(str.isalpha, word)).lower() for word in begins if word[0] != "#"}
    keywords = ("clag", *STATEMENTS, *CLAUSES)
    if len(begins) <= FEW_LINES or words & {*keywords, *SYNONYMS}:
        return False
    return not any(
        get_close_matches(word, keywords, 1, 0.75) for word in sorted(words)[:MOST_WORDS]
    )


FEW_LINES: Final = 2
MOST_WORDS: Final = 200


def compiled_too_large(source: SourceText) -> Diagnostic | None:
    """Returns why the text of a compiled game is not read at all, or None."""
    if len(source.text.encode("utf-8", "surrogatepass")) <= LARGEST_COMPILED:
        return None
    return problems.syntax.FileTooLarge(source.name, LARGEST_COMPILED).diagnostic()


def is_inside(path: Path, folder: Path) -> bool:
    """Returns whether a path leads into a folder or below it, links followed."""
    try:
        return folder.resolve() in path.resolve().parents
    except (OSError, RuntimeError, ValueError):
        return False


@dataclass(slots=True)
class SourceChain:
    """The files read, the one asked for first, each followed by the one that it extends."""

    documents: list[Document] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, SourceText] = field(default_factory=dict)


Reach: TypeAlias = Path | Literal["bundled"] | None
"""What a text may extend beside bundled rules: the files of a folder, none at all, or any file."""


def load_chain(source: SourceText, path: Path | None, within: Reach = None) -> SourceChain:
    """Parses a text and follow `extends`; `path` is where the text came from, if from a file.

    With `within` only bundled rules and files in that folder or below it are read; of a text that
    may extend only what is bundled, no other file is even looked for.
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
    """As `gather`, from texts alone: that of a file, followed by those that it extends."""
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
    """What a file extends declares sources for it, too; its own declaration of a name counts."""
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
    """Returns the path and text of the file that `extends` names, or a diagnostic why there is
    none.
    """
    place, base_file = document.place(base.span), base_path(base.text, path)
    bundled = is_bundled_name(base.text)
    refused: Problem
    if within == "bundled" and not bundled:
        only = problems.syntax.OnlyBundled(base.text, "a file").diagnostic()
        refused = problems.checks.UnreadableBase(place, base.text, only)
    elif base_file is None:
        names, siblings = resources.all_names(), sibling_files(path)
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


def redirect_bundled_fixes(
    diagnostics: Iterable[Diagnostic], documents: Sequence[Document]
) -> Iterator[Diagnostic]:
    """Yields the problems, those at what a bundled game says with their mend in the file that
    extends it.

    Nobody changes what is bundled.
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
        own = f"nobody edits a bundled game: `change` this clause in `{documents[0].source.name}`"
        yield replace(each, help=f"{each.help}; {own}", fix=(), safe=False)


MOST_SIBLINGS: Final = 1_000


def sibling_files(path: Path | None) -> tuple[str, ...]:
    """Returns the names of the other rules files in the folder of a file, as far as it can be read."""
    if path is None:
        return ()
    try:
        with os.scandir(path.parent) as entries:
            names = [each.name for each in islice(entries, MOST_SIBLINGS)]
    except OSError:
        return ()
    return tuple(sorted(each for each in names if each.endswith(".clag") and each != path.name))


def _folder(path: Path | None) -> Path:
    """Returns the folder that names of files are looked up in."""
    return Path() if path is None else path.parent


def base_path(reference: str, path: Path | None) -> Path | None:
    """Returns the file that `extends` names in a file, or None for an unknown bundled variant."""
    if is_bundled_name(reference):
        return resources.bundled_path(reference)
    return _folder(path) / reference


def file_extended(source: SourceText, path: Path) -> Path | None:
    """Returns the file that a text extends, whether it is there or not; None where it extends none."""
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
        source_chain.diagnostics.append(
            problems.checks.UnreadableBase(place, written, read, siblings).diagnostic()
        )
        return None
    return read


# --- how a file that is kept names rules --------------------------------------------------


def reference_from(path: Path, rules: str) -> str | Path:
    """Returns the rules that the file of a path names."""
    written = written_from(path, rules)
    return as_from_here(written) if isinstance(written, Path) else written


def written_from(path: Path, rules: str) -> str | Path:
    """Returns the same without a look at what is there."""
    return rules if is_bundled_name(rules) else path.parent / rules


def as_from_here(path: Path) -> Path:
    """Returns the same file without the way up and down again that leads to it, from here if it is
    below.

    A path that goes up out of a link stays as it is.
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
    """How a file at a path names the rules; without a path, as from the current folder."""
    if is_bundled_name(str(reference)):
        return str(reference)
    folder = Path() if path is None else path.parent
    try:
        named = PurePath(os.path.relpath(reference, folder)).as_posix()
    except ValueError:  # on another drive
        named = Path(reference).absolute().as_posix()
    return f"./{named}" if is_bundled_name(named) else named
