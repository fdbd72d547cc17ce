"""Where the server can be reached: by this machine, and in the local network."""

from __future__ import annotations

import socket
from contextlib import suppress

LOCAL = ("localhost", "127.0.0.1", "[::1]")


def local_network_addresses() -> tuple[str, ...]:
    """The addresses of this machine in the networks that it is in, as far as it tells them."""
    found: dict[str, None] = {}
    # No packet is sent: a connected socket knows the address that it would send from.
    for far in ("192.0.2.1", "10.255.255.255"):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            found[str(asking.getsockname()[0])] = None
    with suppress(OSError):
        for _, _, _, _, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(place[0])] = None
    return tuple(address for address in found if not address.startswith(("127.", "0.")))


def own_names(host: str, *, lan: bool) -> frozenset[str]:
    """The names and addresses by which this machine is asked, where it listens at `host`."""
    names = {*LOCAL, host.lower()}
    if lan or host in ("0.0.0.0", "::"):
        called = socket.gethostname().lower()
        names |= {*local_network_addresses(), called, f"{called}.local"}
    return frozenset(names)
