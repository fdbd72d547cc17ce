"""Requests and responses as plain values, independent of the web library; host checks."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from clagdsl.serve.page_language import phrase

HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
PLAIN: Final = "text/plain; charset=utf-8"
TOML: Final = "application/toml; charset=utf-8"

POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    " object-src 'none'"
)
"""The Content-Security-Policy of pages: only files from this server, no inline scripts or styles.
"""
SECURITY_HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Headers of every response; a rule sheet replaces the first one with its own policy."""


@dataclass(frozen=True, slots=True)
class WebRequest:
    """A request: path parameters, query, form fields and cookies.

    `base_url` is the server's URL as the browser addressed it, `client` the IP address of the
    browser. `body` contains the raw bytes for pages that parse them themselves; otherwise it is
    empty.
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
    """A cookie for one path, inaccessible to scripts and not sent from other sites."""

    name: str
    value: str
    path: str


@dataclass(frozen=True, slots=True)
class WebResponse:
    """A response: a page, a file to be saved as `filename`, or a redirect to `location`."""

    body: str = ""
    status: int = 200
    media_type: str = HTML
    location: str | None = None
    cookies: tuple[NewCookie, ...] = ()
    filename: str | None = None
    csp: str = POLICY
    retry_after: int | None = None
    """Seconds after which the client may try again, sent as Retry-After."""
    is_immutable: bool = False
    """True if the content at this address never changes, so that browsers keep it."""
    is_shell: bool = False
    """True if the page has nothing private, so that it may be kept for use without a network."""


def redirect(address: str, cookies: tuple[NewCookie, ...] = ()) -> WebResponse:
    """Redirects with status 303, so that the browser requests the new address with GET."""
    return WebResponse(status=303, location=address, cookies=cookies)


# --- host and origin checks -------------------------------------------------------------


MAX_BODY_BYTES: Final = 1 << 16
"""Maximum size of a request body in bytes, unless a page accepts more."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::[0-9]{1,5})?", re.IGNORECASE)


def host_name(host: str) -> str | None:
    """Returns the host name of a Host header in lower case, without the port; None if malformed."""
    match = _HOST.fullmatch(host)
    return None if match is None else match[1].lower()


def why_refused(
    method: str, host: str, origin: str | None, fetch_site: str | None, names: Collection[str]
) -> str | None:
    """Returns why a request is refused, or None if it is accepted.

    - A foreign Host header indicates a DNS rebinding attack: another site's page reaches a server
      on the local network under its own host name.
    - A foreign Origin of a POST indicates a form on another site.
    - Sec-Fetch-Site other than `same-origin` indicates a form on another site that hides its
      Origin.

    Programs that are not browsers send neither Origin nor Sec-Fetch-Site. Browsers send `none` when
    the user reloads a page.
    """
    if host_name(host) not in names:
        return phrase("refused-host", command="clagdsl serve --name NAME")
    own = (f"http://{host}".lower(), f"https://{host}".lower())
    if method in ("GET", "HEAD"):
        return None
    elsewhere = origin is not None and origin.lower() not in own
    if elsewhere or fetch_site not in (None, "same-origin", "none"):
        return phrase("refused-site")
    return None
