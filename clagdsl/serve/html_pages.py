"""Pages rendered from templates, which escape everything they show."""

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
    """Returns the URL of a static file, with a hash of its content so that it can be cached."""
    content = (FOLDER / "static" / name).read_bytes()
    return f"/static/{name}?{sha256(content).hexdigest()[:12]}"


def rendered(template: str, **shown: object) -> str:
    """Returns the page that a template renders from these values."""
    return _environment().get_template(template).render(shown)


def rendered_live(template: str, number: int, shared: SharedParts, **shown: object) -> LivePage:
    """Renders a table's page after `number` events, including the live parts of its template.

    Parts that several viewers share are taken from `shared`, or added to it.
    """
    parts = _PartCollector(shared)
    text = rendered(template, live=parts.element, key=KEY_MARK, seen=SEEN_MARK, **shown)
    return LivePage(number, text, parts.made)


MOST_PIECES: Final = 20_000
"""Maximum number of page fragments that are cached, about 10 MB."""


class RememberedPieces:
    """A cache of rendered fragments, such as the rows of a score sheet that rarely change.

    Most of the time spent rendering a page goes into escaping names and numbers.
    """

    def __init__(self) -> None:
        self._pieces: dict[Hashable, Markup] = {}

    def piece(self, *all_it_shows: Hashable, caller: Callable[[], Markup]) -> Markup:
        """Returns the fragment for these values, rendered by `caller` if it is not cached.

        The fragment must depend on nothing else. The first value names the fragment in its
        template.
        """
        markup = self._pieces.get(all_it_shows)
        if markup is None:
            while len(self._pieces) >= MOST_PIECES:
                self._pieces.pop(next(iter(self._pieces)), None)
            markup = self._pieces[all_it_shows] = caller()
        return markup


class _PartCollector:
    """Collects the live parts of a page while its template is rendered."""

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
        """Returns an element of the page that is sent again over SSE when it changes.

        Viewers of the same table share its content if `shared` is equal; if it is None, the content
        is not shared.
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
