"""Controllers in running nodes: claim, registration, hand-over, snapshots, witness."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from kraft_core.controller.activation import framed
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.service import ServedRequest
from kraft_core.raft.consensus.values import LeaderAndEpoch
from kraft_core.raft.replica import AppendOutcome
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    BeginTransactionRecord,
    BrokerHeartbeatRequest,
    DescribeClusterRequest,
    NoOpRecord,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
    TopicRecord,
)
from tests.controller.content import FOREIGN, feature, messages_of, value_of
from tests.controller.running import BOOTSTRAP, Controllers, raised, until
from tests.controller.test_active import ACTIVE
from tests.node.cluster import (
    CLUSTER_ID,
    properties_of,
    run,
)
from tests.support.tickets import LoneTicket

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


@contextlib.asynccontextmanager
async def registered_alone(root, **more):
    """A quorum of one controller, which has registered and writes nothing by itself."""
    async with Controllers(root, 1, **{"metadata.max.idle.interval.ms": "0", **more}) as quorum:
        await until(lambda: quorum.log(1).count("RegisterController") == 1)
        yield quorum


def test_the_bootstrap_transaction_comes_before_all_else(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1) as quorum:
            await quorum.active()
            await until(lambda: quorum.log(1).count("NoOp") > 2)
            written = quorum.log(1)
            first = ["BeginTransaction", "FeatureLevel", "FeatureLevel", "EndTransaction"]
            assert written[:5] == [*first, "RegisterController"]
            assert set(written[5:]) == {"NoOp"}
            told = quorum.controllers[1].finalized_features()
            assert dict(told.levels) == {"metadata.version": 30, "group.version": 1}
            assert told.epoch == 6  # behind three control records

    run(story())


def first_batch(quorum, node_id):
    batch = next(each for each in quorum.batches(node_id) if not each.is_control)
    found = messages_of(quorum.values_of(batch))
    return [type(each).__name__.removesuffix("Record") for each in found]


@pytest.mark.parametrize("level", [30, 14])
def test_the_first_batch_has_the_registration_of_the_leader(tmp_path, level):
    """DescribeCluster must not list followers before the leader (divergence A33)."""

    async def story():
        quiet = {"metadata.max.idle.interval.ms": "0", "kraft.controller": "active"}
        bootstrap = (feature("metadata.version", level),)
        async with Controllers(tmp_path, 1, bootstrap=bootstrap, **quiet) as quorum:
            await quorum.active()
            await until(lambda: quorum.controllers[1].image.metadata_version)
            begun = ["BeginTransaction", "FeatureLevel", "EndTransaction"]
            registered = ["RegisterController"] * (level >= 15)
            assert first_batch(quorum, 1) == [*begun, *registered]
            await quorum.nodes[1].close()
            await quorum.start(1, **quiet)
            controller = quorum.controllers[1]
            await until(lambda: controller.is_active)
            if registered:
                own = controller._registration.incarnation_id
                await until(lambda: controller.image.controllers[1].incarnation_id == own)
            assert quorum.log(1) == [*begun, *registered, *registered]

    run(story())


@pytest.mark.parametrize("mode", ["off", "active"])
def test_the_leader_registers_before_all_others(tmp_path, mode):
    async def story():
        quiet = {"metadata.max.idle.interval.ms": "0", "kraft.controller": mode}
        async with Controllers(tmp_path, 2, **quiet) as quorum:
            active = await quorum.active()
            await until(lambda: set(quorum.controllers[active].image.controllers) == {1, 2})
            found = messages_of(quorum.values(active))
            ids = [each.controller_id for each in found if hasattr(each, "controller_id")]
            assert ids == [active, 3 - active]

    run(story())


def test_first_transaction_is_written_once_and_each_start_registers(tmp_path):
    async def story():
        async with registered_alone(tmp_path) as quorum:
            await quorum.nodes[1].close()
            await quorum.start(1)
            await until(lambda: quorum.log(1).count("RegisterController") == 2)
            assert quorum.log(1).count("BeginTransaction") == 1
            assert "NoOp" not in quorum.log(1)

    run(story())


def test_standbys_register_and_describe_the_cluster(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3) as quorum:
            active = await quorum.active()
            for controller in quorum.controllers.values():
                await until(lambda image=controller.image: len(image.controllers) == 3)
            for node_id in quorum.nodes:
                answer = await quorum.ask(node_id, DescribeClusterRequest(endpoint_type=2), 2)
                assert (answer.controller_id, answer.cluster_id) == (active, CLUSTER_ID)
                found = {each.broker_id: each.port for each in answer.brokers}
                assert found == dict(enumerate(quorum.ports, 1))
            standby = next(each for each in quorum.nodes if each != active)
            refused = await quorum.ask(standby, raised("share.version", 1), 2)
            assert refused.error_code == 41
            assert refused.error_message == f"The active controller appears to be node {active}."
            made = await quorum.ask(active, raised("share.version", 1), 1)
            assert [made.error_code, len(made.results)] == [0, 1]
            for controller in quorum.controllers.values():
                await until(lambda image=controller.image: "share.version" in image.features)

    run(story())


def test_controllers_register_from_their_level_on(tmp_path):
    async def story():
        levels = (feature("metadata.version", 15),)
        async with registered_alone(tmp_path, bootstrap=levels) as quorum:
            assert quorum.log(1).count("BeginTransaction") == 1

    run(story())


def test_offsets_and_elections_are_measured(tmp_path):
    async def story():
        async with registered_alone(tmp_path) as quorum:
            node = quorum.nodes[1]
            end = node.core.log.end.offset
            await until(lambda: node.replica.applied.offset == node.core.high_watermark == end)
            found = dict(
                line.rsplit(" ", 1)
                for line in node.metrics.text().splitlines()
                if line.startswith("kafka_controller_KafkaController_")
            )
            for name, value in (
                ("NewActiveControllersCount", 1),
                ("ActiveControllerCount", 1),
                ("LastAppliedRecordOffset", end - 1),
                ("LastCommittedRecordOffset", end - 1),
            ):
                assert float(found[f"kafka_controller_KafkaController_{name}"]) == value

    run(story())


def test_the_next_leader_takes_over_without_a_second_bootstrap(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3) as quorum:
            first = await quorum.active()
            await quorum.nodes[first].close()
            assert not quorum.controllers[first].is_active
            second = await quorum.active()
            assert second != first
            before = quorum.log(second).count("NoOp")
            await until(lambda: quorum.log(second).count("NoOp") > before)
            assert quorum.log(second).count("BeginTransaction") == 1

    run(story())


def test_repeated_claim_writes_nothing(tmp_path):
    async def story():
        async with registered_alone(tmp_path) as quorum:
            controller, node = quorum.controllers[1], quorum.nodes[1]
            controller.image.features.clear()  # as if nothing were committed yet
            controller.leader_changed(node.leader_and_epoch)
            assert controller.is_active
            await node.append([framed(NoOpRecord())])  # after all that was written before it
            assert quorum.log(1).count("BeginTransaction") == 1

    run(story())


def test_a_static_quorum_is_raised_to_kraft_version_1(tmp_path):
    async def story():
        quorum = Controllers(tmp_path, 1, static=True)
        quorum.more["controller.quorum.voters"] = f"1@127.0.0.1:{quorum.ports[0]}"
        async with quorum:
            await quorum.active()
            node = quorum.nodes[1]
            assert node.core.kraft_version == 0
            refused = await quorum.ask(1, raised("kraft.version", 2), 2)
            assert refused.error_code == 95
            answer = await quorum.ask(1, raised("kraft.version", 1), 2)
            assert (answer.error_code, node.core.kraft_version) == (0, 1)
            again = await quorum.ask(1, raised("kraft.version", 1), 2)
            assert again.error_code == 0

    run(story())


def test_requests_during_activation_are_answered_after_it(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1) as quorum:
            await quorum.active()
            node, controller = quorum.nodes[1], quorum.controllers[1]
            answers, tickets = [], []
            asked = ServedRequest("CONTROLLER", 0, BrokerHeartbeatRequest(), answers.append)

            def append_nowait(values, epoch, *, is_exempt):
                tickets.append(LoneTicket(len(values), epoch))
                return tickets[-1]

            controller.leader_changed(LeaderAndEpoch(None, 10))
            controller.receive(asked)
            assert [each.error_code for each in answers] == [41]
            node.append_nowait = append_nowait
            controller.image.replay(framed(BeginTransactionRecord()))
            for epoch, outcome in ((11, AppendOutcome.COMMITTED), (12, AppendOutcome.UNKNOWN)):
                answers.clear()
                controller.leader_changed(LeaderAndEpoch(1, epoch))
                controller.receive(asked)
                assert answers == []
                assert not controller.is_active
                tickets.pop().end(outcome, ErrorCode.NONE)
                assert controller.is_active is (outcome is AppendOutcome.COMMITTED)
                assert [each.error_code for each in answers] == [77 if controller.is_active else 41]
                tickets.clear()

    run(story())


def test_sasl_is_refused_on_a_plaintext_listener(tmp_path):
    async def story():
        async with Controllers(tmp_path, 2) as quorum:
            await quorum.active()
            for node_id in quorum.nodes:
                shaken = await quorum.ask(node_id, SaslHandshakeRequest(mechanism="PLAIN"), 1)
                assert (shaken.error_code, shaken.mechanisms) == (34, ())
                told = await quorum.ask(node_id, SaslAuthenticateRequest(auth_bytes=b""), 2)
                assert told.error_code == 34
                assert told.error_message.endswith("after successful authentication")

    run(story())


def test_no_snapshot_takes_the_place_of_what_formatting_left(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **{"kraft.witness": "true"}) as quorum:
            node = quorum.nodes[1]
            await node.until(lambda: node.is_leading)
            assert not quorum.controllers[1].can_write_snapshot()
            quorum.controllers[1].image.replay(value_of(feature("metadata.version", 30)))
            assert quorum.controllers[1].can_write_snapshot()

    run(story())


def test_snapshots_hold_the_image_and_a_start_loads_them(tmp_path):
    async def story():
        rule = {"metadata.log.max.record.bytes.between.snapshots": "2000"}
        folder = tmp_path / "node-1" / "__cluster_metadata-0"

        async with Controllers(tmp_path, 1, **rule) as quorum:
            await until(lambda: len(list(folder.glob("*.checkpoint"))) > 1)  # one is 0-0
            image = quorum.controllers[1].image
            await quorum.nodes[1].close()
            await quorum.start(1)
            again = quorum.controllers[1].image
            await until(lambda: again.features)
            assert quorum.controllers[1].finalized_features().epoch > 6
            assert again.features == image.features
            assert set(again.controllers) == {1}
            assert not again.is_foreign
            await quorum.active()
            assert quorum.log(1).count("BeginTransaction") == 1

    run(story())


def test_a_follower_writes_no_snapshot_of_its_own(tmp_path):
    async def story():
        async with Controllers(tmp_path, 2) as quorum:
            active = await quorum.active()
            assert quorum.controllers[active].can_write_snapshot()
            assert not quorum.controllers[3 - active].can_write_snapshot()

    run(story())


@pytest.mark.parametrize(
    "record", [FOREIGN, framed(TopicRecord(name="a"))], ids=["unknown", "topic"]
)
def test_metadata_of_brokers_makes_a_witness_that_writes_nothing(tmp_path, record):
    async def story():
        async with Controllers(tmp_path, 1) as quorum:
            await quorum.active()
            node, controller = quorum.nodes[1], quorum.controllers[1]
            await node.append([record])
            await until(lambda: not controller.is_active)
            await asyncio.sleep(0)
            assert controller.image.is_foreign
            assert node.is_witness
            assert not controller.can_write_snapshot()
            # a NoOp record that was on its way when the record came is none that a witness wrote
            await until(lambda: node.replica.applied.offset == node.core.log.end_offset)
            end = node.replica.applied
            await asyncio.sleep(0.1)  # five NoOp intervals
            assert node.replica.applied == end
            assert (await quorum.ask(1, raised("group.version", 1), 2)).error_code == 41
            described = await quorum.ask(1, DescribeClusterRequest(endpoint_type=2), 2)
            assert described.error_code == 0

    run(story())


@pytest.mark.parametrize("mode", ["true", "false"])
def test_no_metadata_of_a_newer_kafka_is_begun(tmp_path, mode):
    async def story():
        newer = (feature("metadata.version", 30), feature("share.version", 3))
        witness = {"kraft.witness": mode}
        async with Controllers(tmp_path, 1, bootstrap=newer, **witness) as quorum:
            await quorum.nodes[1].until(lambda: quorum.nodes[1].replica.applied.offset >= 1)
            await asyncio.sleep(0.1)
            assert not quorum.controllers[1].is_active
            assert quorum.log(1) == []

    run(story())


def test_bootstrap_records_without_a_level_end_the_node(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, bootstrap=BOOTSTRAP[1:]) as quorum:
            with pytest.raises(DamagedFileError, match="The bootstrap records set no"):
                await quorum.nodes[1].wait_closed()

    run(story())


def test_active_controller_settings_come_from_the_configuration(tmp_path):
    values = properties_of(1, [9093], tmp_path)
    settings = NodeConfiguration.of(values).controller
    assert (settings.max_idle_interval_ms, settings.min_insync_replicas) == (500, 1)
    more = {"metadata.max.idle.interval.ms": "0", "min.insync.replicas": "2"}
    found = NodeConfiguration.of(values | more)
    assert (found.controller.max_idle_interval_ms, found.controller.min_insync_replicas) == (0, 2)
    assert found.unused == ()


@pytest.mark.parametrize("more", [{}, ACTIVE], ids=["without brokers", "with brokers"])
def test_deferred_work_does_not_run_after_close(tmp_path, more):
    async def story():
        async with Controllers(tmp_path, 1, **more) as quorum:
            await quorum.active()
            controller = quorum.controllers[1]
            await controller.close(1)
            assert not controller.is_active
            controller._settle()
            assert not controller.is_active
            assert controller._claimed_epoch is None

    run(story())
