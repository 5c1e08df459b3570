"""Incoming connections: their frames, limits, order, and how much is done in one turn.

A connection is served one request at a time, as Kafka does it: what was pipelined waits, as bytes,
until the one before it is answered, also behind a parked Fetch. What cannot be read ends the
connection without an answer, after the answers to all that came before it.

A turn of the event loop does a fixed amount of work for all connections together (`TurnWork`);
whatever is left waits for the next one, so that raft's own timers and answers come in between.
Large requests are decoded, and their refusals encoded, by one worker thread.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from kraft_core.node.admission import (
    Addresses,
    Admission,
    Rank,
    places_by_descriptors,
    plain_address,
)
from kraft_core.node.errors import ListenError
from kraft_core.node.request_frames import RequestFrames
from kraft_core.node.transports import OpenTransports
from kraft_wire.connection import ConnectionFault, RequestReceived, ServerConnection
from kraft_wire.errors import WireError
from kraft_wire.headers import encode_response
from kraft_wire.messages import ApiVersionsRequest, request_class, response_class

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kraft_core.node.configuration import NetworkLimits
    from kraft_core.node.listeners import Listener
    from kraft_wire.connection import ServerEvent
    from kraft_wire.message import Message
    from kraft_wire.schema import VersionRange

    Receive = Callable[["Connection", RequestReceived], None]
    Unpack = Callable[[Message], object]

FRAMES_PER_TURN: Final = 64
BYTES_IN_PER_TURN: Final = 128 << 10
BYTES_OUT_PER_TURN: Final = 256 << 10
"""When a turn has decoded or written so much, it takes no further request."""

UNREAD_BYTES_MAX: Final = 128 << 20
"""Bytes of answers that wait for all peers that do not read them."""

_TOUCH_S: Final = 0.01
"""How exactly it is known who has been idle longest."""

_READ_AHEAD_BYTES: Final = 64 << 10
"""A connection with a whole request waiting is not read any further above this."""

_FRAME_RATE: Final = 256 << 10
"""A frame may take a second longer for each so many bytes of it that have arrived."""

_LARGE_AT_ONCE: Final = 2
"""Large requests that are decoded and not answered yet. Others wait as bytes."""

_SWEEPS_PER_TIMEOUT: Final = 4
_SWEEP_MAX_S: Final = 1.0
_SWEPT_PER_TURN: Final = 500
_CLOSE_GRACE_S: Final = 1.0
"""How long a peer that is closed may take to read what was written."""

_API_KEY_AT: Final = 4


@dataclass(slots=True)
class TurnWork:
    """What a turn of the event loop has done for connections. Sizes in bytes."""

    frames: int = 0
    bytes_in: int = 0
    bytes_out: int = 0

    def is_spent(self) -> bool:
        """Whether the next request has to wait for another turn."""
        return (
            self.frames >= FRAMES_PER_TURN
            or self.bytes_in >= BYTES_IN_PER_TURN
            or self.bytes_out >= BYTES_OUT_PER_TURN
        )


class Connection(asyncio.Protocol):
    """One accepted connection.

    `software_name` is what ApiVersions told, `is_described` whether the node has made use of it.
    `inner` is what the request being served carries in turn, if it carries anything (`Unpack`).
    """

    def __init__(self, server: Server, listener: str) -> None:
        self.listener = listener
        self.peer_host = ""
        self.rank = Rank.NEW
        self.software_name: str | None = None
        self.is_described = False
        self.is_closed = False
        self.active_at_s = 0.0
        self.inner: object = None
        self.is_large = False
        self._server = server
        self._frames = RequestFrames(server.limits.requests)
        self._wire = ServerConnection(
            server.served, frame_bytes_max=server.limits.requests.socket_max_bytes
        )
        self._asked: RequestReceived | None = None
        self._with_worker = False
        self._answer: Message | None = None
        self._is_serving = False
        self.is_queued = False
        self._opens_at_s = 0.0
        self._is_held = False
        self._is_read_paused = False
        self._is_write_paused = False
        self._has_eof = False
        self._counted = 0
        self._frame_since_s: float | None = None
        self._written = 0
        self._moved = 0
        self._stuck_since_s: float | None = None

    @property
    def may_be_dropped(self) -> bool:
        """Whether nobody waits for an answer on it, as far as can be known."""
        return not self._is_busy or self._has_eof

    @property
    def _is_busy(self) -> bool:
        return self._asked is not None or self._with_worker

    @property
    def can_serve(self) -> bool:
        """Whether the next request may be taken."""
        is_stopped = self.is_closed or self._is_write_paused or self._opens_at_s
        return not (self._is_busy or is_stopped)

    # -- as a protocol ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The peer is there; it is turned away if there is no place for it."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is no subclass of it
        peer = transport.get_extra_info("peername")
        self.peer_host = plain_address(str(peer[0])) if peer else ""
        self.active_at_s = self._server.now_s()
        self._server.transports.add(self._transport)
        wait_s = self._server.admit(self)
        if wait_s is None:
            self.is_closed = True
            self._transport.abort()
        elif wait_s:
            # no pause here: uvloop begins to read after this call, whatever is said in it
            self._opens_at_s = self.active_at_s + wait_s
            self._server.later(wait_s, self._open)

    def _open(self) -> None:
        """The rate of new connections allows this one now."""
        self._opens_at_s = 0.0
        if not self.is_closed:
            self._update_reading()
            self._server.serve(self)

    def data_received(self, data: bytes) -> None:
        """Take bytes in any chunking."""
        if self.is_closed:
            return
        now_s = self._server.now_s()
        if now_s - self.active_at_s > _TOUCH_S:
            self.active_at_s = now_s
            self._server.admission.touch(self)
        self._frames.push(data)
        self._server.serve(self)
        if self._frames.pending:
            self._account()
            self._update_reading()

    def eof_received(self) -> bool:
        """The peer will say no more; what it asked before is still answered."""
        self._has_eof = True
        self._server.serve(self)
        return not self.is_closed

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        del exc
        self.is_closed = True
        self._drop_input()
        self._server.transports.remove(self._transport)
        self._server.forget(self)

    def pause_writing(self) -> None:
        """The peer does not read its answers: it gets no further ones meanwhile."""
        self._is_write_paused = True
        self._server.note_unread(self, self._transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """It reads again."""
        self._is_write_paused = False
        self._server.note_unread(self, 0)
        self._server.serve(self)

    # -- requests -----------------------------------------------------------------------------

    def serve_one(self, work: TurnWork) -> bool:
        """Write the answer that waits, else take the next request; whether more may follow."""
        answer, self._answer = self._answer, None
        if answer is not None and self._asked is not None:
            self._send(self._asked, answer)
            return self.can_serve
        if not self.can_serve:
            return False
        try:
            frame = self._frames.take()
        except WireError as error:
            self._end(error)
            return False
        self._note_frame()
        if frame is None:
            if self._has_eof:
                self._finish()
            return False
        work.frames += 1
        api_key = int.from_bytes(frame[_API_KEY_AT : _API_KEY_AT + 2], "big", signed=True)
        self.is_large = not self._server.limits.requests.is_inline(api_key, len(frame))
        if self.is_large:
            self._with_worker = True
            self._server.decode_large(self, frame)
            return False
        work.bytes_in += len(frame)
        self._is_serving = True
        try:
            self._take(*self.read(frame))
        finally:
            self._is_serving = False
        return self.can_serve

    def read(self, frame: bytes) -> tuple[list[ServerEvent], object]:
        """Decode a frame, in any thread as long as it is the only one: events, and what is inside.

        Elements are counted first: too many of them are never made objects.
        """
        try:
            self._server.limits.requests.check_elements(frame[_API_KEY_AT:])
        except WireError as error:
            return [ConnectionFault(error)], None
        events = list(self._wire.receive(frame))
        inner = None
        for event in events:
            if isinstance(event, RequestReceived):
                inner = self._server.unpack(event.message)
        return events, inner

    def decoded(self, events: list[ServerEvent], inner: object) -> None:
        """A large frame was read by the worker."""
        self._with_worker = False
        if not self.is_closed:
            self._take(events, inner)
            self._server.serve(self)

    def _take(self, events: list[ServerEvent], inner: object) -> None:
        for event in events:
            if isinstance(event, RequestReceived):
                self._ask(event, inner)
            elif isinstance(event, ConnectionFault):
                self._end(event.error)
                return
        if self._asked is None and not self.is_closed:
            self._release_large()
            self._flush()  # a version of ApiVersions that the wire layer has refused

    def _ask(self, request: RequestReceived, inner: object) -> None:
        self._asked = request
        self.inner = inner
        if isinstance(request.message, ApiVersionsRequest):
            self.software_name = request.message.client_software_name
            self.is_described = False
        self._server.receive(self, request)

    def reply(self, request: RequestReceived, response: Message) -> None:
        """Answer the request that is being served; nothing happens if the peer is gone.

        When this turn has done its work the answer is encoded in a later one: one record that
        commits may answer thousands of parked fetches.
        """
        if self.is_closed or request is not self._asked:
            return
        if self._server.work.is_spent() and not self._is_serving:
            self._answer = response
            self._server.continue_with(self)
        else:
            self._send(request, response)

    def _send(self, request: RequestReceived, response: Message) -> None:
        if not self._is_serving:
            self._server.work.frames += 1
        try:
            self._wire.reply(request, response)
        except WireError as error:
            self._server.note_fault(self, f"the answer cannot be written: {error}")
            self.abort()
            return
        self._answered()

    def reply_later(self, request: RequestReceived, build: Callable[[], Message]) -> None:
        """Answer with what `build` returns; both it and the encoding run in the worker thread.

        For answers to large requests, which can be as large as these.
        """
        if not self.is_closed and request is self._asked:
            self._server.encode_large(self, request, build)

    def encoded(self, request: RequestReceived, payload: bytes | WireError) -> None:
        """The worker has written the answer to a large request, with its header."""
        if self.is_closed or request is not self._asked:
            return
        if isinstance(payload, WireError):
            self._server.note_fault(self, f"the answer cannot be written: {payload}")
            self.abort()
            return
        self._wire.reply_opaque(request, payload)
        self._answered()

    def _answered(self) -> None:
        self._asked = self.inner = None
        self._release_large()
        self.active_at_s = self._server.now_s()
        self._server.admission.promote(self)
        self._flush()
        if not self._is_serving and (self._frames.pending or self._has_eof):
            self._server.continue_with(self)

    def _release_large(self) -> None:
        if self.is_large:
            self.is_large = False
            self._server.large_done(self)

    def _flush(self) -> None:
        data = self._wire.data_to_send()
        if data and not self._transport.is_closing():
            self._written += len(data)
            self._server.note_output(len(data))
            self._transport.write(data)

    def _finish(self) -> None:
        """The peer has said all and got its answers."""
        if self._frames.pending and not self.is_closed:
            self._server.note_fault(
                self,
                f"the stream ends inside a frame, {self._frames.pending} bytes after its start",
            )
        self.close()

    def _end(self, error: WireError) -> None:
        self._server.note_fault(self, str(error))
        self._flush()
        self.close()

    def close(self) -> None:
        """End it, after what was written has left; a peer that does not read it is aborted."""
        if self.is_closed:
            return
        self.is_closed = True
        self._drop_input()
        if self._transport.get_write_buffer_size():
            self._server.later(_CLOSE_GRACE_S, self._transport.abort)
        self._transport.close()

    def abort(self) -> None:
        """End it at once, whatever was written."""
        self.is_closed = True
        self._drop_input()
        self._transport.abort()

    # -- limits -------------------------------------------------------------------------------

    def _drop_input(self) -> None:
        self._frames.drop()
        self._frame_since_s = None
        self._account()
        if self._asked is not None or not self._with_worker:
            self._release_large()

    def _account(self) -> None:
        """Count what has arrived and waits here."""
        pending = self._frames.pending
        self._server.count_bytes(pending - self._counted)
        self._counted = pending

    def _note_frame(self) -> None:
        """Remember since when a frame is unfinished, then settle what is counted and read."""
        if not self._frames.pending and not self._counted and not self._is_read_paused:
            self._frame_since_s = None
            return
        if not self._frames.pending or self._is_busy or self._frames.has_whole:
            self._frame_since_s = None
        elif self._frame_since_s is None:
            self._frame_since_s = self.active_at_s
        self._account()
        self._update_reading()

    @property
    def is_holdable(self) -> bool:
        """Whether it has to wait while all requests together take too much memory.

        Voters never do, nor does a connection with little: raft's own requests are small.
        """
        frames = self._frames
        return self.rank is not Rank.VOTER and (
            max(frames.pending, min(frames.awaited, self._server.limits.requests.max_bytes))
            > _READ_AHEAD_BYTES
        )

    def release(self) -> None:
        """Other requests have given memory back."""
        if self._is_held:
            self._is_held = False
            self._frame_since_s = None if self._frame_since_s is None else self._server.now_s()
            self._update_reading()

    def _update_reading(self) -> None:
        """Read, or do not: for too much waiting, for memory, for the rate of connections."""
        if self.is_closed or self._transport.is_closing():
            return
        frames = self._frames
        is_full = frames.pending > _READ_AHEAD_BYTES and (self._is_busy or frames.has_whole)
        if not self._is_held and self._server.is_memory_full and self.is_holdable:
            self._is_held = True
            self._server.hold(self)
        wanted = not (is_full or self._is_held or self._opens_at_s)
        if wanted and self._is_read_paused:
            self._is_read_paused = False
            self._transport.resume_reading()
        elif not wanted and not self._is_read_paused:
            self._is_read_paused = True
            self._transport.pause_reading()

    def sweep(self, now_s: float) -> None:
        """End it if it does not read, does not finish a frame, or is idle."""
        limits = self._server.limits
        stuck_s = self._stuck_s(now_s)
        if stuck_s > limits.write_timeout_ms / 1000:
            self._server.note_fault(self, f"it has not read its answers for {stuck_s:.0f} s")
            self.abort()
            return
        if self.is_closed:
            return
        if self._frame_since_s is not None:
            allowed_s = limits.frame_timeout_ms / 1000 + self._frames.pending / _FRAME_RATE
            if now_s - self._frame_since_s > allowed_s:
                awaited = f"a frame of {self._frames.awaited} bytes"
                self._server.note_fault(self, f"{awaited} did not end within {allowed_s:.0f} s")
                self.close()
                return
        idle_s = limits.connections_max_idle_ms / 1000
        if idle_s >= 0 and self.active_at_s < now_s - idle_s and self.may_be_dropped:
            self.close()

    def _stuck_s(self, now_s: float) -> float:
        """For how long nothing of what was written has left."""
        waiting = self._transport.get_write_buffer_size()
        moved = self._written - waiting
        if not waiting:
            self._stuck_since_s = None
            return 0.0
        if self._stuck_since_s is None or moved != self._moved:
            self._stuck_since_s, self._moved = now_s, moved
        return now_s - self._stuck_since_s


def _no_voters() -> Iterable[str]:
    return ()


def _unpack_nothing(_: Message) -> None:
    """Most requests carry no other one."""


class Server:
    """All listeners and connections of a node. Requests go to `receive`, one a connection.

    `on_fault` gets the address of a connection that was ended and why. `voter_hosts` returns the
    hosts of all voters but this node. `unpack` reads what a request carries in turn, in any thread.
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
    ) -> None:
        self.served = served
        self.limits = limits
        self.receive = receive
        self.unpack = unpack
        self.work = TurnWork()
        self.most = TurnWork()
        self._on_fault = on_fault
        self._loop = asyncio.get_running_loop()
        self._servers: list[asyncio.Server] = []
        self._connections: dict[Connection, None] = {}
        self.transports = OpenTransports()
        self._voters = Addresses(voter_hosts)
        self.admission: Admission[Connection] = Admission(
            limits.places, lambda: self._voters.current
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
        self._large_waiting: deque[tuple[Connection, bytes]] = deque()
        self._is_closed = False

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self.admission)

    async def bind(self, listeners: Sequence[Listener]) -> dict[str, int]:
        """Take the ports, which nobody is let in by yet; the ports by name of the listener."""
        # the first request of an API must not wait for its module, nor anybody behind it
        await asyncio.to_thread(_import_messages, tuple(self.served))
        await self.admission.resolve_overrides()
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
        """Let peers in, as many as there are descriptors for."""
        self._voters.refresh(self.now_s())
        places = places_by_descriptors()
        self.admission.max_connections = min(self.limits.places.max_connections, places)
        for server in self._servers:
            await server.start_serving()
        self._sweep_later()

    def abandon(self) -> None:
        """Close listeners and connections at once."""
        self._is_closed = True
        self._voters.close()
        for server in self._servers:
            server.close()
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
        self._large_waiting.clear()
        for connection in list(self._connections):
            connection.close()

    async def close(self, patience_s: float) -> None:
        """Close everything, and wait until it is closed."""
        self.abandon()
        await self.transports.closed(patience_s)

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
        work.frames = work.bytes_in = work.bytes_out = 0
        self._is_turn_begun = False
        while (self._ready_voters or self._ready) and not work.is_spent():
            queue = self._ready_voters or self._ready
            connection = queue.popleft()
            connection.is_queued = False
            if connection.serve_one(work):
                self.continue_with(connection)
        if work.frames or self._ready or self._ready_voters:
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

    def decode_large(self, connection: Connection, frame: bytes) -> None:
        """Have the worker decode a frame once fewer large requests are unanswered."""
        self._large_waiting.append((connection, frame))
        self.count_bytes(len(frame))
        self._next_large()

    def _next_large(self) -> None:
        while self._large_waiting and len(self._large) < _LARGE_AT_ONCE:
            connection, frame = self._large_waiting.popleft()
            if connection.is_closed:
                self.count_bytes(-len(frame))
                continue
            self._large.add(connection)
            decoded = partial(self._decoded, connection, len(frame))
            self._submit(connection, partial(connection.read, frame), decoded)

    def _decoded(self, connection: Connection, size: int, result: Any) -> None:
        self.count_bytes(-size)
        if connection.is_closed:
            self.large_done(connection)
        connection.decoded(*result)

    def encode_large(
        self, connection: Connection, request: RequestReceived, build: Callable[[], Message]
    ) -> None:
        """Have the worker build and encode the answer to a large request."""

        def encode() -> bytes | WireError:
            try:
                return encode_response(build(), request.api_version, request.correlation_id)
            except WireError as error:
                return error

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

        def finished(future: asyncio.Future[Any]) -> None:
            if future.cancelled():
                return
            error = future.exception()
            if error is None:
                done(future.result())
                return
            self.note_fault(connection, f"its request cannot be served: {error!r}")
            self.large_done(connection)
            connection.abort()

        future = asyncio.wrap_future(self._worker.submit(action), loop=self._loop)
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
        if verdict.reason is not None:
            self._on_fault(connection.peer_host, verdict.reason)
            return None
        self._connections[connection] = None
        if verdict.evicted is not None:
            verdict.evicted.abort()
        return verdict.wait_s

    def forget(self, connection: Connection) -> None:
        """A connection is gone."""
        self._connections.pop(connection, None)
        self.note_unread(connection, 0)
        self._held.pop(connection, None)
        self.admission.leave(connection)

    def note_fault(self, connection: Connection, reason: str) -> None:
        """A connection was ended because of what it sent."""
        self._on_fault(connection.peer_host, reason)

    # -- connections that have to go ----------------------------------------------------------

    def _sweep_later(self) -> None:
        limits = self.limits
        times = (limits.connections_max_idle_ms, limits.frame_timeout_ms, limits.write_timeout_ms)
        shortest_s = min(each for each in times if each >= 0) / 1000
        delay_s = min(_SWEEP_MAX_S, max(shortest_s / _SWEEPS_PER_TIMEOUT, 0.01))
        self._sweep = self._loop.call_later(delay_s, self._sweep_from, None)

    def _sweep_from(self, left: list[Connection] | None) -> None:
        """Look at some connections, then at the rest of them in later turns."""
        if self._is_closed:
            return
        now_s = self.now_s()
        if left is None:
            self._voters.refresh(now_s)
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
