# Generated from AlterReplicaLogDirsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterReplicaLogDirsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterReplicaLogDirPartitionResult = StructSchema(
    "AlterReplicaLogDirPartitionResult",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_AlterReplicaLogDirTopicResult = StructSchema(
    "AlterReplicaLogDirTopicResult",
    (0, 2),
    (
        Field("topic_name", "topicName", "string", (0, 2), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_AlterReplicaLogDirPartitionResult, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_AlterReplicaLogDirsResponse = StructSchema(
    "AlterReplicaLogDirsResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("results", "results", "struct", (0, 2), is_array=True, default=(), struct=_AlterReplicaLogDirTopicResult, about="One result for each thing that was asked for."),
    ),
    about="Answers AlterReplicaLogDirsRequest.",
)

SCHEMA = MessageSchema(
    "AlterReplicaLogDirsResponse",
    "response",
    34,
    (0, 2),
    (2, 2),
    _AlterReplicaLogDirsResponse,
)
