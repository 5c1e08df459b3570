"""The addresses of a host: resolved, ordered, and tried until one answers.

Happy Eyeballs (RFC 8305): attempts begin 250 ms apart, or at once when the one before has failed,
and families alternate. As in Kafka's ClusterConnectionStates, the next connection to a host begins
with the address after the one that was used last. The race ends before anything is sent, so TLS
and requests see one connection. When every address fails, the error is a ConnectionRefusedError
only if every one of them refused.

Names are resolved by the resolver of the process (`kraft_core.net.resolver`).

Used by clients and nodes; asyncio is only imported by callers in an event loop.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import selectors
import socket
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.net.resolver import RESOLVER

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable, Sequence

    from kraft_core.net.resolver import HostAddress

ATTEMPT_DELAY_S: Final = 0.25
"""Connection Attempt Delay of RFC 8305, section 5."""

_PORT_MAX: Final = 65_535
_HOSTS_MAX: Final = 1000


class Address(NamedTuple):
    """The target of one attempt, in the form of `getaddrinfo`."""

    family: int
    protocol: int
    place: Any


class Addresses:
    """Remembers which address of each host was used last."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, int], Address] = {}

    async def connect(self, host: str, port: int) -> socket.socket:
        """Connect in the running event loop; returns a non-blocking socket. Raises OSError."""
        addresses = self._in_order(host, port, await resolve_async(host, port))
        return self._used(host, port, *(await _race_async(addresses)))

    def connect_blocking(self, host: str, port: int, timeout_s: float) -> socket.socket:
        """Connect within a timeout; returns a blocking socket. Raises OSError, TimeoutError."""
        deadline = time.monotonic() + timeout_s
        addresses = self._in_order(host, port, resolve(host, port, timeout_s))
        opened = self._used(host, port, *_race(addresses, deadline))
        opened.setblocking(True)
        return opened

    def _in_order(self, host: str, port: int, addresses: Iterable[Address]) -> list[Address]:
        ordered = alternating(addresses)
        last = self._last.get((host, port))
        if last in ordered:
            at = ordered.index(last) + 1
            ordered = ordered[at:] + ordered[:at]
        elif len(self._last) >= _HOSTS_MAX:
            self._last.clear()
        self._last[host, port] = ordered[0]  # if all fail, the next attempt begins elsewhere
        return ordered

    def _used(self, host: str, port: int, address: Address, opened: socket.socket) -> socket.socket:
        self._last[host, port] = address
        return opened


def alternating(addresses: Iterable[Address]) -> list[Address]:
    """Return each address once, alternating families (RFC 8305, section 4)."""
    families: dict[int, deque[Address]] = {}
    for address in dict.fromkeys(addresses):
        families.setdefault(address.family, deque()).append(address)
    ordered: list[Address] = []
    while families:
        for family in list(families):
            ordered.append(families[family].popleft())
            if not families[family]:
                del families[family]
    if not ordered:
        raise OSError(errno.EADDRNOTAVAIL, "the host has no address")
    return ordered


def resolve(host: str, port: int, timeout_s: float) -> list[Address]:
    """Return the addresses to connect to; raises OSError, NameTimeoutError after the time."""
    return _at_port(RESOLVER.resolve_blocking(host, timeout_s), port)


async def resolve_async(host: str, port: int) -> list[Address]:
    """Return the addresses to connect to; raises OSError."""
    return _at_port(await RESOLVER.resolve(host), port)


def _at_port(found: Iterable[HostAddress], port: int) -> list[Address]:
    if not 0 <= port <= _PORT_MAX:
        raise OSError(errno.EINVAL, f"invalid port {port}")
    return [Address(each.family, each.protocol, each.at(port)) for each in found]


def failure(errors: Sequence[OSError]) -> OSError:
    """Combine the failures of all addresses into one error."""
    others = [error for error in errors if error.errno != errno.ECONNREFUSED]
    if not others:
        return ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
    return others[0]


def _open(address: Address) -> socket.socket:
    opened = socket.socket(address.family, socket.SOCK_STREAM, address.protocol)
    opened.setblocking(False)
    return opened


# -- listening ------------------------------------------------------------------------------------


def is_wildcard(host: str) -> bool:
    """Return True if a host means every address of a machine: empty, 0.0.0.0 or `::`."""
    if not host:
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_unspecified


async def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """Bind sockets to a port of every address of a host, or of the machine (`is_wildcard`).

    Every address of the machine is one socket for IPv6 and IPv4, as Java binds it, or one for IPv4
    where there is no IPv6. Port 0 is a free one, at the first address alone. Raises OSError.
    """
    if is_wildcard(host):
        return [_bound_everywhere(port)]
    found = alternating(await resolve_async(host, port))
    opened: list[socket.socket] = []
    try:
        for address in found if port else found[:1]:
            each = _bound(address.family, address.place)
            opened.append(each)
    except OSError:
        for each in opened:
            each.close()
        raise
    return opened


def _bound_everywhere(port: int) -> socket.socket:
    if socket.has_dualstack_ipv6():
        return _bound(socket.AF_INET6, ("::", port, 0, 0), is_dual=True)
    return _bound(socket.AF_INET, ("", port))


def _bound(family: int, place: Any, *, is_dual: bool = False) -> socket.socket:
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setblocking(False)
        if os.name == "posix":  # on Windows it would let two processes share a port
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(not is_dual))
        opened.bind(place)
    except OSError:
        opened.close()
        raise
    return opened


# -- blocking -------------------------------------------------------------------------------------


def _race(addresses: Sequence[Address], deadline: float) -> tuple[Address, socket.socket]:
    waiting, errors = deque(addresses), list[OSError]()
    with selectors.DefaultSelector() as selector:
        try:
            while waiting or selector.get_map():
                if waiting:
                    address = waiting.popleft()
                    try:
                        _begin(selector, address)
                    except OSError as error:
                        errors.append(error)
                        continue
                won = _wait(selector, errors, deadline, is_last=not waiting)
                if won is not None:
                    return won
        finally:
            for key in list(selector.get_map().values()):
                key.fileobj.close()  # type: ignore[union-attr]  # sockets alone are registered
    raise failure(errors)


def _begin(selector: selectors.BaseSelector, address: Address) -> None:
    opened = _open(address)
    code = opened.connect_ex(address.place)
    if code not in (0, errno.EINPROGRESS):
        opened.close()
        raise OSError(code, os.strerror(code))
    selector.register(opened, selectors.EVENT_WRITE, address)


def _wait(
    selector: selectors.BaseSelector, errors: list[OSError], deadline: float, *, is_last: bool
) -> tuple[Address, socket.socket] | None:
    """Wait until an attempt succeeds or fails, or the next one is due."""
    left_s = deadline - time.monotonic()
    if left_s <= 0:
        raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
    for key, _ in selector.select(left_s if is_last else min(left_s, ATTEMPT_DELAY_S)):
        opened: Any = key.fileobj
        selector.unregister(opened)
        code = opened.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if not code:
            return key.data, opened
        opened.close()
        errors.append(OSError(code, os.strerror(code)))
    return None


# -- in an event loop -----------------------------------------------------------------------------


async def _race_async(addresses: Sequence[Address]) -> tuple[Address, socket.socket]:
    import asyncio  # as above

    waiting, errors = deque(addresses), list[OSError]()
    attempts: set[asyncio.Task[tuple[Address, socket.socket]]] = set()
    try:
        while waiting or attempts:
            if waiting:
                attempts.add(asyncio.ensure_future(_attempt(waiting.popleft())))
            done, _ = await asyncio.wait(
                attempts,
                timeout=ATTEMPT_DELAY_S if waiting else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
            for attempt in done:
                attempts.discard(attempt)
                error = attempt.exception()
                if error is None:
                    return attempt.result()
                if not isinstance(error, OSError):
                    raise error
                errors.append(error)
    finally:
        for attempt in attempts:
            attempt.add_done_callback(_close_loser)
            attempt.cancel()
    raise failure(errors)


async def _attempt(address: Address) -> tuple[Address, socket.socket]:
    import asyncio  # as above

    opened = _open(address)
    with contextlib.ExitStack() as undone:  # cancelled too, when another address was faster
        undone.callback(opened.close)
        await asyncio.get_running_loop().sock_connect(opened, address.place)
        undone.pop_all()
    return address, opened


def _close_loser(attempt: asyncio.Task[tuple[Address, socket.socket]]) -> None:
    """Close a connection that was made after another one had succeeded."""
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result()[1].close()
