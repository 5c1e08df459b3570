# Generated from InitializeShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""What InitializeShareGroupStateRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0),
        Field("state_epoch", "stateEpoch", "int32", (0, 0), default=0),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0),
    ),
)
_InitializeStateData = StructSchema(
    "InitializeStateData",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionData),
    ),
)
_InitializeShareGroupStateRequest = StructSchema(
    "InitializeShareGroupStateRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default=""),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_InitializeStateData),
    ),
)

SCHEMA = MessageSchema(
    "InitializeShareGroupStateRequest",
    "request",
    83,
    (0, 0),
    (0, 0),
    _InitializeShareGroupStateRequest,
)
