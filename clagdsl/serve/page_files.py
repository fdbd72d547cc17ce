"""The programs and styles that pages load: the modules of `web` joined, one file each.

An address has the hash of the content, so that browsers keep it. A page loads in three requests:
its shell, its styles and its program.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Final

from clagdsl.explain.keeper_page import KEEPER_STYLES, bundle_modules, joined_styles
from clagdsl.lang.resources import data_folder
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import WebRequest, WebResponse
from clagdsl.serve.replies import missing

TABLE_STYLES: Final = (
    "look/tokens.css",
    "look/cards.css",
    "look/dialog.css",
    "look/scores.css",
    "house/paper.css",
    "table/table.css",
)
PROGRAMS: Final = {"keeper.js": "keeper/served.js", "table.js": "table/served.js"}
"""The first module of each program, in the folder `web`."""
STYLES: Final = {"keeper.css": KEEPER_STYLES, "table.css": TABLE_STYLES}
"""The files of each style sheet, in the folder `web`."""
SCRIPT_TYPE: Final = "text/javascript; charset=utf-8"
STYLE_TYPE: Final = "text/css; charset=utf-8"


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file that pages load, with the hash of its content."""

    text: str
    media_type: str
    digest: str


@cache
def page_file(name: str) -> PageFile | None:
    """Returns the file with this name, or None."""
    if name in PROGRAMS:
        text, media_type = bundle_modules(data_folder("web") / PROGRAMS[name]), SCRIPT_TYPE
    elif name in STYLES:
        text, media_type = joined_styles(STYLES[name]), STYLE_TYPE
    else:
        return None
    return PageFile(text, media_type, sha256(text.encode()).hexdigest()[:12])


def file_address(name: str) -> str:
    """Returns the address of a file, which changes with its content."""
    file = page_file(name)
    assert file is not None, name
    return f"/page/{name}?{file.digest}"


def shell_page(name: str, kind: str, title: str) -> WebResponse:
    """Returns the page of a table, the same for everybody, which loads the program of its kind."""
    style, script = file_address(f"{kind}.css"), file_address(f"{kind}.js")
    page = rendered("shell.html", name=name, kind=kind, title=title, style=style, script=script)
    return WebResponse(page)


async def send_file(request: WebRequest) -> WebResponse:
    """Returns a file; browsers keep it if the address has its hash."""
    file = page_file(request.path_params["file"])
    if file is None:
        return missing("There is no such file here.")
    is_immutable = file.digest in request.query
    return WebResponse(file.text, media_type=file.media_type, is_immutable=is_immutable)
