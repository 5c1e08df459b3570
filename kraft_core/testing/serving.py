"""Mock brokers on sockets: connections, and performing acts of rules. asyncio, one loop.

Requests of one connection are handled one after the other, as Kafka's brokers do.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import time
from collections import deque
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from kraft_core.testing.background import Background
from kraft_core.testing.connections import Connections
from kraft_core.testing.models import expire
from kraft_core.testing.models.state import Context, Wait
from kraft_core.testing.recording import of_mock
from kraft_core.testing.rules import Act, Incoming
from kraft_core.testing.security import GATED, Security
from kraft_wire.connection import (
    ConnectionFault,
    RequestReceived,
    SaslTokenReceived,
    ServerConnection,
    error_counts,
)
from kraft_wire.connection.observed import SIZE_BYTES
from kraft_wire.connection.printed import PrintedExchange

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence
    from typing import Any

    from kraft_core.testing.answering import Answering
    from kraft_core.testing.models.state import ClusterState
    from kraft_core.testing.recording import RecordedExchange
    from kraft_core.testing.rules import Rules
    from kraft_core.testing.security import Gate, Reply
    from kraft_wire.message import Message

REQUESTS_MAX: Final = 10_000
"""Requests that are kept for tests; older ones are dropped."""

_READ_BYTES: Final = 1 << 16
_EXPIRY_S: Final = 0.25
_NO_ACT: Final = Act()
_RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER that makes close send RST."""


@dataclass(slots=True)
class Recorded:
    """A request that came, with the response that left; None for no response so far."""

    time_s: float
    """`time.monotonic()` when the request was read."""
    node_id: int
    client_id: str | None
    api: str
    version: int
    message: Message
    connection: int
    """Counts the connections of the cluster, from 1."""
    client: tuple[str, int]
    server: tuple[str, int]
    correlation_id: int
    expects_response: bool
    response: Message | None = None
    response_bytes: int | None = None
    """Size of the response without the length in front of it."""
    answered_s: float | None = None
    principal: str | None = None
    """The name that the client has proved with SASL before this request."""

    def printed(self) -> PrintedExchange:
        """Return the exchange as `kraft wire trace` prints it."""
        is_answered = self.response_bytes is not None and self.response is not None
        return PrintedExchange(
            self.connection,
            self.client,
            self.server,
            self.api,
            self.version,
            self.correlation_id,
            self.client_id,
            self.message,
            self.response if is_answered else None,
            self.response_bytes,
            None if self.answered_s is None else (self.answered_s - self.time_s) * 1000,
            error_counts(self.response) if is_answered and self.response is not None else {},
            self.expects_response,
        )


@dataclass(frozen=True, slots=True)
class _Accepted:
    number: int
    node_id: int
    client: tuple[str, int]
    server: tuple[str, int]
    gate: Gate | None


class _EndedError(Exception):
    """The connection must be closed without further bytes."""


class Serving:
    """The brokers of a cluster in the event loop that runs `run`."""

    def __init__(
        self,
        state: ClusterState,
        rules: Rules,
        answering: Answering,
        changed: Callable[[], None],
        security: Security | None = None,
    ) -> None:
        self.requests: deque[Recorded] = deque(maxlen=REQUESTS_MAX)
        self._state, self._rules, self._answering = state, rules, answering
        self._changed = changed
        self._security = security or Security()
        self._pulse = asyncio.Event()
        self._connections = Connections()
        self._connections_made = 0

    async def run(self, sockets: Sequence[tuple[int, socket.socket]], end: asyncio.Event) -> None:
        """Serve on bound sockets until `end` is set."""
        for node_id, listening in sockets:
            await self._connections.listen(
                listening,
                partial(self._connected, node_id),
                tls=self._security.tls,
                failed=partial(self._add_fault, node_id),
            )
        expiry = asyncio.create_task(self._expire())
        await end.wait()
        expiry.cancel()
        await self._connections.end()

    def pulse(self) -> None:
        """Wake all waiters."""
        self._pulse.set()
        self._pulse = asyncio.Event()
        self._changed()

    def _add_fault(self, node_id: int, sentence: object) -> None:
        self._answering.add_fault(f"node {node_id}: {sentence}")
        self.pulse()

    async def _expire(self) -> None:
        while True:
            await asyncio.sleep(_EXPIRY_S)
            if expire(self._state, _now_ms()):
                self.pulse()

    async def _connected(
        self, node_id: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            await self._served(node_id, reader, writer)
        except (OSError, _EndedError):
            pass  # the client is gone, or a rule ended the connection
        except Exception as error:  # noqa: BLE001  # reported by the test that uses the cluster
            self._answering.failures.append(f"{type(error).__name__}: {error}")
            self.pulse()
        finally:
            with contextlib.suppress(OSError):
                writer.close()

    async def _served(
        self, node_id: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        wire = ServerConnection(self._answering.served)
        self._connections_made += 1
        client, server = (writer.get_extra_info(each)[:2] for each in ("peername", "sockname"))
        gate = self._security.gate(self._answering.served)
        accepted = _Accepted(self._connections_made, node_id, client, server, gate)
        while data := await reader.read(_READ_BYTES):
            for event in wire.receive(data):
                match event:
                    case RequestReceived():
                        await self._handle(accepted, wire, event, writer)
                    case SaslTokenReceived() if gate is not None:
                        self._on_token(accepted, gate, wire, event.token)
                    case ConnectionFault(error):
                        self._add_fault(node_id, error)
                        raise _EndedError
            writer.write(wire.data_to_send())  # the response to an unknown version of ApiVersions
            await writer.drain()

    def _on_token(
        self, accepted: _Accepted, gate: Gate, wire: ServerConnection, token: bytes
    ) -> None:
        try:
            wire.send_sasl_token(gate.on_token(token))
        except PermissionError as error:
            self._add_fault(accepted.node_id, error)
            raise _EndedError from None
        if gate.is_open:
            wire.end_sasl_tokens()

    async def _handle(
        self,
        accepted: _Accepted,
        wire: ServerConnection,
        event: RequestReceived,
        writer: asyncio.StreamWriter,
    ) -> None:
        message, version = event.message, event.api_version
        api = type(message).__name__.removesuffix("Request")
        node_id, gate = accepted.node_id, accepted.gate
        recorded = Recorded(
            time.monotonic(),
            node_id,
            event.client_id,
            api,
            version,
            message,
            accepted.number,
            accepted.client,
            accepted.server,
            event.correlation_id,
            event.expects_response,
            principal=None if gate is None else gate.principal,
        )
        self.requests.append(recorded)
        incoming = Incoming(
            api,
            version,
            message,
            node_id,
            event.client_id,
            topic_names=self._state.topic_names,
            more_places=tuple(self._answering.places(message)),
        )
        is_ruled = gate is None or gate.is_open or api in GATED
        act = (self._rules.decide(incoming) if is_ruled else None) or _NO_ACT
        self.pulse()
        await self._wait_for(act)
        if act.reset == "before":
            self._reset(writer)
        reply = None if gate is None else self._gated(gate, recorded, act)
        context = Context(
            self._state, node_id, version, event.client_id, accepted.client[0], _now_ms()
        )
        response: Message | Wait | None
        if reply is None:
            response = self._answering.respond(context, incoming, act)
        else:
            response = reply.response
        if isinstance(response, Wait):
            self.pulse()
            await self._until(response.is_ready, response.at_most_ms / 1000)
            response = response.then()
        self.pulse()
        if act.reset == "after":
            self._reset(writer)
        if response is None:
            raise _EndedError
        if event.expects_response and not act.is_dropped:
            recorded.response = await self._after_rules(incoming, response)
            if recorded.response is not None:
                wire.reply(event, recorded.response.fit(version))
                data = wire.data_to_send()
                if data:  # otherwise it waits for a dropped request
                    recorded.response_bytes = len(data) - SIZE_BYTES
                    recorded.answered_s = time.monotonic()
                await self._write(writer, data, act.cut_at)
                if (reply is not None and reply.is_last) or (
                    gate is not None and gate.ends_with(recorded.response)
                ):
                    raise _EndedError

    def _gated(self, gate: Gate, recorded: Recorded, act: Act) -> Reply | None:
        """Return the answer to a log-in; None if there is none or a rule replaces it."""
        if recorded.api in GATED and (act.errors or act.answer is not None):
            return None
        reply = gate.on_request(recorded.message, recorded.version)
        if reply is not None and reply.response is None:
            self._add_fault(recorded.node_id, reply.reason)
        return reply

    async def _after_rules(self, incoming: Incoming, response: Message) -> Message | None:
        """Return the response that rules leave; None if they drop it."""
        outgoing = replace(incoming, message=response, direction="response", more_places=())
        act = self._rules.decide(outgoing) or _NO_ACT
        await self._wait_for(act)
        if act.is_dropped:
            return None
        if act.answer is not None:
            return act.answer(response) if callable(act.answer) else act.answer
        return response

    async def _write(self, writer: asyncio.StreamWriter, data: bytes, cut_at: int | None) -> None:
        writer.write(data[:cut_at])
        await writer.drain()
        self.pulse()
        if cut_at is not None:
            raise _EndedError

    async def _wait_for(self, act: Act) -> None:
        for gate in act.gates:
            await self._until(gate.is_released)
        if act.delay_s:
            await asyncio.sleep(act.delay_s)

    async def _until(self, is_ready: Callable[[], bool], at_most_s: float | None = None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(at_most_s):
                while not is_ready():
                    await self._pulse.wait()

    def _reset(self, writer: asyncio.StreamWriter) -> None:
        connected = writer.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        writer.transport.abort()
        raise _EndedError


def _now_ms() -> int:
    return int(time.time() * 1000)


class Modelled(Background[Recorded]):
    """Mock brokers or a voter: models behind sockets in a thread, from `_begin` to `close`."""

    _answering: Answering
    _serving: Serving
    _sockets: Sequence[tuple[int, socket.socket]]
    _is_strict: bool

    def _begin(
        self,
        state: ClusterState,
        answering: Answering,
        sockets: Sequence[tuple[int, socket.socket]],
        *,
        is_strict: bool,
        security: Security | None = None,
    ) -> None:
        """Serve on bound sockets, by node id; with `is_strict`, `check` fails for faults too."""
        self._answering, self._sockets, self._is_strict = answering, sockets, is_strict
        self._serving = Serving(state, self._rules, answering, self._notify, security)
        self._thread.start()

    @property
    def faults(self) -> list[str]:
        """Sentences about requests that nothing could answer, or that broke the protocol."""
        return list(self._answering.faults)

    def _failures(self) -> list[str]:
        """Return what ended a connection by mistake and, if strict, other faults."""
        faults = self._answering.faults if self._is_strict else []
        return [*self._answering.failures, *faults]

    def _requests(self) -> list[Recorded]:
        return list(self._serving.requests)

    def _exchanges(self) -> Iterator[RecordedExchange]:
        return map(of_mock, self._serving.requests)

    def _serve(self, end: asyncio.Event) -> Coroutine[Any, Any, None]:
        return self._serving.run(self._sockets, end)

    def _pulse(self) -> None:
        self._serving.pulse()
