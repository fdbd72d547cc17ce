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

from clagdsl.explain.catalogue import ENGLISH, LANGUAGES, compiled_language
from clagdsl.explain.web_bundle import LATER_FILES, SERVED_FILES, served_catalogue, served_text
from clagdsl.lang.resources import data_folder, is_file, shipped_folder
from clagdsl.serve.html_pages import FOLDER, rendered
from clagdsl.serve.http import WebRequest, WebResponse
from clagdsl.serve.page_language import page_language, phrase
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
    """Returns the file with this name, or None. A German program is named `NAME.de.js`."""
    stem, _, kind = name.rpartition(".")
    page, _, own_language = stem.partition(".")
    file, language = f"{page}.{kind}", own_language or ENGLISH
    is_ours = file in SERVED_FILES or file in LATER_FILES
    if not is_ours or name != name_in(file, language) or language not in LANGUAGES:
        return None
    minified = shipped_folder() / "pages" / file
    text = minified.read_text("utf-8") if is_file(minified) else served_text(file)
    if kind == "js":
        text = served_catalogue(file, language) + text
    return PageFile(text, MEDIA_TYPES[kind], sha256(text.encode()).hexdigest()[:12])


def name_in(file: str, language: str) -> str:
    """Returns the name of a file for pages in a language; styles are the same in all."""
    return (
        file if language == ENGLISH or file.endswith(".css") else file.replace(".", f".{language}.")
    )


def shell(page: str, template: str, **shown: object) -> WebResponse:
    """Returns the shell of a page in the language of the request, rendered from a template."""
    language = page_language()
    files = (f"{page}.css", f"{page}.js")
    style, script = (file_address(name_in(file, language)) for file in files)
    text = rendered(template, style=style, script=script, **shown)
    return WebResponse(text, is_shell=True)


def file_address(name: str) -> str:
    """Returns the address of a file, which changes with its content."""
    file = page_file(name)
    assert file is not None, name
    return f"/page/{name}?{file.digest}"


async def send_file(request: WebRequest) -> WebResponse:
    """Returns a file; browsers keep it if the address has its hash."""
    file = page_file(request.path_params["file"])
    if file is None:
        return missing(phrase("no-file-here"))
    is_immutable = file.digest in request.query
    return WebResponse(file.text, media_type=file.media_type, is_immutable=is_immutable)


@cache
def worker_program(language: str) -> str:
    """Returns the program of the service worker, with the version and the files of the pages."""
    static = [path for path in (FOLDER / "static").iterdir() if path.suffix in INSTALLED]
    files = [
        *(file_address(name_in(file, language)) for file in SERVED_FILES),
        *(f"/static/{path.name}" for path in static),
    ]
    text = (data_folder("web") / "house" / "service_worker.js").read_text("utf-8")
    words = str(compiled_language(language)["made_of"])
    version = sha256("\n".join([VERSION, text, words, *files]).encode())
    for path in (*static, *(FOLDER / "templates").iterdir()):
        version.update(path.read_bytes())
    program = {"version": version.hexdigest()[:12], "files": files}
    return f"self.program = {json.dumps(program)};\n{text}"


async def send_worker(_request: WebRequest) -> WebResponse:
    """Returns the program of the service worker, for which browsers ask again each time."""
    program = worker_program(page_language())
    return WebResponse(program, media_type=MEDIA_TYPES["js"], is_shell=True)
