# Generated from AlterShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterShareGroupOffsetsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterShareGroupOffsetsRequestPartition = StructSchema(
    "AlterShareGroupOffsetsRequestPartition",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0),
    ),
)
_AlterShareGroupOffsetsRequestTopic = StructSchema(
    "AlterShareGroupOffsetsRequestTopic",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_AlterShareGroupOffsetsRequestPartition),
    ),
)
_AlterShareGroupOffsetsRequest = StructSchema(
    "AlterShareGroupOffsetsRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default=""),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_AlterShareGroupOffsetsRequestTopic),
    ),
)

SCHEMA = MessageSchema(
    "AlterShareGroupOffsetsRequest",
    "request",
    91,
    (0, 0),
    (0, 0),
    _AlterShareGroupOffsetsRequest,
)
