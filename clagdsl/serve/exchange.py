"""What a browser asks and what it is answered, without anything of the library between them."""

from __future__ import annotations

from collections.abc import Mapping
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

    parts: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    site: str = ""
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
    to: str | None = None
    cookie: NewCookie | None = None
    file: str | None = None
    policy: str = POLICY
    wait: int | None = None
    """The name under which it is saved, and the seconds after which it may be asked again."""


def see(address: str, cookie: NewCookie | None = None) -> WebResponse:
    """Go on at another address, which is then asked for with GET."""
    return WebResponse(status=303, to=address, cookie=cookie)
