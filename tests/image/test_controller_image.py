"""What a controller needs of the image: strict replay, indexes, snapshots by level."""

from __future__ import annotations

import random

import pytest

from kraft_core.metadata import (
    ClusterImage,
    ForeignRecordError,
    PartitionIndex,
    ReplayError,
    SnapshotError,
    record_version,
    snapshot_records,
)
from kraft_core.metadata.cluster_image import sorted_directories
from kraft_core.metadata.partition_index import PartitionKey
from kraft_wire.messages import (
    BeginTransactionRecord,
    BrokerRegistrationChangeRecord,
    ClearElrRecord,
    ClientQuotaRecord,
    ConfigRecord,
    DelegationTokenRecord,
    FeatureLevelRecord,
    PartitionChangeRecord,
    PartitionRecord,
    ProducerIdsRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    RemoveTopicRecord,
    RemoveUserScramCredentialRecord,
    TopicRecord,
    UnregisterBrokerRecord,
    UserScramCredentialRecord,
    VoteRequest,
)
from kraft_wire.primitives import Uuid

T, U = Uuid(b"\7" * 16), Uuid(b"\x08" * 16)
D1, D2, D3 = (Uuid(bytes(15) + bytes([16 + number])) for number in range(3))
LEVEL = FeatureLevelRecord(name="metadata.version", feature_level=30)


def image_of(*messages, **options):
    image = ClusterImage(strict=True, indexed=True, **options)
    for offset, message in enumerate(messages):
        image.replay_metadata(message, offset)
    return image


def broker(broker_id, *directories, **fields):
    return RegisterBrokerRecord(
        broker_id=broker_id, broker_epoch=5, log_dirs=directories, fenced=False, **fields
    )


def partition(number, replicas, leader, **fields):
    fields.setdefault("directories", tuple(D1 for _ in replicas))
    return PartitionRecord(
        topic_id=T, partition_id=number, replicas=replicas, isr=replicas, leader=leader, **fields
    )


TOPIC = TopicRecord(name="a.b", topic_id=T)


@pytest.mark.parametrize(
    "records",
    [
        (TOPIC, TopicRecord(name="a.b", topic_id=U)),
        (TOPIC, TopicRecord(name="c", topic_id=T)),
        (broker(1, D1), broker(2, D1)),
        (broker(1), UnregisterBrokerRecord(broker_id=1, broker_epoch=4)),
        (UnregisterBrokerRecord(broker_id=1, broker_epoch=5),),
        (broker(1), BrokerRegistrationChangeRecord(broker_id=1, broker_epoch=5, fenced=2)),
        (RemoveUserScramCredentialRecord(name="u", mechanism=1),),
        (ProducerIdsRecord(next_producer_id=1000), ProducerIdsRecord(next_producer_id=1000)),
        (TOPIC, partition(0, (1, 2), 1, directories=(D1,))),
    ],
)
def test_controller_refuses_records_that_end_a_java_controller(records):
    with pytest.raises(ReplayError):
        image_of(*records)


@pytest.mark.parametrize(("fenced", "shutdown"), [(2, 0), (-2, 0), (0, 2), (0, -1)])
def test_controller_refuses_unknown_changes_of_a_registration(fenced, shutdown):
    """BrokerRegistrationFencingChange knows -1, 0 and 1, ...InControlledShutdownChange 0 and 1."""
    change = BrokerRegistrationChangeRecord(
        broker_id=1, broker_epoch=5, fenced=fenced, in_controlled_shutdown=shutdown
    )
    with pytest.raises(ReplayError, match="an unknown change of the registration"):
        image_of(broker(1), change)


def test_controller_refuses_kinds_and_levels_that_it_does_not_know():
    with pytest.raises(ForeignRecordError):
        image_of(VoteRequest())
    with pytest.raises(ForeignRecordError):
        ClusterImage(strict=True).replay(None, bytes.fromhex("018f0100"), is_control=False)
    known = {"metadata.version": (7, 30)}
    with pytest.raises(ForeignRecordError):
        image_of(FeatureLevelRecord(name="metadata.version", feature_level=31), supported=known)
    with pytest.raises(ForeignRecordError):
        image_of(FeatureLevelRecord(name="a.new.feature", feature_level=1), supported=known)
    assert image_of(LEVEL, supported=known).metadata_version == 30


def test_tools_pass_over_what_they_do_not_know():
    image = ClusterImage()
    image.replay_metadata(VoteRequest())
    image.replay_metadata(TOPIC)
    image.replay_metadata(TopicRecord(name="a.b", topic_id=U))
    assert image.topic_ids == {"a.b": U}


def test_index_follows_every_change_of_a_partition():
    image = image_of(
        TOPIC,
        partition(0, (1, 2), 1),
        partition(1, (2, 1), 2),
        PartitionChangeRecord(topic_id=T, partition_id=0, isr=(2,), leader=2),
        PartitionChangeRecord(
            topic_id=T, partition_id=1, isr=(), leader=-1, eligible_leader_replicas=(1, 2)
        ),
    )
    zero, one = PartitionKey(T, 0), PartitionKey(T, 1)
    index = image.index
    assert index.in_sync == {2: {zero: None}}
    assert index.led == {2: {zero: None}, -1: {one: None}}
    assert index.leaderless == {one: None}
    assert index.leads(2)
    assert not index.leads(1)
    assert index.eligible == {1: {one: None}, 2: {one: None}}
    assert index.in_directory == {D1: {zero: None, one: None}}
    assert index.imbalanced == {zero: None, one: None}
    image.replay_metadata(
        PartitionChangeRecord(
            topic_id=T,
            partition_id=0,
            replicas=(2, 1, 3),
            adding_replicas=(3,),
            directories=(D1, D1, D3),
        )
    )
    assert index.reassigning == {zero: None}
    assert index.imbalanced == {one: None}
    assert index.in_directory[D3] == {zero: None}
    assert image.names_by_collision == {"a_b": {"a.b": None}}
    image.replay_metadata(RemoveTopicRecord(topic_id=T))
    assert vars(index) == vars(PartitionIndex())
    assert image.names_by_collision == {}


def test_a_leader_that_is_not_in_sync_leads_nothing():
    """As BrokersToIsrs has it: such a partition would hold up a controlled shutdown for ever."""
    image = image_of(TOPIC, partition(0, (1, 2), 2))
    assert image.index.leads(2)
    image.replay_metadata(PartitionChangeRecord(topic_id=T, partition_id=0, isr=(1,)))
    assert image.topics[T].partitions[0].leader == 2
    assert not image.index.leads(2)
    image.replay_metadata(PartitionChangeRecord(topic_id=T, partition_id=0, isr=(2, 1)))
    assert image.index.led == {2: {PartitionKey(T, 0): None}}


def test_directories_belong_to_the_last_registration_of_their_broker():
    image = image_of(broker(1, D1, D2), broker(1, D2, D3))
    assert image.directories == {D2: 1, D3: 1}
    assert image.brokers[1].offset == 1
    image.replay_metadata(UnregisterBrokerRecord(broker_id=1, broker_epoch=5))
    assert image.directories == {}


def test_directory_ids_are_sorted_as_signed_numbers():
    low, high = Uuid(b"\x80" + bytes(15)), Uuid(b"\x01" + bytes(15))
    tail_low, tail_high = Uuid(bytes(8) + b"\xff" * 8), Uuid(bytes(8) + b"\x01" * 8)
    assert sorted_directories([high, tail_high, low, tail_low]) == (low, tail_low, tail_high, high)


def test_migrating_directories_have_the_length_of_the_replicas():
    image = image_of(
        TOPIC,
        partition(0, (1, 2), 1, directories=()),
        PartitionChangeRecord(topic_id=T, partition_id=0, replicas=(1, 2, 3)),
    )
    assert image.topics[T].partitions[0].directories == (Uuid(bytes(16)),) * 3


def test_the_lowest_level_holds_a_controlled_shutdown():
    shutting_down = broker(1, in_controlled_shutdown=True)
    image = image_of(FeatureLevelRecord(name="metadata.version", feature_level=7), shutting_down)
    _, record = snapshot_records(image)
    assert (record.version, record.message.in_controlled_shutdown) == (1, True)


@pytest.mark.parametrize(
    ("level", "record"),
    [
        (10, UserScramCredentialRecord(name="u", mechanism=1)),
        (13, DelegationTokenRecord(owner="User:u")),
        (14, RegisterControllerRecord(controller_id=1)),
        (16, broker(1, D1)),
        (29, broker(1, D1, cordoned_log_dirs=(D1,))),
    ],
)
def test_snapshot_fails_for_state_that_the_level_cannot_hold(level, record):
    image = image_of(FeatureLevelRecord(name="metadata.version", feature_level=level), record)
    with pytest.raises(SnapshotError, match=f"metadata.version {level} cannot hold"):
        list(snapshot_records(image))
    above = image_of(FeatureLevelRecord(name="metadata.version", feature_level=level + 1), record)
    assert len(list(snapshot_records(above))) == 2


def test_snapshot_needs_a_level_and_no_open_transaction():
    with pytest.raises(SnapshotError):
        list(snapshot_records(image_of()))
    with pytest.raises(SnapshotError):
        list(snapshot_records(image_of(LEVEL, BeginTransactionRecord())))


def test_quotas_are_kept_by_entity_and_removed_by_key():
    def quota(key, value, *, remove=False):
        entity = (
            ClientQuotaRecord.EntityData(entity_type="user", entity_name=None),
            ClientQuotaRecord.EntityData(entity_type="client-id", entity_name="c"),
        )
        return ClientQuotaRecord(entity=entity, key=key, value=value, remove=remove)

    image = image_of(LEVEL, quota("a", 1.0), quota("b", 2.0), quota("a", 0.0, remove=True))
    assert image.client_quotas == {(("client-id", "c"), ("user", None)): {"b": 2.0}}
    image.replay_metadata(quota("b", 0.0, remove=True))
    image.replay_metadata(quota("b", 0.0, remove=True))
    assert image.client_quotas == {}


def test_a_copy_shares_partitions_until_a_record_changes_them():
    image = image_of(
        TopicRecord(name="a", topic_id=T),
        partition(0, (1, 2), 1),
        TopicRecord(name="b", topic_id=U),
        journaled=True,
    )
    image.mark(2)
    image.commit(2)
    copied = image.copy()
    assert copied.topics[T].partitions is image.topics[T].partitions
    image.replay_metadata(PartitionChangeRecord(topic_id=T, partition_id=0, leader=2))
    assert (copied.topics[T].partitions[0].leader, image.topics[T].partitions[0].leader) == (1, 2)
    assert copied.topics[U].partitions is image.topics[U].partitions
    ahead = image.copy()
    image.revert()
    assert ahead.topics[T].partitions[0].leader == 2
    assert image.topics[T].partitions == copied.topics[T].partitions
    again = image.copy()
    again.replay_metadata(PartitionChangeRecord(topic_id=T, partition_id=0, leader=2))
    assert image.topics[T].partitions[0].leader == 1


def test_elections_outside_the_isr_are_counted_and_reverted():
    """TopicDelta.updateElectionStats; the snapshot of a state elects nobody."""
    recovering = {"leader_recovery_state": 1}
    image = image_of(
        TopicRecord(name="a", topic_id=T),
        partition(0, (1, 2, 3), 1, eligible_leader_replicas=(2,), **recovering),
        journaled=True,
    )
    elections = image.elections
    assert (elections.unclean, elections.from_elr) == (0, 0)
    from_elr = PartitionChangeRecord(topic_id=T, partition_id=0, leader=2, isr=(2,))
    unclean = PartitionChangeRecord(topic_id=T, partition_id=0, leader=3, isr=(3,), **recovering)
    image.replay_metadata(from_elr, 2)
    image.mark(2)
    image.commit(2)
    image.replay_metadata(unclean, 3)
    assert (elections.unclean, elections.from_elr) == (1, 1)
    image.revert()
    assert (elections.unclean, elections.from_elr) == (0, 1)
    image.replay_metadata(partition(0, (1, 2, 3), 3, **recovering), 3)
    assert (elections.unclean, elections.from_elr) == (1, 1)
    image.replay_metadata(PartitionChangeRecord(topic_id=T, partition_id=0, isr=(3, 1)), 4)
    assert (elections.unclean, elections.from_elr) == (1, 1)


def drawn_change(draw, image):
    """A record that the image takes."""
    topics = list(image.topics.values())
    kind = draw.randrange(8) if topics else 0
    if kind == 0:
        number = draw.randrange(256)
        return TopicRecord(name=f"t{number}", topic_id=Uuid(bytes([number]) * 16))
    topic = draw.choice(topics)
    number = draw.randrange(3)
    if kind == 1:
        return RemoveTopicRecord(topic_id=topic.topic_id)
    if kind == 2 or number not in topic.partitions:
        return partition(number, (1, 2), 1, eligible_leader_replicas=(3,)).replace(
            topic_id=topic.topic_id
        )
    if kind == 3:
        return ClearElrRecord(topic_name=draw.choice(("", topic.name)))
    if kind == 4:
        value = draw.choice((None, "1", "2"))
        return ConfigRecord(resource_type=2, resource_name=topic.name, name="x", value=value)
    if kind == 5:
        entity = ClientQuotaRecord.EntityData(entity_type="user", entity_name=draw.choice("ab"))
        remove = draw.random() < 0.3
        key = draw.choice("xy")
        return ClientQuotaRecord(entity=(entity,), key=key, value=draw.random(), remove=remove)
    return PartitionChangeRecord(
        topic_id=topic.topic_id, partition_id=number, leader=draw.choice((1, 2))
    )


def test_copies_stay_as_they_were_while_records_are_replayed_and_taken_back():
    draw = random.Random(20261126)
    image = image_of(LEVEL, journaled=True)
    offset, kept = 0, []
    taken = 0
    for _ in range(4_000):
        change = drawn_change(draw, image)
        if isinstance(change, TopicRecord) and (
            change.topic_id in image.topics or change.name in image.topic_ids
        ):
            continue
        offset += 1
        image.replay_metadata(change, offset)
        image.mark(offset)
        if draw.random() < 0.1:
            image.revert()
        elif draw.random() < 0.3:
            if draw.random() < 0.7:
                image.commit(offset)
            copied = image.copy()
            kept.append((copied, list(snapshot_records(copied))))
            if draw.random() < 0.3 and copied.topics:
                copied.replay_metadata(ClearElrRecord())
                kept[-1] = (copied, list(snapshot_records(copied)))
            taken += 1
        if len(kept) > 5:
            copied, expected = kept.pop(0)
            assert list(snapshot_records(copied)) == expected
    assert taken > 1_000
    image.revert()
    whole = PartitionIndex()
    for topic in image.topics.values():
        for number, state in topic.partitions.items():
            whole.change(PartitionKey(topic.topic_id, number), None, state)
    assert vars(image.index) == vars(whole)


def test_versions_of_records_follow_the_level():
    register, part, change = broker(1), partition(0, (1,), 1), PartitionChangeRecord()
    assert [record_version(register, level) for level in (7, 8, 16, 17, 29, 30)] == [
        *(1, 2, 2, 3, 3, 4)
    ]
    for message in (part, change):
        assert [record_version(message, level) for level in (7, 16, 17, 22, 23)] == [0, 0, 1, 1, 2]
    changes = {
        0: {"fenced": 1},
        1: {"in_controlled_shutdown": 1},
        2: {"log_dirs": (D1,)},
        3: {"cordoned_log_dirs": ()},
    }
    for version, fields in changes.items():
        assert record_version(BrokerRegistrationChangeRecord(**fields), 30) == version
