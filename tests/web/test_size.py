"""How large the JavaScript core is, and the page of `clagdsl keep`.

The core is what a page loads that shows schedules, bids and scores. It is measured module by
module: whoever bundles it for a page of their own gets it smaller.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import minify
from support.unproved import unproved

from clagdsl.explain.keeper_page import keeper_page

SOURCES = Path(__file__).parents[2] / "web" / "clag-score" / "src"
MOST_BYTES = 11_300


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


def test_the_keeper_is_small() -> None:
    page = keeper_page(unproved("pagat").rules, "pagat")
    assert len(page.encode()) < 400_000
