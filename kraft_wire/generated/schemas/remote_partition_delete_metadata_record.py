# Generated from RemotePartitionDeleteMetadataRecord.json by `python -m codegen generate`. Do not edit.
"""What RemotePartitionDeleteMetadataRecord looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_TopicIdPartitionEntry = StructSchema(
    "TopicIdPartitionEntry",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partition", "partition", "int32", (0, 0), default=0),
    ),
)
_RemotePartitionDeleteMetadataRecord = StructSchema(
    "RemotePartitionDeleteMetadataRecord",
    (0, 0),
    (
        Field("topic_id_partition", "topicIdPartition", "struct", (0, 0), default=ABSENT, struct=_TopicIdPartitionEntry),
        Field("broker_id", "brokerId", "int32", (0, 0), default=0),
        Field("event_timestamp_ms", "eventTimestampMs", "int64", (0, 0), default=0),
        Field("remote_partition_delete_state", "remotePartitionDeleteState", "int8", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "RemotePartitionDeleteMetadataRecord",
    "metadata",
    2,
    (0, 0),
    (0, 0),
    _RemotePartitionDeleteMetadataRecord,
)
