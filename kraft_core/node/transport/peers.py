"""Outgoing connections: one for each node, versions agreed first, one request at a time.

A request that is given up for another one to the same node closes its connection, so that nothing
waits behind a Fetch that is parked there. Node ids below -1 are bootstrap servers and have separate
connections.

The first listener of this node determines the protocol of outgoing connections: plain text, TLS,
SASL (`PeerSecurity`). After a failed authentication on either side the connection is retried with a
delay that doubles; an expiring session is renewed on the open connection before the next request.

Each failure is reported once, with the reason that consensus uses: no connection, or a failed
authentication, is REFUSED; a broken connection or a missing answer is TIMED_OUT; a version that the
peer lacks is UNSUPPORTED. A broken connection is reopened at once: if the machine refuses it, the
process has ended, and `on_gone` reports that. Fast failover depends on it.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from socket import gaierror
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from kraft_core.net.addresses import Addresses
from kraft_core.node.tasks import OpenTransports
from kraft_core.node.transport.secure import PeerSecurity
from kraft_core.operations.node_state import PeerTrouble
from kraft_core.operations.reports import Reach, reach_of
from kraft_core.raft.consensus.values import FailureReason, PeerVersions
from kraft_core.raft.replica.rpc_mapping import kraft_range
from kraft_core.security.endpoint import TlsEndpoint
from kraft_core.security.errors import AuthenticationError
from kraft_core.security.sasl_client import authentication
from kraft_wire.connection import (
    ClientConnection,
    ConnectionFault,
    ResponseReceived,
    VersionsAgreed,
)
from kraft_wire.errors import ErrorCode, WireError
from kraft_wire.messages import ApiKey

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from kraft_core.node.tasks import Tasks, Timer
    from kraft_core.raft.consensus.values import Node, VersionRange
    from kraft_wire.connection import ClientEvent
    from kraft_wire.message import Message
    from kraft_wire.message import Request as WireRequest

_ABSENT = (0, -1)
_REFUSED_BACKOFF_S: Final = 0.1
_REFUSED_BACKOFF_MAX_S: Final = 2.0
_TROUBLE_COUNTS_S: Final = 30.0
"""Time for which an error counts: longer than the slowest request that is made again."""

_NODES_MAX: Final = 1000
_REACH_BY_CODE: Final[dict[int, Reach]] = {
    ErrorCode.CLUSTER_AUTHORIZATION_FAILED: Reach.NO_RIGHT,
    ErrorCode.INCONSISTENT_CLUSTER_ID: Reach.OTHER_CLUSTER,
}


class Request(Protocol):
    """A request, in a version that is chosen when the peer is known; `WireRequest` is one."""

    @property
    def api_key(self) -> int:
        """Its API."""

    @property
    def versions(self) -> VersionRange:
        """The versions that can carry it."""

    def message(self, api_version: int) -> Message:
        """Return the message in one of the versions."""


class PeerEvents(Protocol):
    """Callbacks for the results of requests."""

    def on_response(self, request_id: int, message: Message) -> None:
        """Handle the response to a request."""

    def on_failure(self, request_id: int, reason: FailureReason) -> None:
        """Handle the failure of a request, which will get no response."""

    def on_described(self, node_id: int, versions: PeerVersions, levels: VersionRange) -> None:
        """Handle the ApiVersions response of a new connection."""

    def on_gone(self, node_id: int) -> None:
        """Report that no process listens at a node's address."""


@dataclass(frozen=True, slots=True)
class PeerSettings:
    """Names that are sent to peers, and their time limits in seconds."""

    client_id: str
    software: tuple[str, str]
    request_timeout_s: float
    connect_timeout_s: float
    security: PeerSecurity = field(default_factory=PeerSecurity)


class Refusals:
    """Count of consecutive refusals between a node and this one, and the resulting delay."""

    def __init__(self, node: Node, now_s: Callable[[], float] = time.monotonic) -> None:
        self._node = node
        self._now_s = now_s
        self._count = 0
        self._trouble: PeerTrouble | None = None
        self._failed_at_s = 0.0

    @property
    def trouble(self) -> PeerTrouble | None:
        """The last error towards the node; None once it has answered, or was not asked again.

        A leader asks a voter only while that does not fetch: after a restart of the voter it would
        be called unreachable for ever.
        """
        is_old = self._now_s() - self._failed_at_s > _TROUBLE_COUNTS_S
        return None if is_old else self._trouble

    @property
    def delay_s(self) -> float:
        """The delay before the next attempt."""
        if not self._count:
            return 0.0
        return min(_REFUSED_BACKOFF_S * 2.0 ** min(self._count - 1, 10), _REFUSED_BACKOFF_MAX_S)

    def add(self) -> None:
        """Count one more failed attempt."""
        self._count += 1

    def end(self) -> None:
        """End the backoff: a connection works."""
        self._count = 0
        if self._trouble is not None and self._trouble.kind not in _REACH_BY_CODE.values():
            self._trouble = None  # an error code in place of an answer stays

    def failed(self, reach: Reach, error: object) -> None:
        """Keep an error of the connection or of an answer."""
        node, text = self._node, str(error).rstrip(".") or type(error).__name__
        host = f"[{node.host}]" if ":" in node.host else node.host
        self._trouble = PeerTrouble(node.id, f"{host}:{node.port}", reach, text)
        self._failed_at_s = self._now_s()

    def closed(self) -> None:
        """Note that a connection ended without an answer, unless an error already explains it."""
        if self.trouble is None:
            self.failed(Reach.UNREACHABLE, "the connection was closed")
        self._failed_at_s = self._now_s()

    def answered(self, message: Message) -> None:
        """Clear the error, unless the answer has one at its top, as a Fetch response has."""
        code = getattr(message, "error_code", ErrorCode.NONE)
        if not code:
            self._trouble = None
        elif code in _REACH_BY_CODE:
            self.failed(_REACH_BY_CODE[code], ErrorCode(code).name)


@dataclass(slots=True)
class _Pending:
    request_id: int
    request: Request
    timer: Timer


class Peer(asyncio.Protocol):
    """The connection to one node, made when it is first needed, and one request at a time."""

    def __init__(
        self,
        node: Node,
        settings: PeerSettings,
        events: PeerEvents,
        *,
        opened: OpenTransports,
        addresses: Addresses,
        tasks: Tasks,
        refusals: Refusals | None = None,
    ) -> None:
        self.node = node
        self._refusals = refusals or Refusals(node)
        self._tls: TlsEndpoint | None = None
        self._exchange: Generator[tuple[WireRequest[Any], int | None], Message, float] | None = None
        self._renew_at_s = 0.0
        self._opened = opened
        self._addresses = addresses
        self._tasks = tasks
        self._own: asyncio.Transport | None = None
        self._settings = settings
        self._events = events
        self._loop = asyncio.get_running_loop()
        self._wire: ClientConnection | None = None
        self._transport: asyncio.Transport | None = None
        self._pending: _Pending | None = None
        self._is_sent = False
        self._connecting: asyncio.Task[None] | None = None
        self._is_closed = False
        self._is_agreed = False
        self._has_answered = False

    @property
    def is_closed(self) -> bool:
        """Return True if the connection was closed and must be replaced."""
        return self._is_closed

    @property
    def is_usable(self) -> bool:
        """Return True if a request can be sent: no earlier one waits for its response."""
        return not self._is_closed and (self._pending is None or not self._is_sent)

    def send(self, request_id: int, request: Request) -> None:
        """Send a request; it replaces an earlier one that was not sent yet."""
        if self._pending is not None:
            self._pending.timer.cancel()
        timer = self._tasks.later(self._settings.request_timeout_s, self._time_out)
        self._pending = _Pending(request_id, request, timer)
        self._is_sent = False
        if self._is_agreed:
            self._write_request()
        else:
            self.meet()

    def meet(self) -> None:
        """Connect if there is no connection, so that the node reports its versions."""
        if self._connecting is None and self._transport is None and not self._is_closed:
            self._connecting = self._tasks.start(self._connect(), "kraft-connect")

    def close(self) -> None:
        """Close the connection; no event is reported after it."""
        self._is_closed = True
        if self._pending is not None:
            self._pending.timer.cancel()
            self._pending = None
        if self._connecting is not None:
            self._connecting.cancel()
            self._connecting = None
        if self._transport is not None:
            self._transport.abort()
            self._transport = None

    # -- the connection -----------------------------------------------------------------------

    async def _connect(self) -> None:
        try:
            if self._refusals.delay_s:
                await asyncio.sleep(self._refusals.delay_s)
            async with asyncio.timeout(self._settings.connect_timeout_s):
                opened = await self._addresses.connect(self.node.host, self.node.port)
                with ExitStack() as undone:
                    undone.callback(opened.close)
                    await self._loop.create_connection(lambda: self, sock=opened)
                    undone.pop_all()
        except (OSError, ValueError, OverflowError) as error:
            self._connecting = None
            is_unknown = isinstance(error, gaierror)
            reach = Reach.UNRESOLVED if is_unknown else Reach.UNREACHABLE
            self._refusals.failed(reach, getattr(error, "strerror", None) or error)
            # only if every address refused: a silent address can belong to a running process
            self._on_refused(is_gone=isinstance(error, ConnectionRefusedError))
        else:
            self._connecting = None

    def _on_refused(self, *, is_gone: bool) -> None:
        if self._is_closed:
            return
        self._fail(FailureReason.REFUSED)
        if is_gone:
            self._events.on_gone(self.node.id)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Agree on versions with the node."""
        tcp = cast("asyncio.Transport", transport)  # uvloop's is not a subclass of it
        self._own = tcp
        self._opened.add(tcp)
        if self._is_closed:
            tcp.abort()
            return
        self._transport = tcp
        self._wire = ClientConnection(
            client_id=self._settings.client_id, software=self._settings.software
        )
        context = self._settings.security.current.tls
        if context is not None:
            # a scope belongs to the address, not to the name; neither does the root's dot
            host = self.node.host.partition("%")[0].rstrip(".")
            try:
                self._tls = TlsEndpoint(context, is_server=False, server_hostname=host)
            except ValueError as error:  # not even a name
                self._refuse(str(error))
                return
        self._wire.agree_on_versions()
        self._write()

    def data_received(self, data: bytes) -> None:
        """Receive bytes, in chunks of any size."""
        if self._wire is None or self._is_closed:
            return
        tls = self._tls
        if tls is None:
            self._take(data)
        else:
            try:
                tls.receive(data)
                while tls.has_work and not self._is_closed:
                    text = tls.advance()
                    self._take(text)
            except AuthenticationError as error:
                self._send_encrypted()
                self._refuse(str(error))
                return
        self._write()

    def _take(self, text: bytes) -> None:
        for event in self._wire.receive(text) if self._wire is not None else ():
            self._on_event(event)

    def _write(self) -> None:
        """Write the pending bytes to the transport."""
        if self._wire is None or self._transport is None:
            return
        wire, tls = self._wire, self._tls
        data = wire.data_to_send()
        if tls is None:
            if data:
                self._transport.write(data)
            return
        try:
            while data or tls.has_work:
                tls.send(data)
                self._take(tls.advance())
                data = wire.data_to_send()
        except AuthenticationError as error:
            self._send_encrypted()
            self._refuse(str(error))
            return
        self._send_encrypted()

    def _send_encrypted(self) -> None:
        """Write the pending bytes of TLS, including alerts."""
        if self._tls is not None and self._transport is not None:
            data = self._tls.data_to_send()
            if data and not self._transport.is_closing():
                self._transport.write(data)

    def _refuse(self, reason: str, reach: Reach = Reach.TLS_FAILED) -> None:
        """End a connection whose authentication failed, and wait before the next."""
        self._refusals.add()
        self._refusals.failed(reach, reason)
        if self._transport is not None:
            # an alert on its way must not be lost in a reset
            self._transport.close()
            self._transport = None
        self.drop(FailureReason.REFUSED)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle a lost connection; check at once whether the node still answers."""
        del exc
        self._opened.remove(self._own)
        self._own = self._transport = self._wire = self._tls = self._exchange = None
        self._is_agreed = False
        if self._is_closed:
            return
        has_answered, self._has_answered = self._has_answered, False
        if not has_answered:
            self._refusals.closed()
        self._fail(FailureReason.TIMED_OUT)
        # a request that was never answered would only be lost again
        if has_answered and self._connecting is None and not self._is_closed:
            self._connecting = self._tasks.start(self._connect(), "kraft-connect")

    # -- requests -----------------------------------------------------------------------------

    def _on_event(self, event: ClientEvent) -> None:
        if isinstance(event, VersionsAgreed):
            self._on_versions(event)
        elif isinstance(event, ResponseReceived) and self._exchange is not None:
            self._go_on(event.message)
        elif isinstance(event, ResponseReceived):
            self._on_response(event)
        elif isinstance(event, ConnectionFault):
            self._refusals.failed(reach_of(event.error), event.error)
            self.drop(FailureReason.CORRUPT)

    def _on_versions(self, event: VersionsAgreed) -> None:
        if self.node.id >= 0 and self._wire is not None:
            versions = self._wire.versions
            peer_versions = PeerVersions(
                vote=versions.get(ApiKey.VOTE, _ABSENT)[1],
                fetch=versions.get(ApiKey.FETCH, _ABSENT)[1],
            )
            self._events.on_described(self.node.id, peer_versions, kraft_range(event.answer))
        if self._settings.security.current.sasl is None:
            self._on_agreed()
        else:
            self._authenticate()

    def _authenticate(self) -> None:
        """Authenticate, on a new connection or before the session ends."""
        credentials = self._settings.security.current.sasl
        if credentials is not None and self._wire is not None:
            self._exchange = authentication(credentials, self._wire.versions)
            self._go_on(None)

    def _go_on(self, response: Message | None) -> None:
        """Send the next request of the exchange; waiting requests follow when it ends."""
        exchange, wire = self._exchange, self._wire
        if exchange is None or wire is None:
            return
        try:
            request, version = next(exchange) if response is None else exchange.send(response)
            wire.send(request, version)
        except StopIteration as end:
            self._exchange = None
            self._renew_at_s = self._loop.time() + end.value if end.value else 0.0
            self._on_agreed()
        except (AuthenticationError, WireError) as error:
            self._refuse(str(error), Reach.NOT_AUTHENTICATED)

    def _on_agreed(self) -> None:
        self._is_agreed = True
        self._refusals.end()
        if self._pending is not None and not self._is_sent:
            self._write_request()

    def _on_response(self, event: ResponseReceived[Any]) -> None:
        pending = self._pending
        if pending is None or not self._is_sent:
            return
        pending.timer.cancel()
        self._pending = None
        self._has_answered = True
        self._refusals.answered(event.message)
        self._events.on_response(pending.request_id, event.message)

    def _write_request(self) -> None:
        wire, pending, transport = self._wire, self._pending, self._transport
        if wire is None or pending is None or transport is None or self._exchange is not None:
            return
        if self._renew_at_s and self._loop.time() >= self._renew_at_s:
            # KIP-368: Kafka closes a connection that sends a request after its session expired
            self._authenticate()
            self._write()
            return
        version = _shared_version(pending.request, wire.versions)
        if version is None:
            self._fail(FailureReason.UNSUPPORTED)
            return
        try:
            wire.send(cast("WireRequest[Any]", pending.request.message(version)), version)
        except WireError:
            self._fail(FailureReason.UNSUPPORTED)
            return
        self._is_sent = True
        self._write()

    def _time_out(self) -> None:
        """Give up a late answer, and drop its connection."""
        if not self._has_answered:
            self._refusals.failed(Reach.UNREACHABLE, "no answer in time")
        self.drop(FailureReason.TIMED_OUT)

    def drop(self, reason: FailureReason) -> None:
        """Close the connection, and report the effect on its request."""
        pending = self._pending
        self.close()
        if pending is not None:
            self._events.on_failure(pending.request_id, reason)

    def _fail(self, reason: FailureReason) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.timer.cancel()
            self._events.on_failure(pending.request_id, reason)


def _shared_version(request: Request, theirs: dict[int, tuple[int, int]]) -> int | None:
    """Return the newest version that both sides support and that can carry the request."""
    lowest, highest = theirs.get(request.api_key, _ABSENT)
    version = min(request.versions.highest, highest)
    if version < max(request.versions.lowest, lowest):
        return None
    return version


class Peers:
    """The connections to all nodes. `tasks` owns their tasks and timers."""

    def __init__(self, settings: PeerSettings, events: PeerEvents, tasks: Tasks) -> None:
        self._settings = settings
        self._events = events
        self._peers: dict[int, Peer] = {}
        self._opened = OpenTransports()
        self._addresses = Addresses()
        self._tasks = tasks
        self._refusals: dict[Node, Refusals] = {}

    def send(self, request_id: int, to: Node, request: Request) -> None:
        """Send a request to a node."""
        peer = self._peers.get(to.id)
        if peer is None or peer.node != to or not peer.is_usable:
            peer = self._renew(to)
        peer.send(request_id, request)

    def meet(self, node: Node) -> None:
        """Connect to a node that got no request yet, so that it reports its versions."""
        peer = self._peers.get(node.id)
        if peer is None or peer.node != node or peer.is_closed:
            peer = self._renew(node)
        peer.meet()

    def _renew(self, node: Node) -> Peer:
        """Open another connection to a node and drop the earlier one."""
        earlier = self._peers.pop(node.id, None)
        if earlier is not None:
            earlier.close()
        elif len(self._peers) >= _NODES_MAX:
            # voters and leaders change, and each id that ever got a request has its connection
            oldest = next(iter(self._peers))
            self._peers.pop(oldest).drop(FailureReason.TIMED_OUT)
        peer = self._peers[node.id] = Peer(
            node,
            self._settings,
            self._events,
            opened=self._opened,
            addresses=self._addresses,
            tasks=self._tasks,
            refusals=self._refusals_of(node),
        )
        return peer

    def _refusals_of(self, node: Node) -> Refusals:
        found = self._refusals.get(node)
        if found is None:
            if len(self._refusals) > _NODES_MAX:  # nodes move, their former addresses with them
                self._refusals.clear()
            found = self._refusals[node] = Refusals(node)
        return found

    def troubles(self) -> list[PeerTrouble]:
        """Return the last error towards each node that is asked and has not answered since.

        A voter that is a bootstrap server too is named once.
        """
        current = {peer.node for peer in self._peers.values()}
        found: dict[str, PeerTrouble] = {}
        for node, each in self._refusals.items():
            trouble = each.trouble
            if trouble is not None and node in current:
                known = found.get(trouble.address)
                if known is None or known.node_id < 0:
                    found[trouble.address] = trouble
        return list(found.values())

    def introduce_as(self, software: tuple[str, str]) -> None:
        """Replace the software name sent to peers; this opens new connections."""
        self._settings = replace(self._settings, software=software)
        peers, self._peers = self._peers, {}
        for peer in peers.values():
            peer.drop(FailureReason.TIMED_OUT)

    def close(self) -> None:
        """Close all connections; the requests on them are not reported."""
        for peer in self._peers.values():
            peer.close()
        self._peers.clear()

    async def wait_closed(self, timeout_s: float) -> None:
        """Wait until all connections that were closed are gone."""
        await self._opened.closed(timeout_s)
