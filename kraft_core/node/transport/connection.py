"""One accepted connection: its frames, the order of its requests, how an answer is written.

A connection is served one request at a time, as Kafka does it (SocketServer mutes a channel): what
was pipelined waits as bytes until the request before it is answered, also a parked Fetch. Bytes
that cannot be read end the connection without an answer, after the answers to all requests before
them.

`RequestFrames` cuts bytes into frames, one at a time. `kraft_wire.framing.FrameReader` cuts a chunk
into all its frames at once, but a server has to stop after each: what follows waits as bytes until
its turn, and a frame that will be too long is refused when its first bytes arrive, before the rest
is kept.

TLS and SASL are between the socket and the frames, both without IO of their own
(`security.endpoint`, `security.sasl_server`): the same limits and turns hold on every listener, and
a handshake that fails sends its alert. What is asked before a peer has proved who it is goes to the
authenticator alone.

`Connection` reads, serves, answers, and ends when its peer does not read, does not finish a frame,
does not authenticate or is idle. What all connections share (places, memory, turns, the worker) is
in `server`; how large a request may be is in `request_limits`.
"""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass
from functools import partial
from struct import Struct
from typing import TYPE_CHECKING, Final, cast

from kraft_core.node.service import RequestContext
from kraft_core.node.transport.admission import Rank, plain_address
from kraft_core.security.endpoint import TlsEndpoint, TlsState
from kraft_core.security.errors import AuthenticationError
from kraft_core.security.principals import ANONYMOUS, Principal, host_text
from kraft_core.security.sasl_server import Close, SaslServerAuthenticator, SaslState, Serve
from kraft_wire.connection import ConnectionFault, RequestReceived, ServerConnection
from kraft_wire.errors import LimitError, WireError
from kraft_wire.framing import FrameReader
from kraft_wire.messages import ApiVersionsRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.node.transport.limits import RequestLimits
    from kraft_core.node.transport.listeners import Server
    from kraft_wire.connection import ServerEvent
    from kraft_wire.message import Message
    from kraft_wire.messages import ApiVersionsResponse

FRAMES_PER_TURN: Final = 16
BYTES_IN_PER_TURN: Final = 128 << 10
BYTES_OUT_PER_TURN: Final = 256 << 10
"""When a turn has decoded or written so much, it takes no further request.

Raft's own messages wait for the rest of a turn: 16 small requests are about a millisecond."""

_TOUCH_S: Final = 0.01
"""How exactly it is known who has been idle longest."""

_IN_USE_S: Final = 1.0
"""A connection that was served so lately does not lose its place."""

_READ_AHEAD_BYTES: Final = 64 << 10
"""A connection with a whole request waiting is not read any further above this."""

_FRAME_RATE: Final = 256 << 10
"""A frame may take a second longer for each so many bytes of it that have arrived."""

_CLOSE_GRACE_S: Final = 1.0
"""How long a peer that is closed may take to read what was written."""

_API_KEY_AT: Final = 4

_LENGTH: Final = Struct(">i")
_HEAD: Final = Struct(">ih")
_COMPACT_AT: Final = 64 << 10


class RequestFrames:
    """Bytes in, whole frames out."""

    def __init__(self, limits: RequestLimits) -> None:
        self._limits = limits
        self._buffer = bytearray()
        self._begin = 0
        self._is_checked = False

    @property
    def pending(self) -> int:
        """How many bytes were pushed and not taken."""
        return len(self._buffer) - self._begin

    @property
    def awaited(self) -> int:
        """How many bytes the next frame has, its length included; 0 while that is unknown.

        Never above the limit of its API once `take` has seen the API key.
        """
        if self.pending < _LENGTH.size:
            return 0
        size: int = _LENGTH.unpack_from(self._buffer, self._begin)[0]
        return _LENGTH.size + max(size, 0)

    @property
    def has_whole(self) -> bool:
        """Whether a whole frame is there."""
        awaited = self.awaited
        return 0 < awaited <= self.pending

    def push(self, chunk: bytes) -> None:
        """Add what has arrived."""
        self._buffer += chunk

    def take_before_authentication(self, limit: int) -> bytes | None:
        """The next whole frame, its length included, whatever it asks; None until it is whole.

        Raises LimitError for a length that is negative or above the limit.
        """
        if self.pending < _LENGTH.size:
            return None
        (size,) = _LENGTH.unpack_from(self._buffer, self._begin)
        if not 0 <= size <= limit:
            raise LimitError(f"a frame of {size} bytes before authentication")
        return self._cut(self._begin + _LENGTH.size + size)

    def take(self) -> bytes | bytearray | None:
        """The next whole frame, its length included; None as long as it is not whole.

        A large one is the buffer itself: nothing else of it is kept here.
        Raises FrameError for a length that cannot be, LimitError for one above its API's limit.
        """
        buffer, begin = self._buffer, self._begin
        pending = len(buffer) - begin
        if pending < _LENGTH.size:
            return None
        if not self._is_checked:
            self._check(pending)
        end = begin + _LENGTH.size + _LENGTH.unpack_from(buffer, begin)[0]
        if begin == 0 and end == len(buffer) and end >= _COMPACT_AT:
            self._buffer = bytearray()
            self._is_checked = False
            return buffer
        return self._cut(end)

    def _cut(self, end: int) -> bytes | None:
        buffer, begin = self._buffer, self._begin
        if end > len(buffer):
            return None
        frame = bytes(memoryview(buffer)[begin:end])
        self._is_checked = False
        if end == len(buffer):
            self._buffer = bytearray()
            self._begin = 0
        elif end >= _COMPACT_AT:
            del buffer[:end]
            self._begin = 0
        else:
            self._begin = end
        return frame

    def drop(self) -> int:
        """Forget everything; how many bytes that were."""
        pending = self.pending
        self._buffer = bytearray()
        self._begin = 0
        return pending

    def _check(self, pending: int) -> None:
        """Hold the length against what any frame may have, then against its API's limit."""
        buffer, begin = self._buffer, self._begin
        (size,) = _LENGTH.unpack_from(buffer, begin)
        if not 0 < size <= self._limits.socket_max_bytes:
            # the reader of frames knows what else these bytes may be, and says so
            head = bytes(buffer[begin : begin + _LENGTH.size])
            FrameReader(self._limits.socket_max_bytes).feed(head)
        if pending >= _HEAD.size:
            _, api_key = _HEAD.unpack_from(buffer, begin)
            self._limits.check_frame(api_key, size)
            self._is_checked = True


@dataclass(slots=True)
class TurnWork:
    """What a turn of the event loop has done for connections. Sizes in bytes.

    `handshake_steps` are steps of TLS handshakes, each of which may cost a signature.
    """

    frames: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    handshake_steps: int = 0

    def is_spent(self) -> bool:
        """Whether the next request has to wait for another turn."""
        return (
            self.frames >= FRAMES_PER_TURN
            or self.bytes_in >= BYTES_IN_PER_TURN
            or self.bytes_out >= BYTES_OUT_PER_TURN
        )


class Connection(asyncio.Protocol):
    """One accepted connection.

    `principal` is who the peer has proved to be, `peer_host` and `peer_port` where it is.
    `software_name` is that of the ApiVersions request, `is_described` whether the node has
    used it.
    `inner` is what the request being served carries in turn, if it carries anything (`Unpack`).
    """

    def __init__(self, server: Server, listener: str) -> None:
        self.listener = listener
        self.peer_host = ""
        self.peer_port = 0
        self.principal = ANONYMOUS
        self._security = server.security_of(listener)
        self.security_protocol = self._security.keys.protocol
        self._tls: TlsEndpoint | None = None
        self._sasl: SaslServerAuthenticator | None = None
        self._is_refused = False
        self._since_s = 0.0
        self.rank = Rank.NEW
        self.software_name: str | None = None
        self.is_described = False
        self.is_closed = False
        self.active_at_s = 0.0
        self._answered_at_s = -math.inf
        self.inner: object = None
        self.is_large = False
        self._address = self._host = ""
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
        self.is_shaking = False
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
    def has_served(self) -> bool:
        """Return True once a request of it was answered."""
        return self._answered_at_s > -math.inf

    def is_in_use(self, now_s: float) -> bool:
        """Return True while a request is in progress, or was answered in the last second."""
        return not self.may_be_dropped or now_s - self._answered_at_s < _IN_USE_S

    @property
    def _is_busy(self) -> bool:
        return self._asked is not None or self._with_worker

    @property
    def can_serve(self) -> bool:
        """Whether the next request may be taken."""
        is_stopped = self._is_over or self._is_write_paused or self._opens_at_s
        tls = self._tls
        is_closed_to_requests = tls is not None and (
            tls.state is TlsState.HANDSHAKE or tls.unsent_bytes > 0
        )
        return not (self._is_busy or is_stopped or is_closed_to_requests)

    @property
    def _is_in_handshake(self) -> bool:
        return self._tls is not None and self._tls.state is TlsState.HANDSHAKE

    @property
    def _is_over(self) -> bool:
        return self.is_closed or self._is_refused

    @property
    def is_authenticated(self) -> bool:
        """Whether its requests are served: the peer has proved who it is, or need not."""
        return self._security.is_plain or not self._server.strangers.knows(self)

    def context(self, client_id: str | None) -> RequestContext:
        """Who asks on it."""
        if not self._host:
            self._host = host_text(self._address)
        return RequestContext(self.principal, self._host, self.security_protocol, client_id)

    # -- as a protocol ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The peer is there; it is turned away if there is no place for it."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is not a subclass of it
        peer = transport.get_extra_info("peername")
        if peer:
            self.peer_host, self.peer_port = plain_address(str(peer[0])), int(peer[1])
            self._address = str(peer[0])
        self.active_at_s = self._since_s = self._server.now_s()
        self._server.transports.add(self._transport)
        wait_s = self._server.admit(self)
        if wait_s is None:
            self.is_closed = True
            self._transport.abort()
            return
        if not self._security.is_plain:
            self._tls = self._security.endpoint()
            if self._security.sasl is not None:
                self._sasl = SaslServerAuthenticator(self._security.sasl, self._describe)
            self._server.expect_authentication(self, has_tls=self._tls is not None)
        if wait_s:
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
        # what a refused peer still sends is read and dropped: bytes that nobody reads would reset
        # the connection, and the answer or the alert on its way would be lost
        if self._is_over:
            return
        now_s = self._server.now_s()
        if now_s - self.active_at_s > _TOUCH_S:
            self.active_at_s = now_s
            self._server.admission.touch(self)
        if self._tls is None:
            self._frames.push(data)
        else:
            self._tls.receive(data)
            if self._tls.state is TlsState.HANDSHAKE:
                self._server.shake_hands(self)
                self._update_reading()
                return
            self._advance()
        self._serve_frames()

    def _serve_frames(self) -> None:
        self._server.serve(self)
        if self._frames.pending or self._is_read_paused:
            self._account()
            self._update_reading()

    def eof_received(self) -> bool:
        """The peer will say no more; what it asked before is still answered."""
        self._has_eof = True
        # the handshake may wait for its turn with its end, and a request, already here
        if self._is_refused or (self._is_in_handshake and not self.is_shaking):
            self.close()
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
        may_move = not (self._is_over or self._is_write_paused)
        if may_move and self._tls is not None and self._tls.has_work:
            if self._tls.state is TlsState.HANDSHAKE:
                return False
            self._advance()
            if self._tls.has_work:
                return not self.is_closed
        answer, self._answer = self._answer, None
        if answer is not None and self._asked is not None:
            self._send(self._asked, answer)
            return self.can_serve
        if not self.can_serve:
            return False
        sasl = self._sasl
        frame: bytes | bytearray | None
        try:
            limit = None if sasl is None else sasl.frame_bytes_max
            if limit is None:
                frame = self._frames.take()
            else:
                frame = self._frames.take_before_authentication(limit)
        except WireError as error:
            if sasl is not None and limit is not None:
                self._refuse(sasl.on_invalid_size())
            else:
                self._end(error)
            return False
        self._note_frame()
        if frame is None:
            if self._has_eof:
                self._finish()
            return False
        work.frames += 1
        if sasl is not None and not self._authenticate(sasl, frame):
            return self.can_serve
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

    def read(self, frame: bytes | bytearray) -> tuple[list[ServerEvent], object]:
        """Decode a frame, in any thread as long as it is the only one: events, and what is inside.

        Elements are counted first: too many of them are never made objects.
        """
        payload = memoryview(frame)[_API_KEY_AT:]
        try:
            self._server.limits.requests.check_elements(payload)
        except WireError as error:
            return [ConnectionFault(error)], None
        events = self._wire.receive_payload(payload)
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

    def encoded(self, request: RequestReceived, frame: bytearray | WireError) -> None:
        """The worker has written the answer to a large request, as a whole frame."""
        if self.is_closed or request is not self._asked:
            return
        if isinstance(frame, WireError):
            self._server.note_fault(self, f"the answer cannot be written: {frame}")
            self.abort()
            return
        self._wire.reply_written(request)
        self._write(frame)
        self._answered()

    def _answered(self) -> None:
        self._asked = self.inner = None
        self._release_large()
        self.active_at_s = self._answered_at_s = self._server.now_s()
        self._server.admission.promote(self)
        self._flush()
        if not self._is_serving and (self._frames.pending or self._has_eof):
            self._server.continue_with(self)

    # -- who the peer is ----------------------------------------------------------------------

    def shake_hands(self) -> None:
        """Go one step on in the TLS handshake; called in turns, a few in each."""
        tls = self._tls
        if tls is None or self._is_over:
            return
        if not self._advance(1):
            return
        if tls.state is TlsState.HANDSHAKE:
            if tls.has_work:
                self._server.shake_hands(self)
            elif self._has_eof:
                self.close()
            else:
                self._update_reading()
            return
        self._server.strangers.end_handshake(self)
        if self._sasl is None:
            try:
                self.principal = self._security.principal_of(tls.peer_certificate)
            except AuthenticationError as error:
                # as in Kafka without an answer: the handshake was fine, the name is not
                self._server.note_refusal(self, str(error))
                self.close()
                return
            self._server.note_authenticated(self)
        self._serve_frames()

    def _authenticate(self, sasl: SaslServerAuthenticator, frame: bytes | bytearray) -> bool:
        """Take a frame of a peer with SASL; whether it is a request to be served."""
        was_complete = sasl.state is SaslState.COMPLETE
        step = sasl.on_frame(
            bytes(frame[_LENGTH.size :]),
            time.monotonic_ns() // 1_000_000,
            time.time_ns() // 1_000_000,
        )
        if isinstance(step, Serve):
            return True
        if isinstance(step, Close):
            self._refuse(step)
            return False
        self._write(_LENGTH.pack(len(step.payload)) + step.payload)
        if sasl.state is SaslState.COMPLETE and not was_complete:
            self.principal = Principal("User", sasl.principal or "")
            self._server.note_authenticated(self)
            self._account()
        return False

    def _describe(self, request: ApiVersionsRequest, api_version: int) -> ApiVersionsResponse:
        """Answer ApiVersions before authentication as after it."""
        self.software_name = request.client_software_name
        self.is_described = False
        return self._server.describe(request, api_version)

    def _refuse(self, step: Close) -> None:
        """End it as the authenticator says: after a delay, with an answer or without."""
        if step.is_failed_authentication:
            self._server.note_refusal(self, step.reason)
        else:
            self._server.note_fault(self, step.reason)
        self._is_refused = True
        self._drop_input()
        if step.delay_ms:
            self._server.later(step.delay_ms / 1000, partial(self._end_refused, step.payload))
        else:
            self._end_refused(step.payload)

    def _end_refused(self, payload: bytes | None) -> None:
        if self.is_closed:
            return
        if payload is not None:
            self._write(_LENGTH.pack(len(payload)) + payload)
        if self._tls is not None:
            self._tls.close()
            self._transport.write(self._tls.data_to_send())
        self._linger()

    def _refuse_tls(self, reason: str) -> None:
        """End it with the alert that says why (Kafka: at once, without the delay)."""
        self._server.note_refusal(self, reason)
        self._is_refused = True
        self._drop_input()
        if self._tls is not None:
            self._transport.write(self._tls.data_to_send())
        self._linger()

    def _linger(self) -> None:
        """Close the way out, then wait a little for the peer to close its own."""
        if self._transport.is_closing():
            return
        self._update_reading()
        if self._transport.can_write_eof():
            self._transport.write_eof()
        self._server.later(_CLOSE_GRACE_S, self.abort)

    def _advance(self, handshake_steps: int = 0) -> bool:
        """Decrypt what has come and encrypt what waits, a turn's share of each.

        Whether the connection goes on.
        """
        tls = self._tls
        if tls is None:
            return True
        try:
            text = tls.advance(handshake_steps)
        except AuthenticationError as error:
            self._refuse_tls(str(error))
            return False
        self._send_encrypted(tls)
        if text:
            self._frames.push(text)
        if tls.state is TlsState.CLOSED:
            self._has_eof = True
        elif tls.has_work and tls.state is TlsState.OPEN:
            self._server.continue_with(self)
        return True

    def _write(self, data: bytes | bytearray) -> None:
        """Write bytes, encrypted where there is TLS; what is too much for a turn goes later."""
        if self._transport.is_closing():
            return
        tls = self._tls
        if tls is None:
            self._written += len(data)
            self._server.note_output(len(data))
            self._transport.write(data)
            return
        tls.send(data)
        try:
            tls.encrypt()
        except AuthenticationError as error:
            self._refuse_tls(str(error))
            return
        self._send_encrypted(tls)
        if tls.unsent_bytes:
            self._server.continue_with(self)

    def _send_encrypted(self, tls: TlsEndpoint) -> None:
        data = tls.data_to_send()
        if data and not self._transport.is_closing():
            self._written += len(data)
            self._server.note_output(len(data))
            self._transport.write(data)

    def _release_large(self) -> None:
        if self.is_large:
            self.is_large = False
            self._server.large_done(self)

    def _flush(self) -> None:
        data = self._wire.data_to_send()
        if data:
            self._write(data)

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
        if self._tls is not None:
            self._tls.close()
            self._send_encrypted(self._tls)
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
        if self._sasl is not None:
            self._server.count_unauthenticated(self, pending)

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
        if self._tls is not None and self._is_in_handshake:
            is_full = self._tls.unread_bytes > _READ_AHEAD_BYTES
        is_full = is_full and not self._is_refused
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
        allowed_s = limits.authentication.timeout_ms / 1000
        if now_s - self._since_s > allowed_s and not self.is_authenticated:
            self._server.note_refusal(self, f"not authenticated within {allowed_s:g} s")
            self.close()
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
