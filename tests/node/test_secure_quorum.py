"""Nodes that speak TLS and SASL among themselves."""

from __future__ import annotations

import asyncio

import pytest

from tests.node.cluster import Cluster, run
from tests.node.security_keys import ways
from tests.support.certificates import Authority

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

WAYS = tuple(ways(type("Nobody", (), {"stores": lambda *_: {}})()))


async def has_all(cluster, count):
    """Wait until every machine has so many values."""
    for node_id, node in cluster.nodes.items():
        machine = cluster.machines[node_id]
        await node.until(lambda machine=machine: len(machine.values) >= count)


@pytest.mark.parametrize("way", WAYS)
def test_a_quorum_elects_replicates_and_elects_again(tmp_path, way):
    async def story():
        keys = ways(Authority(tmp_path))[way]
        # patient: the machine that runs the tests may be busy, and leaders hand over by themselves
        patient = {"controller.quorum.fetch.timeout.ms": "6000"}
        async with Cluster(tmp_path, 3, **keys, **patient) as cluster:
            leader = await cluster.leading()
            await leader.append([b"one"])
            await asyncio.gather(*(leader.append([b"x" * 100_000]) for _ in range(5)))
            await has_all(cluster, 6)
            former = leader.configuration.node_id
            leader.shut_down()
            await leader.wait_closed()
            del cluster.nodes[former]
            leader = await cluster.leading()
            await leader.append([b"two"])
            await has_all(cluster, 7)
            for node in cluster.nodes.values():
                assert node._server.refusals == 0
                assert len(node._server.strangers) == 0

    run(story())
