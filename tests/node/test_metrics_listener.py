"""`/metrics`, `/ready` and `/live` over HTTP."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from kraft_core.config.errors import ListenError
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.http import MetricsListener
from kraft_core.node.node import RaftNode
from tests.node.cluster import (
    ListMachine,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


class FakeMetrics:
    is_ready = False
    reason: str | None = None

    def why_not_ready(self):
        return self.reason or (None if self.is_ready else "not ready")

    def text(self):
        return "a_metric 1\n"


async def ask(port, data):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in data:
        writer.write(piece)
        await asyncio.sleep(0)
    try:
        answer = await reader.read()
    except ConnectionError:
        answer = b""
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.split(b"\r\n")[0].decode(), head, body


async def get(port, path):
    status, _, body = await ask(port, [f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()])
    return status.removeprefix("HTTP/1.1 "), body


def told(story):
    async def telling():
        metrics = FakeMetrics()
        listener = MetricsListener(metrics)
        port = await listener.start("127.0.0.1", 0)
        await story(metrics, listener, port)
        await listener.close(1)

    run(telling())


def test_metrics_listener_serves_metrics_live_and_ready():
    async def story(metrics, _, port):
        assert await get(port, "/metrics") == ("200 OK", b"a_metric 1\n")
        assert await get(port, "/metrics?x=1") == ("200 OK", b"a_metric 1\n")
        assert await get(port, "/live") == ("200 OK", b"live\n")
        assert (await get(port, "/ready"))[0] == "503 Service Unavailable"
        metrics.is_ready = True
        assert await get(port, "/ready") == ("200 OK", b"ready\n")
        metrics.reason = "no-voters: this node cannot"
        status = "503 Service Unavailable"
        assert await get(port, "/ready") == (status, b"no-voters: this node cannot\n")
        assert (await get(port, "/"))[0] == "404 Not Found"

    told(story)


def test_heads_come_in_pieces_and_other_methods_are_refused():
    async def story(_, __, port):
        pieces = [b"HEAD /li", b"ve HTTP/1.1\r", b"\n\r\n"]
        status, head, body = await ask(port, pieces)
        assert (status, body) == ("HTTP/1.1 200 OK", b"")
        assert b"Content-Length: 5" in head
        status, _, _ = await ask(port, [b"POST /metrics HTTP/1.1\r\n\r\n"])
        assert status == "HTTP/1.1 405 Method Not Allowed"

    told(story)


@pytest.mark.parametrize("data", [b"x" * 9000, b"\x16\x03\x01\r\n\r\n"])
def test_other_protocols_get_no_further(data):
    async def story(_, __, port):
        status, _, _ = await ask(port, [data])
        assert status in {"", "HTTP/1.1 405 Method Not Allowed"}
        assert await get(port, "/live") == ("200 OK", b"live\n")

    told(story)


def test_a_port_in_use_is_refused():
    async def story(metrics, _, port):
        with pytest.raises(ListenError, match=rf"^Cannot listen on \S*{port} \(kraft\.metrics\."):
            await MetricsListener(metrics).start("127.0.0.1", port)

    told(story)


def test_idle_connection_does_not_delay_close():
    async def story(_, listener, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(0.01)
        await listener.close(0.01)
        assert await reader.read() == b""
        writer.close()

    async def abandoned(*given):
        with contextlib.suppress(ConnectionError):
            await story(*given)

    told(abandoned)


def test_node_listens_on_the_configured_address(tmp_path):
    async def story():
        (port,) = free_ports(1)
        format_node(tmp_path, 1, voters_at([port]))
        more = {"kraft.metrics.listener": "127.0.0.1:0"}
        configuration = NodeConfiguration.of(properties_of(1, [port], tmp_path, **more))
        async with RaftNode(configuration, ListMachine()) as node:
            await node.until(lambda: node.metrics.is_ready)
            assert await get(node.metrics_port, "/ready") == ("200 OK", b"ready\n")
            _, body = await get(node.metrics_port, "/metrics")
            assert b'kafka_server_raft_metrics_current_state{state="leader"} 1.0\n' in body

    run(story())


def test_connections_have_a_limit(monkeypatch):
    monkeypatch.setattr("kraft_core.node.http._CONNECTIONS_MAX", 2)

    async def story(metrics, listener, port):
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        reader, _ = opened[2]
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 10) == b""
        assert len(listener.opened) == 2
        for _, writer in opened:
            writer.close()

    told(story)


def test_open_connections_end_with_the_listener():
    async def story():
        listener = MetricsListener(FakeMetrics())
        port = await listener.start("127.0.0.1", 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /met")
        await wait_until_async(lambda: listener.opened, "the connection is there")
        await listener.close(10)
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 10) == b""
        writer.close()

    run(story())
