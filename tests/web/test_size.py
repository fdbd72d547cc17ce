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

from clagdsl.explain.keeper_page import keeper_page
from clagdsl.serve.page_files import page_file

WEB = Path(__file__).parents[2] / "web"
SOURCES = WEB / "clag-score" / "src"
MOST_BYTES = 11_200
MOST_OF_A_PAGE = 65_000


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
    own = {"file.js", "local_store.js", "setup.js", "shelf.js"}
    assert in_file - served == {f"keeper/{name}" for name in own}
    assert served - in_file == {"keeper/served.js", "keeper/sync.js", "look/requests.js"}


@pytest.mark.parametrize("page", ["keeper", "table"])
def test_a_served_page_is_small(page: str) -> None:
    """What a phone loads, minified and compressed."""
    sizes = []
    for name, kind in ((f"{page}.js", "application/javascript"), (f"{page}.css", "text/css")):
        file = page_file(name)
        assert file is not None
        sizes.append(len(gzip.compress(minify.string(kind, file.text).encode(), 9)))
    assert sum(sizes) < MOST_OF_A_PAGE, sizes


def test_the_keeper_is_small() -> None:
    page = keeper_page(unproved("pagat").rules, "pagat")
    assert len(page.encode()) < 400_000
