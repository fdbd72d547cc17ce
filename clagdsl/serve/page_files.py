"""The programs and styles that pages load: the modules of `web` joined, one file each.

The build of a wheel minifies them; in a checkout they are joined when the server first needs them.
An address has the hash of the content, so that browsers keep it. A page loads in three requests:
its shell, its styles and its program. Some load another module later, by an address without a hash.

On https and localhost, the service worker `web/house/service_worker.js` keeps these files and the
shells in the browser, so that pages open without a network.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Final

from clagdsl.explain.web_bundle import LATER_FILES, SERVED_FILES, served_text
from clagdsl.lang.resources import data_folder, is_file, shipped_folder
from clagdsl.serve.html_pages import FOLDER, rendered
from clagdsl.serve.http import WebRequest, WebResponse
from clagdsl.serve.replies import missing
from clagdsl.version import VERSION

MEDIA_TYPES: Final = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
INSTALLED: Final = (".png", ".svg", ".webmanifest")
"""The kinds of static files that an installed page needs: its icons and its description."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file that pages load, with the hash of its content."""

    text: str
    media_type: str
    digest: str


@cache
def page_file(name: str) -> PageFile | None:
    """Returns the file with this name, or None."""
    if name not in (*SERVED_FILES, *LATER_FILES):
        return None
    minified = shipped_folder() / "pages" / name
    text = minified.read_text("utf-8") if is_file(minified) else served_text(name)
    media_type = MEDIA_TYPES[name.rpartition(".")[2]]
    return PageFile(text, media_type, sha256(text.encode()).hexdigest()[:12])


def shell(page: str, template: str, **shown: object) -> WebResponse:
    """Returns the shell of a page, rendered from a template."""
    addresses = {"style": file_address(f"{page}.css"), "script": file_address(f"{page}.js")}
    return WebResponse(rendered(template, **addresses, **shown), is_shell=True)


def file_address(name: str) -> str:
    """Returns the address of a file, which changes with its content."""
    file = page_file(name)
    assert file is not None, name
    return f"/page/{name}?{file.digest}"


async def send_file(request: WebRequest) -> WebResponse:
    """Returns a file; browsers keep it if the address has its hash."""
    file = page_file(request.path_params["file"])
    if file is None:
        return missing("There is no such file here.")
    is_immutable = file.digest in request.query
    return WebResponse(file.text, media_type=file.media_type, is_immutable=is_immutable)


@cache
def worker_program() -> str:
    """Returns the program of the service worker, with the version and the files of the pages."""
    static = [path for path in (FOLDER / "static").iterdir() if path.suffix in INSTALLED]
    files = [*map(file_address, SERVED_FILES), *(f"/static/{path.name}" for path in static)]
    text = (data_folder("web") / "house" / "service_worker.js").read_text("utf-8")
    version = sha256("\n".join([VERSION, text, *files]).encode())
    for path in (*static, *(FOLDER / "templates").iterdir()):
        version.update(path.read_bytes())
    program = {"version": version.hexdigest()[:12], "files": files}
    return f"self.program = {json.dumps(program)};\n{text}"


async def send_worker(_request: WebRequest) -> WebResponse:
    """Returns the program of the service worker, for which browsers ask again each time."""
    return WebResponse(worker_program(), media_type=MEDIA_TYPES["js"], is_shell=True)
