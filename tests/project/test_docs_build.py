"""The documentation builds without a warning, and every reference in it leads somewhere."""

import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from clagdsl.lang.aspects import TABLE
from clagdsl.problems.render import problem_kinds

ROOT = Path(__file__).parent.parent.parent


LINK = '<a href="../playground/index.html">Open the playground.</a>'


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


LEADING = ("a", "img", "link", "script")


class LinksOfPage(HTMLParser):
    """Where a page leads, and the places in it that others lead to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag leads to, and by which name it is found."""
        for name, value in attrs:
            if tag in LEADING and name in ("href", "src") and value:
                self.links.add(value)
            elif name == "id" and value:
                self.places.add(value)


def broken_links(html: Path) -> list[str]:
    """Every link within a folder of pages that leads nowhere."""
    pages = {page.resolve(): LinksOfPage(page) for page in html.rglob("*.html")}
    broken = []
    for page, found in pages.items():
        for link in found.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            known = pages[target].places if target in pages else {unquote(parts.fragment)}
            if not target.exists() or (parts.fragment and unquote(parts.fragment) not in known):
                broken.append(f"{page.relative_to(html.resolve())}: {link}")
    return broken


@pytest.mark.long
def test_the_playground_is_linked_where_it_is_and_not_where_it_is_gone(tmp_path: Path) -> None:
    html = built(tmp_path)
    shared = html / "how-to" / "share-rules.html"
    (html / "playground").mkdir()
    for there in (True, False):
        playground = html / "playground" / "index.html"
        playground.write_text("<p>The playground</p>") if there else playground.unlink()
        assert (LINK in built(tmp_path).joinpath(shared).read_text("utf-8")) == there
        assert broken_links(html) == []


def test_pages_link_each_other_in_plain_markdown() -> None:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    assert [str(page) for page in pages if "{doc}" in page.read_text("utf-8")] == []


def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    playground = tmp_path / "html" / "playground" / "index.html"
    playground.parent.mkdir(parents=True)
    playground.write_text("<p>The playground</p>")
    built(tmp_path)
    assert LINK in (tmp_path / "html" / "how-to" / "share-rules.html").read_text("utf-8")
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
