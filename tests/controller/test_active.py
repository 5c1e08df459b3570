"""Nodes as the active controller of a cluster with brokers: requests, loss of leadership, gates."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.feature_levels import LATEST
from kraft_core.controller import decider as deciding
from kraft_core.controller.context import Decision
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.security.tls import client_context
from kraft_wire.messages import (
    AbortTransactionRecord,
    AllocateProducerIdsRequest,
    BeginTransactionRecord,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    ControllerRegistrationRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    DescribeUserScramCredentialsRequest,
    EndTransactionRecord,
    IncrementalAlterConfigsRequest,
    ListPartitionReassignmentsRequest,
    NoOpRecord,
    TopicRecord,
    UnregisterBrokerRequest,
    ZkMigrationStateRecord,
)
from kraft_wire.primitives import Uuid
from tests.controller.content import FOREIGN, feature, registered, value_of
from tests.controller.running import Controllers, raised, until
from tests.node.cluster import CLUSTER_ID, properties_of, run
from tests.node.raw_client import RawClient
from tests.node.security_keys import ways
from tests.support.certificates import Authority
from tests.support.waiting import wait_until_async

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

ACTIVE = {"kraft.controller": "active", "metadata.max.idle.interval.ms": "0"}
JAVA = {
    "group_version": (0, 1),
    "kraft_version": (0, 1),
    "metadata_version": (7, 30),
    "share_version": (0, 1),
    "streams_version": (0, 1),
    "transaction_version": (0, 2),
    "eligible_leader_replicas_version": (0, 1),
}


def registration(broker_id=101, *, cluster=CLUSTER_ID, incarnation=1):
    cls = BrokerRegistrationRequest
    levels = {"metadata.version": (7, LATEST), "kraft.version": (0, 1), "group.version": (0, 1)}
    return cls(
        broker_id=broker_id,
        cluster_id=cluster,
        incarnation_id=Uuid(bytes(15) + bytes([incarnation])),
        listeners=(cls.Listener(name="PLAINTEXT", host="here", port=9, security_protocol=0),),
        features=tuple(
            cls.Feature(name=name, min_supported_version=low, max_supported_version=high)
            for name, (low, high) in levels.items()
        ),
        log_dirs=(Uuid(bytes([broker_id]) * 16),),
    )


def heartbeat(epoch, broker_id=101, *, offset=1 << 40, fence=False, stop=False):
    return BrokerHeartbeatRequest(
        broker_id=broker_id,
        broker_epoch=epoch,
        current_metadata_offset=offset,
        want_fence=fence,
        want_shut_down=stop,
    )


def topics(*names, timeout_ms=10_000):
    cls = CreateTopicsRequest
    return cls(
        topics=tuple(
            cls.CreatableTopic(name=name, num_partitions=2, replication_factor=1) for name in names
        ),
        timeout_ms=timeout_ms,
    )


def partitions(*names):
    cls = CreatePartitionsRequest
    asked = tuple(cls.CreatePartitionsTopic(name=name, count=3) for name in names)
    return cls(topics=asked, timeout_ms=0)


async def broker_of(quorum, active):
    """A broker that is registered and unfenced; its epoch."""
    epoch = (await quorum.ask(active, registration(), 4)).broker_epoch
    answer = await quorum.ask(active, heartbeat(epoch), 2)
    assert (answer.error_code, answer.is_caught_up, answer.is_fenced) == (0, True, False)
    return epoch


def test_a_broker_registers_and_a_topic_is_created(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            epoch = await broker_of(quorum, active)
            created = await quorum.ask(active, topics("a", "b"), 7)
            assert [each.error_code for each in created.topics] == [0, 0]
            again = await quorum.ask(active, topics("a"), 7)
            assert [each.error_code for each in again.topics] == [36]
            first = AllocateProducerIdsRequest(broker_id=101, broker_epoch=epoch)
            ids = [(await quorum.ask(active, first, 0)).producer_id_start for _ in range(2)]
            assert ids == [0, 1000]
            written = quorum.log(1)
            expected = ["RegisterBroker", "BrokerRegistrationChange"]
            expected += 2 * ["Topic", "Partition", "Partition"]
            assert written[written.index("RegisterBroker") :] == [*expected, *2 * ["ProducerIds"]]

    run(story())


def test_the_broker_epoch_is_the_offset_of_its_record(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            answers = await asyncio.gather(
                *(quorum.ask(active, registration(each), 4) for each in range(101, 121))
            )
            brokers = quorum.controllers[active].image.cluster.brokers
            assert [each.error_code for each in answers] == [0] * 20
            assert {each.broker_epoch for each in answers} == {
                broker.offset for broker in brokers.values()
            }
            assert len(brokers) == 20
            replayed = Controllers.__new__(Controllers)
            replayed.root = quorum.root
            assert replayed.log(1).count("RegisterBroker") == 20

    run(story())


def test_a_start_replays_what_was_decided(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            epoch = await broker_of(quorum, active)
            await quorum.ask(active, topics("a"), 7)
            before = quorum.controllers[1].image.cluster
            await quorum.nodes[1].close()
            await quorum.start(1, **ACTIVE)
            await quorum.active()
            after = quorum.controllers[1].image.cluster
            assert after is not before
            for name in ("topics", "topic_ids", "brokers", "features", "configs", "directories"):
                assert getattr(after, name) == getattr(before, name), name
            told = await quorum.ask(1, heartbeat(epoch), 2)
            assert (told.error_code, told.is_fenced) == (0, False)

    run(story())


def test_a_silent_broker_is_fenced_and_its_leaders_go(tmp_path):
    async def story():
        more = {"broker.session.timeout.ms": "4000", **ACTIVE}
        async with Controllers(tmp_path, 1, **more) as quorum:
            active = await quorum.active()
            epoch = await broker_of(quorum, active)
            await quorum.ask(active, topics("a"), 7)
            cluster = quorum.controllers[active].image.cluster
            (topic,) = cluster.topics.values()
            assert {each.leader for each in topic.partitions.values()} == {101}
            # as if it had been silent for so long
            quorum.controllers[active]._active.state.sessions.prolong(-4_000)
            await until(lambda: cluster.brokers[101].fenced)
            assert {each.leader for each in topic.partitions.values()} == {-1}
            told = await quorum.ask(active, heartbeat(epoch), 2)
            assert (told.error_code, told.is_fenced) == (0, False)
            assert {each.leader for each in topic.partitions.values()} == {101}

    run(story())


def test_brokers_are_not_fenced_after_a_pause_of_the_controller(tmp_path, caplog):
    async def story():
        more = {"broker.session.timeout.ms": "1500", **ACTIVE}
        async with Controllers(tmp_path, 1, **more) as quorum:
            active = await quorum.active()
            epoch = await broker_of(quorum, active)
            time.sleep(3)  # noqa: ASYNC251  # the event loop stands still: this is the case
            told = await quorum.ask(active, heartbeat(epoch), 2)
            assert (told.error_code, told.is_fenced) == (0, False)
            assert quorum.log(1).count("BrokerRegistrationChange") == 1  # unfenced
            assert "this process was paused" in caplog.text

    run(story())


def test_standbys_follow_and_send_brokers_to_the_active_one(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3, **ACTIVE) as quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            await quorum.ask(active, topics("a"), 7)
            image = quorum.controllers[active].image.cluster
            for node_id in set(quorum.nodes) - {active}:
                assert (await quorum.ask(node_id, heartbeat(1), 2)).error_code == 41
                assert (await quorum.ask(node_id, topics(), 7)).topics == ()
                other = quorum.controllers[node_id].image
                await until(lambda other=other: "a" in other.cluster.topic_ids)
                assert other.cluster.topics == image.topics
                assert other.cluster.brokers == image.brokers
            await quorum.nodes[active].close()
            following = await quorum.active()
            assert following != active
            after = quorum.controllers[following].image.cluster
            assert after.topics == image.topics
            told = await quorum.ask(following, heartbeat(image.brokers[101].epoch), 2)
            assert (told.error_code, told.is_fenced) == (0, False)

    run(story())


def test_uncommitted_changes_are_undone_when_leadership_is_lost(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3, **ACTIVE) as quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            controller, node = quorum.controllers[active], quorum.nodes[active]
            committed = controller.image.cluster.copy()
            for node_id in set(quorum.nodes) - {active}:
                await quorum.nodes[node_id].close()
            waiting = asyncio.create_task(quorum.ask(active, topics("lost"), 7))
            cluster = controller.image.cluster
            await until(lambda: "lost" in cluster.topic_ids)
            assert not waiting.done()
            assert "lost" not in controller._active.committed_copy().topic_ids
            assert "lost" in cluster.topic_ids
            answer = await waiting
            assert [each.error_code for each in answer.topics] == [41]
            assert not controller.is_active
            assert cluster.topic_ids == committed.topic_ids
            assert cluster.brokers == committed.brokers
            assert node.replica.leading_epoch is None

    run(story())


def test_a_decision_that_fails_is_answered_and_not_appended(tmp_path, monkeypatch, caplog):
    def wrong(state, request, context):
        del request, context
        topic = Uuid(bytes([7]) * 16)
        records = [TopicRecord(name=name, topic_id=topic) for name in ("x", "y")]
        return Decision(None, tuple(records))

    def failing(state, request, context):
        raise KeyError(request.broker_id)

    monkeypatch.setitem(deciding._DECISIONS, CreateTopicsRequest, wrong)
    monkeypatch.setitem(deciding._DECISIONS, UnregisterBrokerRequest, failing)

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            controller = quorum.controllers[active]
            answer = await quorum.ask(active, topics("a"), 7)
            assert [each.error_code for each in answer.topics] == [-1]
            gone = await quorum.ask(active, UnregisterBrokerRequest(broker_id=101), 0)
            assert gone.error_code == -1
            assert controller.counters.faults == 2
            assert controller.image.cluster.topics == {}
            assert "Topic" not in quorum.log(1)
            assert controller.is_active
            assert "a topic with id" in caplog.text
            assert "KeyError: 101" in caplog.text

    run(story())


def test_requests_that_are_too_late_or_not_for_controllers(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            late = await quorum.ask(active, topics("a", timeout_ms=0), 7)
            assert [each.error_code for each in late.topics] == [7]
            # no deadline counts for what is refused before the queue
            twice = await quorum.ask(active, topics("a", "a", timeout_ms=0), 7)
            assert [each.error_code for each in twice.topics] == [42]
            grown = await quorum.ask(active, partitions("a", "a"), 3)
            assert [each.error_code for each in grown.results] == [42]
            for names, codes in ((("a", "a"), [42]), (("a", "b", "b"), [7, 7, 7])):
                gone = DeleteTopicsRequest(topic_names=names, timeout_ms=0)
                answer = await quorum.ask(active, gone, 5)
                assert [each.error_code for each in answer.responses] == codes
            other = await quorum.ask(active, DescribeUserScramCredentialsRequest(), 0)
            assert other.error_code == -1
            none = await quorum.ask(active, ListPartitionReassignmentsRequest(topics=()), 0)
            assert (none.error_code, none.error_message) == (0, None)
            mine = registration(102, cluster="another")
            assert (await quorum.ask(active, mine, 4)).error_code == 104

    run(story())


def test_kraft_version_and_features_are_raised(tmp_path):
    async def story():
        quorum = Controllers(tmp_path, 1, static=True, **ACTIVE)
        quorum.more["controller.quorum.voters"] = f"1@127.0.0.1:{quorum.ports[0]}"
        async with quorum:
            active = await quorum.active()
            node = quorum.nodes[active]
            refused = await quorum.ask(active, raised("kraft.version", 2), 2)
            assert refused.error_code == 95
            assert node.core.kraft_version == 0
            for _ in range(2):
                answer = await quorum.ask(active, raised("kraft.version", 1), 2)
                assert (answer.error_code, node.core.kraft_version) == (0, 1)
            shared = await quorum.ask(active, raised("share.version", 1), 2)
            assert shared.error_code == 0
            found = quorum.controllers[active].finalized_features()
            assert found.levels["share.version"] == 1

    run(story())


def test_snapshots_hold_the_committed_state_and_a_start_loads_them(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            await quorum.ask(active, topics("a"), 7)
            node, before = quorum.nodes[1], quorum.controllers[1].image.cluster
            end = node.replica.applied.offset
            assert node.replica.request_snapshot()
            node.turn_soon()
            await until(
                lambda: any(
                    one.snapshot_id.offset == end for one in node.directory.snapshots.stored
                )
            )
            await node.close()
            await quorum.start(1, **ACTIVE)
            await quorum.active()
            after = quorum.controllers[1].image.cluster
            assert after.topics == before.topics
            # after a snapshot the offset of a registration is the last one that the snapshot has
            assert {each.offset for each in after.brokers.values()} == {end - 1}
            assert {each.epoch for each in after.brokers.values()} == {before.brokers[101].epoch}

    run(story())


def test_controller_acts_at_the_levels_of_kafka_4_4(tmp_path):
    async def story():
        newest = (feature("metadata.version", 33), feature("share.version", 2))
        async with Controllers(tmp_path, 1, bootstrap=newest, **ACTIVE) as quorum:
            active = await quorum.active()
            await until(lambda: quorum.controllers[active].image.metadata_version)
            assert dict(quorum.controllers[active].finalized_features().levels) == {
                "metadata.version": 33,
                "share.version": 2,
            }

    run(story())


@pytest.mark.parametrize(
    ("records", "why"),
    [
        ((ZkMigrationStateRecord(zk_migration_state=1),), "migration state is MIGRATION"),
        ((ZkMigrationStateRecord(zk_migration_state=2),), "migration state is PRE_MIGRATION"),
        ((FOREIGN,), "cannot be read"),
        (
            (feature("metadata.version", LATEST + 1),),
            f"metadata.version is finalized at level {LATEST + 1}",
        ),
        ((feature("metadata.version", 6),), "metadata.version is finalized at level 6"),
        ((feature("unknown.version", 1),), "unknown.version is finalized at level 1"),
        ((BeginTransactionRecord(name="something"), NoOpRecord()), "'something' is open"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_controller_with_an_obstacle_becomes_a_witness_and_logs_why(tmp_path, records, why, caplog):
    """The records are in the log of a quorum that this node then leads."""

    async def story():
        async with Controllers(tmp_path, 1, **{"metadata.max.idle.interval.ms": "0"}) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            values = [value_of(each) for each in records]
            await node.append(values)
            await node.close()
            before = quorum.values(1)
            caplog.set_level("INFO")
            caplog.clear()
            started = await quorum.start(1, **ACTIVE)
            controller = quorum.controllers[1]
            await until(lambda: started.is_witness)
            assert [each.levelname for each in caplog.records if why in each.message] == ["ERROR"]
            assert not controller.is_active
            assert quorum.values(1) == before
            assert why in controller.why_not_ready()
            found = {
                each.labels: each.value for each in controller.samples() if "obstacle" in each[0]
            }
            assert sorted(found.values()) == [0, 0, 0, 0, 1]
            refused = await quorum.ask(1, ListPartitionReassignmentsRequest(topics=None), 0)
            assert refused.error_code == 41
            assert why in refused.error_message

    run(story())


def test_an_open_bootstrap_transaction_is_aborted(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **{"metadata.max.idle.interval.ms": "0"}) as quorum:
            await quorum.active()
            opened = BeginTransactionRecord(name="Bootstrap records")
            await quorum.nodes[1].append([value_of(opened)])
            await quorum.nodes[1].close()
            await quorum.start(1, **ACTIVE)
            await until(lambda: "AbortTransaction" in quorum.log(1))
            assert quorum.controllers[1].is_active

    run(story())


OTHER_RELEASES = {
    "3.9.2": {"metadata_version": (1, 21), "kraft_version": (0, 1)},
    "newer": {**JAVA, "metadata_version": (7, LATEST + 4), "another_version": (0, 1)},
    "nothing": {},
}


@pytest.mark.parametrize("release", OTHER_RELEASES)
@pytest.mark.parametrize("controller_id", [1, 9], ids=["its own id", "another id"])
def test_registrations_of_other_releases_do_not_keep_it_from_acting(
    tmp_path, release, controller_id
):
    """Below metadata.version 33 a registration stays in the log for good (KAFKA-20395)."""

    async def story():
        async with Controllers(tmp_path, 1, **{"metadata.max.idle.interval.ms": "0"}) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            ghost = registered(controller_id, incarnation=9, **OTHER_RELEASES[release])
            await node.append([value_of(ghost)])
            await node.close()
            await quorum.start(1, **ACTIVE)
            assert await quorum.active() == 1
            await broker_of(quorum, 1)
            assert (await quorum.ask(1, topics("a"), 7)).topics[0].error_code == 0
            own = quorum.controllers[1]._registration.incarnation_id
            assert quorum.controllers[1].image.controllers[1].incarnation_id == own

    run(story())


def test_a_registration_from_another_release_leaves_the_active_controller_active(tmp_path):
    """Everybody with CLUSTER_ACTION can send one for any id."""

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            cls = ControllerRegistrationRequest
            newer = {"metadata.version": (7, LATEST + 3)}
            request = cls(
                controller_id=99,
                incarnation_id=Uuid(bytes(15) + b"\1"),
                features=tuple(
                    cls.Feature(name=name, min_supported_version=low, max_supported_version=high)
                    for name, (low, high) in newer.items()
                ),
            )
            assert (await quorum.ask(active, request, 0)).error_code == 0
            controller = quorum.controllers[active]
            await until(lambda: 99 in controller.image.controllers)
            await broker_of(quorum, active)
            assert controller.is_active

    run(story())


OBSTACLES = [
    (
        (BeginTransactionRecord(name="something"), NoOpRecord()),
        (EndTransactionRecord(),),
    ),
    (
        (ZkMigrationStateRecord(zk_migration_state=2),),
        (ZkMigrationStateRecord(zk_migration_state=3),),
    ),
    (
        (feature("metadata.version", LATEST + 1),),
        (feature("metadata.version", LATEST),),
    ),
    (
        (BeginTransactionRecord(name="x"), feature("metadata.version", LATEST + 1)),
        (AbortTransactionRecord(),),
    ),
]
"""Records that keep a node from acting, and what ends that."""
OBSTACLE_IDS = ["transaction", "ZooKeeper", "level", "level in a transaction"]


@pytest.mark.parametrize(("kept", "freed"), OBSTACLES, ids=OBSTACLE_IDS)
def test_controller_acts_in_the_same_epoch_once_the_obstacle_is_gone(tmp_path, kept, freed, caplog):
    """Node 1 leads and does not hand over; node 2 follows, as a witness for as long."""

    async def story():
        async with Controllers(tmp_path, 2, **{"metadata.max.idle.interval.ms": "0"}) as quorum:
            await quorum.active()
            leader = quorum.nodes[await quorum.active()]
            await leader.append([value_of(each) for each in kept])
            for node in quorum.nodes.values():
                await node.close()
            await quorum.start(1, **ACTIVE, **{"kraft.witness": "false"})
            await quorum.start(2, **ACTIVE)
            first, second = quorum.nodes[1], quorum.nodes[2]
            await until(lambda: second.is_witness and first.is_leading)
            controller, epoch = quorum.controllers[1], first.replica.leading_epoch
            await until(lambda: controller._led_epoch == epoch)
            assert not controller.is_active
            await first.append([value_of(each) for each in freed])
            await until(lambda: controller.is_active and not second.is_witness)
            assert first.replica.leading_epoch == epoch
            assert controller.why_not_ready() is None
            await broker_of(quorum, 1)
            assert "This node can become the active controller again" in caplog.text

    caplog.set_level("INFO")
    run(story())


@pytest.mark.parametrize(("kept", "freed"), OBSTACLES, ids=OBSTACLE_IDS)
def test_a_leader_that_became_a_witness_acts_in_the_same_epoch(tmp_path, kept, freed):
    """It has nobody to hand over to, and is the witness itself (kraft.witness=auto)."""

    async def story():
        async with Controllers(tmp_path, 1, **{"metadata.max.idle.interval.ms": "0"}) as quorum:
            await quorum.active()
            await quorum.nodes[1].append([value_of(each) for each in kept])
            await quorum.nodes[1].close()
            node = await quorum.start(1, **ACTIVE)
            controller = quorum.controllers[1]
            await until(lambda: node.is_witness and controller._led_epoch is not None)
            epoch = controller._led_epoch
            assert not controller.is_active
            node.set_witness(on=False)  # or it takes no records
            await node.append([value_of(each) for each in freed])
            await until(lambda: controller.is_active)
            assert node.replica.leading_epoch == epoch
            assert controller.why_not_ready() is None
            await broker_of(quorum, 1)

    run(story())


def test_brokers_are_refused_without_an_active_controller(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1) as quorum:
            active = await quorum.active()
            assert (await quorum.ask(active, registration(), 4)).error_code == 35
            assert "RegisterBroker" not in quorum.log(1)

    run(story())


def test_the_key_is_checked(tmp_path):
    ports = [1]
    of = NodeConfiguration.of
    values = properties_of(1, ports, tmp_path)
    assert not of(values).controller.serves_brokers
    assert of({**values, "kraft.controller": "active"}).controller.serves_brokers
    for more in (
        {"kraft.controller": "on"},
        {"kraft.controller": "active", "kraft.witness": "true"},
        {"kraft.controller": "active", "kraft.controler": "active"},
        {"kraft.controller": "active", "broker.session.timeout.ms": "0"},
        {"kraft.controller": "active", "create.topic.policy.class.name": "org.example.Policy"},
    ):
        with pytest.raises(ConfigurationError):
            of({**values, **more})
    static = of({**values, "kraft.controller": "active", "num.partitions": " 3 "}).controller.static
    assert (static["num.partitions"], static["node.id"]) == ("3", "1")


def test_a_large_decision_is_taken_in_steps_and_others_wait_for_it(tmp_path, monkeypatch):
    monkeypatch.setattr("kraft_core.controller.loop.LARGE", 10)
    monkeypatch.setattr("kraft_core.controller.loop._STEP_RECORDS", 3)

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            epoch = await broker_of(quorum, active)
            names = [f"topic{number}" for number in range(20)]
            await quorum.ask(active, topics(*names), 7)
            cluster = quorum.controllers[active].image.cluster
            answers = await asyncio.gather(
                quorum.ask(active, heartbeat(epoch, stop=True), 2),
                *(quorum.ask(active, topics(f"more{number}"), 7) for number in range(5)),
            )
            assert (answers[0].error_code, answers[0].should_shut_down) == (0, False)
            assert [each.topics[0].error_code for each in answers[1:]] in ([0] * 5, [38] * 5)
            leaders = {
                part.leader
                for topic in cluster.topics.values()
                for part in topic.partitions.values()
            }
            assert leaders == {-1}
            written = quorum.log(1)
            assert written.count("PartitionChange") >= 40
            assert quorum.controllers[active].counters.faults == 0

    run(story())


def test_a_large_decision_is_taken_again_where_its_offset_is_gone(tmp_path, monkeypatch):
    """A control record of raft comes between the decision and its append."""
    monkeypatch.setattr("kraft_core.controller.loop.LARGE", 10)
    monkeypatch.setattr("kraft_core.controller.loop._STEP_RECORDS", 3)

    async def story():
        quorum = Controllers(tmp_path, 1, static=True, **ACTIVE)
        quorum.more["controller.quorum.voters"] = f"1@127.0.0.1:{quorum.ports[0]}"
        async with quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            await quorum.ask(active, topics(*(f"topic{number}" for number in range(20))), 7)
            controller, node = quorum.controllers[active], quorum.nodes[active]
            decider = controller._active._decider
            finishing, seen = decider.finishing, []

            def disturbed(prepared, step):
                seen.append(prepared)
                for number, _ in enumerate(finishing(prepared, step)):
                    if len(seen) == 1 and number == 2:
                        node.upgrade_nowait(1)
                    yield
                return result(prepared)

            def result(prepared):
                outcome = controller._active._decider._appended[-1]
                values = prepared.values
                return deciding.Outcome(
                    prepared.decision.answer, values, wait_for=outcome.last_offset
                )

            decider.finishing = disturbed
            another = registration(incarnation=2)
            told = await quorum.ask(active, another, 4)
            assert (told.error_code, len(seen)) == (101, 0)
            controller._active.state.sessions.drop(
                next(iter(controller._active.state.sessions._contacts))
            )
            told = await quorum.ask(active, another, 4)
            assert (told.error_code, len(seen)) == (0, 2)
            written = seen[1].messages[-1]
            broker = controller.image.cluster.brokers[101]
            assert broker.epoch == told.broker_epoch == written.broker_epoch
            assert broker.offset == broker.epoch + len(seen[1].messages) - 1
            assert seen[0].messages[-1].broker_epoch == broker.epoch - 2
            assert node.core.kraft_version == 1

    run(story())


def test_a_config_of_the_node_has_it_look_at_its_certificates(tmp_path, caplog):
    """As kafka-configs is used with Kafka's controllers: any config, of that node alone."""
    caplog.set_level(logging.INFO, "kraft.node")
    authority = Authority(tmp_path)
    keys = ways(authority)["mutual SSL"]
    context = client_context(
        authority.stores("tool") | {"ssl.endpoint.identification.algorithm": ""}
    )

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE, **keys) as quorum:
            await quorum.active()
            listener = quorum.nodes[1].security.listeners["CONTROLLER"]

            async def change(name: str, value: str) -> None:
                cls = IncrementalAlterConfigsRequest
                config = cls.AlterableConfig(name="max.connections", value=value)
                resource = cls.AlterConfigsResource(
                    resource_type=4, resource_name=name, configs=(config,)
                )
                client = await RawClient.connect(quorum.ports[0], context=context)
                answer = await client.ask(cls(resources=(resource,)), 1)
                client.close()
                assert [each.error_code for each in answer.responses] == [0]

            before = listener.context
            authority.issue("node")
            await change("", "900")
            assert listener.context is before
            await change("1", "901")
            await wait_until_async(lambda: listener.context is not before, "the new certificate")
            (tmp_path / "node.pem").write_bytes(b"")
            after = listener.context
            await change("1", "902")
            await wait_until_async(
                lambda: any("keeps its certificate" in each for each in caplog.messages),
                "the line about the file",
            )
            assert listener.context is after

    run(story())
