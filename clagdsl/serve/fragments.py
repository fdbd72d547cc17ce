"""Pages of tables as text and fragments: a full page on load, the changed fragments over SSE.

A template is rendered once and yields both the whole page and its live parts. The key of the next
request and the number of events seen differ for every copy of a page. They are not part of a
rendered page: placeholders mark their places, and are replaced when the page is sent. So viewers
who see the same content share one rendering.
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
"""Placeholder in a page for the key of the next request. It is random, so no user's text contains
it.
"""
SEEN_MARK: Final = token_hex(16)
"""Placeholder in a page for the number of events that the page shows."""
_as_json: Final = json.JSONEncoder(ensure_ascii=False).encode
SharedParts: TypeAlias = dict[Hashable, str]
"""Fragments that several viewers of a table share, by part and by the values on which it depends.
"""
MOST_KEPT: Final = 500
"""Maximum number of tables whose rendered pages are cached."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """One live element of a page: its CSS classes and its inner HTML."""

    classes: str
    content: str

    @property
    def sent(self) -> str:
        """The part as JSON, as the stream sends it."""
        return _part_json(self.classes, self.content)


@lru_cache(maxsize=2_000)
def _part_json(classes: str, content: str) -> str:
    """Returns the JSON of a part, encoded once for all phones that receive it."""
    return f"[{_as_json(classes)}, {_as_json(content)}]"


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page of a table, rendered after `number` events: its text with placeholders,
    and its parts.
    """

    number: int
    text: str
    parts: Mapping[str, PagePart]

    def whole(self, key: str) -> str:
        """Returns the whole page with its placeholders replaced; `key` is the key of the next
        request.
        """
        return self.text.replace(KEY_MARK, key).replace(SEEN_MARK, str(self.number))

    def since(self, shown: LivePage | None, key: str) -> str:
        """Returns a JSON message with the parts that differ from `shown`, or with all parts if it
        is None.
        """
        before: Mapping[str, PagePart] = {} if shown is None else shown.parts
        parts = {name: part for name, part in self.parts.items() if before.get(name) != part}
        parts_json = ", ".join(f'"{name}": {part.sent}' for name, part in parts.items())
        return f'{{"number": {self.number}, "key": "{key}", "parts": {{{parts_json}}}}}'


def unmarked(text: str) -> str:
    """Returns a text without the placeholders."""
    return text.replace(KEY_MARK, "").replace(SEEN_MARK, "")


@dataclass(frozen=True, slots=True)
class _CachedPages:
    """The rendered pages of one state of a table by viewer, and the fragments that they share."""

    table: AnyTable
    pages: dict[Hashable, LivePage] = field(default_factory=dict)
    shared: SharedParts = field(default_factory=dict)


class PageCache:
    """A cache of the current pages of tables, rendered once for all viewers who see the same
    content.
    """

    def __init__(self) -> None:
        self._pages: dict[str, _CachedPages] = {}

    def page(
        self, table: AnyTable, viewer: Hashable, make: Callable[[SharedParts], LivePage]
    ) -> LivePage:
        """Returns a viewer's page of a table, from the cache or rendered by `make`.

        `make` may depend only on the table and on `viewer`. It receives the shared fragments of the
        table, and may add to them.
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
