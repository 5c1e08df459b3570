# Generated from ReadShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=0),
    ),
)
_ReadStateData = StructSchema(
    "ReadStateData",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionData),
    ),
)
_ReadShareGroupStateRequest = StructSchema(
    "ReadShareGroupStateRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default=""),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_ReadStateData),
    ),
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateRequest",
    "request",
    84,
    (0, 0),
    (0, 0),
    _ReadShareGroupStateRequest,
)
