"""How the pages of a score keeper say reasons and points."""

from __future__ import annotations


def told(reason: str, source: str | None) -> str:
    """A reason as a page tells it: in words, with where it comes from."""
    text = reason.replace("`", "")
    return f"{text} ({source})" if source else text


def signed(points: int) -> str:
    """Points with their sign: `+10`, `0`, `-3`."""
    return f"{points:+d}" if points else "0"
