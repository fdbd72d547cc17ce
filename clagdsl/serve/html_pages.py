"""Pages made of templates, which escape whatever they show."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment

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
