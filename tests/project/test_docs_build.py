"""The documentation builds without a warning, and every reference in it leads somewhere."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.links import broken_links

from clagdsl.lang.aspects import TABLE
from clagdsl.problems.render import problem_kinds

ROOT = Path(__file__).parent.parent.parent


LINKS = {
    "playground": (
        "how-to/share-rules",
        '<a href="../playground/index.html">Open the playground.</a>',
    ),
    "gallery": ("variants", '<a href="gallery/index.html">Open the gallery.</a>'),
}


def links_shown(html: Path) -> list[str]:
    """The sites that are linked from their pages of the documentation."""
    return [
        site
        for site, (page, link) in LINKS.items()
        if link in (html / f"{page}.html").read_text("utf-8")
    ]


def write_sites(html: Path) -> None:
    """Put a page in the place of each site."""
    for site in LINKS:
        (html / site).mkdir(parents=True, exist_ok=True)
        (html / site / "index.html").write_text("<p>A site</p>")


def built(folder: Path) -> Path:
    """The documentation, built into a folder where it may stand already."""
    build = [sys.executable, "-m", "sphinx", "-q", "-n", "-W", "--keep-going"]
    build += ["-D", "html_theme=basic"]  # the other builds a tree of all pages for every page
    done = subprocess.run(
        [*build, "-d", folder / "doctrees", ROOT / "docs", folder / "html"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


@pytest.mark.long
def test_a_site_is_linked_where_it_is_and_not_where_it_is_gone(tmp_path: Path) -> None:
    html = built(tmp_path)
    assert links_shown(html) == []
    write_sites(html)
    assert links_shown(built(tmp_path)) == [*LINKS]
    assert broken_links(html) == []
    for site in LINKS:
        (html / site / "index.html").unlink()
    assert links_shown(built(tmp_path)) == []
    assert broken_links(html) == []


def test_pages_link_each_other_in_plain_markdown() -> None:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    assert [str(page) for page in pages if "{doc}" in page.read_text("utf-8")] == []


def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    write_sites(tmp_path / "html")
    assert links_shown(built(tmp_path)) == [*LINKS]
    assert broken_links(tmp_path / "html") == []
    page = (tmp_path / "html" / "reference" / "problems.html").read_text("utf-8")
    missing = [code for code in problem_kinds() if f'id="{code.lower()}"' not in page]
    assert missing == []
    index = (tmp_path / "html" / "searchindex.js").read_text("utf-8")
    index = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    language = index["docnames"].index("reference/language")
    for aspect in TABLE.values():  # the first that a search for the word shows
        entries = index["indexentries"][aspect.keyword]
        assert [(page, main) for page, _, main in entries] == [(language, True)]
