"""Which records of a batch are one event."""

from __future__ import annotations

from kraft_core.cli.story_events import Narrator
from kraft_core.client.changes import Change
from kraft_wire import messages as m
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import OpaqueMetadataRecord

A = Uuid(b"a" * 16)
B = Uuid(b"b" * 16)


def told(*records, narrator=None):
    changes = [
        Change(offset, 3, 1000, "log", record, 0) for offset, record in enumerate(records, 10)
    ]
    return list((narrator or Narrator()).tell(changes))


def partition(topic, number, replicas=(1, 2)):
    return m.PartitionRecord(partition_id=number, topic_id=topic, replicas=replicas)


def test_a_topic_with_its_partitions_and_configuration_is_one_event():
    events = told(
        m.TopicRecord(name="a", topic_id=A),
        m.ConfigRecord(resource_type=2, resource_name="a", name="x", value="1"),
        partition(A, 0),
        partition(A, 1),
        m.TopicRecord(name="b", topic_id=B),
        partition(B, 0, replicas=(1,)),
    )
    assert [event.text for event in events] == [
        "topic a is created with 2 partitions of 2 replicas (x=1)",
        "topic b is created with 1 partition of 1 replica",
    ]
    assert [event.offset for event in events] == [10, 14]


def test_configuration_of_another_topic_is_a_separate_event():
    events = told(
        m.TopicRecord(name="a", topic_id=A),
        m.ConfigRecord(resource_type=2, resource_name="b", name="x", value="1"),
    )
    assert [event.text for event in events] == ["topic a is created", "topic b gets x = 1"]


def test_changes_of_many_partitions_are_counted():
    narrator = Narrator()
    told(m.TopicRecord(name="a", topic_id=A), narrator=narrator)
    changes = [m.PartitionChangeRecord(partition_id=i, topic_id=A) for i in range(3)]
    (event,) = told(*changes, narrator=narrator)
    assert event.text == "3 partitions of a change leader or replicas"


def test_partition_change_is_reported():
    narrator = Narrator()
    told(m.TopicRecord(name="a", topic_id=A), narrator=narrator)
    change = m.PartitionChangeRecord(partition_id=4, topic_id=A, leader=-1, isr=(7,))
    (event,) = told(change, narrator=narrator)
    assert event.text == "partition a-4 loses its leader, has [7] in sync"
    (event,) = told(partition(A, 9), narrator=narrator)
    assert event.text == "1 partition added to a"


def test_no_ops_are_counted_only():
    narrator = Narrator()
    assert told(m.NoOpRecord(), m.NoOpRecord(), narrator=narrator) == []
    assert narrator.silent == 2


def test_leader_change_is_a_landmark():
    events = told(m.LeaderChangeMessage(leader_id=1), m.ProducerIdsRecord(broker_id=1))
    assert [event.is_landmark for event in events] == [True, False]


def test_records_of_a_newer_kafka_are_reported_as_such():
    narrator = Narrator()
    change = Change(10, 3, 1000, "log", OpaqueMetadataRecord(99, 1, b"(redacted)"), 1)
    (event,) = narrator.tell([change])
    assert event.text == "a record that this release does not know is written (MetadataRecord99)"
