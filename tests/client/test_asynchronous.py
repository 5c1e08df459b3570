from __future__ import annotations

import asyncio

import pytest

from kraft_core.client import tail_async
from tests.client.loopback import controller


def test_closed_asynchronous_iterator_yields_nothing():
    async def look():
        changes = tail_async(address, from_start=True)
        await anext(changes)
        await changes.aclose()
        return [change async for change in changes]

    with controller() as (_, address):
        assert asyncio.run(look()) == []


def test_a_task_that_is_cancelled_leaves_at_once():
    async def follow():
        async for _ in tail_async(address):
            raise AssertionError("there is nothing new")

    async def cancel():
        task = asyncio.create_task(follow())
        while not node.requests:  # noqa: ASYNC110  # another thread is waited for
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with controller() as (node, address):
        asyncio.run(cancel())
