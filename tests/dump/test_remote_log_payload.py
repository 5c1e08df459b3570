"""Records of the remote log's metadata as text; the texts were compared with Kafka 4.3.1."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.topic_payloads import remote_log_texts
from kraft_wire.messages import message_class
from kraft_wire.primitives import Uuid

SEGMENT = message_class("RemoteLogSegmentMetadataRecord")
UPDATE = message_class("RemoteLogSegmentMetadataUpdateRecord")
DELETION = message_class("RemotePartitionDeleteMetadataRecord")
SNAPSHOT = message_class("RemoteLogSegmentMetadataSnapshotRecord")

TOPIC = Uuid(bytes(15) + b"\1")
ID = Uuid(bytes(15) + b"\2")


def text_of(record):
    return remote_log_texts(None, bytes((1, record.API_KEY, 0)) + record.encode(0), 9)[1]


def partition(cls):
    return cls.TopicIdPartitionEntry(name="t", id=TOPIC, partition=3)


def segment(**fields):
    entry = SEGMENT.RemoteLogSegmentIdEntry(topic_id_partition=partition(SEGMENT), id=ID)
    epochs = tuple(
        SEGMENT.SegmentLeaderEpochEntry(leader_epoch=epoch, offset=offset)
        for epoch, offset in ((5, 50), (-1, 1), (5, 51))
    )
    given = {"remote_log_segment_id": entry, "end_offset": 9, "segment_leader_epochs": epochs}
    return SEGMENT(**{**given, **fields})


SEGMENT_ID = (
    "RemoteLogSegmentId{topicIdPartition=AAAAAAAAAAAAAAAAAAAAAQ:t-3, id=AAAAAAAAAAAAAAAAAAAAAg}"
)


def test_remote_segment_is_printed_as_kafka_does():
    assert text_of(segment(custom_metadata=b"abc", remote_log_segment_state=1)) == (
        f"RemoteLogSegmentMetadata{{remoteLogSegmentId={SEGMENT_ID}, startOffset=0, endOffset=9,"
        " brokerId=0, maxTimestampMs=0, eventTimestampMs=0, segmentLeaderEpochs={-1=1, 5=51},"
        " segmentSizeInBytes=0, customMetadata=Optional[CustomMetadata{3 bytes}],"
        " state=COPY_SEGMENT_FINISHED, txnIdxEmpty=false}"
    )


def test_remote_update_is_printed_as_kafka_does():
    entry = UPDATE.RemoteLogSegmentIdEntry(topic_id_partition=partition(UPDATE), id=ID)
    assert text_of(UPDATE(remote_log_segment_id=entry, remote_log_segment_state=3)) == (
        f"RemoteLogSegmentMetadataUpdate{{remoteLogSegmentId={SEGMENT_ID},"
        " customMetadata=Optional.empty, state=DELETE_SEGMENT_FINISHED, eventTimestampMs=0,"
        " brokerId=0}"
    )


def test_remote_deletion_is_printed_as_kafka_does():
    record = DELETION(topic_id_partition=partition(DELETION), remote_partition_delete_state=2)
    assert text_of(record) == (
        "RemotePartitionDeleteMetadata{topicPartition=AAAAAAAAAAAAAAAAAAAAAQ:t-3,"
        " state=DELETE_PARTITION_FINISHED, eventTimestampMs=0, brokerId=0}"
    )


def test_remote_snapshot_is_printed_as_kafka_does():
    epochs = (SNAPSHOT.SegmentLeaderEpochEntry(leader_epoch=1, offset=2),)
    record = SNAPSHOT(segment_id=ID, segment_leader_epochs=epochs, txn_index_empty=True)
    assert text_of(record) == (
        "RemoteLogSegmentMetadataSnapshot{segmentId=AAAAAAAAAAAAAAAAAAAAAg, startOffset=0,"
        " endOffset=0, maxTimestampMs=0, segmentLeaderEpochs={1=2}, segmentSizeInBytes=0,"
        " customMetadata=Optional.empty, state=COPY_SEGMENT_STARTED, txnIdxEmpty=true}"
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"start_offset": -1},
            "Unexpected start offset = -1. StartOffset for a remote segment cannot be negative",
        ),
        (
            {"start_offset": 10},
            (
                "Unexpected end offset = 9. EndOffset for a remote segment cannot be less than "
                "startOffset = 10"
            ),
        ),
        ({"segment_leader_epochs": ()}, "segmentLeaderEpochs can not be null or empty"),
        ({"remote_log_segment_state": 4}, "state can not be null"),
    ],
)
def test_segments_that_kafka_refuses(fields, said):
    assert text_of(segment(**fields)) == f"Error at offset 9, skipping. {said}"


def test_deletion_in_unknown_state_is_skipped():
    record = DELETION(topic_id_partition=partition(DELETION), remote_partition_delete_state=3)
    assert text_of(record) == "Error at offset 9, skipping. null"


def test_records_of_other_topics():
    assert remote_log_texts(None, b"\1\x14\0\0", 9)[1] == (
        "Error at offset 9, skipping. org.apache.kafka.common.errors.UnsupportedVersionException:"
        " Unknown metadata id 20"
    )
    assert "Record.value()" in remote_log_texts(None, None, 9)[1]
