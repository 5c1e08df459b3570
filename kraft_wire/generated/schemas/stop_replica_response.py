# Generated from StopReplicaResponse.json by `python -m codegen generate`. Do not edit.
"""What StopReplicaResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StopReplicaPartitionError = StructSchema(
    "StopReplicaPartitionError",
    (0, 4),
    (
        Field("topic_name", "topicName", "string", (0, 4), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_index", "partitionIndex", "int32", (0, 4), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 4), default=0, about="Error code; 0 for success."),
    ),
    about="Error codes by partition.",
)
_StopReplicaResponse = StructSchema(
    "StopReplicaResponse",
    (0, 4),
    (
        Field("error_code", "errorCode", "int16", (0, 4), default=0, about="Error code; 0 for success."),
        Field("partition_errors", "partitionErrors", "struct", (0, 4), is_array=True, default=(), struct=_StopReplicaPartitionError, about="Error codes by partition."),
    ),
    about="Answers StopReplicaRequest.",
)

SCHEMA = MessageSchema(
    "StopReplicaResponse",
    "response",
    5,
    (0, 4),
    (2, 4),
    _StopReplicaResponse,
)
