"""Pages rendered from templates, which escape everything they show."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from clagdsl.serve.page_language import Fact, page_language, quoted_phrase, reported

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
    environment.globals |= {"phrase": _phrase, "reported": reported, "language": page_language}
    environment.globals["style"] = _versioned("table.css")
    return environment


def _phrase(name: str, /, **facts: Fact) -> Markup:
    """Returns a message as HTML; facts that are HTML already stay as they are."""
    from markupsafe import Markup, escape

    return Markup(quoted_phrase(escape, name, facts))


def _versioned(name: str) -> str:
    """Returns the URL of a static file, with a hash of its content so that it can be cached."""
    content = (FOLDER / "static" / name).read_bytes()
    return f"/static/{name}?{sha256(content).hexdigest()[:12]}"


def rendered(template: str, **shown: object) -> str:
    """Returns the page that a template renders from these values."""
    return _environment().get_template(template).render(shown)
