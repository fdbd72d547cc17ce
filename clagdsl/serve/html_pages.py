"""Pages made of templates, which escape whatever they show."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clagdsl.serve.fragments import KEY_MARK, SEEN_MARK, LivePage, PagePart, SharedParts, unmarked
from clagdsl.serve.members import bot_label

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

FOLDER = Path(__file__).parent


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["remembered"] = RememberedPieces().piece
    environment.globals["bot_label"] = bot_label
    environment.globals["style"] = _versioned("table.css")
    environment.globals["script"] = _versioned("table.js")
    return environment


def _versioned(name: str) -> str:
    """Returns the address of a file that browsers keep, until it is another one."""
    content = (FOLDER / "static" / name).read_bytes()
    return f"/static/{name}?{sha256(content).hexdigest()[:12]}"


def rendered(template: str, **shown: object) -> str:
    """Returns the page that a template makes of what it is given."""
    return _environment().get_template(template).render(shown)


def rendered_live(template: str, number: int, shared: SharedParts, **shown: object) -> LivePage:
    """Returns the page of a table after so many events, with the parts that its template calls
    live.

    Parts that the template says several viewers share are taken from `shared`, or put there.
    """
    parts = _PartCollector(shared)
    text = rendered(template, live=parts.element, key=KEY_MARK, seen=SEEN_MARK, **shown)
    return LivePage(number, text, parts.made)


MOST_PIECES: Final = 20_000
"""So many pieces of pages are remembered, some 10 MB."""


class RememberedPieces:
    """Pieces of pages that come back: most lines of a sheet stand as they stood before.

    Nothing of a page takes longer than to make its text safe, name by name and number by number.
    """

    def __init__(self) -> None:
        self._pieces: dict[Hashable, Markup] = {}

    def piece(self, *all_it_shows: Hashable, caller: Callable[[], Markup]) -> Markup:
        """What a piece of a template makes, which shows nothing but these; its name comes first."""
        markup = self._pieces.get(all_it_shows)
        if markup is None:
            while len(self._pieces) >= MOST_PIECES:
                self._pieces.pop(next(iter(self._pieces)), None)
            markup = self._pieces[all_it_shows] = caller()
        return markup


class _PartCollector:
    """The live parts of a page, as its template makes them."""

    def __init__(self, shared: SharedParts) -> None:
        self.made: dict[str, PagePart] = {}
        self._shared = shared

    def element(
        self,
        tag: str,
        name: str,
        classes: str = "",
        *,
        caller: Callable[[], Markup],
        shared: Hashable = None,
        **attributes: str,
    ) -> Markup:
        """Returns an element that stands in the page and is told to who has the page open.

        Whoever is shown the same table shares what it holds as far as `shared` is equal; nobody
        does where that is None.
        """
        from markupsafe import Markup, escape

        content = caller() if shared is None else self._content(name, shared, caller)
        self.made[name] = PagePart(classes, unmarked(content))
        attribute_text = "".join(
            f' {word.replace("_", "-")}="{escape(value)}"' for word, value in attributes.items()
        )
        start = f'<{tag} id="{escape(name)}" class="{escape(classes)}" data-part{attribute_text}>'
        return Markup(f"{start}{content}</{tag}>")

    def _content(self, name: str, shared: Hashable, caller: Callable[[], Markup]) -> str:
        content = self._shared.get((name, shared))
        if content is None:
            content = self._shared[name, shared] = caller()
        return content
