"""Texts and pages of HTML: what is escaped, and what every page begins and ends with."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from clagdsl.problems.escape import escape_invisible


def html_text(text: str) -> str:
    """Returns a text for a page or an attribute, with all signs visible and none that marks up."""
    return escape(escape_invisible(text), quote=True)


def html_page(title: str, generator: str, style: str, body: Iterable[str]) -> str:
    """Returns a whole page, light and dark, which needs nothing from elsewhere.

    Title and body are HTML already; `style` is what stands between the tags of its one style.
    """
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="generator" content="{generator}">',
        f"<title>{title}</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        *body,
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"
