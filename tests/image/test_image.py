"""Replaying the records of a metadata log; whole logs of Kafka are replayed in tests/spark."""

from __future__ import annotations

import pytest

from kraft_core.metadata import ClusterImage, ReplayError
from kraft_wire.messages import (
    AbortTransactionRecord,
    AccessControlEntryRecord,
    BeginTransactionRecord,
    BrokerRegistrationChangeRecord,
    ClearElrRecord,
    ConfigRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    FenceBrokerRecord,
    NoOpRecord,
    PartitionChangeRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    RemoveAccessControlEntryRecord,
    RemoveTopicRecord,
    TopicRecord,
    UnfenceBrokerRecord,
    UnregisterBrokerRecord,
    UnregisterControllerRecord,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record

ID = Uuid(b"\7" * 16)
TOPIC = TopicRecord(name="orders", topic_id=ID)
PARTITION = PartitionRecord(
    topic_id=ID, partition_id=0, replicas=(1, 2), isr=(1, 2), leader=1, leader_epoch=3
)


def replayed(*messages):
    image = ClusterImage()
    for message in messages:
        image.replay_metadata(message)
    return image


def changed(**fields):
    change = PartitionChangeRecord(topic_id=ID, partition_id=0, **fields)
    return replayed(TOPIC, PARTITION, change).topics[ID].partitions[0]


def test_a_new_leader_has_a_new_epoch():
    state = changed(leader=2, isr=(2,), leader_recovery_state=1)
    assert (state.leader, state.leader_epoch, state.isr) == (2, 4, (2,))
    assert (state.replicas, state.leader_recovery_state, state.partition_epoch) == ((1, 2), 1, 0)


def test_partition_change_keeps_unnamed_fields():
    state = changed(eligible_leader_replicas=(2,), last_known_elr=(1,))
    assert (state.leader, state.leader_epoch, state.leader_recovery_state) == (1, 3, 0)
    assert (state.eligible_leader_replicas, state.last_known_elr) == ((2,), (1,))
    assert state.directories == (ZERO_UUID, ZERO_UUID)


def test_eligible_replicas_are_cleared_of_one_topic_or_of_all():
    change = PartitionChangeRecord(topic_id=ID, partition_id=0, eligible_leader_replicas=(2,))
    for record in (ClearElrRecord(topic_name="orders"), ClearElrRecord()):
        state = replayed(TOPIC, PARTITION, change, record, record).topics[ID].partitions[0]
        assert (state.eligible_leader_replicas, state.partition_epoch) == ((), 1)


def test_a_topic_takes_its_configs_with_it():
    config = ConfigRecord(resource_type=2, resource_name="orders", name="retention.ms", value="5")
    assert replayed(TOPIC, config).configs == {(2, "orders"): {"retention.ms": "5"}}
    image = replayed(TOPIC, config, RemoveTopicRecord(topic_id=ID))
    assert (image.topics, image.configs) == ({}, {})


def test_a_config_is_deleted_by_a_value_of_null():
    config = ConfigRecord(resource_type=4, resource_name="", name="retention.ms", value="5")
    gone = ConfigRecord(resource_type=4, resource_name="", name="retention.ms", value=None)
    assert replayed(config, gone, gone).configs == {}


def test_brokers_are_fenced_and_unfenced():
    broker = RegisterBrokerRecord(broker_id=1, broker_epoch=9, fenced=True)
    change = BrokerRegistrationChangeRecord(
        broker_id=1, broker_epoch=9, fenced=-1, in_controlled_shutdown=1, log_dirs=(ID,)
    )
    state = replayed(broker, change).brokers[1]
    assert (state.fenced, state.in_controlled_shutdown, state.log_dirs) == (False, True, (ID,))
    unfenced = UnfenceBrokerRecord(id=1, epoch=9)
    assert replayed(broker, unfenced).brokers[1].fenced is False
    assert replayed(broker, unfenced, FenceBrokerRecord(id=1, epoch=9)).brokers[1].fenced is True
    assert replayed(broker, UnregisterBrokerRecord(broker_id=1)).brokers == {}


def test_controllers_acls_and_features_come_and_go():
    image = replayed(
        RegisterControllerRecord(controller_id=1),
        RegisterControllerRecord(controller_id=2),
        UnregisterControllerRecord(controller_id=1),
        AccessControlEntryRecord(id=ID),
        FeatureLevelRecord(name="metadata.version", feature_level=25),
        FeatureLevelRecord(name="group.version", feature_level=1),
        FeatureLevelRecord(name="group.version", feature_level=0),
        FeatureLevelRecord(name="kraft.version", feature_level=1),
        NoOpRecord(),
    )
    assert list(image.controllers) == [2]
    assert list(image.acls) == [ID]
    assert image.features == {"metadata.version": 25}
    assert image.kraft_version is None
    image.replay_metadata(RemoveAccessControlEntryRecord(id=ID))
    assert image.acls == {}


def test_a_transaction_counts_when_it_ends():
    image = replayed(BeginTransactionRecord(), TOPIC)
    assert (image.topics, image.in_transaction) == ({}, True)
    image.replay_metadata(EndTransactionRecord())
    assert (list(image.topics), image.in_transaction) == ([ID], False)
    aborted = replayed(BeginTransactionRecord(), TOPIC, AbortTransactionRecord())
    assert (aborted.topics, aborted.in_transaction) == ({}, False)


@pytest.mark.parametrize(
    "records",
    [
        (PARTITION,),
        (RemoveTopicRecord(topic_id=ID),),
        (TOPIC, PartitionChangeRecord(topic_id=ID, partition_id=5)),
        (ClearElrRecord(topic_name="nope"),),
        (UnfenceBrokerRecord(id=1, epoch=9),),
        (RegisterBrokerRecord(broker_id=1, broker_epoch=8), UnfenceBrokerRecord(id=1, epoch=9)),
        (RemoveAccessControlEntryRecord(id=ID),),
        (EndTransactionRecord(),),
        (BeginTransactionRecord(), BeginTransactionRecord()),
    ],
)
def test_invalid_records_raise_replay_error(records):
    with pytest.raises(ReplayError):
        replayed(*records)


def test_bytes_of_the_log():
    image = ClusterImage()
    image.replay(None, encode_metadata_record(MetadataRecord(TOPIC, 0)), is_control=False)
    assert list(image.topics) == [ID]
    for key, value, is_control in ((None, None, False), (None, b"\xff", False), (b"", b"", True)):
        with pytest.raises(ReplayError):
            image.replay(key, value, is_control=is_control)
