"""How large the JavaScript core is, and the score keeper in a file and on a server.

The core is what a page loads that shows schedules, bids and scores. It is measured module by
module: whoever bundles it for a page of their own gets it smaller.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import minify
import pytest
from support.unproved import unproved

from clagdsl.explain.catalogue import LANGUAGES
from clagdsl.explain.keeper_page import keeper_page
from clagdsl.explain.web_bundle import (
    KEEPER_IN_A_FILE,
    LATER_FILES,
    SERVED_PAGES,
    WebPage,
    bundle_modules,
    bundle_styles,
    served_catalogue,
    served_text,
)

WEB = Path(__file__).parents[2] / "web"
SOURCES = WEB / "clag-score" / "src"
MOST_BYTES = 11_150
MOST_OF_A_PAGE = 60_000
MOST_OF_A_LANGUAGE = 12_000
MOST_OF_A_LATER_FILE = 8_000


def loaded(start: Path) -> list[Path]:
    """A module and all that it imports, each once."""
    found: list[Path] = []
    left = [start.resolve()]
    while left:
        path = left.pop()
        if path in found:
            continue
        found.append(path)
        named = re.findall(r'from "(\.[^"]+)"', path.read_text("utf-8"))
        left += [(path.parent / name).resolve() for name in named]
    return found


def compressed(paths: list[Path]) -> int:
    text = "".join(
        minify.string("application/javascript", path.read_text("utf-8")) for path in paths
    )
    return len(gzip.compress(text.encode(), 9))


def test_the_core_is_small() -> None:
    core = loaded(SOURCES / "score" / "score.js")
    assert {path.parent.name for path in core} == {"score"}
    assert sorted(core) == sorted((SOURCES / "score").resolve().glob("*.js"))
    assert compressed(core) <= MOST_BYTES


def test_a_sheet_loads_everything() -> None:
    whole = loaded(SOURCES / "sheet" / "sheet.js")
    assert {path.parent.name for path in whole} == {"score", "sheet"}
    assert compressed(whole) > MOST_BYTES


def names_of(start: str) -> set[str]:
    """The modules of a page, as paths in the folder of the web."""
    return {path.relative_to(WEB).as_posix() for path in loaded(WEB / start)}


def test_the_served_keeper_has_the_modules_of_the_file() -> None:
    in_file, served = names_of("keeper/file.js"), names_of("keeper/served.js")
    own = {"file.js", "local_store.js", "own_language.js", "setup.js", "shelf.js"}
    own_served = {"screen_hint.js", "served.js", "sync.js"}
    assert in_file - served == {
        "look/language_field.js",
        "look/people_form.js",
        *(f"keeper/{name}" for name in own),
    }
    assert served - in_file == {
        "look/event_stream.js",
        "look/offline.js",
        "look/requests.js",
        *(f"keeper/{name}" for name in own_served),
    }


@pytest.mark.parametrize("page", SERVED_PAGES)
def test_a_served_page_is_small(page: str) -> None:
    """What a phone loads, minified and compressed, with the English texts."""
    program = minify.string("application/javascript", served_text(f"{page}.js"))
    style = minify.string("text/css", served_text(f"{page}.css"))
    texts = (served_catalogue(f"{page}.js", "en") + program, style)
    sizes = [len(gzip.compress(text.encode(), 9)) for text in texts]
    assert sum(sizes) <= MOST_OF_A_PAGE, sizes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", SERVED_PAGES)
def test_a_language_adds_little_to_a_page(page: str, language: str) -> None:
    """What comes with the program: the messages, and the sentences that a page may be told."""
    line = served_catalogue(f"{page}.js", language)
    assert len(gzip.compress(line.encode(), 9)) <= MOST_OF_A_LANGUAGE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LATER_FILES)
def test_a_program_that_is_loaded_later_is_small(name: str, language: str) -> None:
    program = minify.string("application/javascript", served_text(name))
    assert program.endswith("}")
    text = served_catalogue(name, language) + program
    assert len(gzip.compress(text.encode(), 9)) <= MOST_OF_A_LATER_FILE


def test_the_keeper_is_small() -> None:
    page = keeper_page(unproved("pagat").rules, "pagat")
    assert len(page.encode()) < 400_000


@pytest.mark.parametrize("page", [KEEPER_IN_A_FILE, *SERVED_PAGES.values()])
def test_a_page_defines_every_token_that_it_uses(page: WebPage) -> None:
    styles, program = bundle_styles(page), bundle_modules(page.program_path)
    used = set(re.findall(r"var\((--[\w-]+)\)", styles + program))
    defined = set(re.findall(r"(--[\w-]+)(?:: |\")", styles + program))
    assert used
    assert used - defined == set()
