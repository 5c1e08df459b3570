# Generated from AlterPartitionResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterPartitionResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 3),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 3), default=0),
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("leader_id", "leaderId", "int32", (0, 3), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 3), default=0),
        Field("isr", "isr", "int32", (0, 3), is_array=True, default=()),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (1, 3), ignorable=True, default=0),
        Field("partition_epoch", "partitionEpoch", "int32", (0, 3), default=0),
    ),
)
_TopicData = StructSchema(
    "TopicData",
    (0, 3),
    (
        Field("topic_name", "topicName", "string", (0, 1), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (2, 3), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 3), is_array=True, default=(), struct=_PartitionData),
    ),
)
_AlterPartitionResponse = StructSchema(
    "AlterPartitionResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0),
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("topics", "topics", "struct", (0, 3), is_array=True, default=(), struct=_TopicData),
    ),
)

SCHEMA = MessageSchema(
    "AlterPartitionResponse",
    "response",
    56,
    (0, 3),
    (0, 3),
    _AlterPartitionResponse,
)
