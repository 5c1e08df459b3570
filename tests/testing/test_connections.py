"""The end of servers, with a connection at every stage of being accepted."""

from __future__ import annotations

import asyncio
import gc
import socket

import pytest

from kraft_core.testing.connections import Connections


@pytest.mark.parametrize("turns", range(12))
def test_end_closes_a_connection_at_every_stage(turns):
    asyncio.run(end_after(turns))
    gc.collect()  # a socket that is open is a ResourceWarning, which fails the test


async def end_after(turns):
    async def serve(reader, writer):
        await reader.read()

    connections = Connections()
    server = await asyncio.start_server(connections.accepted(serve), "127.0.0.1", 0)
    connections.servers.append(server)
    with socket.create_connection(server.sockets[0].getsockname(), 30) as client:
        for _ in range(turns):
            await asyncio.sleep(0)
        await connections.end()
        assert ended(client)


def ended(client):
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True
