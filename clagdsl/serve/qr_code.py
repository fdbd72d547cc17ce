"""Addresses as QR codes, for a page and for a terminal."""

from __future__ import annotations

from io import BytesIO, StringIO


def qr_svg(text: str) -> str:
    """A QR code as SVG to stand in a page, in the colours of the page."""
    import segno

    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        border=2,
        omitsize=True,
        dark="#000",
        light="#fff",
        svgclass="qr",
        lineclass=None,
    )
    return drawn.getvalue().decode("utf-8")


def qr_text(text: str) -> str:
    """A QR code as lines for a terminal."""
    import segno

    drawn = StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
