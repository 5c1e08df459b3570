"""Several requests of one client in flight at a controller of Kafka, some of them cancelled."""

from __future__ import annotations

import asyncio

import pytest

from kraft_core.client import AsyncClient, Committed, Position
from kraft_core.client.metadata_log import fetch_request
from kraft_core.client.settings import Settings
from kraft_wire.messages import DescribeQuorumRequest, DescribeQuorumResponse
from tests.conformance.mixed import registered_in
from tests.conformance.quorum import running_quorum
from tests.support.waiting import wait_until

pytestmark = pytest.mark.kafka

SILENT = "metadata.max.idle.interval.ms=0"
"""No NoOp records, which would answer a parked Fetch."""
PARKED_MS = 3000
"""Milliseconds for which the leader parks a Fetch, and later requests on its connection."""

DESCRIBE = DescribeQuorumRequest(
    topics=(
        DescribeQuorumRequest.TopicData(
            topic_name="__cluster_metadata",
            partitions=(DescribeQuorumRequest.PartitionData(),),
        ),
    )
)


def kinds(answers):
    return [type(answer) for answer in answers]


@pytest.mark.parametrize("release", ["3.9.2", "4.3.1"])
def test_each_call_gets_its_own_answer_from_kafka(release, tmp_path):
    async def story(bootstrap):
        async with AsyncClient(bootstrap) as client:
            *described, leader, committed, high_watermark = await asyncio.gather(
                *(client.call(DESCRIBE, is_repeatable=True) for _ in range(30)),
                client.leader(),
                client.read(Position(0, 0)),
                client.high_watermark(),
            )
            assert kinds(described) == [DescribeQuorumResponse] * 30
            assert leader.node_id == 1
            assert isinstance(committed, Committed)
            parked = fetch_request(
                Settings(),
                leader_epoch=leader.epoch,
                offset=high_watermark,
                last_fetched_epoch=leader.epoch,
                high_watermark=high_watermark,
                max_wait_ms=PARKED_MS,
            )
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(client.call(parked, is_repeatable=True), 0.1)
            assert isinstance(await client.call(DESCRIBE), DescribeQuorumResponse)
            calls = [
                asyncio.create_task(client.call(DESCRIBE, is_repeatable=True)) for _ in range(10)
            ]
            await asyncio.sleep(0)
            calls[0].cancel()
            calls[5].cancel()
            ended = kinds(await asyncio.gather(*calls, return_exceptions=True))
            assert ended.count(asyncio.CancelledError) == 2
            assert ended.count(DescribeQuorumResponse) == 8

    with running_quorum(release, 1, tmp_path, [SILENT]) as quorum:
        (leader,) = quorum.controllers
        wait_until(lambda: registered_in(leader) == {1}, "the last record")
        asyncio.run(story(quorum.bootstrap))
