"""What a browser asks and what it is answered, without anything of the library between them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
PLAIN: Final = "text/plain; charset=utf-8"
TOML: Final = "application/toml; charset=utf-8"

POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    " object-src 'none'"
)
"""What a page may load: nothing but what this server has, and no script or style within it."""
SECURITY_HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Sent with every response; a rule sheet has a policy of its own in place of the first."""


@dataclass(frozen=True, slots=True)
class WebRequest:
    """A request: the changing `parts` of the address, what was filled in, who asks.

    `site` is the address of the server as the browser has it, `client` that of the browser.
    `body` is what was sent, where a page reads that by itself.
    """

    path_params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    base_url: str = ""
    client: str = ""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class NewCookie:
    """A cookie for one table, which no script reads and no other site sends."""

    name: str
    value: str
    path: str


@dataclass(frozen=True, slots=True)
class WebResponse:
    """A response: a page, a file, or another address to go to."""

    body: str = ""
    status: int = 200
    media_type: str = HTML
    location: str | None = None
    cookie: NewCookie | None = None
    filename: str | None = None
    csp: str = POLICY
    retry_after: int | None = None
    """The name under which it is saved, and the seconds after which it may be asked again."""


def redirect(address: str, cookie: NewCookie | None = None) -> WebResponse:
    """Goes on at another address, which is then asked for with GET."""
    return WebResponse(status=303, location=address, cookie=cookie)


# --- whose requests are answered: of this server's own pages ----------------------------


MAX_BODY_BYTES: Final = 1 << 16
"""No request has a body of more bytes."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::[0-9]{1,5})?", re.IGNORECASE)


def host_name(host: str) -> str | None:
    """Returns the name in a Host header, without the port; None for what is none."""
    match = _HOST.fullmatch(host)
    return None if match is None else match[1].lower()


def why_refused(
    method: str, host: str, origin: str | None, fetch_site: str | None, names: Collection[str]
) -> str | None:
    """Returns why a request is not answered, or None if it is.

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
