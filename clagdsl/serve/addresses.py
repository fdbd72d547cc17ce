"""The addresses of this server on its own machine and on the local network, also as QR codes."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO, StringIO
from ipaddress import IPv4Address, IPv6Address, ip_address

LOCAL = ("localhost", "127.0.0.1", "[::1]")


def local_network_addresses() -> tuple[str, ...]:
    """Returns the local-network IPv4 addresses of this machine, without loopback addresses."""
    addresses: dict[str, None] = {}
    # No packet is sent: a connected socket knows the address that it would send from.
    for far in ("192.0.2.1", "10.255.255.255"):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            addresses[str(probe.getsockname()[0])] = None
    with suppress(OSError):
        for _, _, _, _, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            addresses[str(place[0])] = None
    return tuple(address for address in addresses if not address.startswith(("127.", "0.")))


@dataclass(frozen=True, slots=True)
class BoundAddress:
    """The address on which a server listens: as configured, and as the system resolved it."""

    host: str
    bound: IPv4Address | IPv6Address

    @property
    def is_loopback_only(self) -> bool:
        """True if only this machine can reach the server."""
        return self.bound.is_loopback

    @property
    def is_any_address(self) -> bool:
        """True if the server listens on all addresses of this machine."""
        return self.bound.is_unspecified

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts at which a browser can reach the server, as written in a URL."""
        if self.is_any_address:
            addresses = local_network_addresses() if self.bound.version == 4 else ()
            return addresses or ("localhost",)
        return (self.host if self.bound.version == 4 else f"[{self.bound}]",)


def bound_address(host: str, bound: socket.socket) -> BoundAddress:
    """Returns the address of a listening socket that was configured to bind to `host`."""
    return BoundAddress(host, ip_address(str(bound.getsockname()[0]).partition("%")[0]))


def accepted_host_names(place: BoundAddress) -> frozenset[str]:
    """Returns the host names and addresses to accept in a Host header, in lower case."""
    names = {*LOCAL, *place.hosts, place.host.lower()}
    if place.is_any_address:
        hostname = socket.gethostname().lower()
        names |= {*local_network_addresses(), hostname, f"{hostname}.local"}
    return frozenset(names)


# --- QR codes ---------------------------------------------------------------------------


def qr_svg(text: str) -> str:
    """Returns a QR code as an SVG element to embed in a page."""
    import segno

    buffer = BytesIO()
    segno.make(text, error="m", micro=False).save(
        buffer,
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
    return buffer.getvalue().decode("utf-8")


def qr_text(text: str) -> str:
    """Returns a QR code as lines of text for a terminal."""
    import segno

    buffer = StringIO()
    segno.make(text, error="l", micro=False).terminal(buffer, compact=True, border=2)
    return buffer.getvalue()
