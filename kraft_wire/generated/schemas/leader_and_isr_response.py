# Generated from LeaderAndIsrResponse.json by `python -m codegen generate`. Do not edit.
"""What LeaderAndIsrResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LeaderAndIsrPartitionError = StructSchema(
    "LeaderAndIsrPartitionError",
    (0, 7),
    (
        Field("topic_name", "topicName", "string", (0, 4), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_index", "partitionIndex", "int32", (0, 7), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 7), default=0, about="Error code; 0 for success."),
    ),
)
_LeaderAndIsrTopicError = StructSchema(
    "LeaderAndIsrTopicError",
    (5, 7),
    (
        Field("topic_id", "topicId", "uuid", (5, 7), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', map_key=True, about="Id of the topic; zero if unknown."),
        Field("partition_errors", "partitionErrors", "struct", (5, 7), is_array=True, default=(), struct=_LeaderAndIsrPartitionError, about="Error codes by partition."),
    ),
    about="One entry for each topic.",
)
_LeaderAndIsrResponse = StructSchema(
    "LeaderAndIsrResponse",
    (0, 7),
    (
        Field("error_code", "errorCode", "int16", (0, 7), default=0, about="Error code; 0 for success."),
        Field("partition_errors", "partitionErrors", "struct", (0, 4), is_array=True, default=(), struct=_LeaderAndIsrPartitionError, about="Error codes by partition."),
        Field("topics", "topics", "struct", (5, 7), is_array=True, default=(), struct=_LeaderAndIsrTopicError, about="One entry for each topic."),
    ),
    about="Answers LeaderAndIsrRequest.",
)

SCHEMA = MessageSchema(
    "LeaderAndIsrResponse",
    "response",
    4,
    (0, 7),
    (4, 7),
    _LeaderAndIsrResponse,
)
