"""The quota request_percentage: a controller of Kafka 4.3.1 and a node, asked the same.

Divergence A55.
"""

from __future__ import annotations

import asyncio
import time

import pytest

from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    AlterClientQuotasRequest,
    DefaultPrincipalData,
    DescribeClusterRequest,
    DescribeQuorumRequest,
    EnvelopeRequest,
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsResponse,
)
from tests.conformance.quorum import running_quorum
from tests.controller.running import Controllers
from tests.controller.test_active import ACTIVE
from tests.node.cluster import run
from tests.node.raw_client import RawClient, frame
from tests.support.waiting import wait_until_async

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

DESCRIBE = DescribeClusterRequest(endpoint_type=2)
QUOTA = 1e-4


def quotas(*entities):
    cls = AlterClientQuotasRequest
    return cls(
        entries=tuple(
            cls.EntryData(
                entity=(cls.EntityData(entity_type=kind, entity_name=name),),
                ops=(cls.OpData(key="request_percentage", value=QUOTA, remove=False),),
            )
            for kind, name in entities
        ),
        validate_only=False,
    )


async def ask_as(client, client_id, message, version):
    client.send(frame(encode_request(message, version, 1, client_id)))
    return client.read(await client.receive(), message.API_KEY, version)


def forwarded(client_id):
    who = DefaultPrincipalData(type="User", name="inside", token_authenticated=False)
    inner = ListPartitionReassignmentsRequest(timeout_ms=1000, topics=None)
    return EnvelopeRequest(
        request_data=encode_request(inner, 0, 7, client_id),
        request_principal=b"\0\0" + who.encode(0),
        client_host_address=b"\x7f\0\0\1",
    )


async def observed(port):
    """Return what a client sees of its quota, in words that leave out what machines decide."""
    found = {}
    admin = await RawClient.connect(port)
    answer = await admin.ask(quotas(("client-id", None), ("user", "inside")), 1)
    assert {each.error_code for each in answer.entries} == {0}
    admin.close()
    client = await RawClient.connect(port)

    since_s = time.monotonic()

    async def throttled():
        nonlocal since_s
        since_s = time.monotonic()  # the wait begins when it is answered, not when that is read
        return (await ask_as(client, "a", DESCRIBE, 1)).throttle_time_ms

    found["time to wait"] = await wait_until_async(throttled, "the quota to be applied")
    await ask_as(client, "a", DESCRIBE, 1)
    found["next request waits"] = time.monotonic() - since_s > 0.9
    client.close()

    client = await RawClient.connect(port)
    answers = [await ask_as(client, "", DESCRIBE, 1) for _ in range(20)]
    found["without a client id"] = {each.throttle_time_ms for each in answers}

    topic = DescribeQuorumRequest.TopicData(
        topic_name="__cluster_metadata",
        partitions=(DescribeQuorumRequest.PartitionData(partition_index=0),),
    )
    since_s = time.monotonic()
    for _ in range(20):
        await ask_as(client, "b", DescribeQuorumRequest(topics=(topic,)), 1)
    found["raft waits"] = time.monotonic() - since_s > 15

    times = set()
    since_s = time.monotonic()
    for _ in range(20):
        sealed = await ask_as(client, "broker", forwarded("a"), 0)
        inner = client.read(sealed.response_data, ListPartitionReassignmentsResponse.API_KEY, 0)
        times.add(inner.throttle_time_ms)
    found["forwarded"] = max(times)
    found["broker waits"] = time.monotonic() - since_s > 15
    client.close()
    return found


def test_client_above_its_quota_sees_the_same(tmp_path):
    java = tmp_path / "java"
    java.mkdir()
    with running_quorum("4.3.1", 1, java) as quorum:
        (node,) = quorum.controllers
        expected = asyncio.run(observed(node.port))
    assert expected == {
        "time to wait": 1000,
        "next request waits": True,
        "without a client id": {0},
        "raft waits": False,
        "forwarded": 1000,
        "broker waits": False,
    }

    found = []

    async def ours():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            found.append(await observed(quorum.ports[active - 1]))

    run(ours())
    assert found == [expected]
