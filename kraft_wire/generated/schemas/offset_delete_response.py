# Generated from OffsetDeleteResponse.json by `python -m codegen generate`. Do not edit.
"""What OffsetDeleteResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetDeleteResponsePartition = StructSchema(
    "OffsetDeleteResponsePartition",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, map_key=True, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_OffsetDeleteResponseTopic = StructSchema(
    "OffsetDeleteResponseTopic",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_OffsetDeleteResponsePartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_OffsetDeleteResponse = StructSchema(
    "OffsetDeleteResponse",
    (0, 0),
    (
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_OffsetDeleteResponseTopic, about="One entry for each topic."),
    ),
    about="Answers OffsetDeleteRequest.",
)

SCHEMA = MessageSchema(
    "OffsetDeleteResponse",
    "response",
    47,
    (0, 0),
    (0, -1),
    _OffsetDeleteResponse,
)
