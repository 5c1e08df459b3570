# Generated from AlterReplicaLogDirsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterReplicaLogDirsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ALTER_REPLICA_LOG_DIR_PARTITION_RESULT = StructSchema(
    "AlterReplicaLogDirPartitionResult",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
    ),
)
_ALTER_REPLICA_LOG_DIR_TOPIC_RESULT = StructSchema(
    "AlterReplicaLogDirTopicResult",
    (0, 2),
    (
        Field("topic_name", "topicName", "string", (0, 2), default=""),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_ALTER_REPLICA_LOG_DIR_PARTITION_RESULT),
    ),
)
_ALTER_REPLICA_LOG_DIRS_RESPONSE = StructSchema(
    "AlterReplicaLogDirsResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("results", "results", "struct", (0, 2), is_array=True, default=(), struct=_ALTER_REPLICA_LOG_DIR_TOPIC_RESULT),
    ),
)

SCHEMA = MessageSchema(
    "AlterReplicaLogDirsResponse",
    "response",
    34,
    (0, 2),
    (2, 2),
    _ALTER_REPLICA_LOG_DIRS_RESPONSE,
)
