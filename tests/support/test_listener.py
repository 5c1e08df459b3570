"""A listener of tests ends every connection, also those that are just being accepted."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import warnings

import pytest

from tests.support.listener import Listener


async def read_on(reader, _):
    await reader.read()


async def end_after(turns, serve=read_on):
    """End a listener this many turns of the loop after three peers connected."""
    listener = Listener(serve)
    port = listener.listen()
    with contextlib.ExitStack() as peers:
        for _ in range(3):
            peers.enter_context(socket.create_connection(("127.0.0.1", port)))
        for _ in range(turns):
            await asyncio.sleep(0)
        await listener.end()


@pytest.mark.parametrize("turns", range(9))
def test_no_connection_is_left_open(turns):
    gc.collect()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        asyncio.run(end_after(turns))
        gc.collect()
    assert [str(each.message) for each in told] == []


def test_error_of_a_connection_is_raised():
    async def fail(*_):
        raise LookupError("of a test")

    with pytest.raises(LookupError, match="of a test"):
        asyncio.run(end_after(8, fail))
