# Generated from RemotePartitionDeleteMetadataRecord.json by `python -m codegen generate`. Do not edit.
"""What RemotePartitionDeleteMetadataRecord looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_TopicIdPartitionEntry = StructSchema(
    "TopicIdPartitionEntry",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the topic."),
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic."),
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="Which partition.",
)
_RemotePartitionDeleteMetadataRecord = StructSchema(
    "RemotePartitionDeleteMetadataRecord",
    (0, 0),
    (
        Field("topic_id_partition", "topicIdPartition", "struct", (0, 0), default=ABSENT, struct=_TopicIdPartitionEntry, about="Which partition."),
        Field("broker_id", "brokerId", "int32", (0, 0), default=0, about="Node id of the broker."),
        Field("event_timestamp_ms", "eventTimestampMs", "int64", (0, 0), default=0, about="When it happened, in milliseconds since 1970."),
        Field("remote_partition_delete_state", "remotePartitionDeleteState", "int8", (0, 0), default=0, about="0 marked, 1 started, 2 finished."),
    ),
    about="The deletion of a partition's remote segments goes on to its next state.",
)

SCHEMA = MessageSchema(
    "RemotePartitionDeleteMetadataRecord",
    "metadata",
    2,
    (0, 0),
    (0, 0),
    _RemotePartitionDeleteMetadataRecord,
)
