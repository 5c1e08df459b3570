"""Incoming connections: the listeners that accept them, and their common state.

`Server` has the listeners, the turns of the event loop (`turns`), the bytes that wait (`memory`),
the worker for large requests (`large`), the places (`admission`) and those that have not
authenticated (`secure`). What one connection does is in `connection`.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.config.errors import ListenError
from kraft_core.config.properties import INT_MAX
from kraft_core.net.addresses import listening_sockets
from kraft_core.net.resolver import LIMIT_RESOLVER
from kraft_core.node.tasks import OpenTransports
from kraft_core.node.transport.admission import (
    LIMIT_NAMES_MAX,
    Addresses,
    Admission,
    Lack,
    lacks_descriptors,
    places_by_descriptors,
    waiting_to_be_accepted,
)
from kraft_core.node.transport.connection import Accepted
from kraft_core.node.transport.large import LargeRequests
from kraft_core.node.transport.memory import RequestMemory, UnreadAnswers
from kraft_core.node.transport.secure import ListenerSecurity, Unauthenticated
from kraft_core.node.transport.turns import Turns
from kraft_core.security.listener_keys import ListenerKeys
from kraft_wire.messages import ApiVersionsResponse, request_class, response_class

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from kraft_core.config.process_keys import Listener
    from kraft_core.node.configuration import NetworkLimits
    from kraft_core.node.transport.admission import PlaceLimits
    from kraft_core.node.transport.connection import Asked, Connection
    from kraft_wire.message import Message
    from kraft_wire.messages import ApiVersionsRequest
    from kraft_wire.schema import VersionRange

    Receive = Callable[[Connection, Asked], None]
    Unpack = Callable[[Message], object]
    Describe = Callable[[ApiVersionsRequest, int], ApiVersionsResponse]

_LOG: Final = logging.getLogger("kraft.node")

_OVERRIDES_WAIT_S: Final = 1.0
"""Time limit of a start for the names in the overrides of `max.connections.per.ip`."""

_LACK_LINE_S: Final = 10.0
_SWEEPS_PER_TIMEOUT: Final = 4
_SWEEP_MAX_S: Final = 1.0
_SWEPT_PER_TURN: Final = 500


def _no_voters() -> Iterable[str]:
    return ()


def _unpack_nothing(_: Message) -> None:
    """Return None: most requests contain no other request."""


def _describe_nothing(request: ApiVersionsRequest, api_version: int) -> ApiVersionsResponse:
    del request, api_version
    return ApiVersionsResponse()


_PLAIN: Final = ListenerSecurity(ListenerKeys(name=""))


class LackLog:
    """Logs refused connections, one line in ten seconds: clients decide how many there are."""

    def __init__(self) -> None:
        self._said_s = -math.inf
        self._counts: Counter[Lack] = Counter()
        self._last_host = ""

    def note(self, host: str, lack: Lack, now_s: float) -> None:
        """Count a refused connection; the first one is logged at once."""
        self._counts[lack] += 1
        self._last_host = host
        self.look(now_s)

    def look(self, now_s: float) -> None:
        """Write the line if it is due."""
        if not self._counts or now_s - self._said_s < _LACK_LINE_S:
            return
        _LOG.warning(
            "Connections closed because the limit was reached: %d (%s); the last one was from %s",
            self._counts.total(),
            ", ".join(f"{count} {lack}" for lack, count in sorted(self._counts.items())),
            self._last_host,
        )
        self._said_s = now_s
        self._counts.clear()


class _Bound(NamedTuple):
    """A socket of a listener, and the server that accepts on it."""

    listener: str
    server: asyncio.Server
    socket: socket.socket


class Server:
    """All listeners and connections of a node. `receive` gets one request per connection.

    `on_fault` gets the address of a connection that was ended and why. `voter_hosts` returns the
    hosts of all voters but this node. `unpack` reads what a request carries in turn, in any thread.
    `security` is by name of the listener, and `describe` answers ApiVersions before a peer has
    authenticated.
    """

    def __init__(
        self,
        served: Mapping[int, VersionRange],
        limits: NetworkLimits,
        receive: Receive,
        on_fault: Callable[[str, str], None],
        *,
        voter_hosts: Callable[[], Iterable[str]] = _no_voters,
        unpack: Unpack = _unpack_nothing,
        security: Mapping[str, ListenerSecurity] | None = None,
        describe: Describe = _describe_nothing,
    ) -> None:
        self.served = served
        self.describe = describe
        self._security = security or {}
        self.strangers: Unauthenticated[Connection] = Unauthenticated(limits.authentication)
        self.authentications = 0
        self.refusals = 0
        """Successful and failed authentications of peers."""
        self.closed: Counter[str] = Counter()
        """Connections that were closed here: by `Lack`, for a `fault`, for `authentication`."""
        self._lacks = LackLog()
        self._descriptors_said_s = -math.inf
        self.limits = limits
        self.receive = receive
        self.unpack = unpack
        self._on_fault = on_fault
        self._loop = asyncio.get_running_loop()
        self.turns = Turns(self._loop)
        self.memory = RequestMemory(limits.queued_max_bytes)
        self.large = LargeRequests(self._loop, self.memory, self.fail)
        self.unread = UnreadAnswers(self._drop_unread)
        self._bound: list[_Bound] = []
        self._late: list[asyncio.Server] = []
        self._connections: dict[Connection, None] = {}
        self.transports = OpenTransports()
        self._voters = Addresses(voter_hosts)
        self.admission: Admission[Connection] = Admission(
            limits.places, lambda: self._voters.current
        )
        self._places, self._ip_rates = limits.places, dict[str | None, int]()
        self._places_max = INT_MAX
        self._limited_hosts = Addresses(
            self._hosts_with_limits,
            self.admission.use_addresses,
            resolver=LIMIT_RESOLVER,
            names_max=LIMIT_NAMES_MAX,
        )
        self._is_closed = False

    @property
    def connections(self) -> int:
        """The number of connections."""
        return len(self.admission)

    async def bind(self, listeners: Sequence[Listener]) -> dict[str, int]:
        """Bind the ports without accepting connections; return the ports by listener name."""
        # the first request of an API must not wait for the import of its module
        await asyncio.to_thread(_import_messages, tuple(self.served))
        self._limited_hosts.refresh(self.now_s())
        await self._limited_hosts.looked_up(_OVERRIDES_WAIT_S)
        ports = {}
        for listener in listeners:
            name = listener.name
            try:
                listening = await listening_sockets(listener.host, listener.port)
                for each in listening:
                    server = await self._loop.create_server(
                        partial(Accepted, self, name),
                        sock=each,
                        backlog=self.limits.listen_backlog,
                        start_serving=False,
                    )
                    self._bound.append(_Bound(name, server, each))
            except OSError as error:
                self.abandon()
                raise ListenError(f"Cannot listen on {listener}: {error}.") from None
            ports[name] = int(listening[0].getsockname()[1])
        return ports

    async def start(self, late: Container[str] = ()) -> None:
        """Accept connections, as many as the descriptor limit allows; at some listeners later."""
        self._voters.refresh(self.now_s())
        self._places_max = places_by_descriptors()
        self._apply_places()
        for bound in self._bound:
            if bound.listener in late:
                self._late.append(bound.server)
            else:
                await bound.server.start_serving()
        self._sweep_later()

    def use_places(self, places: PlaceLimits, ip_rates: Mapping[str | None, int]) -> None:
        """Replace the limits of connections, and the quotas of new connections by host.

        Connections beyond a lower `max.connections` are closed by and by, the idlest first.
        """
        if places == self._places and ip_rates == self._ip_rates:
            return
        self._places, self._ip_rates = places, dict(ip_rates)
        self._apply_places()

    def _apply_places(self) -> None:
        self.admission.use(self._places, self._ip_rates)
        self.admission.max_connections = min(self._places.max_connections, self._places_max)
        self._limited_hosts.refresh(self.now_s())

    def _hosts_with_limits(self) -> Iterable[str]:
        named = (*self._places.per_ip_overrides, *self._ip_rates)
        return [host for host in named if host is not None]

    def _close_beyond(self, now_s: float) -> None:
        """Close some connections while there are more than allowed (SocketServer does the same)."""
        for _ in range(_SWEPT_PER_TURN):
            if len(self.admission) <= self.admission.max_connections:
                return
            connection = self.admission.idlest(now_s)
            if connection is None:
                return
            self.admission.leave(connection)
            self._note_lack(connection.peer_host, Lack.EVICTED)
            connection.abort()

    async def start_late(self) -> None:
        """Accept connections at the listeners that `start` left out."""
        late, self._late = self._late, []
        for server in late:
            await server.start_serving()

    def abandon(self) -> None:
        """Close listeners and connections at once."""
        self._is_closed = True
        self._voters.close()
        self._limited_hosts.close()
        for bound in self._bound:
            bound.server.close()
        self.turns.stop()
        self.large.close()
        for connection in list(self._connections):
            connection.close()

    async def close(self, timeout_s: float) -> None:
        """Close everything, and wait until it is closed."""
        self.abandon()
        await self.transports.closed(timeout_s)

    def later(self, delay_s: float, action: Callable[[], None]) -> asyncio.TimerHandle:
        """Call a function after a delay."""
        return self._loop.call_later(delay_s, action)

    def now_s(self) -> float:
        """Return the clock of idle times."""
        return self._loop.time()

    # -- places -------------------------------------------------------------------------------

    def admit(self, connection: Connection) -> float:
        """Admit a new connection; return the seconds until it is served, inf if it is refused."""
        verdict = self.admission.admit(connection, self.now_s())
        if verdict.lack is not None:
            self._note_lack(connection.peer_host, verdict.lack)
            return math.inf
        self._connections[connection] = None
        if verdict.evicted is not None:
            self._note_lack(verdict.evicted.peer_host, Lack.EVICTED)
            verdict.evicted.abort()
        return verdict.wait_s

    def security_of(self, listener: str) -> ListenerSecurity:
        """Return the security of a listener; plain text by default."""
        return self._security.get(listener, _PLAIN)

    def expect_authentication(self, connection: Connection, *, has_tls: bool) -> None:
        """Add an unauthenticated connection; close the oldest one if there are too many."""
        self._send_away(self.strangers.enter(connection, has_tls=has_tls))

    def count_unauthenticated(self, connection: Connection, size: int) -> None:
        """Count the waiting bytes of an unauthenticated connection."""
        self._send_away(self.strangers.count(connection, size))

    def _send_away(self, connection: Connection | None) -> None:
        if connection is not None:
            self.strangers.leave(connection)
            self._note_lack(connection.peer_host, Lack.UNAUTHENTICATED)
            connection.abort()

    def note_authenticated(self, connection: Connection) -> None:
        """Note the authentication of a peer, the first or a later one."""
        self.authentications += 1
        self.strangers.leave(connection)

    def note_refusal(self, connection: Connection, reason: str) -> None:
        """Note that the authentication of a peer failed."""
        self.refusals += 1
        self.closed["authentication"] += 1
        self._on_fault(connection.peer_host, f"failed authentication ({reason})")

    def forget(self, connection: Connection) -> None:
        """Remove a lost connection."""
        self.strangers.leave(connection)
        self._connections.pop(connection, None)
        self.unread.note(connection, 0)
        self.memory.forget(connection)
        self.admission.leave(connection)

    def note_fault(self, connection: Connection, reason: str) -> None:
        """Note that a connection was closed because of what its peer sent or did not read."""
        self.closed["fault"] += 1
        self._on_fault(connection.peer_host, reason)

    def fail(self, connection: Connection, reason: str) -> None:
        """End a connection at once because of what its peer sent or did not read."""
        self.note_fault(connection, reason)
        connection.abort()

    def _drop_unread(self, connection: Connection) -> None:
        self.fail(connection, "too many bytes of answers wait for peers that do not read")

    def _note_lack(self, host: str, lack: Lack) -> None:
        """Note that a connection has no place, or lost it."""
        self.closed[lack] += 1
        self._lacks.note(host, lack, self.now_s())

    @property
    def unaccepted(self) -> int:
        """Return the number of connections that wait to be accepted."""
        return sum(waiting_to_be_accepted(each.socket) for each in self._bound)

    def _look_at_descriptors(self, now_s: float) -> None:
        """Check for free descriptors: without them asyncio lets clients wait, libuv closes them."""
        if not lacks_descriptors():
            return
        if now_s - self._descriptors_said_s >= _LACK_LINE_S:
            self._descriptors_said_s = now_s
            _LOG.warning(
                "All descriptors of this process are in use: new connections are not accepted (%d"
                " wait, others are closed)",
                self.unaccepted,
            )

    # -- connections that have to go ----------------------------------------------------------

    def _sweep_later(self) -> None:
        limits = self.limits
        times = (
            limits.connections_max_idle_ms,
            limits.frame_timeout_ms,
            limits.write_timeout_ms,
            limits.authentication.timeout_ms,
        )
        shortest_s = min(each for each in times if each >= 0) / 1000
        delay_s = min(_SWEEP_MAX_S, max(shortest_s / _SWEEPS_PER_TIMEOUT, 0.01))
        self._loop.call_later(delay_s, self._begin_sweep)

    def _begin_sweep(self) -> None:
        if self._is_closed:
            return
        now_s = self.now_s()
        self._close_beyond(now_s)
        self._lacks.look(now_s)
        self._look_at_descriptors(now_s)
        self._voters.refresh(now_s)
        self._limited_hosts.refresh(now_s)
        self._sweep_from(list(self._connections))

    def _sweep_from(self, left: list[Connection]) -> None:
        """Sweep some connections now, and the others in later turns."""
        if self._is_closed:
            return
        now_s = self.now_s()
        for connection in left[-_SWEPT_PER_TURN:]:
            connection.sweep(now_s)
        del left[-_SWEPT_PER_TURN:]
        if left:
            self._loop.call_soon(self._sweep_from, left)
        else:
            self._sweep_later()


def _import_messages(api_keys: Iterable[int]) -> None:
    for api_key in api_keys:
        request_class(api_key)
        response_class(api_key)
