from __future__ import annotations

import asyncio

import pytest

from kraft_core.config.errors import NodeEndedError
from kraft_core.node.own_quorum import write_snapshot
from tests.node.cluster import Cluster, run

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


def test_a_snapshot_can_be_had_at_any_time(tmp_path):
    async def story():
        async with Cluster(tmp_path, 1) as cluster:
            node = await cluster.leading()
            for number in (1, 2):
                await node.append([b"x" * number])
                applied = node.replica.applied
                assert await write_snapshot(node) == applied
                assert await write_snapshot(node) == applied
                assert node.directory.latest_snapshot().snapshot_id == applied

    run(story())


def test_a_snapshot_of_a_node_that_ends_does_not_come(tmp_path):
    async def story():
        async with Cluster(tmp_path, 1) as cluster:
            node = await cluster.leading()
            await node.append([b"x"])
            cluster.machines[1].can_write_snapshot = lambda: False
            waiting = asyncio.ensure_future(write_snapshot(node))
            await asyncio.sleep(0)
        with pytest.raises(NodeEndedError):
            await waiting

    run(story())
