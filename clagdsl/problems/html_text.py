"""HTML escaping, and the frame of every generated page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from clagdsl.problems.escape import escape_invisible


def html_text(text: str) -> str:
    """Returns a text escaped for HTML content or attributes, with invisible characters shown."""
    return escape(escape_invisible(text), quote=True)


def html_page(title: str, generator: str, style: str, body: Iterable[str]) -> str:
    """Returns a complete HTML page for light and dark mode, without external resources.

    `title` and `body` are HTML already; `style` is the content of the style element.
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
