"""Incoming connections: who accepts them, in which order they are served, and how much in one turn.

`Server` has the listeners and what all connections share. A turn of the event loop does a fixed
amount of work for all connections together (`TurnWork`); whatever is left waits for the next one,
so that raft's own timers and answers come in between. Large requests are decoded, and their
refusals encoded, by one worker thread. Requests that wait and answers that nobody reads are counted
in bytes, and limited. TLS handshakes come last in a turn, and few of them: each costs a signature.

A place for a connection is given by `admission`; what one connection does is in `connection`.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter, OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final

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
    Rank,
    lacks_descriptors,
    places_by_descriptors,
    waiting_to_be_accepted,
)
from kraft_core.node.transport.connection import Connection, TurnWork
from kraft_core.node.transport.secure import ListenerSecurity, Unauthenticated
from kraft_core.security.listener_keys import ListenerKeys
from kraft_wire.errors import WireError
from kraft_wire.headers import encode_response_into
from kraft_wire.messages import ApiVersionsResponse, request_class, response_class

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from kraft_core.config.process_keys import Listener
    from kraft_core.node.configuration import NetworkLimits
    from kraft_core.node.transport.admission import PlaceLimits
    from kraft_wire.connection import RequestReceived
    from kraft_wire.message import Message
    from kraft_wire.messages import ApiVersionsRequest
    from kraft_wire.schema import VersionRange

    Receive = Callable[["Connection", RequestReceived], None]
    Unpack = Callable[[Message], object]
    Describe = Callable[[ApiVersionsRequest, int], ApiVersionsResponse]

_LOG: Final = logging.getLogger("kraft.node")

UNREAD_BYTES_MAX: Final = 128 << 20
"""Bytes of answers that wait for all peers that do not read them."""

HANDSHAKE_STEPS_PER_TURN: Final = 2

_LARGE_AT_ONCE: Final = 2
"""Large requests that are decoded and not answered yet. Others wait as bytes."""

_REST_SHARE: Final = 2.0
_REST_DEBT_S: Final = 0.1
"""The worker rests twice as long as it has worked before it decodes the next large request, as far
as that is more than this. It takes the GIL from the event loop while it builds objects."""

_OVERRIDES_WAIT_S: Final = 1.0
"""A start waits so long for the names among the overrides of `max.connections.per.ip`."""

_LACK_LINE_S: Final = 10.0
_SWEEPS_PER_TIMEOUT: Final = 4
_SWEEP_MAX_S: Final = 1.0
_SWEPT_PER_TURN: Final = 500


def _no_voters() -> Iterable[str]:
    return ()


def _unpack_nothing(_: Message) -> None:
    """Most requests carry no other one."""


def _describe_nothing(request: ApiVersionsRequest, api_version: int) -> ApiVersionsResponse:
    """Return no versions."""
    del request, api_version
    return ApiVersionsResponse()


_PLAIN: Final = ListenerSecurity(ListenerKeys(name=""))


class LackLog:
    """Connections without a place, as one log line in ten seconds: clients decide how many."""

    def __init__(self) -> None:
        self._said_s = -math.inf
        self._counts: Counter[Lack] = Counter()
        self._last_host = ""

    def note(self, host: str, lack: Lack, now_s: float) -> None:
        """Count one; the first one is written at once."""
        self._counts[lack] += 1
        self._last_host = host
        self.look(now_s)

    def look(self, now_s: float) -> None:
        """Write the line if it is due."""
        if not self._counts or now_s - self._said_s < _LACK_LINE_S:
            return
        _LOG.warning(
            "Connections closed for lack of places: %d (%s); the last one was of %s",
            self._counts.total(),
            ", ".join(f"{count} {lack}" for lack, count in sorted(self._counts.items())),
            self._last_host,
        )
        self._said_s = now_s
        self._counts.clear()


class Server:
    """All listeners and connections of a node. Requests go to `receive`, one a connection.

    `on_fault` gets the address of a connection that was ended and why. `voter_hosts` returns the
    hosts of all voters but this node. `unpack` reads what a request carries in turn, in any thread.
    `security` is by name of the listener, and `describe` answers ApiVersions before a peer has
    authenticated.
    `work` is what this turn of the event loop has done, `most` what any one has.
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
        """How often a peer has proved who it is on a listener that asks, and how often not."""
        self.closed: Counter[str] = Counter()
        """Connections that were closed here: by `Lack`, for a `fault`, for `authentication`."""
        self._lacks = LackLog()
        self._descriptors_said_s = -math.inf
        self._listening: list[tuple[str, socket.socket]] = []
        self._shaking: deque[Connection] = deque()
        self.limits = limits
        self.receive = receive
        self.unpack = unpack
        self.work = TurnWork()
        self.most = TurnWork()
        self._on_fault = on_fault
        self._loop = asyncio.get_running_loop()
        self._servers: list[tuple[str, asyncio.Server]] = []
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
        self._sweep: asyncio.TimerHandle | None = None
        self._ready: deque[Connection] = deque()
        self._ready_voters: deque[Connection] = deque()
        self._is_turn_begun = False
        self._bytes = 0
        self._unread: OrderedDict[Connection, int] = OrderedDict()
        self._unread_bytes = 0
        self._held: OrderedDict[Connection, None] = OrderedDict()
        self._worker: ThreadPoolExecutor | None = None
        self._large: set[Connection] = set()
        self._large_waiting: deque[tuple[Connection, bytes | bytearray]] = deque()
        self._rest_until_s = 0.0
        self._rest: asyncio.TimerHandle | None = None
        self._is_closed = False

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self.admission)

    async def bind(self, listeners: Sequence[Listener]) -> dict[str, int]:
        """Take the ports, which nobody is let in by yet; the ports by name of the listener."""
        # the first request of an API must not wait for its module, nor anybody after it
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
                        partial(Connection, self, name),
                        sock=each,
                        backlog=self.limits.listen_backlog,
                        start_serving=False,
                    )
                    self._servers.append((name, server))
                    self._listening.append((name, each))
            except OSError as error:
                self.abandon()
                raise ListenError(f"Cannot listen on {listener}: {error}.") from None
            ports[name] = int(listening[0].getsockname()[1])
        return ports

    async def start(self, late: Container[str] = ()) -> None:
        """Let peers in, as many as there are descriptors for; at some listeners later."""
        self._voters.refresh(self.now_s())
        self._places_max = places_by_descriptors()
        self._apply_places()
        for name, server in self._servers:
            if name in late:
                self._late.append(server)
            else:
                await server.start_serving()
        self._sweep_later()

    def use_places(self, places: PlaceLimits, ip_rates: Mapping[str | None, int]) -> None:
        """Take other limits of connections, and quotas of new connections by host.

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
        """Let peers in at the listeners that `start` has left out."""
        late, self._late = self._late, []
        for server in late:
            await server.start_serving()

    def abandon(self) -> None:
        """Close listeners and connections at once."""
        self._is_closed = True
        self._voters.close()
        self._limited_hosts.close()
        for _, server in self._servers:
            server.close()
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
        self._large_waiting.clear()
        if self._rest is not None:
            self._rest.cancel()
        for connection in list(self._connections):
            connection.close()

    async def close(self, timeout_s: float) -> None:
        """Close everything, and wait until it is closed."""
        self.abandon()
        await self.transports.closed(timeout_s)

    # -- turns --------------------------------------------------------------------------------

    def serve(self, connection: Connection) -> None:
        """Serve what a connection has, now if this turn has work left, else in the next one."""
        if self.work.is_spent() or self._ready or self._ready_voters:
            self.continue_with(connection)
            return
        self._begin_turn()
        while connection.serve_one(self.work):
            if self.work.is_spent():
                self.continue_with(connection)
                return

    def continue_with(self, connection: Connection) -> None:
        """Serve what a connection has in a later turn: an answer may come out of another's work."""
        if connection.is_closed or connection.is_queued:
            return
        connection.is_queued = True
        is_voter = connection.rank is Rank.VOTER
        (self._ready_voters if is_voter else self._ready).append(connection)
        self._begin_turn()

    def _begin_turn(self) -> None:
        if not self._is_turn_begun and not self._is_closed:
            self._is_turn_begun = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """The next turn of the event loop: work starts at nothing again. Voters come first."""
        work, most = self.work, self.most
        most.frames = max(most.frames, work.frames)
        most.bytes_in = max(most.bytes_in, work.bytes_in)
        most.bytes_out = max(most.bytes_out, work.bytes_out)
        most.handshake_steps = max(most.handshake_steps, work.handshake_steps)
        work.frames = work.bytes_in = work.bytes_out = work.handshake_steps = 0
        self._is_turn_begun = False
        while (self._ready_voters or self._ready) and not work.is_spent():
            queue = self._ready_voters or self._ready
            connection = queue.popleft()
            connection.is_queued = False
            if connection.serve_one(work):
                self.continue_with(connection)
        while self._shaking and work.handshake_steps < HANDSHAKE_STEPS_PER_TURN:
            connection = self._shaking.popleft()
            connection.is_shaking = False
            work.handshake_steps += 1
            connection.shake_hands()
        if work.frames or self._ready or self._ready_voters or self._shaking:
            self._begin_turn()

    def shake_hands(self, connection: Connection) -> None:
        """Have a TLS handshake go on in this turn or a later one; voters first."""
        if connection.is_closed or connection.is_shaking:
            return
        connection.is_shaking = True
        if connection.rank is Rank.VOTER:
            self._shaking.appendleft(connection)
        else:
            self._shaking.append(connection)
        self._begin_turn()

    def note_output(self, size: int) -> None:
        """Bytes were written in this turn."""
        self.work.bytes_out += size
        self._begin_turn()

    def later(self, delay_s: float, action: Callable[[], None]) -> None:
        """Have something done after a while."""
        self._loop.call_later(delay_s, action)

    def now_s(self) -> float:
        """The clock of idle times."""
        return self._loop.time()

    # -- large requests -----------------------------------------------------------------------

    def decode_large(self, connection: Connection, frame: bytes | bytearray) -> None:
        """Have the worker decode a frame once fewer large requests are unanswered."""
        self._large_waiting.append((connection, frame))
        self.count_bytes(len(frame))
        self._next_large()

    def _next_large(self) -> None:
        while self._large_waiting and len(self._large) < _LARGE_AT_ONCE:
            if self._is_resting():
                return
            connection, frame = self._large_waiting.popleft()
            if connection.is_closed:
                self.count_bytes(-len(frame))
                continue
            self._large.add(connection)
            decoded = partial(self._decoded, connection, len(frame))
            self._submit(connection, partial(connection.read, frame), decoded)

    def _is_resting(self) -> bool:
        """Whether the worker has to rest; if so, it goes on by itself when it has."""
        if self._rest is None:
            rest_s = self._rest_until_s - self.now_s() - _REST_DEBT_S
            if rest_s <= 0 or self._is_closed:
                return self._is_closed
            self._rest = self._loop.call_later(rest_s, self._end_rest)
        return True

    def _end_rest(self) -> None:
        self._rest = None
        self._next_large()

    def _decoded(self, connection: Connection, size: int, result: Any) -> None:
        self.count_bytes(-size)
        if connection.is_closed:
            self.large_done(connection)
        connection.decoded(*result)

    def encode_large(
        self, connection: Connection, request: RequestReceived, build: Callable[[], Message]
    ) -> None:
        """Have the worker build and encode the answer to a large request."""

        def encode() -> bytearray | WireError:
            frame = bytearray()
            try:
                encode_response_into(frame, build(), request.api_version, request.correlation_id)
            except WireError as error:
                return error
            return frame

        self._submit(connection, encode, partial(connection.encoded, request))

    def large_done(self, connection: Connection) -> None:
        """A large request was answered, or nobody waits for its answer."""
        self._large.discard(connection)
        self._next_large()

    def _submit(
        self, connection: Connection, action: Callable[[], Any], done: Callable[[Any], None]
    ) -> None:
        if self._is_closed:
            return
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="kraft-requests")

        def timed() -> tuple[Any, float]:
            begun_s = time.thread_time()
            result = action()
            return result, time.thread_time() - begun_s

        def finished(future: asyncio.Future[tuple[Any, float]]) -> None:
            if future.cancelled():
                return
            error = future.exception()
            if error is None:
                result, cpu_s = future.result()
                rested_s = max(self._rest_until_s, self.now_s())
                self._rest_until_s = rested_s + cpu_s * _REST_SHARE
                done(result)
                return
            self.note_fault(connection, f"its request cannot be served: {error!r}")
            self.large_done(connection)
            connection.abort()

        future = asyncio.wrap_future(self._worker.submit(timed), loop=self._loop)
        future.add_done_callback(finished)

    # -- memory of requests -------------------------------------------------------------------

    @property
    def is_memory_full(self) -> bool:
        """Whether the bytes of requests that have arrived and wait are too many."""
        return self._bytes >= self.limits.queued_max_bytes

    @property
    def queued_bytes(self) -> int:
        """The bytes of requests that have arrived and are not decoded."""
        return self._bytes

    def count_bytes(self, more: int) -> None:
        """Bytes have arrived, or are gone: then others may go on."""
        self._bytes += more
        while more < 0 and self._held and not self.is_memory_full:
            connection, _ = self._held.popitem(last=False)
            connection.release()

    def hold(self, connection: Connection) -> None:
        """Do not read a connection until others have given memory back."""
        self._held[connection] = None

    def note_unread(self, connection: Connection, size: int) -> None:
        """So many bytes of answers wait for a peer; those of all peers together have a limit.

        Above it the strangers that stopped reading first lose their connections.
        """
        unread = self._unread
        self._unread_bytes += size - unread.pop(connection, 0)
        if not size:
            return
        unread[connection] = size
        while self._unread_bytes > UNREAD_BYTES_MAX:
            slow = next((each for each in unread if each.rank is not Rank.VOTER), None)
            if slow is None:
                return
            self._unread_bytes -= unread.pop(slow)
            self.note_fault(slow, "too many bytes of answers wait for peers that do not read")
            slow.abort()

    # -- places -------------------------------------------------------------------------------

    def admit(self, connection: Connection) -> float | None:
        """Find a place for a new connection: after how many seconds it is served, None if never."""
        verdict = self.admission.admit(connection, self.now_s())
        if verdict.lack is not None:
            self._note_lack(connection.peer_host, verdict.lack)
            return None
        self._connections[connection] = None
        if verdict.evicted is not None:
            self._note_lack(verdict.evicted.peer_host, Lack.EVICTED)
            verdict.evicted.abort()
        return verdict.wait_s

    def security_of(self, listener: str) -> ListenerSecurity:
        """The security of a listener; plain text where nothing else is said."""
        return self._security.get(listener, _PLAIN)

    def expect_authentication(self, connection: Connection, *, has_tls: bool) -> None:
        """A connection has to prove who it is; the oldest that has not goes if there are many."""
        self._send_away(self.strangers.enter(connection, has_tls=has_tls))

    def count_unauthenticated(self, connection: Connection, size: int) -> None:
        """So many bytes of a connection wait that has not proved who it is."""
        self._send_away(self.strangers.count(connection, size))

    def _send_away(self, connection: Connection | None) -> None:
        if connection is not None:
            self.strangers.leave(connection)
            self._note_lack(connection.peer_host, Lack.UNAUTHENTICATED)
            connection.abort()

    def note_authenticated(self, connection: Connection) -> None:
        """A peer has proved who it is, for the first time or again."""
        self.authentications += 1
        self.strangers.leave(connection)

    def note_refusal(self, connection: Connection, reason: str) -> None:
        """A peer could not prove who it is."""
        self.refusals += 1
        self.closed["authentication"] += 1
        self._on_fault(connection.peer_host, f"failed authentication ({reason})")

    def forget(self, connection: Connection) -> None:
        """A connection is gone."""
        self.strangers.leave(connection)
        self._connections.pop(connection, None)
        self.note_unread(connection, 0)
        self._held.pop(connection, None)
        self.admission.leave(connection)

    def note_fault(self, connection: Connection, reason: str) -> None:
        """A connection was ended because of what it sent or did not read."""
        self.closed["fault"] += 1
        self._on_fault(connection.peer_host, reason)

    def _note_lack(self, host: str, lack: Lack) -> None:
        """A connection has no place, or lost it."""
        self.closed[lack] += 1
        self._lacks.note(host, lack, self.now_s())

    @property
    def unaccepted(self) -> int:
        """Return how many connections wait at the listeners for being accepted."""
        return sum(waiting_to_be_accepted(each) for _, each in self._listening)

    def _look_at_descriptors(self, now_s: float) -> None:
        """Without descriptors nobody is accepted: asyncio lets them wait, libuv closes them."""
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
        self._sweep = self._loop.call_later(delay_s, self._sweep_from, None)

    def _sweep_from(self, left: list[Connection] | None) -> None:
        """Look at some connections, then at the rest of them in later turns."""
        if self._is_closed:
            return
        now_s = self.now_s()
        if left is None:
            self._close_beyond(now_s)
            self._lacks.look(now_s)
            self._look_at_descriptors(now_s)
            self._voters.refresh(now_s)
            self._limited_hosts.refresh(now_s)
            left = list(self._connections)
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
