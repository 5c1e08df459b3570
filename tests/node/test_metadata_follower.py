"""What a controller's node takes out of the metadata log."""

from __future__ import annotations

import asyncio

import pytest

from kraft_core.consensus.values import OffsetAndEpoch
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.metadata_follower import MetadataFollower
from kraft_core.node.peers import PeerSettings
from kraft_core.node.service import ServedRequest
from kraft_wire.messages import (
    BeginTransactionRecord,
    ConfigRecord,
    FeatureLevelRecord,
    NoOpRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    TopicRecord,
    UnregisterControllerRecord,
    UpdateFeaturesRequest,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatch, RecordBatchBuilder
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record


def batch(*records, base_offset=0):
    builder = RecordBatchBuilder(base_offset=base_offset, partition_leader_epoch=1)
    for record in records:
        value = record
        if not isinstance(record, bytes):
            value = encode_metadata_record(MetadataRecord(record, 0))
        builder.append(0, None, value)
    return RecordBatch.parse(builder.build())


def feature(name, level):
    return FeatureLevelRecord(name=name, feature_level=level)


@pytest.fixture
def follower():
    return MetadataFollower(becomes_witness=False)


def test_before_anything_the_lowest_metadata_version_is_told(follower):
    told = follower.finalized_features()
    assert (dict(told.levels), told.epoch) == ({"metadata.version": 7}, -1)


def test_features_are_told_with_the_offset_of_the_batch_that_set_them(follower):
    first = [BeginTransactionRecord(), feature("metadata.version", 30), feature("group.version", 1)]
    follower.apply(batch(*first, base_offset=3))
    follower.apply(batch(NoOpRecord(), base_offset=6))
    told = follower.finalized_features()
    assert dict(told.levels) == {"metadata.version": 30, "group.version": 1}
    assert told.epoch == 5
    follower.apply(batch(feature("group.version", 0), base_offset=7))
    told = follower.finalized_features()
    assert (dict(told.levels), told.epoch) == ({"metadata.version": 30}, 7)


def test_a_snapshot_takes_the_place_of_what_was_known(follower):
    follower.apply(batch(feature("metadata.version", 30), feature("group.version", 1)))
    snapshot_id = OffsetAndEpoch(100, 2)
    follower.begin_load(snapshot_id)
    follower.load(batch(feature("metadata.version", 29)))
    follower.end_load(snapshot_id)
    told = follower.finalized_features()
    assert (dict(told.levels), told.epoch) == ({"metadata.version": 29}, 99)


def test_it_makes_no_snapshots(follower):
    assert not follower.can_write_snapshot()
    assert list(follower.snapshot_values()) == []


def test_registrations_are_kept_by_controller_until_they_are_taken_back(follower):
    first, second = Uuid(bytes(15) + b"\x01"), Uuid(bytes(15) + b"\x02")
    follower.apply(batch(RegisterControllerRecord(controller_id=3, incarnation_id=first)))
    follower.apply(batch(RegisterControllerRecord(controller_id=3, incarnation_id=second)))
    assert follower.registered == {3: second}
    follower.apply(batch(UnregisterControllerRecord(controller_id=3)))
    follower.apply(batch(UnregisterControllerRecord(controller_id=4)))
    assert follower.registered == {}
    assert not follower.serves_brokers


@pytest.mark.parametrize(
    "record",
    [
        ConfigRecord(resource_type=4, resource_name="", name="a", value="b"),
        NoOpRecord(),
        RegisterControllerRecord(),
        feature("metadata.version", 30),
    ],
)
def test_a_quorum_without_brokers(follower, record):
    follower.apply(batch(record))
    assert not follower.serves_brokers


@pytest.mark.parametrize(
    "record",
    [
        RegisterBrokerRecord(),
        TopicRecord(name="a"),
        feature("metadata.version", 31),
        feature("a.new.feature", 1),
        bytes.fromhex("018f0100"),
        b"\x02\x0c\x00",
        b"\x01\x0c\x63\x00",
        b"\xff",
    ],
)
def test_metadata_that_is_not_ours_to_add_to(follower, record):
    follower.apply(batch(record))
    assert follower.serves_brokers


class FakeNode:
    peer_settings = PeerSettings("raft-client-1", ("kraft", "1"), 1.0, 1.0)

    def __init__(self):
        self.witness = []
        self.configuration = NodeConfiguration.of(
            {
                "process.roles": "controller",
                "node.id": "1",
                "listeners": "CONTROLLER://localhost:9093",
                "controller.listener.names": "CONTROLLER",
                "controller.quorum.bootstrap.servers": "localhost:9093",
            }
        )

    def set_witness(self, on):
        self.witness.append(on)


@pytest.mark.parametrize("becomes_witness", [True, False])
def test_the_first_sign_of_it_makes_a_witness_if_that_is_wanted(becomes_witness):
    async def story():
        node, follower = FakeNode(), MetadataFollower(becomes_witness=becomes_witness)
        follower.attach(node)
        follower.apply(batch(TopicRecord(name="a"), TopicRecord(name="b")))
        assert node.witness == []
        await asyncio.sleep(0)
        assert node.witness == ([True] if becomes_witness else [])

    asyncio.run(story())


def test_administration_is_sent_on(follower):
    answers = []
    follower.receive(ServedRequest("CONTROLLER", 1, UpdateFeaturesRequest(), answers.append))
    assert answers[0].error_code == 41
