"""How the pages of a score keeper say reasons."""

from __future__ import annotations


def told(reason: str, source: str | None) -> str:
    """A reason as a page tells it: in words, with where it comes from."""
    text = reason.replace("`", "")
    return f"{text} ({source})" if source else text
