"""Renames a declared name everywhere, and finds all of its uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from clagdsl.check.types import RESERVED
from clagdsl.lang.errors import ClagError
from clagdsl.lang.limits import LONGEST_WORD, SHORTEST_CARD_NAME
from clagdsl.lang.source import SourceText, Span
from clagdsl.lsp.partial_tree import Occurrence, Space, read_draft
from clagdsl.lsp.workspace import Chain, FileDraft, Use, words_of
from clagdsl.syntax import nodes
from clagdsl.syntax.printer import language_words, name_text

SHARED_NAMESPACE: Final[tuple[Space, ...]] = ("value", "special")
"""Namespaces that exclude each other: a name can be declared in only one of them."""


class RenameError(ClagError):
    """Raised if a name cannot be renamed; the message says why."""


@dataclass(frozen=True, slots=True)
class FileEdits:
    """The spans in one file whose text is to be replaced."""

    file: FileDraft
    spans: tuple[Span, ...]
    text: str


def renameable_name(chain: Chain, offset: int) -> Occurrence:
    """Returns the name at an offset; raises RenameError if it cannot be renamed here."""
    name = chain.draft.name_at(offset)
    declaration = None if name is None else chain.declaration(name)
    if name is None or declaration is None:
        raise RenameError(
            "only names of deals, twists, parameters, `let`, special cards and sources can change"
        )
    declaring = declaration.file
    if declaring is not chain.files[0]:
        path = declaring.path
        shown = path.name if path is not None else declaring.draft.source.name
        raise RenameError(f"`{name.text}` is declared in {shown}: rename it there")
    return chain.resolve_space(name)


def rename(
    chain: Chain, offset: int, new_name: str, others: Iterable[Chain] = ()
) -> tuple[FileEdits, ...]:
    """Returns the edits that rename the name at an offset, here and in files that extend this one.

    Raises RenameError if that would change the meaning of the rules.
    """
    name = renameable_name(chain, offset)
    text = _parse_new_name(name, new_name)
    path = chain.files[0].path
    extending = [
        other for other in others if path is not None and path in [f.path for f in other.files[1:]]
    ]
    edits = []
    for target in (chain, *extending):
        _check_available(target, name.space, text)
        spans = _places(target, name, own=target is chain)
        if spans:
            edits.append(FileEdits(target.files[0], spans, _shown(name, text)))
            _check_same_names(target, name, edits[-1], text)
    return tuple(edits)


def _parse_new_name(name: Occurrence, new_name: str) -> str:
    """Returns a new name without quotation marks; raises RenameError if it is not valid."""
    text = new_name.strip()
    if len(text) > 1 and text[0] == '"' == text[-1] and name.space == "deal":
        text = text[1:-1]
    if not text.strip() or text != text.strip():
        raise RenameError("a name must not be empty, and not begin or end with a space")
    if len(text) > LONGEST_WORD:
        raise RenameError(f"a name has at most {LONGEST_WORD} characters")
    if name.space != "deal" and not text.isidentifier():
        raise RenameError(f"`{text}` is not one word: this name is written without quotation marks")
    if name.space == "special" and len(text) < SHORTEST_CARD_NAME:
        raise RenameError(
            f"`{text}` could be mistaken for a card: use at least {SHORTEST_CARD_NAME} letters"
        )
    words = language_words() if name.space == "special" else RESERVED
    if name.space in SHARED_NAMESPACE and text in words:
        raise RenameError(f"`{text}` is a name of the language")
    return text


def _check_available(chain: Chain, space: Space, text: str) -> None:
    spaces = SHARED_NAMESPACE if space in SHARED_NAMESPACE else (space,)
    taken = {
        use.name.text for use in chain.names() if use.name.declares and use.name.space in spaces
    }
    if space == "value":
        taken |= set(_words(chain))
    if text in taken:
        raise RenameError(f"`{text}` is taken already")


def _words(chain: Chain) -> Iterable[str]:
    """Yields the words that parameters can have as values; new names must differ from them."""
    for file in chain.files:
        for statement in file.draft.statements:
            yield from words_of(statement)


def _places(chain: Chain, name: Occurrence, *, own: bool) -> tuple[Span, ...]:
    matches = [n for n in chain.own_names() if (n.space, n.text) == (name.space, name.text)]
    if not own and any(n.declares for n in matches):
        return ()  # that file has its own declaration
    return tuple(n.span for n in matches)


def _shown(name: Occurrence, text: str) -> str:
    return name_text(nodes.Name(name.span, text)) if name.space == "deal" else text


def _check_same_names(chain: Chain, name: Occurrence, edits: FileEdits, text: str) -> None:
    """Raises RenameError if the names in the edited file would differ from those expected."""
    draft = chain.draft
    if not draft.whole:
        raise RenameError("the file has errors: fix them first, so that no use is missed")
    after = read_draft(SourceText(draft.source.name, edited(draft.source.text, edits)))
    key = (name.space, name.text)
    expected = [
        (n.space, text if (meant.space, n.text) == key else n.text, n.declares)
        for n, meant in zip(draft.names, chain.own_names(), strict=True)
    ]
    if not after.whole or expected != _summary(after.names):
        raise RenameError(f"`{text}` cannot replace `{name.text}` everywhere")


def _summary(names: Sequence[Occurrence]) -> list[tuple[Space, str, bool]]:
    return [(name.space, name.text, name.declares) for name in names]


def edited(text: str, edits: FileEdits) -> str:
    """Returns the text of a file with its edits applied."""
    for span in sorted(edits.spans, reverse=True):
        text = text[: span.start] + edits.text + text[span.end :]
    return text


# --- all uses of a name: in its file, in the files that it extends, and in those that extend it ---


def uses(chain: Chain, offset: int, others: Iterable[Chain] = ()) -> tuple[Use, ...]:
    """Returns all uses of the name at an offset, including its declaration.

    The long and the short name of a deal count as one. If a file declares the name itself, its uses
    refer to that declaration.
    """
    name = chain.draft.name_at(offset)
    declared = None if name is None else chain.declaration(name)
    if name is None or declared is None:
        return ()
    by_place: dict[tuple[int, int], Use] = {}
    for target in (chain, *others):
        for use in _uses(target, declared):
            by_place.setdefault((id(use.file.draft), use.name.span.start), use)
    return tuple(by_place.values())


def _uses(chain: Chain, declared: Use) -> Iterator[Use]:
    space = declared.name.space
    for depth, file in enumerate(chain.files):
        within = Chain(chain.files[depth:])
        declarations = within.declared(space)
        for name in within.own_names():
            meant = declarations.get(name.text) if name.space == space else None
            if meant is not None and _is_same_declaration(meant, declared):
                yield Use(file, name)


def _is_same_declaration(first: Use, second: Use) -> bool:
    """Returns whether two names are declared by the same statement, such as a long and a short
    name.
    """
    if first.file.draft is not second.file.draft:
        return False
    if first.name == second.name:
        return True
    return first.name.statement is not None and first.name.statement is second.name.statement
