"""The page of a table in parts: whole for who asks for it, what has changed for who has it open.

What a form holds of the moment, its key and the events seen, is no part of a page: a page that two
phones are shown alike is made once, and each is told its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from secrets import token_hex
from typing import Final, TypeAlias

from clagdsl.serve.lobby import AnyTable

KEY_MARK: Final = token_hex(16)
"""Stands in a page for the key of the next tap: drawn, so that no text of anybody holds it."""
SEEN_MARK: Final = token_hex(16)
"""Stands in a page for the number of events that it shows."""
_as_json: Final = json.JSONEncoder(ensure_ascii=False).encode
SharedParts: TypeAlias = dict[Hashable, str]
"""What stands alike in the pages of several viewers of a table that stands as it does."""
MOST_KEPT: Final = 500
"""The pages of so many tables are kept."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a page: the classes of its element and what that holds, as both are sent."""

    classes: str
    content: str

    @property
    def sent(self) -> str:
        """The part as the stream has it."""
        return _part_json(self.classes, self.content)


@lru_cache(maxsize=2_000)
def _part_json(classes: str, content: str) -> str:
    """Returns the same, made once for all phones that are told it."""
    return f"[{_as_json(classes)}, {_as_json(content)}]"


@dataclass(frozen=True, slots=True)
class LivePage:
    """The page of a table after `number` events: its whole text with marks, and its parts."""

    number: int
    text: str
    parts: Mapping[str, PagePart]

    def whole(self, key: str) -> str:
        """Returns the page for who asks for it; `key` is that of the next tap."""
        return self.text.replace(KEY_MARK, key).replace(SEEN_MARK, str(self.number))

    def since(self, shown: LivePage | None, key: str) -> str:
        """What a stream tells who was shown another page of the table, or with None nothing."""
        before: Mapping[str, PagePart] = {} if shown is None else shown.parts
        parts = {name: part for name, part in self.parts.items() if before.get(name) != part}
        parts_json = ", ".join(f'"{name}": {part.sent}' for name, part in parts.items())
        return f'{{"number": {self.number}, "key": "{key}", "parts": {{{parts_json}}}}}'


def unmarked(text: str) -> str:
    """Returns a text without marks."""
    return text.replace(KEY_MARK, "").replace(SEEN_MARK, "")


@dataclass(frozen=True, slots=True)
class _CachedPages:
    """The pages of a table as it stands, by viewer, and what stands alike in them."""

    table: AnyTable
    pages: dict[Hashable, LivePage] = field(default_factory=dict)
    shared: SharedParts = field(default_factory=dict)


class PageCache:
    """The pages of tables as they stand, each made once for all who are shown the same."""

    def __init__(self) -> None:
        self._pages: dict[str, _CachedPages] = {}

    def page(
        self, table: AnyTable, viewer: Hashable, make: Callable[[SharedParts], LivePage]
    ) -> LivePage:
        """Returns the page of a table for such viewers; what `make` makes hangs on nothing else.

        It is given what pages of the table share, and adds to that.
        """
        kept = self._pages.get(table.name)
        if kept is None or kept.table is not table:
            self._pages.pop(table.name, None)
            while len(self._pages) >= MOST_KEPT:
                self._pages.pop(next(iter(self._pages)))
            kept = self._pages[table.name] = _CachedPages(table)
        page = kept.pages.get(viewer)
        if page is None:
            page = kept.pages[viewer] = make(kept.shared)
        return page
