"""Requests of the largest lawful size at a running node, and a snapshot of what they made."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from kraft_core.controller import decider as deciding
from kraft_core.controller.context import Decision
from kraft_core.node.service import ServedRequest
from kraft_wire.messages import (
    AlterPartitionRequest,
    ConfigRecord,
    CreateTopicsRequest,
    DescribeConfigsRequest,
    UnregisterBrokerRequest,
    UnregisterBrokerResponse,
)
from tests.controller.running import Controllers
from tests.controller.test_active import ACTIVE, heartbeat, registration
from tests.node.cluster import run
from tests.support.waiting import wait_until_async

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

BROKERS = (101, 102)
RECORDS = 700
"""Of 32 KB each: 21 MiB, where a batch has 8 MiB at most."""
PARTITIONS = 10_000
"""A batch of Kafka's controllers has so many records at most."""


def creation(name, count):
    cls = CreateTopicsRequest
    assignments = tuple(
        cls.CreatableReplicaAssignment(partition_index=number, broker_ids=BROKERS)
        for number in range(count)
    )
    topic = cls.CreatableTopic(
        name=name, num_partitions=-1, replication_factor=-1, assignments=assignments
    )
    return cls(topics=(topic,), timeout_ms=60_000)


async def epochs_of_two_brokers(quorum, active):
    epochs = {}
    for broker_id in BROKERS:
        answer = await quorum.ask(active, registration(broker_id), 4)
        epochs[broker_id] = answer.broker_epoch
        beat = await quorum.ask(active, heartbeat(answer.broker_epoch, broker_id), 2)
        assert (beat.error_code, beat.is_fenced) == (0, False)
    return epochs


def in_sync(epochs, topics, members, partition_epoch):
    cls = AlterPartitionRequest
    states = tuple(cls.BrokerState(broker_id=one, broker_epoch=epochs[one]) for one in members)
    return cls(
        broker_id=101,
        broker_epoch=epochs[101],
        topics=tuple(
            cls.TopicData(
                topic_id=topic.topic_id,
                partitions=tuple(
                    cls.PartitionData(
                        partition_index=number,
                        partition_epoch=partition_epoch,
                        new_isr_with_epochs=states,
                    )
                    for number in topic.partitions
                ),
            )
            for topic in topics
        ),
    )


def test_isrs_of_exactly_as_many_partitions_as_a_batch_holds_are_changed(tmp_path):
    """Kafka's leader appends an empty batch after them, and resigns (divergence A16)."""

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            epochs = await epochs_of_two_brokers(quorum, active)
            for name, count in (("wide", PARTITIONS - 1), ("narrow", 1)):
                created = await quorum.ask(active, creation(name, count), 7)
                assert [each.error_code for each in created.topics] == [0]
            controller = quorum.controllers[active]
            topics = list(controller.image.cluster.topics.values())
            for partition_epoch, members in enumerate(((101,), BROKERS)):
                request = in_sync(epochs, topics, members, partition_epoch)
                answer = await quorum.ask(active, request, 3)
                codes = Counter(
                    part.error_code for topic in answer.topics for part in topic.partitions
                )
                assert (answer.error_code, codes) == (0, {0: PARTITIONS})
                isrs = {part.isr for topic in topics for part in topic.partitions.values()}
                assert isrs == {members}
            assert quorum.log(1).count("PartitionChange") == 2 * PARTITIONS
            assert controller.is_active
            assert controller.counters.faults == 0

    run(story())


def test_other_events_are_handled_between_slices_of_a_large_snapshot(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            await epochs_of_two_brokers(quorum, active)
            created = await quorum.ask(active, creation("wide", PARTITIONS - 1), 7)
            assert [each.error_code for each in created.topics] == [0]
            node, controller = quorum.nodes[active], quorum.controllers[active]
            encoded = 0
            values_of = controller.snapshot_values

            def counted():
                nonlocal encoded
                for value in values_of():
                    encoded += 1
                    yield value

            controller.snapshot_values = counted
            end = node.replica.applied.offset
            assert node.replica.request_snapshot()
            node.turn_soon()
            in_one_turn = before = 0
            while not is_stored(node, end):
                await asyncio.sleep(0)
                in_one_turn, before = max(in_one_turn, encoded - before), encoded
            assert encoded > PARTITIONS
            assert in_one_turn < PARTITIONS / 5

    run(story())


def test_answer_to_a_large_request_is_encoded_by_the_worker(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            await epochs_of_two_brokers(quorum, active)
            answers = []
            request = ServedRequest(
                *("CONTROLLER", 7, creation("a", 2), pytest.fail),
                reply_later=lambda build: answers.append(build()),
            )
            quorum.controllers[active].receive(request)
            (answer,) = await wait_until_async(lambda: answers, "the answer")
            assert [each.error_code for each in answer.topics] == [0]

    run(story())


def test_standby_describes_many_topics_in_the_worker(tmp_path):
    async def story():
        async with Controllers(tmp_path, 2, **ACTIVE) as quorum:
            active = await quorum.active()
            await epochs_of_two_brokers(quorum, active)
            await quorum.ask(active, creation("a", 2), 7)
            standby = quorum.controllers[3 - active]
            cluster = standby.image.cluster
            await wait_until_async(lambda: "a" in cluster.topic_ids, "the topic")
            cls = DescribeConfigsRequest
            names = ("a", *(f"unknown{number}" for number in range(3_000)))
            described = cls(
                resources=tuple(
                    cls.DescribeConfigsResource(
                        resource_type=2, resource_name=name, configuration_keys=None
                    )
                    for name in names
                )
            )
            builds = []
            standby.receive(
                ServedRequest("CONTROLLER", 4, described, pytest.fail, reply_later=builds.append)
            )
            cluster.topic_ids.clear()  # as if it were deleted meanwhile
            codes = [each.error_code for each in builds[0]().results]
            assert codes == [0, *[3] * 3_000]
            answer = await quorum.ask(3 - active, described, 4)
            assert {each.error_code for each in answer.results} == {3}

    run(story())


def test_a_decision_of_more_bytes_than_a_batch_takes_is_appended_as_several(tmp_path, monkeypatch):
    def large(state, request, context):
        del state, request, context
        records = tuple(
            ConfigRecord(
                resource_type=4, resource_name="", name=f"name{number}", value="x" * 32_000
            )
            for number in range(RECORDS)
        )
        return Decision(UnregisterBrokerResponse(), records)

    monkeypatch.setitem(deciding._DECISIONS, UnregisterBrokerRequest, large)

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            answer = await quorum.ask(active, UnregisterBrokerRequest(broker_id=101), 0)
            assert answer.error_code == 0
            controller = quorum.controllers[active]
            assert len(controller.image.cluster.configs[4, ""]) == RECORDS
            assert controller.is_active
            assert quorum.log(1).count("Config") == RECORDS

    run(story())


def is_stored(node, end):
    return any(one.snapshot_id.offset == end for one in node.directory.snapshots.stored)
