"""Every place where a name stands: in its file, in what that extends, in what extends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clagdsl.lsp.workspace import Chain, Use


def uses(chain: Chain, offset: int, others: Iterable[Chain] = ()) -> tuple[Use, ...]:
    """All that means the same as the name at an offset, its declaration included.

    The long name of a deal and its short one mean the same. A file that declares the name itself
    means its own.
    """
    name = chain.draft.name_at(offset)
    declared = None if name is None else chain.declaration(name)
    if name is None or declared is None:
        return ()
    found: dict[tuple[int, int], Use] = {}
    for each in (chain, *others):
        for use in _uses(each, declared):
            found.setdefault((id(use.file.draft), use.name.span.start), use)
    return tuple(found.values())


def _uses(chain: Chain, declared: Use) -> Iterator[Use]:
    space = declared.name.space
    for depth, file in enumerate(chain.files):
        within = Chain(chain.files[depth:])
        known = within.declared(space)
        for name in within.own_names():
            meant = known.get(name.text) if name.space == space else None
            if meant is not None and _is_one(meant, declared):
                yield Use(file, name)


def _is_one(first: Use, second: Use) -> bool:
    """Whether two declarations are one: of one statement, as long and short names are."""
    if first.file.draft is not second.file.draft:
        return False
    if first.name == second.name:
        return True
    return first.name.statement is not None and first.name.statement is second.name.statement
