"""Pages made of templates, which escape whatever they show."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from clagdsl.serve.live_page import KEY_MARK, SEEN_MARK, LivePage, PagePart, unmarked

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

FOLDER = Path(__file__).parent


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["style"] = _versioned("table.css")
    made.globals["script"] = _versioned("table.js")
    return made


def _versioned(name: str) -> str:
    """The address of a file that browsers keep, until it is another one."""
    content = (FOLDER / "static" / name).read_bytes()
    return f"/static/{name}?{sha256(content).hexdigest()[:12]}"


def rendered(template: str, **shown: object) -> str:
    """The page that a template makes of what it is given."""
    return _environment().get_template(template).render(shown)


def rendered_live(template: str, number: int, **shown: object) -> LivePage:
    """The page of a table after so many events, with the parts that its template calls live."""
    parts = _PagePartsMade()
    text = rendered(template, live=parts.element, key=KEY_MARK, seen=SEEN_MARK, **shown)
    return LivePage(number, text, parts.made)


class _PagePartsMade:
    """The live parts of a page, as its template makes them."""

    def __init__(self) -> None:
        self.made: dict[str, PagePart] = {}

    def element(
        self,
        tag: str,
        name: str,
        classes: str = "",
        *,
        caller: Callable[[], Markup],
        **attributes: str,
    ) -> Markup:
        """An element that stands in the page and is told to who has the page open."""
        from markupsafe import Markup, escape

        content = caller()
        self.made[name] = PagePart(classes, unmarked(content))
        said = "".join(
            f' {word.replace("_", "-")}="{escape(value)}"' for word, value in attributes.items()
        )
        start = f'<{tag} id="{escape(name)}" class="{escape(classes)}" data-part{said}>'
        return Markup(f"{start}{content}</{tag}>")
