# Generated from LeaderAndIsrResponse.json by `python -m codegen generate`. Do not edit.
"""What LeaderAndIsrResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LeaderAndIsrPartitionError = StructSchema(
    "LeaderAndIsrPartitionError",
    (0, 7),
    (
        Field("topic_name", "topicName", "string", (0, 4), ignorable=True, default=""),
        Field("partition_index", "partitionIndex", "int32", (0, 7), default=0),
        Field("error_code", "errorCode", "int16", (0, 7), default=0),
    ),
)
_LeaderAndIsrTopicError = StructSchema(
    "LeaderAndIsrTopicError",
    (5, 7),
    (
        Field("topic_id", "topicId", "uuid", (5, 7), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partition_errors", "partitionErrors", "struct", (5, 7), is_array=True, default=(), struct=_LeaderAndIsrPartitionError),
    ),
)
_LeaderAndIsrResponse = StructSchema(
    "LeaderAndIsrResponse",
    (0, 7),
    (
        Field("error_code", "errorCode", "int16", (0, 7), default=0),
        Field("partition_errors", "partitionErrors", "struct", (0, 4), is_array=True, default=(), struct=_LeaderAndIsrPartitionError),
        Field("topics", "topics", "struct", (5, 7), is_array=True, default=(), struct=_LeaderAndIsrTopicError),
    ),
)

SCHEMA = MessageSchema(
    "LeaderAndIsrResponse",
    "response",
    4,
    (0, 7),
    (4, 7),
    _LeaderAndIsrResponse,
)
