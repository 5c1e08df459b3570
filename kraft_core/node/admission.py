"""Who is let in and who has to go: the places for connections, and whose turn it is to lose one.

Accepting never stops. A peer at the address of a voter always gets a place; when none is left, the
stranger that has been idle longest loses its own, those first that never had a request answered.
Kafka stops accepting at `max.connections` instead, which lets silent strangers keep voters out.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import math
import sys
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from kraft_core.node.errors import ConfigurationError
from kraft_core.node.properties import INT_MAX
from kraft_core.resolver import RESOLVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kraft_core.node.properties import Properties

if sys.platform != "win32":
    import resource

MAX_CONNECTIONS: Final = "max.connections"
PER_IP: Final = "max.connections.per.ip"
PER_IP_OVERRIDES: Final = "max.connections.per.ip.overrides"
CREATION_RATE: Final = "max.connection.creation.rate"

_PLACES_OF_A_VOTER: Final = 32
"""Connections from one voter's address that are let in beyond every limit. A voter needs a few, and
some of an earlier process may linger. Above it the address loses its own idlest one."""

_RESERVE_MIN: Final = 64
_RESERVE_MAX: Final = 1024
_PLACES_MIN: Final = 16
_BURST_S: Final = 10
"""Kafka averages the creation rate over about ten seconds: so much may come at once."""

_NAMES_AGE_S: Final = 30.0


class Rank(IntEnum):
    """Who loses a place first, the lowest."""

    NEW = 0
    """No request of it was answered yet."""
    SERVED = 1
    VOTER = 2


class Guest(Protocol):
    """A connection, as admission needs it."""

    listener: str
    peer_host: str
    rank: Rank
    active_at_s: float


GuestT = TypeVar("GuestT", bound=Guest)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLimits:
    """Connections in all, of an address and of a listener; new ones per second.

    `per_ip_overrides` are by host name or address, the listeners' by their name in upper case.
    """

    max_connections: int = INT_MAX
    max_connections_per_ip: int = INT_MAX
    per_ip_overrides: Mapping[str, int] = field(default_factory=dict)
    creation_rate: int = INT_MAX
    max_connections_by_listener: Mapping[str, int] = field(default_factory=dict)
    creation_rate_by_listener: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, properties: Properties, listener_names: Iterable[str]) -> PlaceLimits:
        """The limits that a configuration sets; raises ConfigurationError."""
        overrides = _per_ip_overrides(properties)
        per_ip = properties.integer(PER_IP, INT_MAX)
        if not per_ip and not overrides:
            raise ConfigurationError(
                f"{PER_IP} can be set to zero only if {PER_IP_OVERRIDES} is set."
            )

        def of_listeners(key: str) -> dict[str, int]:
            full = {name: f"listener.name.{name.lower()}.{key}" for name in listener_names}
            return {
                name: properties.integer(key, INT_MAX)
                for name, key in full.items()
                if key in properties
            }

        return cls(
            max_connections=properties.integer(MAX_CONNECTIONS, INT_MAX),
            max_connections_per_ip=per_ip,
            per_ip_overrides=overrides,
            creation_rate=properties.integer(CREATION_RATE, INT_MAX),
            max_connections_by_listener=of_listeners(MAX_CONNECTIONS),
            creation_rate_by_listener=of_listeners(CREATION_RATE),
        )


def _per_ip_overrides(properties: Properties) -> dict[str, int]:
    """HOST:COUNT entries; the host ends at the last colon, as Kafka reads it."""
    found: dict[str, int] = {}
    for entry in properties.list(PER_IP_OVERRIDES):
        host, colon, count = entry.rpartition(":")
        host = host.strip().strip("[]")
        if not (colon and host and count.strip().isascii() and count.strip().isdigit()):
            raise ConfigurationError(
                f"{PER_IP_OVERRIDES}: invalid entry {entry!r}; expected HOST:COUNT."
            )
        found[host] = int(count)
    return found


def raise_descriptor_limit() -> None:
    """Allow this process as many descriptors as it may ask for by itself."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        # macOS refuses an unlimited number; what was allowed before stays then
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def places_by_descriptors() -> int:
    """How many connections the limit of descriptors leaves room for, with a reserve for files.

    The reserve is a fifth of the limit, from 64 to 1024: log segments, snapshots, connections to
    peers and of voters, and those that are closed but not gone yet.
    """
    if sys.platform == "win32":
        return INT_MAX
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return INT_MAX
    in_use = 0
    with contextlib.suppress(OSError):  # there is no such folder everywhere
        in_use = sum(1 for _ in Path("/proc/self/fd").iterdir())
    reserve = min(max(soft // 5, _RESERVE_MIN), _RESERVE_MAX)
    return max(soft - in_use - reserve, _PLACES_MIN)


@lru_cache(maxsize=4096)  # each new connection asks, and most come from few addresses
def plain_address(host: str) -> str:
    """An address in one form: IPv4 without IPv6 around it, no zone; other text as it is."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def _ignore(_: object) -> None:
    """Nobody listens."""


class Addresses:
    """The addresses of hosts whose names may change; `refresh` looks when it is due.

    A name that cannot be looked up keeps its last result: a broken name service must not keep
    voters out. No name waits for another one.
    """

    def __init__(
        self,
        hosts: Callable[[], Iterable[str]],
        on_change: Callable[[Mapping[str, frozenset[str]]], None] = _ignore,
    ) -> None:
        self._hosts = hosts
        self._on_change = on_change
        self._by_host: dict[str, frozenset[str]] = {}
        self._due_s = -math.inf
        self._asked: frozenset[str] = frozenset()
        self._lookups: dict[str, asyncio.Task[None]] = {}
        self.current: frozenset[str] = frozenset()

    def refresh(self, now_s: float) -> None:
        """Follow the hosts: addresses at once, names in the background."""
        hosts = frozenset(self._hosts())
        if hosts == self._asked and now_s < self._due_s:
            return
        self._asked, self._due_s = hosts, now_s + _NAMES_AGE_S
        self._by_host = {host: found for host, found in self._by_host.items() if host in hosts}
        for host in set(self._lookups) - hosts:
            self._lookups.pop(host).cancel()
        for host in hosts:
            try:
                ipaddress.ip_address(host)
            except ValueError:
                if host not in self._lookups or self._lookups[host].done():
                    self._lookups[host] = asyncio.get_running_loop().create_task(
                        self._look_up(host)
                    )
            else:
                self._by_host[host] = frozenset({plain_address(host)})
        self._gather()

    def close(self) -> None:
        """Look up nothing any more."""
        for lookup in self._lookups.values():
            lookup.cancel()

    async def _look_up(self, name: str) -> None:
        found = await look_up(name)
        if found:
            self._by_host[name] = found
            self._gather()

    async def looked_up(self, timeout_s: float) -> None:
        """Wait until the look-ups that are pending have ended, or the time is over."""
        if self._lookups:
            await asyncio.wait(self._lookups.values(), timeout=timeout_s)

    def _gather(self) -> None:
        self.current = frozenset().union(*self._by_host.values())
        self._on_change(self._by_host)


async def look_up(name: str) -> frozenset[str]:
    """Return the addresses of a host; none if nobody knows it."""
    try:
        found = await RESOLVER.resolve(name)
    except OSError:
        return frozenset()
    return frozenset(plain_address(str(each.place[0])) for each in found)


class _Bucket:
    """A rate: `take` gives the seconds to wait for the next one, 0 for none."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._full = float(per_second * _BURST_S)
        self._tokens = self._full
        self._at_s = -math.inf

    def take(self, now_s: float) -> float:
        if self._at_s > -math.inf:
            gained = (now_s - self._at_s) * self._per_second
            self._tokens = min(self._full, self._tokens + gained)
        self._at_s = now_s
        if not self._per_second:
            return math.inf
        wait_s = max(0.0, (1 - self._tokens) / self._per_second)
        if wait_s <= 1:
            self._tokens -= 1
        return wait_s


@dataclass(frozen=True, slots=True)
class Verdict(Generic[GuestT]):
    """What becomes of a new connection.

    It is refused for a `reason`, else it may be served after `wait_s`, and `evicted` has to go.
    """

    reason: str | None = None
    wait_s: float = 0.0
    evicted: GuestT | None = None


class Admission(Generic[GuestT]):
    """Counts connections; decides on new ones. `voters` are addresses, as `plain_address` has them.

    `touch` is called when bytes arrive, `promote` when a request was answered, `leave` once for
    each connection that was let in.
    """

    def __init__(self, limits: PlaceLimits, voters: Callable[[], frozenset[str]]) -> None:
        self._limits = limits
        self._voters = voters
        self.max_connections = limits.max_connections
        self._per_ip = {plain_address(host): n for host, n in limits.per_ip_overrides.items()}
        self._guests: dict[Rank, dict[str, OrderedDict[GuestT, None]]] = {rank: {} for rank in Rank}
        """By rank and listener, the idlest first."""
        self._by_host: dict[str, OrderedDict[GuestT, None]] = {}
        self._by_listener: dict[str, int] = {}
        self._total = 0
        self._rate = _Bucket(limits.creation_rate)
        self._rates = {
            name: _Bucket(rate) for name, rate in limits.creation_rate_by_listener.items()
        }

    def __len__(self) -> int:
        return self._total

    def count(self, rank: Rank) -> int:
        """How many connections of a rank there are."""
        return sum(map(len, self._guests[rank].values()))

    def use_override_addresses(self, by_host: Mapping[str, frozenset[str]]) -> None:
        """Take the addresses of the hosts that the overrides name."""
        overrides = self._limits.per_ip_overrides
        self._per_ip = {
            address: overrides[host]
            for host, addresses in by_host.items()
            for address in addresses
            if host in overrides
        }

    def admit(self, guest: GuestT, now_s: float) -> Verdict[GuestT]:
        """Decide on a new connection, and count it unless it is refused."""
        if guest.peer_host in self._voters():
            return self._admit_voter(guest)
        limits = self._limits
        of_host = self._by_host.get(guest.peer_host, ())
        per_ip = self._per_ip.get(guest.peer_host, limits.max_connections_per_ip)
        # ConnectionQuotas.inc: TooManyConnectionsException closes the new connection
        if len(of_host) >= per_ip:
            return Verdict(
                f"its address already has the configured maximum of {per_ip} connections"
            )
        wait_s = self._rate.take(now_s)
        if guest.listener in self._rates:
            wait_s = max(wait_s, self._rates[guest.listener].take(now_s))
        # KIP-612: Kafka delays accepting by any time; here a longer delay is a refusal, so that
        # those that wait do not fill all places
        if wait_s > 1:
            return Verdict(f"there are more new connections than {CREATION_RATE} allows")
        evicted: GuestT | None = None
        of_listener = limits.max_connections_by_listener.get(guest.listener, INT_MAX)
        if self._by_listener.get(guest.listener, 0) >= of_listener:
            evicted = self._idlest_stranger(guest.listener)
        elif len(self) >= self.max_connections:
            evicted = self._idlest_stranger()
        else:
            self._enter(guest, Rank.NEW)
            return Verdict(wait_s=wait_s)
        if evicted is None:
            return Verdict("every place is taken by a voter")
        self.leave(evicted)
        self._enter(guest, Rank.NEW)
        return Verdict(wait_s=wait_s, evicted=evicted)

    def _admit_voter(self, guest: GuestT) -> Verdict[GuestT]:
        evicted: GuestT | None = None
        of_host = self._by_host.get(guest.peer_host)
        if of_host is not None and len(of_host) >= _PLACES_OF_A_VOTER:
            evicted = next(iter(of_host))
        elif len(self) >= self.max_connections:
            evicted = self._idlest_stranger()  # none left: then it is the reserve that gives room
        if evicted is not None:
            self.leave(evicted)
        self._enter(guest, Rank.VOTER)
        return Verdict(evicted=evicted)

    def touch(self, guest: GuestT) -> None:
        """It is not idle."""
        self._guests[guest.rank][guest.listener].move_to_end(guest)
        self._by_host[guest.peer_host].move_to_end(guest)

    def promote(self, guest: GuestT) -> None:
        """A request of it was answered."""
        if guest.rank is Rank.NEW:
            del self._guests[Rank.NEW][guest.listener][guest]
            self._line_up(guest, Rank.SERVED)

    def leave(self, guest: GuestT) -> None:
        """It is gone, or about to go."""
        line = self._guests[guest.rank].get(guest.listener, ())
        if guest not in line:
            return
        del self._guests[guest.rank][guest.listener][guest]
        self._total -= 1
        of_host = self._by_host[guest.peer_host]
        del of_host[guest]
        if not of_host:
            del self._by_host[guest.peer_host]
        self._by_listener[guest.listener] -= 1

    def _enter(self, guest: GuestT, rank: Rank) -> None:
        self._line_up(guest, rank)
        self._total += 1
        self._by_host.setdefault(guest.peer_host, OrderedDict())[guest] = None
        self._by_listener[guest.listener] = self._by_listener.get(guest.listener, 0) + 1

    def _line_up(self, guest: GuestT, rank: Rank) -> None:
        guest.rank = rank
        self._guests[rank].setdefault(guest.listener, OrderedDict())[guest] = None

    def _idlest_stranger(self, listener: str | None = None) -> GuestT | None:
        for rank in (Rank.NEW, Rank.SERVED):
            lines = self._guests[rank]
            chosen = lines.values() if listener is None else (lines.get(listener, OrderedDict()),)
            firsts = [next(iter(line)) for line in chosen if line]
            if firsts:
                return min(firsts, key=lambda guest: guest.active_at_s)
        return None
