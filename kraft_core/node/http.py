"""The HTTP listener for `/metrics`, `/ready` and `/live`.

It is off unless `kraft.metrics.listener` names an address. It answers GET and HEAD only, one
request per connection, and reads no more of a request than its first lines.
"""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING, Final

from kraft_core.config.errors import ListenError
from kraft_core.net.addresses import listening_sockets
from kraft_core.node.tasks import OpenTransports

if TYPE_CHECKING:
    from kraft_core.node.metrics import RaftMetrics

_HEAD_BYTES_MAX: Final = 8192
_TIMEOUT_S: Final = 10.0
_TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
_CONNECTIONS_MAX: Final = 100


class MetricsListener:
    """Serves the metrics and the readiness of one node by HTTP."""

    def __init__(self, metrics: RaftMetrics) -> None:
        self._metrics = metrics
        self._opened = OpenTransports()
        self._servers: list[asyncio.Server] = []

    async def start(self, host: str, port: int) -> int:
        """Listen and return the port. Raises ListenError."""
        # this takes 0.1 s, which the first scrape must not add to every request
        for module in ("prometheus_client", "kraft_core.operations.checks"):
            await asyncio.to_thread(importlib.import_module, module)
        try:
            self._servers = [
                await asyncio.get_running_loop().create_server(
                    lambda: _Conversation(self), sock=each
                )
                for each in await listening_sockets(host, port)
            ]
        except OSError as error:
            raise ListenError(
                f"Cannot listen on {host}:{port} (kraft.metrics.listener): {error}."
            ) from None
        return int(self._servers[0].sockets[0].getsockname()[1])

    async def close(self, timeout_s: float) -> None:
        """Stop listening. Abort connections that are still open after `timeout_s`."""
        for server in self._servers:
            server.close()
        if self._servers:
            await self._opened.closed(timeout_s)

    @property
    def opened(self) -> OpenTransports:
        """The open connections."""
        return self._opened

    def answer(self, head: bytes) -> bytes:
        """Return the whole response to a request with this head."""
        method, _, rest = head.split(b"\r\n", 1)[0].partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        if method not in {b"GET", b"HEAD"}:
            return _response("405 Method Not Allowed", "only GET\n")
        status, text = self._resource(path)
        response = _response(status, text)
        return response if method == b"GET" else response.split(b"\r\n\r\n")[0] + b"\r\n\r\n"

    def _resource(self, path: bytes) -> tuple[str, str]:
        if path == b"/metrics":
            return "200 OK", self._metrics.text()
        if path == b"/live":
            return "200 OK", "live\n"
        if path == b"/ready":
            reason = self._metrics.why_not_ready()
            if reason is None:
                return "200 OK", "ready\n"
            return "503 Service Unavailable", f"{reason}\n"
        return "404 Not Found", "there are /metrics, /ready and /live\n"


class _Conversation(asyncio.Protocol):
    """One request and its answer."""

    def __init__(self, listener: MetricsListener) -> None:
        self._listener = listener
        self._head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]
        self._timer = asyncio.get_running_loop().call_later(_TIMEOUT_S, self._transport.abort)
        self._listener.opened.add(self._transport)
        if len(self._listener.opened) > _CONNECTIONS_MAX:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._head += data
        if b"\r\n\r\n" in self._head:
            self._transport.write(self._listener.answer(self._head))
            self._transport.close()
        elif len(self._head) > _HEAD_BYTES_MAX:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._timer.cancel()
        self._listener.opened.remove(self._transport)


def _response(status: str, text: str) -> bytes:
    body = text.encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {_TEXT}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body
