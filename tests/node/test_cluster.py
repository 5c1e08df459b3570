from __future__ import annotations

import asyncio

import pytest

from tests.node.cluster import run


def test_story_that_leaves_a_listener_open_fails_and_ends():
    async def story():
        loop = asyncio.get_running_loop()
        server = await loop.create_server(asyncio.Protocol, "127.0.0.1", 0)
        kept.append(server)

    kept = []
    with pytest.raises(AssertionError, match="unclosed resource <TCPServer"):
        run(story())


def test_story_that_fails_with_a_listener_open_ends_with_its_own_error():
    async def story():
        loop = asyncio.get_running_loop()
        kept.append(await loop.create_server(asyncio.Protocol, "127.0.0.1", 0))
        raise ValueError("the story's own")

    kept = []
    with pytest.raises(ValueError, match="own"):
        run(story())
