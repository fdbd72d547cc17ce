"""Whose requests are answered at all: this server's own pages, by a name that it has."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

LONGEST_BODY: Final = 1 << 16
"""No request has a body of more bytes."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::[0-9]{1,5})?", re.IGNORECASE)


def host_name(host: str) -> str | None:
    """The name in a Host header, without the port; None for what is none."""
    found = _HOST.fullmatch(host)
    return None if found is None else found[1].lower()


def why_refused(
    method: str, host: str, origin: str | None, fetch_site: str | None, names: Collection[str]
) -> str | None:
    """Why a request is not answered, or None if it is.

    A foreign Host is how a page elsewhere reaches servers at home by a name of its own; a foreign
    Origin is a form on a page elsewhere, and so is a Sec-Fetch-Site that is not `same-origin`: it
    is there where a page has its Origin left out.  Programs that are no browsers send neither, and
    `none` is what somebody does who loads a page anew.
    """
    if host_name(host) not in names:
        return "this server does not go by that name; `clagdsl serve --name NAME` lets it go by one"
    own = (f"http://{host}".lower(), f"https://{host}".lower())
    if method in ("GET", "HEAD"):
        return None
    elsewhere = origin is not None and origin.lower() not in own
    if elsewhere or fetch_site not in (None, "same-origin", "none"):
        return "the page that sent this is of another site"
    return None
