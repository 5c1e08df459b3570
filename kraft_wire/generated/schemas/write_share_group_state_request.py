# Generated from WriteShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""What WriteShareGroupStateRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StateBatch = StructSchema(
    "StateBatch",
    (0, 1),
    (
        Field("first_offset", "firstOffset", "int64", (0, 1), default=0),
        Field("last_offset", "lastOffset", "int64", (0, 1), default=0),
        Field("delivery_state", "deliveryState", "int8", (0, 1), default=0),
        Field("delivery_count", "deliveryCount", "int16", (0, 1), default=0),
    ),
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0),
        Field("state_epoch", "stateEpoch", "int32", (0, 1), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0),
        Field("start_offset", "startOffset", "int64", (0, 1), default=0),
        Field("delivery_complete_count", "deliveryCompleteCount", "int32", (1, 1), ignorable=True, default=-1),
        Field("state_batches", "stateBatches", "struct", (0, 1), is_array=True, default=(), struct=_StateBatch),
    ),
)
_WriteStateData = StructSchema(
    "WriteStateData",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionData),
    ),
)
_WriteShareGroupStateRequest = StructSchema(
    "WriteShareGroupStateRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_WriteStateData),
    ),
)

SCHEMA = MessageSchema(
    "WriteShareGroupStateRequest",
    "request",
    85,
    (0, 1),
    (0, 1),
    _WriteShareGroupStateRequest,
)
