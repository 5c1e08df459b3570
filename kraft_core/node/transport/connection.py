"""One accepted connection: its state, the order of its requests, and how answers are written.

A connection is served one request at a time, as in Kafka (SocketServer mutes a channel): pipelined
requests wait as bytes until the request before them is answered, also a parked Fetch. Bytes that
cannot be read end the connection without an answer, after the answers to all requests before them.
A client above its quota is answered, and its next request waits.

Its parts are created when it is accepted: the channel (TLS or plain text), the frames, the
authenticator (SASL or none), the wire layer, the input and the output. None of them does IO itself,
so that the same limits and turns apply on every listener, and a failed handshake sends its alert.
Requests before authentication go only to the authenticator. `state` is the state of the connection;
`states` has the table.

`Connection` ends when its peer does not read, does not finish a frame, does not authenticate or is
idle. The common state of all connections is in `listeners`, `turns`, `memory` and `large`.
"""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from kraft_core.node.service import RequestContext
from kraft_core.node.transport.admission import Rank, plain_address
from kraft_core.node.transport.frames import LENGTH, RequestFrames
from kraft_core.node.transport.memory import Intake, Outflow
from kraft_core.node.transport.secure import TlsFailedError
from kraft_core.node.transport.states import State, change
from kraft_core.security.errors import AuthenticationError
from kraft_core.security.principals import ANONYMOUS, Principal, host_text
from kraft_core.security.sasl_server import Close, SaslState, Serve
from kraft_wire.connection import ConnectionFault, RequestReceived, ServerConnection
from kraft_wire.errors import WireError
from kraft_wire.messages import ApiVersionsRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.node.transport.frames import RequestHead
    from kraft_core.node.transport.listeners import Server
    from kraft_core.node.transport.memory import Buffers
    from kraft_core.node.transport.turns import TurnWork
    from kraft_core.security.sasl_server import Answer
    from kraft_wire.connection import ServerEvent
    from kraft_wire.message import Message
    from kraft_wire.messages import ApiVersionsResponse

_TOUCH_S: Final = 0.01
"""The precision of the order of idle connections."""

_IN_USE_S: Final = 1.0
"""A connection served within this time does not lose its place."""

_READ_AHEAD_BYTES: Final = 64 << 10
"""A connection with a whole request waiting is not read any further above this."""

_FRAME_RATE: Final = 256 << 10
"""The timeout of a frame grows by one second for this many received bytes."""

_CLOSE_GRACE_S: Final = 1.0
"""Time limit for a closed peer to read the written bytes."""


# -- the request in progress -----------------------------------------------------------------------


class Idle:
    """No request is in progress."""

    is_large = False


class Decoding:
    """The worker has a large request, or it is in the worker's queue."""

    is_large = True


@dataclass(slots=True, eq=False)
class Asked:
    """A request was passed to the node. `inner` is the request inside it (`Unpack`).

    `is_parked` once its answer comes out of another turn: then it is work of that turn. After the
    answer no further request is taken for `mute_ms` (ThrottledChannel).
    """

    request: RequestReceived
    inner: object
    is_large: bool
    is_parked: bool
    since_ns: int = field(default_factory=time.perf_counter_ns)
    mute_ms: int = 0
    _taken_ns: int | None = None

    @property
    def busy_ns(self) -> int:
        """Return the time that it took in the event loop, up to an answer in the same turn.

        Later decisions are not in it, as in Kafka (Request.requestThreadTimeNanos).
        """
        if self._taken_ns is not None:
            return self._taken_ns
        return time.perf_counter_ns() - self.since_ns

    def park(self) -> None:
        """Note that the node holds the request and answers later."""
        self._taken_ns = time.perf_counter_ns() - self.since_ns
        self.is_parked = True


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """The answer waits for a turn that can still write it."""

    request: RequestReceived
    response: Message
    is_large: bool
    mute_ms: int


@dataclass(frozen=True, slots=True, eq=False)
class Muted:
    """The answer was sent, and the client exceeds its quota: the next request waits."""

    timer: asyncio.TimerHandle
    is_large = False


_IDLE: Final = Idle()
_DECODING: Final = Decoding()


# -- the connection --------------------------------------------------------------------------------


class Accepted(asyncio.Protocol):
    """A connection without a transport yet; a `Connection` replaces it."""

    def __init__(self, server: Server, listener: str) -> None:
        self._server = server
        self._listener = listener

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Create the connection object and give it the transport."""
        made = cast("asyncio.Transport", transport)  # uvloop's is not a subclass of it
        connection = Connection(self._server, self._listener, made)
        made.set_protocol(connection)
        connection.begin()


class Connection(asyncio.Protocol):
    """One accepted connection.

    `principal` is who the peer has proved to be, `peer_host` and `peer_port` where it is.
    `new_software` is the software name of the latest ApiVersions request until `take_software`.
    """

    def __init__(self, server: Server, listener: str, transport: asyncio.Transport) -> None:
        self.listener = listener
        peer = transport.get_extra_info("peername") or ("", 0)
        self.peer_host, self.peer_port = plain_address(str(peer[0])), int(peer[1])
        self.state: State = State.ACCEPTED
        self.principal = ANONYMOUS
        self.rank = Rank.NEW
        self.active_at_s = self._since_s = server.now_s()
        self._answered_at_s = -math.inf
        self._address = str(peer[0])
        self._host = ""
        self._new_software = ""
        self._server = server
        self._transport = transport
        self._security = server.security_of(listener)
        self.security_protocol = self._security.keys.protocol
        limits = server.limits.requests
        self._frames = RequestFrames(limits)
        self._channel = self._security.channel(self._frames)
        self._sasl = self._security.authenticator(self._describe)
        self._wire = ServerConnection(server.served, frame_bytes_max=limits.socket_max_bytes)
        self._exchange: Idle | Decoding | Asked | Answered | Muted = _IDLE
        self._intake = Intake(transport)
        self._outflow = Outflow(transport)
        self._counted = 0
        self._frame_since_s = math.inf

    def begin(self) -> None:
        """Reserve a place, or close; then wait if the rate of new connections is exceeded."""
        server = self._server
        server.transports.add(self._transport)
        wait_s = server.admit(self)
        if wait_s == math.inf:
            self.abort()
            return
        if not self._security.is_plain:
            server.expect_authentication(self, has_tls=self._channel.has_tls)
        if wait_s:
            # no pause here: uvloop starts reading after this call in any case
            server.later(wait_s, self._open)
        else:
            self._become(self._working_state)

    def _open(self) -> None:
        """Begin to serve: the rate of new connections allows it now."""
        if self.state is not State.ACCEPTED:
            return
        state = self._working_state
        self._become(state)
        if state is State.TLS and (self._channel.unread_bytes or self._frames.has_ended):
            self._server.turns.shake_hands(self)
        self._update_reading()
        self._server.turns.serve(self)

    def _become(self, state: State) -> None:
        """Change the state; nothing else changes it."""
        if state is not self.state:
            self.state = change(self.state, state)

    @property
    def _working_state(self) -> State:
        """The state of a connection that neither waits nor ends."""
        if self._channel.is_in_handshake:
            return State.TLS
        is_authenticated = self._sasl.state is SaslState.COMPLETE
        return State.SERVING if is_authenticated else State.SASL

    @property
    def is_closed(self) -> bool:
        """Return True once nothing more is read or written."""
        return self.state is State.CLOSED

    @property
    def may_be_dropped(self) -> bool:
        """Return True if no request on it waits for a response, as far as can be known."""
        return isinstance(self._exchange, Idle | Muted) or self._frames.has_ended

    @property
    def has_served(self) -> bool:
        """Return True once a request of it was answered."""
        return self._answered_at_s > -math.inf

    def is_in_use(self, now_s: float) -> bool:
        """Return True while a request is in progress, or was answered in the last second."""
        return not self.may_be_dropped or now_s - self._answered_at_s < _IN_USE_S

    @property
    def can_serve(self) -> bool:
        """Return True if the next request can be taken."""
        return (
            self._exchange is _IDLE
            and State.SASL <= self.state <= State.SERVING
            and not self._channel.unsent_bytes
        )

    @property
    def is_authenticated(self) -> bool:
        """Return True if its requests are served: the peer is authenticated, or need not be."""
        return self._security.is_plain or not self._server.strangers.knows(self)

    def context(self, client_id: str | None) -> RequestContext:
        """Return the caller's identity."""
        if not self._host:
            self._host = host_text(self._address)
        return RequestContext(self.principal, self._host, self.security_protocol, client_id)

    def take_software(self) -> str:
        """Return the software name of the latest ApiVersions request, once; then it is empty."""
        name, self._new_software = self._new_software, ""
        return name

    # -- as a protocol ------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Receive bytes, in chunks of any size."""
        # bytes from a refused peer are read and dropped: unread bytes would reset the connection,
        # and the response or TLS alert in transit would be lost
        if self.state >= State.CLOSING:
            return
        now_s = self._server.now_s()
        if now_s - self.active_at_s > _TOUCH_S:
            self.active_at_s = now_s
            self._server.admission.touch(self)
        self._channel.receive(data)
        if self._channel.is_in_handshake:
            if self.state is not State.ACCEPTED:
                self._server.turns.shake_hands(self)
            self._update_reading()
            return
        if self._channel.has_tls:
            self._advance()
        self._serve_frames()

    def _serve_frames(self) -> None:
        self._server.turns.serve(self)
        if self._frames.pending or self._intake.is_paused:
            self._account()
            self._update_reading()

    def eof_received(self) -> bool:
        """Finish after the pending answers: the peer sends nothing more."""
        self._frames.has_ended = True
        # the handshake can still be queued although its last flight and a request have arrived
        is_cut_off = self._channel.is_in_handshake and not self._server.turns.is_shaking(self)
        if self.state is State.CLOSING or (is_cut_off and self.state is not State.ACCEPTED):
            self.close()
        self._server.turns.serve(self)
        return self.state is not State.CLOSED

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything after the connection is lost."""
        del exc
        self._become(State.CLOSED)
        self._drop_input()
        self._server.transports.remove(self._transport)
        self._server.forget(self)

    def pause_writing(self) -> None:
        """Stop answering: the peer does not read."""
        if self.state < State.CLOSING:
            self._become(State.PAUSED)
        self._server.unread.note(self, self._outflow.waiting)

    def resume_writing(self) -> None:
        """Answer again: the peer reads."""
        if self.state is State.PAUSED:
            self._become(self._working_state)
        self._server.unread.note(self, 0)
        self._server.turns.serve(self)

    # -- requests -----------------------------------------------------------------------------

    def serve_one(self, work: TurnWork) -> bool:
        """Write the waiting answer, else take the next request. Return True if more can follow."""
        if self.state < State.PAUSED and self._channel.has_work:
            if self._channel.is_in_handshake:
                return False
            self._advance()
            if self._channel.has_work:
                return self.state is not State.CLOSED
        since_ns = time.perf_counter_ns()
        exchange = self._exchange
        if isinstance(exchange, Answered):
            work.frames += 1
            self._send(exchange.request, exchange.response, is_parked=True)
            return self.can_serve
        if not self.can_serve:
            return False
        limit = self._sasl.frame_bytes_max
        if limit is not None:
            return self._serve_token(work, limit)
        try:
            frame = self._frames.take()
        except WireError as error:
            self._end(error)
            return False
        self._note_frame()
        if frame is None:
            if self._frames.has_ended:
                self._finish()
            return False
        work.frames += 1
        head, payload = frame
        if self._security.has_sasl:
            step = self._sasl.on_request(head, payload, _monotonic_ms())
            if not isinstance(step, Serve):
                self._follow(step)
                return self.can_serve
        size = LENGTH.size + len(payload)
        if not self._server.limits.requests.is_inline(head.api_key, size):
            self._exchange = _DECODING
            self._server.large.decode(self, head, payload)
            return False
        work.bytes_in += size
        self._take(*self.read(head, payload), is_large=False, since_ns=since_ns)
        return self.can_serve

    def _serve_token(self, work: TurnWork, limit: int) -> bool:
        """Pass a frame to the authenticator; return True if more can follow."""
        try:
            payload = self._frames.take_before_authentication(limit)
        except WireError:
            self._follow(self._sasl.on_invalid_size())
            return False
        self._note_frame()
        if payload is None:
            if self._frames.has_ended:
                self._finish()
            return False
        work.frames += 1
        wall_ms = time.time_ns() // 1_000_000
        self._follow(self._sasl.on_frame(payload, _monotonic_ms(), wall_ms))
        return self.can_serve

    def read(
        self, head: RequestHead, payload: bytes | memoryview
    ) -> tuple[list[ServerEvent], object]:
        """Decode a request in any thread, one thread at a time; return events and what is inside.

        Elements are counted first: too many of them are never made objects.
        """
        try:
            self._server.limits.requests.check_elements(head.api_key, payload)
        except WireError as error:
            return [ConnectionFault(error)], None
        events = self._wire.receive_payload(payload, head)
        inner = None
        for event in events:
            if isinstance(event, RequestReceived):
                inner = self._server.unpack(event.message)
        return events, inner

    def decoded(self, events: list[ServerEvent], inner: object) -> None:
        """Receive a large request that the worker has decoded."""
        if self.state is not State.CLOSED:
            self._take(events, inner, is_large=True, since_ns=time.perf_counter_ns())
            self._server.turns.serve(self)

    def _take(
        self, events: list[ServerEvent], inner: object, *, is_large: bool, since_ns: int
    ) -> None:
        for event in events:
            if isinstance(event, RequestReceived):
                if isinstance(event.message, ApiVersionsRequest):
                    self._new_software = event.message.client_software_name
                # the worker's result is not part of a turn
                asked = self._exchange = Asked(event, inner, is_large, is_large, since_ns)
                self._server.receive(self, asked)
                asked.park()
            elif isinstance(event, ConnectionFault):
                self._end_exchange()
                self._end(event.error)
                return
        if isinstance(self._exchange, Idle | Decoding) and self.state is not State.CLOSED:
            self._end_exchange()
            self._flush()  # a version of ApiVersions that the wire layer has refused

    def reply(self, request: RequestReceived, response: Message) -> None:
        """Answer the request that is being served; nothing happens if the peer is gone.

        When this turn has done its work the answer is encoded in a later one: one record that
        commits can answer thousands of parked fetches.
        """
        asked = self._exchange
        if not isinstance(asked, Asked) or asked.request is not request:
            return
        work = self._server.turns.work
        if not asked.is_parked:
            self._send(request, response, is_parked=False)
        elif work.is_spent():
            self._exchange = Answered(request, response, asked.is_large, asked.mute_ms)
            self._server.turns.continue_with(self)
        else:
            work.frames += 1
            self._send(request, response, is_parked=True)

    def _send(self, request: RequestReceived, response: Message, *, is_parked: bool) -> None:
        try:
            buffers = self._wire.reply_buffers(request, response)
        except WireError as error:
            self._server.fail(self, f"the answer cannot be written: {error}")
            return
        self._answered(buffers, is_parked=is_parked)

    def reply_later(self, request: RequestReceived, build: Callable[[], Message]) -> None:
        """Answer with what `build` returns; both it and the encoding run in the worker thread.

        For answers to large requests, which can be as large as these.
        """
        asked = self._exchange
        if isinstance(asked, Asked) and asked.request is request:
            self._server.large.encode(self, request, build)

    def encoded(
        self, request: RequestReceived, frame: list[bytes | memoryview] | WireError
    ) -> None:
        """Send the answer to a large request, encoded by the worker as the buffers of a frame."""
        asked = self._exchange
        if not isinstance(asked, Asked) or asked.request is not request:
            return
        if isinstance(frame, WireError):
            self._server.fail(self, f"the answer cannot be written: {frame}")
            return
        self._wire.reply_written(request)
        self._answered(frame, is_parked=True)

    def _answered(self, frame: Buffers, *, is_parked: bool) -> None:
        ended = self._exchange
        self._end_exchange()
        self.active_at_s = self._answered_at_s = self._server.now_s()
        if self.rank is Rank.NEW:
            self._server.admission.promote(self)
        self._write(frame)
        if isinstance(ended, Asked | Answered) and ended.mute_ms:
            timer = self._server.later(ended.mute_ms / 1000, self._unmute)
            self._exchange = Muted(timer)
        if is_parked and (self._frames.pending or self._frames.has_ended):
            self._server.turns.continue_with(self)

    def _end_exchange(self) -> None:
        ended, self._exchange = self._exchange, _IDLE
        if ended.is_large:
            self._server.large.end(self)
        if isinstance(ended, Muted):
            ended.timer.cancel()

    def _unmute(self) -> None:
        self._exchange = _IDLE
        self._update_reading()
        self._server.turns.serve(self)

    # -- identity of the peer -----------------------------------------------------------------

    def shake_hands(self) -> None:
        """Do the next step of the TLS handshake; each turn does a few of all connections."""
        channel, turns = self._channel, self._server.turns
        if self.state >= State.CLOSING or not self._advance(1):
            return
        if channel.is_in_handshake:
            if channel.has_work:
                turns.shake_hands(self)
            elif self._frames.has_ended:
                self.close()
            else:
                self._update_reading()
            return
        self._server.strangers.end_handshake(self)
        if not self._security.has_sasl:
            try:
                self.principal = self._security.principal_of(channel.certificate)
            except AuthenticationError as error:
                # as in Kafka without an answer: the handshake was fine, the name is not
                self._server.note_refusal(self, str(error))
                self.close()
                return
            self._server.note_authenticated(self)
        self._go_on()
        self._serve_frames()

    def _go_on(self) -> None:
        """Update the state from the channel and the authenticator."""
        if self.state < State.PAUSED:
            self._become(self._working_state)

    def _follow(self, step: Answer | Close | Serve) -> None:
        """Perform the decision of the authenticator."""
        if isinstance(step, Close):
            self._refuse(step)
        elif not isinstance(step, Serve):
            was_stranger = self.state is State.SASL
            self._write((LENGTH.pack(len(step.payload)) + step.payload,))
            if was_stranger and self._sasl.state is SaslState.COMPLETE:
                self.principal = Principal("User", self._sasl.principal or "")
                self._server.note_authenticated(self)
                self._account()
            self._go_on()

    def _describe(self, request: ApiVersionsRequest, api_version: int) -> ApiVersionsResponse:
        """Answer ApiVersions before authentication, in the same way as after it."""
        self._new_software = request.client_software_name
        return self._server.describe(request, api_version)

    def _refuse(self, step: Close) -> None:
        """End the connection as the authenticator decides: after a delay or with an answer."""
        if step.is_failed_authentication:
            self._server.note_refusal(self, step.reason)
        else:
            self._server.note_fault(self, step.reason)
        self._become(State.CLOSING)
        self._drop_input()
        if step.delay_ms:
            self._server.later(step.delay_ms / 1000, partial(self._end_refused, step.payload))
        else:
            self._end_refused(step.payload)

    def _end_refused(self, payload: bytes | None) -> None:
        if self.state is State.CLOSED:
            return
        if payload is not None:
            self._write((LENGTH.pack(len(payload)) + payload,))
        if last := self._channel.close():
            self._transport.write(last)
        self._linger()

    def _refuse_tls(self, error: TlsFailedError) -> None:
        """End the connection with a TLS alert (without the delay, as in Kafka)."""
        self._server.note_refusal(self, str(error))
        self._become(State.CLOSING)
        self._drop_input()
        self._transport.write(error.alert)
        self._linger()

    def _linger(self) -> None:
        """Close the sending side, then wait a little for the peer to close its own."""
        if self._transport.is_closing():
            return
        self._update_reading()
        if self._transport.can_write_eof():
            # asyncio raises ENOTCONN after a reset that it has not read yet; uvloop does not
            with suppress(OSError):
                self._transport.write_eof()
        self._server.later(_CLOSE_GRACE_S, self.abort)

    def _advance(self, handshake_steps: int = 0) -> bool:
        """Decrypt received bytes and encrypt waiting ones, up to a turn's share of each.

        Return True if the connection continues.
        """
        try:
            data = self._channel.advance(handshake_steps)
        except TlsFailedError as error:
            self._refuse_tls(error)
            return False
        self._put((data,))
        if self._channel.is_open and self._channel.has_work:
            self._server.turns.continue_with(self)
        return True

    def _write(self, buffers: Buffers) -> None:
        """Write buffers, encrypted if TLS is used; bytes beyond a turn's share are sent later."""
        if self._transport.is_closing():
            return
        try:
            buffers = self._channel.write(buffers)
        except TlsFailedError as error:
            self._refuse_tls(error)
            return
        self._put(buffers)
        if self._channel.unsent_bytes:
            self._server.turns.continue_with(self)

    def _put(self, buffers: Buffers) -> None:
        size = sum(map(len, buffers))
        if size and not self._transport.is_closing():
            self._server.turns.note_output(size)
            self._outflow.write(buffers, size)

    def _flush(self) -> None:
        data = self._wire.data_to_send()
        if data:
            self._write((data,))

    # -- closing ------------------------------------------------------------------------------

    def _finish(self) -> None:
        """End the connection: the peer sent everything and got its answers."""
        if self._frames.pending and self.state is not State.CLOSED:
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
        """Close after the written bytes are sent; abort if the peer does not read them."""
        if self.state is State.CLOSED:
            return
        self._become(State.CLOSED)
        self._drop_input()
        self._put((self._channel.close(),))
        if self._outflow.waiting:
            self._server.later(_CLOSE_GRACE_S, self._transport.abort)
        self._transport.close()

    def abort(self) -> None:
        """Close at once, and drop what was not sent."""
        self._become(State.CLOSED)
        self._drop_input()
        self._transport.abort()

    # -- limits -------------------------------------------------------------------------------

    def _drop_input(self) -> None:
        self._frames.drop()
        self._frame_since_s = math.inf
        self._account()
        if self._exchange is not _DECODING:  # the worker's result ends that
            self._end_exchange()

    def _account(self) -> None:
        """Count the received bytes that wait here."""
        pending = self._frames.pending
        self._server.memory.count(pending - self._counted)
        self._counted = pending
        if self._security.has_sasl:
            self._server.count_unauthenticated(self, pending)

    def _note_frame(self) -> None:
        """Note since when a frame is incomplete, then update the counts and reading."""
        if not self._frames.pending and not self._counted and not self._intake.is_paused:
            self._frame_since_s = math.inf
            return
        if not self._frames.pending or self._frames.has_whole:
            self._frame_since_s = math.inf
        else:
            self._frame_since_s = min(self._frame_since_s, self.active_at_s)
        self._account()
        self._update_reading()

    @property
    def is_holdable(self) -> bool:
        """Return True if the connection must wait while requests take too much memory.

        Connections of voters and those with small requests never wait.
        """
        frames = self._frames
        return self.rank is not Rank.VOTER and (
            max(frames.pending, min(frames.awaited, self._server.limits.requests.max_bytes))
            > _READ_AHEAD_BYTES
        )

    def release(self) -> None:
        """Resume, because other requests released memory."""
        if self._frame_since_s != math.inf:
            self._frame_since_s = self._server.now_s()
        self._update_reading()

    def _update_reading(self) -> None:
        """Pause or resume reading, by waiting bytes, memory and the rate of connections."""
        if self.state is State.CLOSED or self._transport.is_closing():
            return
        self._intake.set(is_wanted=not (self._is_held or self._is_full))

    @property
    def _is_full(self) -> bool:
        """Return True if enough bytes wait here, or the connection waits for its rate."""
        frames, state = self._frames, self.state
        if state is State.ACCEPTED or state is State.CLOSING:
            return state is State.ACCEPTED
        if self._channel.is_in_handshake:
            return self._channel.unread_bytes > _READ_AHEAD_BYTES
        is_busy = self._exchange is not _IDLE
        return frames.pending > _READ_AHEAD_BYTES and (is_busy or frames.has_whole)

    @property
    def _is_held(self) -> bool:
        """Return True while reading is paused because other connections use too much memory."""
        memory = self._server.memory
        if memory.is_full and not memory.holds(self) and self.is_holdable:
            memory.hold(self)
        return memory.holds(self)

    def sweep(self, now_s: float) -> None:
        """Close if the peer does not read, does not finish a frame, or is idle."""
        limits = self._server.limits
        stuck_s = self._outflow.stuck_s(now_s)
        if stuck_s > limits.write_timeout_ms / 1000:
            self._server.fail(self, f"it has not read its answers for {stuck_s:.0f} s")
            return
        if self.state is State.CLOSED:
            return
        allowed_s = limits.authentication.timeout_ms / 1000
        if now_s - self._since_s > allowed_s and not self.is_authenticated:
            self._server.note_refusal(self, f"not authenticated within {allowed_s:g} s")
            self.close()
            return
        allowed_s = limits.frame_timeout_ms / 1000 + self._frames.pending / _FRAME_RATE
        if now_s - self._frame_since_s > allowed_s:
            awaited = f"a frame of {self._frames.awaited} bytes"
            self._server.note_fault(self, f"{awaited} did not end within {allowed_s:.0f} s")
            self.close()
            return
        idle_s = limits.connections_max_idle_ms / 1000
        if idle_s >= 0 and self.active_at_s < now_s - idle_s and self.may_be_dropped:
            self.close()


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000
