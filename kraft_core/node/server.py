"""Who asks us: connections that were accepted, their frames, limits and order.

A connection is served one request at a time, as Kafka does it: what was pipelined waits until the
one before it is answered, also behind a parked Fetch. What cannot be read ends the connection
without an answer, after the answers to all that stood before it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final, cast

from kraft_core.node.errors import ListenError
from kraft_core.node.transports import OpenTransports
from kraft_wire.connection import ConnectionFault, RequestReceived, ServerConnection
from kraft_wire.errors import WireError
from kraft_wire.messages import ApiVersionsRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kraft_core.node.configuration import NetworkLimits
    from kraft_core.node.listeners import Listener
    from kraft_wire.connection import ServerEvent
    from kraft_wire.message import Message
    from kraft_wire.schema import VersionRange

    Receive = Callable[["Connection", RequestReceived], None]

_SWEEPS_PER_IDLE_TIME: Final = 4
_SWEEP_MAX_S: Final = 10.0


class Connection(asyncio.Protocol):
    """One accepted connection.

    `software_name` is what ApiVersions told, `is_described` whether the node has made use of it.
    """

    def __init__(self, server: Server, listener: str) -> None:
        self.listener = listener
        self.peer_host = ""
        self.software_name: str | None = None
        self.is_described = False
        self.is_closed = False
        self.active_at_s = 0.0
        self._server = server
        self._wire = ServerConnection(
            server.served, frame_bytes_max=server.limits.request_max_bytes
        )
        self._waiting: deque[ServerEvent] = deque()
        self._asked: RequestReceived | None = None
        self._is_read_paused = False
        self._is_write_paused = False
        self._has_eof = False
        self._is_serving = False

    @property
    def may_be_dropped(self) -> bool:
        """Whether nobody waits for an answer on it, as far as can be known."""
        return self._asked is None or self._has_eof

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The peer is there; it is turned away if there are too many already."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is no subclass of it
        peer = transport.get_extra_info("peername")
        self.peer_host = str(peer[0]) if peer else ""
        self.active_at_s = self._server.now_s()
        self._server.transports.add(self._transport)
        if not self._server.admit(self):
            self.is_closed = True
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take bytes in any chunking."""
        if self.is_closed:
            return
        self.active_at_s = self._server.now_s()
        self._waiting.extend(self._wire.receive(data))
        if len(self._waiting) > self._server.limits.requests_queued_max:
            self._pause_reading()
        self._serve()

    def eof_received(self) -> bool:
        """The peer will say no more; what it asked before is still answered."""
        self._has_eof = True
        self._waiting.extend(self._wire.receive_eof())
        self._serve()
        return not self.is_closed

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        del exc
        self.is_closed = True
        self._waiting.clear()
        self._server.transports.remove(self._transport)
        self._server.forget(self)

    def pause_writing(self) -> None:
        """The peer does not read its answers: it gets no further ones meanwhile."""
        self._is_write_paused = True

    def resume_writing(self) -> None:
        """It reads again."""
        self._is_write_paused = False
        self._serve()

    def reply(self, request: RequestReceived, response: Message) -> None:
        """Answer the request that is being served; nothing happens if the peer is gone."""
        if self.is_closed or request is not self._asked:
            return
        self._asked = None
        self.active_at_s = self._server.now_s()
        try:
            self._wire.reply(request, response)
        except WireError as error:
            self._server.note_fault(self, f"the answer cannot be written: {error}")
            self._transport.abort()
            return
        if not self._is_serving:
            self._flush()
            if self._waiting:
                self._server.soon(self._serve)

    def close(self) -> None:
        """End it, after what was written has left."""
        if not self.is_closed:
            self.is_closed = True
            self._transport.close()

    def _serve(self) -> None:
        """Ask what comes next, as long as that is answered at once; then send what there is."""
        if self._is_serving:
            return
        self._is_serving = True
        try:
            while self._waiting and self._may_ask:
                event = self._waiting.popleft()
                if isinstance(event, RequestReceived):
                    self._ask(event)
                else:
                    self._end(event)
        finally:
            self._is_serving = False
        self._flush()

    @property
    def _may_ask(self) -> bool:
        return self._asked is None and not self.is_closed and not self._is_write_paused

    def _ask(self, request: RequestReceived) -> None:
        self._asked = request
        if isinstance(request.message, ApiVersionsRequest):
            self.software_name = request.message.client_software_name
            self.is_described = False
        self._server.receive(self, request)

    def _flush(self) -> None:
        data = self._wire.data_to_send()
        if data and not self._transport.is_closing():
            self._transport.write(data)
        is_idle = not self._waiting and self._asked is None
        if is_idle and self._has_eof:
            self.close()
        if self._is_read_paused and not self._waiting and not self.is_closed:
            self._is_read_paused = False
            self._transport.resume_reading()

    def _end(self, event: ServerEvent) -> None:
        if isinstance(event, ConnectionFault):
            self._server.note_fault(self, str(event.error))
        data = self._wire.data_to_send()
        if data:
            self._transport.write(data)
        self.close()

    def _pause_reading(self) -> None:
        if not self._is_read_paused and not self._transport.is_closing():
            self._is_read_paused = True
            self._transport.pause_reading()


class Server:
    """All listeners and connections of a node. Requests go to `receive`, one a connection.

    `note_fault` is told which connection was ended and why.
    """

    def __init__(
        self,
        served: Mapping[int, VersionRange],
        limits: NetworkLimits,
        receive: Receive,
        on_fault: Callable[[str, str], None],
    ) -> None:
        self.served = served
        self.limits = limits
        self.receive = receive
        self._on_fault = on_fault
        self._loop = asyncio.get_running_loop()
        self._servers: list[asyncio.Server] = []
        self._connections: dict[Connection, None] = {}
        self.transports = OpenTransports()
        self._per_host: dict[str, int] = {}
        self._sweep: asyncio.TimerHandle | None = None

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._connections)

    async def bind(self, listeners: Sequence[Listener]) -> dict[str, int]:
        """Take the ports, which nobody is let in by yet; the ports by name of the listener."""
        ports = {}
        for listener in listeners:
            name = listener.name
            # every family of addresses would get a free port of its own
            everywhere = None if listener.port else "0.0.0.0"  # noqa: S104 - as configured
            host = everywhere if listener.is_everywhere else listener.host
            try:
                server = await self._loop.create_server(
                    lambda name=name: Connection(self, name),
                    host,
                    listener.port,
                    backlog=self.limits.listen_backlog,
                    start_serving=False,
                )
            except OSError as error:
                self.abandon()
                raise ListenError(f"{listener} cannot be listened on: {error}.") from None
            self._servers.append(server)
            ports[name] = int(server.sockets[0].getsockname()[1])
        return ports

    async def start(self) -> None:
        """Let peers in."""
        for server in self._servers:
            await server.start_serving()
        if self.limits.connections_max_idle_ms >= 0:
            self._sweep_later()

    def abandon(self) -> None:
        """Close listeners and connections at once."""
        for server in self._servers:
            server.close()
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        for connection in list(self._connections):
            connection.close()

    async def close(self, patience_s: float) -> None:
        """Close everything, and wait until it is closed."""
        self.abandon()
        await self.transports.closed(patience_s)

    # -- for connections ----------------------------------------------------------------------

    def soon(self, action: Callable[[], None]) -> None:
        """Have something done, but not from within an answer: that comes out of a turn."""
        self._loop.call_soon(action)

    def now_s(self) -> float:
        """The clock of idle times."""
        return self._loop.time()

    def admit(self, connection: Connection) -> bool:
        """Count a new connection; False if there are too many."""
        host = connection.peer_host
        count = self._per_host.get(host, 0)
        limits = self.limits
        if len(self._connections) >= limits.max_connections:
            return False
        if count >= limits.max_connections_per_ip:
            return False
        self._per_host[host] = count + 1
        self._connections[connection] = None
        return True

    def forget(self, connection: Connection) -> None:
        """A connection is gone."""
        if connection not in self._connections:
            return
        del self._connections[connection]
        host = connection.peer_host
        self._per_host[host] -= 1
        if not self._per_host[host]:
            del self._per_host[host]

    def note_fault(self, connection: Connection, reason: str) -> None:
        """A connection was ended because of what it sent."""
        self._on_fault(connection.peer_host, reason)

    # -- idle connections ---------------------------------------------------------------------

    def _sweep_later(self) -> None:
        idle_s = self.limits.connections_max_idle_ms / 1000
        delay_s = min(_SWEEP_MAX_S, max(idle_s / _SWEEPS_PER_IDLE_TIME, 0.01))
        self._sweep = self._loop.call_later(delay_s, self._close_idle)

    def _close_idle(self) -> None:
        oldest_s = self.now_s() - self.limits.connections_max_idle_ms / 1000
        for connection in list(self._connections):
            if connection.active_at_s < oldest_s and connection.may_be_dropped:
                connection.close()
        self._sweep_later()
