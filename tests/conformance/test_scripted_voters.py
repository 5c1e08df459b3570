"""Controllers and brokers of Kafka take what scripted voters answer for the answers of Kafka."""

from __future__ import annotations

import time

import pytest

from kraft_core.testing import MockController, MockVoter
from kraft_wire.messages import FeatureLevelRecord, PartitionRecord, TopicRecord
from kraft_wire.primitives import Uuid
from tests.conformance.broker import Broker
from tests.conformance.quorum import Controller
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(300)]

CLUSTER = "xYzW0aBcDeFgHiJkLmNoPq"
LEVELS = [FeatureLevelRecord(name="metadata.version", feature_level=25)]


def test_controller_is_elected_truncates_and_takes_a_snapshot(tmp_path):
    java = Controller("4.3.1", 1, free_ports(1)[0], tmp_path)
    own = f"1@{java.endpoint}:{java.directory_id}"
    with (
        MockVoter(2, cluster_id=CLUSTER) as second,
        MockVoter(3, cluster_id=CLUSTER) as third,
    ):
        voters = f"{own},{second.initial_controller},{third.initial_controller}"
        for each in (second, third):
            each.know(voters)
        java.format(CLUSTER, voters, java.endpoint, ())
        java.launch()
        try:
            begin = time.monotonic()
            second.wait_for(lambda: second.requests("BeginQuorumEpoch"), "a leader", 90)
            assert second.leader_id == 1
            asked = [each.message.topics[0].partitions[0] for each in second.requests("Vote")]
            assert any(each.pre_vote for each in asked)
            epoch = second.lead(second.epoch + 5)
            second.append(LEVELS, commit=False)
            second.append(LEVELS, commit=False)
            told = second.announce(java.endpoint, own).topics[0].partitions[0]
            assert (told.error_code, told.leader_id, told.leader_epoch) == (0, 2, epoch)
            second.wait_for(
                lambda: second.fetched.get(1) == second.log_end, "its log to be fetched"
            )
            third.lead(epoch + 1)
            third.announce(java.endpoint, own)
            third.wait_for(
                lambda: third.fetched.get(1) == third.log_end, "the other log to be fetched"
            )
            second.snapshot(LEVELS, 100, epoch + 1)
            second.lead(epoch + 2)
            second.append(LEVELS)
            second.announce(java.endpoint, own)
            second.wait_for(lambda: second.fetched.get(1) == 102, "the log behind a snapshot")
            assert second.requests("FetchSnapshot")
            print(f"{time.monotonic() - begin:.1f} s")
            assert java.is_running, java.said()[-3000:]
        finally:
            java.kill()


def test_broker_starts_with_a_scripted_controller_and_follows_its_log(tmp_path):
    topic_id = Uuid(bytes(range(16)))
    with MockController(cluster_id=CLUSTER, release="4.3") as controller:
        refused = controller.on("BrokerHeartbeat").times(1).error("NOT_CONTROLLER")
        broker = Broker("4.3.1", 101, free_ports(1)[0], tmp_path)
        broker.write_properties(controller.address)
        broker.prepare(CLUSTER)
        with broker:
            assert refused.fired == 1
            partition = PartitionRecord(
                partition_id=0,
                topic_id=topic_id,
                replicas=[101],
                isr=[101],
                leader=101,
                leader_epoch=0,
                partition_epoch=0,
                directories=[Uuid(bytes(16))],
            )
            controller.append([TopicRecord(name="scripted", topic_id=topic_id), partition])
            wait_until((broker.folder / "scripted-0").is_dir, "the partition of the log")
        assert controller.faults == []
