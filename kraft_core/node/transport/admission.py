"""Admission of connections: limits, and which connection is closed if one is reached.

Accepting never stops. Some places are kept for the address of each voter; a peer there always gets
one of them. Beyond these it competes like any other client: when no place is left, the client that
has been idle longest loses its own, those first that never had a request answered. A connection in
use loses none: then the new one is refused.
Kafka stops accepting at `max.connections` instead, which lets silent peers keep voters out.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import math
import os
import socket
import struct
import sys
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.properties import INT_MAX
from kraft_core.net.resolver import RESOLVER, Resolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from kraft_core.config.properties import Properties

if sys.platform != "win32":
    import resource

_LOG: Final = logging.getLogger("kraft.node")

MAX_CONNECTIONS: Final = "max.connections"
PER_IP: Final = "max.connections.per.ip"
PER_IP_OVERRIDES: Final = "max.connections.per.ip.overrides"
CREATION_RATE: Final = "max.connection.creation.rate"

_PLACES_OF_A_VOTER: Final = 32
"""Connections from one voter's address accepted beyond every limit. A voter needs a few, and
some of an earlier process can linger. The newest have them: others that are idle compete with
everybody else, as do brokers and tools on the machine of a controller."""

_IP_BUCKETS_MAX: Final = 10_000
"""Addresses whose new connections are counted; of more, those unused for longest start again."""

_CANDIDATES_MAX: Final = 1000
"""The number of connections in a queue that are checked for one that is not in use."""

_RESERVE_MIN: Final = 64
_RESERVE_MAX: Final = 1024
_PLACES_MIN: Final = 16
_BURST_S: Final = 10
"""The allowed burst: Kafka averages the creation rate over about ten seconds."""

_NAMES_AGE_S: Final = 30.0
LIMIT_NAMES_MAX: Final = 100
"""Host names in limits that are looked up; addresses are not counted."""
_LIMIT_NAMES_AGAIN_S: Final = 600.0
"""How often it is logged that there are more."""
_DESCRIPTORS_LEFT: Final = 4
_TCP_INFO_BYTES: Final = 104
_TCPI_UNACKED_AT: Final = 24


class Rank(IntEnum):
    """The order in which connections are closed, the lowest first."""

    NEW = 0
    """No request of the connection has been answered yet."""
    SERVED = 1
    VOTER = 2


class Lack(StrEnum):
    """Reason why a connection is refused or closed, as metrics name it."""

    PER_IP = "per_ip"
    """Its address has as many connections as `max.connections.per.ip` allows."""
    PER_IP_RATE = "per_ip_rate"
    """Its address makes more new connections than its quota `connection_creation_rate` allows."""
    RATE = "rate"
    """There are more new connections than a creation rate allows."""
    NO_PLACE = "no_place"
    """All connections are in use or reserved for voters."""
    EVICTED = "evicted"
    """It had been idle the longest when another connection arrived."""
    UNAUTHENTICATED = "unauthenticated"
    """Too many connections were not authenticated, and it was the oldest."""


class Guest(Protocol):
    """A connection, as admission needs it."""

    listener: str
    peer_host: str
    rank: Rank
    active_at_s: float

    @property
    def has_served(self) -> bool:
        """Return True once a request of it was answered."""

    def is_in_use(self, now_s: float) -> bool:
        """Return True while a request is in progress, or was answered in the last second."""


GuestT = TypeVar("GuestT", bound=Guest)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLimits:
    """Limits of connections: total, per address, per listener; and of new ones per second.

    `per_ip_overrides` are by host name or address, the listeners' by their name in upper case.
    """

    max_connections: int = INT_MAX
    max_connections_per_ip: int = INT_MAX
    per_ip_overrides: Mapping[str, int] = field(default_factory=dict)
    creation_rate: int = INT_MAX
    max_connections_by_listener: Mapping[str, int] = field(default_factory=dict)
    creation_rate_by_listener: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        properties: Properties,
        listener_names: Iterable[str],
        base: PlaceLimits | None = None,
    ) -> PlaceLimits:
        """Read the limits that a configuration sets; `base` has the defaults.

        Raises ConfigurationError.
        """
        base = base or cls()
        overrides = base.per_ip_overrides
        if PER_IP_OVERRIDES in properties:
            overrides = _per_ip_overrides(properties)
        per_ip = properties.integer(PER_IP, base.max_connections_per_ip)
        if not per_ip and not overrides:
            raise ConfigurationError(
                f"{PER_IP} can be set to zero only if {PER_IP_OVERRIDES} is set."
            )

        names = tuple(listener_names)

        def of_listeners(key: str, known: Mapping[str, int]) -> dict[str, int]:
            full = {name: f"listener.name.{name.lower()}.{key}" for name in names}
            return dict(known) | {
                name: properties.integer(key, INT_MAX)
                for name, key in full.items()
                if key in properties
            }

        return cls(
            max_connections=properties.integer(MAX_CONNECTIONS, base.max_connections),
            max_connections_per_ip=per_ip,
            per_ip_overrides=overrides,
            creation_rate=properties.integer(CREATION_RATE, base.creation_rate),
            max_connections_by_listener=of_listeners(
                MAX_CONNECTIONS, base.max_connections_by_listener
            ),
            creation_rate_by_listener=of_listeners(CREATION_RATE, base.creation_rate_by_listener),
        )


def _per_ip_overrides(properties: Properties) -> dict[str, int]:
    found: dict[str, int] = {}
    for host, count in properties.pairs(PER_IP_OVERRIDES):
        number = _count(count)
        if not host or number is None:
            raise ConfigurationError(
                f"{PER_IP_OVERRIDES}: invalid entry '{host}:{count}'; expected HOST:COUNT."
            )
        found[host.strip("[]")] = number
    return found


def _count(text: str) -> int | None:
    """Read a number of 31 bits; int() alone would refuse very many digits with another error."""
    digits = text.lstrip("0") or text[:1]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(INT_MAX))):
        return None
    number = int(digits)
    return number if number <= INT_MAX else None


def raise_descriptor_limit() -> None:
    """Raise the soft limit of descriptors to the hard limit."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        # macOS refuses an unlimited number; then the previous limit stays
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def places_by_descriptors() -> int:
    """Return the number of connections that the descriptor limit allows, less a reserve for files.

    The reserve is a fifth of the limit, from 64 to 1024: log segments, snapshots, connections to
    peers and of voters, and those that are closed but not gone yet.
    """
    if sys.platform == "win32":
        return INT_MAX
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return INT_MAX
    in_use = 0
    with contextlib.suppress(OSError):  # not every system has this folder
        in_use = sum(1 for _ in Path("/proc/self/fd").iterdir())
    reserve = min(max(soft // 5, _RESERVE_MIN), _RESERVE_MAX)
    return max(soft - in_use - reserve, _PLACES_MIN)


def lacks_descriptors() -> bool:
    """Return True if this process has almost no free descriptors and cannot accept."""
    if sys.platform == "win32":
        return False
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        lowest_free = os.dup(0)  # the system returns the lowest free number
    except OSError as error:
        return error.errno in {errno.EMFILE, errno.ENFILE}
    os.close(lowest_free)
    return lowest_free >= soft - _DESCRIPTORS_LEFT


def waiting_to_be_accepted(listening: socket.socket) -> int:
    """Return the number of unaccepted connections of a listener; Linux only, else 0."""
    if sys.platform != "linux" or listening.fileno() < 0:
        return 0
    info = listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
    # for a listening socket, tcpi_unacked is the length of the accept queue (tcp_get_info)
    waiting: int = struct.unpack_from("I", info, _TCPI_UNACKED_AT)[0]
    return waiting


@lru_cache(maxsize=4096)  # every new connection calls this, and most come from few addresses
def plain_address(host: str) -> str:
    """Normalize an address: plain IPv4 in place of IPv4-mapped IPv6, no zone; keep other text."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def _ignore(_: object) -> None:
    """Ignore the event: no listener is registered."""


class Addresses:
    """The addresses of hosts whose names can change; `refresh` looks when it is due.

    A name that cannot be looked up keeps its last result: a broken name service must not keep
    voters out. No name waits for another one. Of the names that `hosts` returns only the first
    `names_max` are looked up. `on_change` is called at most once in each turn of the loop.
    """

    def __init__(
        self,
        hosts: Callable[[], Iterable[str]],
        on_change: Callable[[Mapping[str, frozenset[str]]], None] = _ignore,
        *,
        resolver: Resolver = RESOLVER,
        names_max: int = INT_MAX,
    ) -> None:
        self._hosts = hosts
        self._on_change = on_change
        self._resolver = resolver
        self._names_max = names_max
        self._by_host: dict[str, frozenset[str]] = {}
        self._literals: dict[str, frozenset[str]] = {}
        self._due_s = self._log_due_s = -math.inf
        self._asked: frozenset[str] = frozenset()
        self._gathering: asyncio.Handle | None = None
        self._lookups: dict[str, asyncio.Task[None]] = {}
        self.current: frozenset[str] = frozenset()

    def refresh(self, now_s: float) -> None:
        """Follow these hosts: addresses at once, names in the background."""
        ordered = tuple(self._hosts())
        hosts = frozenset(ordered)
        if hosts == self._asked and now_s < self._due_s:
            return
        self._asked, self._due_s = hosts, now_s + _NAMES_AGE_S
        literals = {host: self._literals.get(host) or _literal(host) for host in ordered}
        self._literals = {host: found for host, found in literals.items() if found}
        names = self._bounded([host for host, found in literals.items() if not found], now_s)
        for host in self._lookups.keys() - names.keys():
            self._lookups.pop(host).cancel()
        for host in names:
            if host not in self._lookups or self._lookups[host].done():
                self._lookups[host] = asyncio.get_running_loop().create_task(self._look_up(host))
        earlier = self._by_host
        kept = {host: found for host, found in earlier.items() if host in names}
        self._by_host = {**self._literals, **kept}
        if self._by_host != earlier:
            self._gather()

    def _bounded(self, names: list[str], now_s: float) -> dict[str, None]:
        """Return the names to look up, and log if there are more."""
        looked_up = names[: self._names_max]
        if len(names) > len(looked_up) and now_s >= self._log_due_s:
            self._log_due_s = now_s + _LIMIT_NAMES_AGAIN_S
            _LOG.error(
                "Connection limits name %d hosts, but only %d are resolved. The limits of the "
                "others, such as %s, do not apply: use their addresses",
                *(len(names), len(looked_up), names[self._names_max]),
            )
        return dict.fromkeys(looked_up)

    def close(self) -> None:
        """Stop looking up names."""
        for lookup in self._lookups.values():
            lookup.cancel()
        if self._gathering is not None:
            self._gathering.cancel()

    async def _look_up(self, name: str) -> None:
        found = await look_up(name, self._resolver)
        if found and found != self._by_host.get(name):
            self._by_host[name] = found
            if self._gathering is None:
                self._gathering = asyncio.get_running_loop().call_soon(self._gather)

    async def looked_up(self, timeout_s: float) -> None:
        """Wait until pending look-ups have ended, or the time is over."""
        if self._lookups:
            await asyncio.wait(self._lookups.values(), timeout=timeout_s)
        if self._gathering is not None:
            self._gather()

    def _gather(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self.current = frozenset().union(*self._by_host.values())
        self._on_change(self._by_host)


def _literal(host: str) -> frozenset[str]:
    """Return the host if it is an address; none for a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return frozenset()
    return frozenset({plain_address(host)})


async def look_up(name: str, resolver: Resolver) -> frozenset[str]:
    """Return the addresses of a host; none if it is unknown."""
    try:
        found = await resolver.resolve(name)
    except OSError:
        return frozenset()
    return frozenset(plain_address(str(each.place[0])) for each in found)


class _Bucket:
    """A rate limit: `take` returns the seconds to wait for the next one, 0 for none."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._full = float(per_second * _BURST_S)
        self._tokens = self._full
        self._at_s = -math.inf

    def take(self, now_s: float, wait_max_s: float = 1.0) -> float:
        if self._at_s > -math.inf:
            gained = (now_s - self._at_s) * self._per_second
            self._tokens = min(self._full, self._tokens + gained)
        self._at_s = now_s
        if not self._per_second:
            return math.inf
        wait_s = max(0.0, (1 - self._tokens) / self._per_second)
        if wait_s <= wait_max_s:
            self._tokens -= 1
        return wait_s


@dataclass(frozen=True, slots=True)
class Verdict(Generic[GuestT]):
    """The decision about a new connection.

    It is refused for a `lack`, else it may be served after `wait_s`, and `evicted` has to go.
    """

    lack: Lack | None = None
    wait_s: float = 0.0
    evicted: GuestT | None = None


class Admission(Generic[GuestT]):
    """Counts connections and decides on new ones. `voters` are results of `plain_address`.

    `touch` is called when bytes arrive, `promote` when a request was answered, `leave` once for
    each connection that was let in.
    """

    def __init__(self, limits: PlaceLimits, voters: Callable[[], frozenset[str]]) -> None:
        self._limits = limits
        self._voters = voters
        self.max_connections = limits.max_connections
        self._ip_rates: Mapping[str | None, int] = {}
        self._addresses: Mapping[str, frozenset[str]] = {}
        self._per_ip = {plain_address(host): n for host, n in limits.per_ip_overrides.items()}
        self._rate_of: dict[str, int] = {}
        self._ip_buckets: OrderedDict[str, tuple[int, _Bucket]] = OrderedDict()
        self._guests: dict[Rank, dict[str, OrderedDict[GuestT, None]]] = {rank: {} for rank in Rank}
        """By rank and listener, the idlest first."""
        self._kept: dict[str, OrderedDict[GuestT, None]] = {}
        """Connections that have a place of their voter's, by address, the idlest first."""
        self._by_host: Counter[str] = Counter()
        """Number of other connections by address."""
        self._by_listener: dict[str, int] = {}
        self._total = 0
        self._rate = _Bucket(limits.creation_rate)
        self._rates = {
            name: _Bucket(rate) for name, rate in limits.creation_rate_by_listener.items()
        }

    def __len__(self) -> int:
        return self._total

    def count(self, rank: Rank) -> int:
        """Return the number of connections of a rank."""
        return sum(map(len, self._guests[rank].values()))

    def use(self, limits: PlaceLimits, ip_rates: Mapping[str | None, int]) -> None:
        """Replace the limits; `ip_rates` are quotas of new connections by host, None for others.

        Existing connections stay; the caller closes those beyond `max_connections`.
        """
        if limits.creation_rate != self._limits.creation_rate:
            self._rate = _Bucket(limits.creation_rate)
        known = self._limits.creation_rate_by_listener
        self._rates = {
            name: self._rates[name] if known.get(name) == rate else _Bucket(rate)
            for name, rate in limits.creation_rate_by_listener.items()
        }
        self._limits, self._ip_rates = limits, ip_rates
        self.use_addresses(self._addresses)

    def use_addresses(self, by_host: Mapping[str, frozenset[str]]) -> None:
        """Replace the addresses of the hosts in overrides and quotas."""
        self._addresses = by_host
        self._per_ip = dict(self._of_addresses(self._limits.per_ip_overrides))
        self._rate_of = dict(self._of_addresses(self._ip_rates))

    def _of_addresses(self, by_host: Mapping[Any, int]) -> Iterator[tuple[str, int]]:
        for host, number in by_host.items():
            for address in () if host is None else self._addresses.get(host, ()):
                yield address, number

    def idlest(self, now_s: float) -> GuestT | None:
        """Return the client to close while there are too many; None if all are in use."""
        return self._idlest(now_s)

    def _exceeds_quota(self, host: str, now_s: float) -> bool:
        """Charge the quota of new connections of an address (KIP-612)."""
        rate = self._rate_of.get(host, self._ip_rates.get(None, INT_MAX))
        if rate == INT_MAX:
            return False
        known = self._ip_buckets.pop(host, None)
        bucket = known[1] if known is not None and known[0] == rate else _Bucket(rate)
        self._ip_buckets[host] = rate, bucket
        if len(self._ip_buckets) > _IP_BUCKETS_MAX:
            self._ip_buckets.popitem(last=False)
        return bucket.take(now_s, wait_max_s=0) > 0

    def admit(self, guest: GuestT, now_s: float) -> Verdict[GuestT]:
        """Decide on a new connection, and count it unless it is refused."""
        is_voters = guest.peer_host in self._voters()
        if is_voters and len(self._kept.get(guest.peer_host, ())) < _PLACES_OF_A_VOTER:
            return self._admit_voter(guest, now_s)
        verdict = self._admit_other(guest, now_s)
        if is_voters and verdict.lack is None:
            self._swap_places(guest)
        return verdict

    def _admit_other(self, guest: GuestT, now_s: float) -> Verdict[GuestT]:
        limits = self._limits
        per_ip = self._per_ip.get(guest.peer_host, limits.max_connections_per_ip)
        # ConnectionQuotas.inc: TooManyConnectionsException closes the new connection
        if self._by_host[guest.peer_host] >= per_ip:
            return Verdict(Lack.PER_IP)
        # Kafka closes it too, after a delay (ConnectionThrottledException)
        if self._exceeds_quota(guest.peer_host, now_s):
            return Verdict(Lack.PER_IP_RATE)
        wait_s = self._rate.take(now_s)
        if guest.listener in self._rates:
            wait_s = max(wait_s, self._rates[guest.listener].take(now_s))
        # KIP-612: Kafka delays accepting by any time; here a longer delay is a refusal, so that
        # waiting connections do not fill all places
        if wait_s > 1:
            return Verdict(Lack.RATE)
        evicted: GuestT | None = None
        of_listener = limits.max_connections_by_listener.get(guest.listener, INT_MAX)
        if self._by_listener.get(guest.listener, 0) >= of_listener:
            evicted = self._idlest(now_s, guest.listener)
        elif len(self) >= self.max_connections:
            evicted = self._idlest(now_s)
        else:
            self._enter(guest, Rank.NEW)
            return Verdict(wait_s=wait_s)
        if evicted is None:
            return Verdict(Lack.NO_PLACE)
        self.leave(evicted)
        self._enter(guest, Rank.NEW)
        return Verdict(wait_s=wait_s, evicted=evicted)

    def _admit_voter(self, guest: GuestT, now_s: float) -> Verdict[GuestT]:
        evicted: GuestT | None = None
        if len(self) >= self.max_connections:
            evicted = self._idlest(now_s)  # none left: the reserve is used
            if evicted is not None:
                self.leave(evicted)
        self._enter(guest, Rank.VOTER)
        return Verdict(evicted=evicted)

    def _swap_places(self, guest: GuestT) -> None:
        """Give a new connection of a voter's address the place of that address's idlest one."""
        idlest = next(iter(self._kept[guest.peer_host]))
        self.leave(idlest)
        self.leave(guest)
        self._enter(guest, Rank.VOTER)
        rank = Rank.SERVED if idlest.has_served else Rank.NEW
        self._enter(idlest, rank)
        line = self._guests[rank][idlest.listener]
        if next(iter(line)).active_at_s > idlest.active_at_s:
            line.move_to_end(idlest, last=False)

    def touch(self, guest: GuestT) -> None:
        """Note that a connection is not idle."""
        self._guests[guest.rank][guest.listener].move_to_end(guest)
        if guest.rank is Rank.VOTER:
            self._kept[guest.peer_host].move_to_end(guest)

    def promote(self, guest: GuestT) -> None:
        """Note that a request of the connection was answered."""
        if guest.rank is Rank.NEW:
            del self._guests[Rank.NEW][guest.listener][guest]
            self._line_up(guest, Rank.SERVED)

    def leave(self, guest: GuestT) -> None:
        """Remove a connection that is lost or about to be."""
        line = self._guests[guest.rank].get(guest.listener, ())
        if guest not in line:
            return
        del self._guests[guest.rank][guest.listener][guest]
        self._total -= 1
        if guest.rank is Rank.VOTER:
            kept = self._kept[guest.peer_host]
            del kept[guest]
            if not kept:
                del self._kept[guest.peer_host]
        else:
            self._by_host[guest.peer_host] -= 1
            if not self._by_host[guest.peer_host]:
                del self._by_host[guest.peer_host]
        self._by_listener[guest.listener] -= 1

    def _enter(self, guest: GuestT, rank: Rank) -> None:
        self._line_up(guest, rank)
        self._total += 1
        if rank is Rank.VOTER:
            self._kept.setdefault(guest.peer_host, OrderedDict())[guest] = None
        else:
            self._by_host[guest.peer_host] += 1
        self._by_listener[guest.listener] = self._by_listener.get(guest.listener, 0) + 1

    def _line_up(self, guest: GuestT, rank: Rank) -> None:
        guest.rank = rank
        self._guests[rank].setdefault(guest.listener, OrderedDict())[guest] = None

    def _idlest(self, now_s: float, listener: str | None = None) -> GuestT | None:
        """Return the client to close for another one; None if all are in use."""
        for rank in (Rank.NEW, Rank.SERVED):
            lines = self._guests[rank]
            chosen = lines.values() if listener is None else (lines.get(listener, OrderedDict()),)
            firsts = [
                guest
                for line in chosen
                for guest in islice(
                    (each for each in islice(line, _CANDIDATES_MAX) if not each.is_in_use(now_s)), 1
                )
            ]
            if firsts:
                return min(firsts, key=lambda guest: guest.active_at_s)
        return None
