"""A proxy on sockets: listeners for upstream addresses, connections, and rules at work. asyncio.

Each address of the cluster has a listener here. Frames pass as bytes, in both directions, unless a
rule is for their API or they can hold addresses; those are read, changed and written again.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import time
from collections import deque
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from kraft_core.net.addresses import Addresses
from kraft_core.testing.answering import FAULTS_MAX, parted
from kraft_core.testing.connections import Connections
from kraft_core.testing.errors_by_schema import error_response, merged
from kraft_core.testing.rules import Act, Incoming
from kraft_core.testing.security import GATED, SASL_APIS
from kraft_wire.connection import (
    Exchange,
    ObservedFrame,
    decode_versions_answer,
    error_counts,
    own_versions,
)
from kraft_wire.connection.printed import PrintedExchange
from kraft_wire.connection.side import opaque_expects_response
from kraft_wire.connection.versions import begins_sasl_tokens, refusal
from kraft_wire.endpoints import has_endpoints, with_endpoints
from kraft_wire.error_codes import ErrorCode
from kraft_wire.errors import FrameError, ProtocolError, WireError
from kraft_wire.framing import frame
from kraft_wire.headers import (
    API_VERSIONS,
    decode_body,
    decode_request_header,
    decode_response_header,
    encode_request,
    encode_response,
    peek_correlation_id,
    peek_request,
)
from kraft_wire.limits import FRAME_BYTES_MAX
from kraft_wire.messages import kafka_messages
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Mapping

    from kraft_core.testing.rules import Rules
    from kraft_core.testing.security import Gate, Security
    from kraft_wire.message import Message
    from kraft_wire.messages import ApiVersionsResponse
    from kraft_wire.primitives import Uuid
    from kraft_wire.schema import VersionRange

Host = tuple[str, int]

REQUESTS_MAX: Final = 10_000
"""Requests that are kept for tests; older ones are dropped."""

BYTES_KEPT: Final = 64 << 20
"""Bytes of kept requests and responses; of a longer one `FRAME_KEPT` are kept."""

FRAME_KEPT: Final = 1 << 20
LISTENERS_MAX: Final = 1000
NAMES_MAX: Final = 100_000
"""Topic names that are known by id; those of others are not resolved."""

CONNECT_TIMEOUT_S: Final = 10.0
CLOSE_TIMEOUT_S: Final = 1.0
_IN_FLIGHT_MAX: Final = 1000
_FRAMES_AHEAD: Final = 4
_BUFFER_BYTES: Final = 1 << 20
_SIZE_BYTES: Final = 4
_HEADER_BYTES_MIN: Final = 4
_FETCH: Final = 1
_SASL_HANDSHAKE: Final = 17
_HANDSHAKE_LOWEST: Final = 1
"""SaslHandshake 0 is followed by tokens, which are no requests."""

_FETCH_SESSIONS_SINCE: Final = 7
_NO_SESSION: Final = {"session_id": 0, "session_epoch": -1}
_RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER that makes close send RST."""

_NO_ACT: Final = Act()
_NAMING: Final = ("Metadata", "CreateTopics")
"""APIs whose responses have names and ids of topics."""


class _EndedError(Exception):
    """The connection must be closed without further bytes."""


@dataclass(slots=True)
class Proxied:
    """A request that came, with the response that left; its messages are read when asked for."""

    time_s: float
    """`time.monotonic()` when the request was read."""
    node_id: int
    """The broker that was asked; -1 for an address that no response has named so far."""
    client_id: str | None
    api: str
    """The name of the API, or `API 9999` for an unknown key."""
    version: int
    connection: int
    client: Host
    server: Host
    correlation_id: int
    expects_response: bool
    exchange: Exchange
    response_bytes: int | None = None
    """Size of the response without the length in front of it; None for no response so far."""
    principal: str | None = None
    """The name that the client has proved to the proxy with SASL before this request."""

    @property
    def message(self) -> Message:
        """The request; raises WireError for an unknown API or version, or one that was cut."""
        return self.exchange.request_message()

    @property
    def response(self) -> Message | None:
        """The response as the client got it; raises as `message` does."""
        return None if self.exchange.response is None else self.exchange.response_message()

    def printed(self) -> PrintedExchange:
        """Return the exchange as `kraft wire trace` prints it."""
        reasons: list[str] = []
        response = self._read("response", reasons)
        return PrintedExchange(
            self.connection,
            self.client,
            self.server,
            self.api,
            self.version,
            self.correlation_id,
            self.client_id,
            self._read("message", reasons),
            response,
            self.response_bytes,
            None if self.exchange.latency_s is None else self.exchange.latency_s * 1000,
            {} if response is None else error_counts(response),
            self.expects_response,
            reasons=tuple(reasons),
        )

    def _read(self, name: str, reasons: list[str]) -> Message | None:
        try:
            found: Message | None = getattr(self, name)
        except WireError as error:
            reasons.append(f"{'response' if name == 'response' else 'request'}: {error}")
            return None
        return found

    @property
    def bytes_kept(self) -> int:
        """Bytes of the messages that are in memory."""
        frames = (self.exchange.request, self.exchange.response)
        return sum(len(each.payload) for each in frames if each is not None)


@dataclass(slots=True)
class _Pending:
    """A request whose response is due."""

    proxied: Proxied
    key: int
    act: Act = _NO_ACT
    is_known: bool = False
    is_forwarded: bool = True
    failed: tuple[Message, ...] = ()
    """Responses of the parts that were not forwarded, or the whole response."""
    response_version: int = -1
    """The version to write the response in."""
    is_last: bool = False
    """True if the connection ends after the response."""


class Proxying:
    """The proxy in the event loop that runs `run`."""

    def __init__(
        self,
        rules: Rules,
        caps: Mapping[int, VersionRange | None],
        changed: Callable[[], None],
        *,
        host: str,
        port: int,
        upstream_tls: ssl.SSLContext | None,
        security: Security,
    ) -> None:
        self.rules = rules
        self.requests: deque[Proxied] = deque()
        self.faults: list[str] = []
        self.failures: deque[str] = deque(maxlen=FAULTS_MAX)
        self.addresses: dict[Host, Host] = {}
        """The listener for each address of the cluster."""
        self.nodes: dict[Host, int] = {}
        self.topic_names: dict[Uuid, str] = {}
        self.upstream_tls = upstream_tls
        self._caps, self._changed, self._security = caps, changed, security
        self._host, self._port = host, port
        self._pulse = asyncio.Event()
        self._connections = Connections()
        self._waiting: list[tuple[Host, socket.socket]] = []
        self._bytes_kept = 0
        self._connections_made = 0

    async def run(self, end: asyncio.Event) -> None:
        """Serve until `end` is set."""
        await self._start_servers()
        await end.wait()
        await self._connections.end()

    # -- addresses ---------------------------------------------------------------------------------

    def bind(self, upstream: Host) -> Host:
        """Return the address of the proxy for one of the cluster; bind a new one if needed.

        Raises ProtocolError if there are too many, OSError if the port is in use.
        """
        if upstream not in self.addresses:
            if len(self.addresses) >= LISTENERS_MAX:
                raise ProtocolError(f"the cluster has more than {LISTENERS_MAX} addresses")
            port = self._port + len(self.addresses) if self._port else 0
            family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
            with ExitStack() as undone:
                listening = undone.enter_context(socket.socket(family))
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listening.bind((self._host, port))
                listening.listen(128)
                listening.setblocking(False)
                undone.pop_all()
            self.addresses[upstream] = self._host, listening.getsockname()[1]
            self._waiting.append((upstream, listening))
        return self.addresses[upstream]

    def close_unserved(self) -> None:
        """Close the sockets that no server has taken over."""
        for _, listening in self._waiting:
            listening.close()

    async def rewritten(self, message: Message) -> Message:
        """Return the message with addresses of the proxy in place of the cluster's."""
        made = with_endpoints(message, lambda host, port: self.bind((host, port)))
        await self._start_servers()
        return made

    async def _start_servers(self) -> None:
        while self._waiting:
            upstream, listening = self._waiting.pop()
            await self._connections.listen(
                listening,
                partial(self._connected, upstream),
                tls=self._security.tls,
                failed=self.add_fault,
                limit=_BUFFER_BYTES,
            )

    async def _connected(
        self, upstream: Host, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._connections_made += 1
        await _Connection(self, upstream, self._connections_made, reader, writer).run()

    # -- versions ----------------------------------------------------------------------------------

    def served(self, key: int) -> VersionRange | None:
        """Return the versions that may pass; None for none of a known API.

        What kraft cannot read could hold addresses: no newer version of a known API passes.
        """
        if key in self._caps:
            return self._caps[key]
        lowest, highest = kafka_messages().class_of("request", key).VERSIONS
        return lowest, highest

    def capped(self, answer: ApiVersionsResponse) -> ApiVersionsResponse:
        """Return the versions that the cluster serves, without those that may not pass."""
        kept = []
        for each in answer.api_keys:
            if kafka_messages().name_of("request", each.api_key) is None:
                kept.append(each)  # its frames pass as bytes
                continue
            served = self.served(each.api_key)
            if served is not None:
                lowest, highest = max(each.min_version, served[0]), min(each.max_version, served[1])
                if lowest <= highest:
                    kept.append(each.replace(min_version=lowest, max_version=highest))
        if self._security.has_sasl:  # SASL ends here, regardless of the cluster
            own = own_versions()
            kept = [each for each in kept if each.api_key not in SASL_APIS]
            for key in sorted(SASL_APIS):
                lowest = _HANDSHAKE_LOWEST if key == _SASL_HANDSHAKE else own[key][0]
                kept.append(
                    answer.ApiVersion(api_key=key, min_version=lowest, max_version=own[key][1])
                )
        return answer.replace(api_keys=kept)

    def gate(self) -> Gate | None:
        """Return the log-in of one connection; None without SASL at the proxy."""
        if not self._security.has_sasl:
            return None
        own = own_versions()
        served = {key: each for key in own if (each := self.served(key)) is not None}
        return self._security.gate(served | {key: own[key] for key in SASL_APIS})

    # -- observations ------------------------------------------------------------------------------

    def learn(self, message: Message) -> None:
        """Store ids of brokers, and names of topics by id, from a response."""
        for each in getattr(message, "brokers", ()):
            node_id = getattr(each, "node_id", getattr(each, "broker_id", None))
            if node_id is not None and len(self.nodes) < LISTENERS_MAX:
                self.nodes[each.host, each.port] = node_id
        for topic in getattr(message, "topics", ()):
            topic_id = getattr(topic, "topic_id", ZERO_UUID)
            if topic_id != ZERO_UUID and topic.name and len(self.topic_names) < NAMES_MAX:
                self.topic_names[topic_id] = topic.name

    def record(self, proxied: Proxied) -> None:
        """Store a request for tests."""
        self.requests.append(proxied)
        self._keep(proxied.bytes_kept)

    def record_response(self, proxied: Proxied, payload: bytes) -> None:
        """Store the response of a request."""
        now_s = time.monotonic()
        kept = ObservedFrame(now_s, now_s, len(payload), payload[:FRAME_KEPT])
        before = proxied.exchange
        proxied.exchange = Exchange(
            before.number,
            before.correlation_id,
            before.api_key,
            before.api_version,
            before.client_id,
            before.request,
            kept,
            before.expects_response,
        )
        proxied.response_bytes = len(payload)
        if self.requests and proxied.time_s >= self.requests[0].time_s:
            self._keep(len(kept.payload))

    def _keep(self, size: int) -> None:
        self._bytes_kept += size
        while len(self.requests) > REQUESTS_MAX or self._bytes_kept > BYTES_KEPT:
            if not self.requests:
                self._bytes_kept = 0
                return
            self._bytes_kept -= self.requests.popleft().bytes_kept

    def add_fault(self, sentence: str) -> None:
        """Note a fault that a test should know of."""
        if len(self.faults) < FAULTS_MAX:
            self.faults.append(sentence)
        self.pulse()

    def pulse(self) -> None:
        """Wake all waiters."""
        self._pulse.set()
        self._pulse = asyncio.Event()
        self._changed()

    async def wait_for(self, act: Act) -> None:
        """Wait until the condition of an act is over."""
        for gate in act.gates:
            while not gate.is_released():
                await self._pulse.wait()
        if act.delay_s:
            await asyncio.sleep(act.delay_s)


class _Connection:
    """A connection of a client with the one to the cluster that belongs to it.

    Three tasks: requests to the cluster, frames from the cluster, and responses to the client in
    the order of the requests. The first one that ends, ends the connection.
    """

    def __init__(
        self,
        proxying: Proxying,
        upstream: Host,
        number: int,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._proxying, self._rules = proxying, proxying.rules
        self._upstream, self._number = upstream, number
        self._client_reader, self._client_writer = reader, writer
        self._client: Host = writer.get_extra_info("peername")[:2]
        self._pending: asyncio.Queue[_Pending] = asyncio.Queue(_IN_FLIGHT_MAX)
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue(_FRAMES_AHEAD)
        self._gate = proxying.gate()
        self._is_silent = False
        self._requests_seen = 0

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        tls = self._proxying.upstream_tls
        host, port = self._upstream
        opened = await Addresses().connect(host, port)
        with ExitStack() as undone:
            undone.callback(opened.close)
            streams = await asyncio.open_connection(
                sock=opened,
                limit=_BUFFER_BYTES,
                ssl=tls,
                server_hostname=None if tls is None else host,
            )
            undone.pop_all()
        return streams

    async def run(self) -> None:
        """Pass frames until one side ends the connection, or a rule or fault does."""
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                server_reader, server_writer = await self._connect()
        except (OSError, TimeoutError) as error:
            where = f"{self._upstream[0]}:{self._upstream[1]}"
            self._proxying.add_fault(f"Cannot connect to {where}: {error or 'timed out'}")
            await _close(self._client_writer)
            return
        tasks = [
            asyncio.ensure_future(self._pass_requests(server_writer)),
            asyncio.ensure_future(self._read_frames(server_reader)),
            asyncio.ensure_future(self._pass_responses()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            for end in await asyncio.gather(*tasks, return_exceptions=True):
                self._note(end)
            await _close(self._client_writer, server_writer)
        finally:  # the proxy can end at any of these points
            for task in tasks:
                task.cancel()
            for writer in (server_writer, self._client_writer):
                writer.transport.abort()

    def _note(self, end: BaseException | None) -> None:
        if isinstance(end, WireError):
            where = f"{self._upstream[0]}:{self._upstream[1]}"
            self._proxying.add_fault(f"connection {self._number} to {where}: {end}")
        elif isinstance(end, Exception) and not isinstance(end, OSError | _EndedError):
            # a mistake of the proxy or of a rule's function
            self._proxying.failures.append(f"{type(end).__name__}: {end}")
            self._proxying.pulse()

    # -- requests ----------------------------------------------------------------------------------

    async def _pass_requests(self, writer: asyncio.StreamWriter) -> None:
        while (payload := await _frame(self._client_reader)) is not None:
            pending, forwarded = await self._on_request(payload)
            if pending.proxied.expects_response:
                await self._pending.put(pending)
            elif pending.failed:  # Kafka closes the connection for an error with acks 0
                raise _EndedError
            if forwarded is not None:
                writer.write(frame(forwarded))
                await writer.drain()
            if not pending.proxied.expects_response and pending.act.reset == "after":
                self._reset()

    async def _on_request(self, payload: bytes) -> tuple[_Pending, bytes | None]:
        """Return the act for a request, and the bytes to forward; None if there are none."""
        prefix = peek_request(payload)
        key, version = prefix.api_key, prefix.api_version
        name = kafka_messages().name_of("request", key)
        api = f"API {key}" if name is None else name.removesuffix("Request")
        if begins_sasl_tokens(key, version, None):
            raise ProtocolError("SaslHandshake 0 cannot pass: version 1 is supported")
        proxied = self._recorded(payload, api)
        pending = _Pending(proxied, key, is_known=name is not None, response_version=version)
        gate = self._gate
        if gate is not None and (not gate.is_open or key in SASL_APIS):
            return await self._gated(gate, pending, payload)
        if gate is not None and gate.has_expired():
            raise ProtocolError("a request after the end of the session")
        return await self._passed(pending, payload)

    async def _gated(
        self, gate: Gate, pending: _Pending, payload: bytes
    ) -> tuple[_Pending, bytes | None]:
        """Answer a log-in, unless a rule does; the cluster answers ApiVersions."""
        key, version = pending.key, pending.proxied.version
        if not pending.is_known:
            raise ProtocolError(f"a request of key {key} before authentication")
        is_versions = key == API_VERSIONS
        forwarded: bytes | None = None
        if is_versions:
            pending, forwarded = await self._passed(pending, payload)
        elif pending.proxied.api in GATED and self._rules.has(pending.proxied.api):
            pending, forwarded = await self._ruled(pending, payload)
        else:
            self._rules.pass_by(pending.proxied.api)
            self._proxying.pulse()
            forwarded = payload
        if forwarded is None:  # a rule has answered
            return pending, None
        _, start = decode_request_header(payload)
        cls = kafka_messages().class_of("request", key)
        message: Message = decode_body(cls, payload, start, version, may_trail=True)
        reply = gate.on_request(message, version)
        if reply is None:
            return pending, forwarded
        if reply.response is None:
            raise ProtocolError(reply.reason)
        pending.failed, pending.is_forwarded = (reply.response,), False
        pending.is_last = reply.is_last
        return pending, None

    async def _passed(self, pending: _Pending, payload: bytes) -> tuple[_Pending, bytes | None]:
        proxied, key, version = pending.proxied, pending.key, pending.proxied.version
        api = proxied.api
        if not pending.is_known:
            self._rules.pass_by(api)
            self._proxying.pulse()
            return pending, payload
        served = self._proxying.served(key)
        if served is None or not served[0] <= version <= served[1]:
            if key == API_VERSIONS and served is not None:
                return self._refused(pending, served), None
            what = "none" if served is None else f"{served[0]} to {served[1]}"
            raise ProtocolError(f"{api} {version} cannot pass: the proxy serves {what}")
        if not self._rules.has(api):
            self._rules.pass_by(api)
            self._proxying.pulse()
            return pending, payload
        return await self._ruled(pending, payload)

    @staticmethod
    def _refused(pending: _Pending, served: VersionRange) -> _Pending:
        """Answer an unknown version of ApiVersions in version 0, as brokers do (KIP-511)."""
        pending.is_forwarded, pending.failed, pending.response_version = (
            False,
            (refusal(served),),
            0,
        )
        return pending

    async def _ruled(self, pending: _Pending, payload: bytes) -> tuple[_Pending, bytes | None]:
        proxied = pending.proxied
        header, start = decode_request_header(payload)
        cls = kafka_messages().class_of("request", pending.key)
        message: Message = decode_body(cls, payload, start, proxied.version, may_trail=True)
        if pending.key == _FETCH and proxied.version >= _FETCH_SESSIONS_SINCE:
            # without sessions every request names its partitions, which rules are about (KIP-227)
            if getattr(message, "session_epoch", 0) > 0:
                code = ErrorCode.FETCH_SESSION_ID_NOT_FOUND
                pending.failed = (error_response(message, proxied.version, code),)
                pending.is_forwarded = False
                return pending, None
            message = message.replace(**_NO_SESSION)
            payload = b""
        incoming = self._incoming(proxied, message)
        act = pending.act = self._rules.decide(incoming) or _NO_ACT
        self._proxying.pulse()
        await self._proxying.wait_for(act)
        if act.reset == "before":
            self._reset()
        if act.answer is not None:
            made = _answer(act.answer, message, pending)
            pending.failed, pending.is_forwarded = (made,), False
            return pending, None
        rest, failed = parted(incoming, act.errors)
        pending.failed, pending.is_forwarded = tuple(failed), rest is not None
        if rest is None:
            return pending, None
        if rest is not message or not payload:
            version, number = proxied.version, header.correlation_id
            payload = encode_request(rest, version, number, header.client_id)
        return pending, payload

    def _incoming(self, proxied: Proxied, message: Message) -> Incoming:
        return Incoming(
            proxied.api,
            proxied.version,
            message,
            proxied.node_id,
            proxied.client_id,
            topic_names=self._proxying.topic_names,
        )

    def _recorded(self, payload: bytes, api: str) -> Proxied:
        now_s = time.monotonic()
        prefix = peek_request(payload)
        client_id = None
        with contextlib.suppress(WireError):  # of an unknown API
            client_id = decode_request_header(payload)[0].client_id
        is_expected = opaque_expects_response(payload)
        exchange = Exchange(
            self._requests_seen,
            prefix.correlation_id,
            prefix.api_key,
            prefix.api_version,
            client_id,
            ObservedFrame(now_s, now_s, len(payload), payload[:FRAME_KEPT]),
            None,
            is_expected,
        )
        self._requests_seen += 1
        proxied = Proxied(
            now_s,
            self._proxying.nodes.get(self._upstream, -1),
            client_id,
            api,
            prefix.api_version,
            self._number,
            self._client,
            self._upstream,
            prefix.correlation_id,
            is_expected,
            exchange,
            principal=None if self._gate is None else self._gate.principal,
        )
        self._proxying.record(proxied)
        return proxied

    # -- responses ---------------------------------------------------------------------------------

    async def _read_frames(self, reader: asyncio.StreamReader) -> None:
        while (payload := await _frame(reader)) is not None:
            await self._frames.put(payload)
        await self._frames.put(None)
        await self._pending.join()  # frames received before the end are passed on

    async def _pass_responses(self) -> None:
        while True:
            pending = await self._pending.get()
            payload = b""
            if pending.is_forwarded:
                received = await self._frames.get()
                if received is None:
                    return
                payload = received
                if peek_correlation_id(payload) != pending.proxied.correlation_id:
                    raise ProtocolError("the cluster sent a response out of order")
            await self._respond(pending, payload)
            self._pending.task_done()

    async def _respond(self, pending: _Pending, payload: bytes) -> None:
        proxied, act = pending.proxied, pending.act
        response, payload = await self._read(pending, payload)
        if act.reset == "after":
            self._reset()
        self._is_silent = self._is_silent or act.is_dropped
        if response is not None and self._rules.has(proxied.api, "response"):
            incoming = self._incoming(proxied, response)
            later = self._rules.decide(replace(incoming, direction="response")) or _NO_ACT
            await self._proxying.wait_for(later)
            self._is_silent = self._is_silent or later.is_dropped
            if later.answer is not None:
                response = _answer(later.answer, response, pending)
                payload = b""
        if self._is_silent:
            self._proxying.pulse()
            return
        if response is not None and not payload:
            version = pending.response_version
            payload = encode_response(response.fit(version), version, proxied.correlation_id)
        self._proxying.record_response(proxied, payload)
        self._client_writer.write(frame(payload)[: act.cut_at])
        await self._client_writer.drain()
        self._proxying.pulse()
        if act.cut_at is not None or self._is_last(pending, response):
            raise _EndedError

    def _is_last(self, pending: _Pending, response: Message | None) -> bool:
        """Return True after a refused log-in, where Kafka closes the connection."""
        if self._gate is None or response is None:
            return False
        return pending.is_last or self._gate.ends_with(response)

    async def _read(self, pending: _Pending, payload: bytes) -> tuple[Message | None, bytes]:
        """Read a response as far as needed; return no bytes if they have to be written again."""
        proxied, failed = pending.proxied, list(pending.failed)
        if not pending.is_forwarded:
            return merged(failed), b""
        if not pending.is_known:
            return None, payload
        cls = kafka_messages().class_of("response", pending.key)
        is_versions = pending.key == API_VERSIONS
        is_read = is_versions or failed or proxied.api in _NAMING or has_endpoints(cls)
        if not is_read and not self._rules.has(proxied.api, "response"):
            self._rules.pass_by(proxied.api, "response")
            return None, payload
        _, start = decode_response_header(payload, pending.key, proxied.version)
        if is_versions:
            answer, version = decode_versions_answer(payload, start, proxied.version)
            pending.response_version = version
            return merged([self._proxying.capped(answer), *failed]), b""
        read: Message = decode_body(cls, payload, start, proxied.version)
        self._proxying.learn(read)
        made = await self._proxying.rewritten(read)
        if failed:
            made = merged([made, *failed])
        return made, payload if made is read else b""

    def _reset(self) -> None:
        connected = self._client_writer.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self._client_writer.transport.abort()
        raise _EndedError


def _answer(
    answer: Message | Callable[[Message], Message], message: Message, pending: _Pending
) -> Message:
    """Return the answer of a rule; raises TypeError if the client could not read it."""
    made = answer(message) if callable(answer) else answer
    if getattr(made, "KIND", None) != "response" or pending.key != made.API_KEY:
        raise TypeError(f"{type(made).__name__} of a rule does not answer {pending.proxied.api}")
    return made


async def _close(*writers: asyncio.StreamWriter) -> None:
    """Close connections; what is not sent in time is dropped."""
    for writer in writers:
        writer.close()
    for writer in writers:
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await writer.wait_closed()
        except (OSError, TimeoutError):
            pass  # the peer is gone or does not read
        writer.transport.abort()


async def _frame(reader: asyncio.StreamReader) -> bytes | None:
    """Read one frame; None at the end of the stream. Raises FrameError for an impossible size."""
    try:
        front = await reader.readexactly(_SIZE_BYTES)
        size = int.from_bytes(front, signed=True)
        if not _HEADER_BYTES_MIN <= size <= FRAME_BYTES_MAX:
            raise FrameError(f"a frame of {size} bytes: not Kafka's protocol, or TLS")
        return await reader.readexactly(size)
    except asyncio.IncompleteReadError:
        return None
