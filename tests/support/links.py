"""Links of built pages: where they lead, and which lead nowhere."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

LEADING: Final = ("a", "img", "link", "script")


class LinksOfPage(HTMLParser):
    """The links of a page, and the places in it that others lead to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what a tag leads to, and by which name it is found."""
        for name, value in attrs:
            if tag in LEADING and name in ("href", "src") and value:
                self.links.add(value)
            elif name == "id" and value:
                self.places.add(value)


def broken_links(html: Path) -> list[str]:
    """Returns every link within a folder of pages that leads nowhere.

    A fragment with `=` is data for the page, not a place in it.
    """
    pages = {page.resolve(): LinksOfPage(page) for page in html.rglob("*.html")}
    broken = []
    for page, found in pages.items():
        for link in found.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            place = "" if "=" in parts.fragment else unquote(parts.fragment)
            known = pages[target].places if target in pages else {place}
            if not target.exists() or (place and place not in known):
                broken.append(f"{page.relative_to(html.resolve())}: {link}")
    return broken
