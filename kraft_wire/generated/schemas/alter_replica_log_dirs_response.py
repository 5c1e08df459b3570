# Generated from AlterReplicaLogDirsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterReplicaLogDirsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterReplicaLogDirPartitionResult = StructSchema(
    "AlterReplicaLogDirPartitionResult",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
    ),
)
_AlterReplicaLogDirTopicResult = StructSchema(
    "AlterReplicaLogDirTopicResult",
    (0, 2),
    (
        Field("topic_name", "topicName", "string", (0, 2), default=""),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_AlterReplicaLogDirPartitionResult),
    ),
)
_AlterReplicaLogDirsResponse = StructSchema(
    "AlterReplicaLogDirsResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("results", "results", "struct", (0, 2), is_array=True, default=(), struct=_AlterReplicaLogDirTopicResult),
    ),
)

SCHEMA = MessageSchema(
    "AlterReplicaLogDirsResponse",
    "response",
    34,
    (0, 2),
    (2, 2),
    _AlterReplicaLogDirsResponse,
)
