# Generated from DeleteRecordsResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteRecordsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteRecordsPartitionResult = StructSchema(
    "DeleteRecordsPartitionResult",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, map_key=True, about="Number of the partition."),
        Field("low_watermark", "lowWatermark", "int64", (0, 2), default=0, about="Lowest log start offset of all live replicas."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_DeleteRecordsTopicResult = StructSchema(
    "DeleteRecordsTopicResult",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_DeleteRecordsPartitionResult, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_DeleteRecordsResponse = StructSchema(
    "DeleteRecordsResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_DeleteRecordsTopicResult, about="One entry for each topic."),
    ),
    about="Answers DeleteRecordsRequest.",
)

SCHEMA = MessageSchema(
    "DeleteRecordsResponse",
    "response",
    21,
    (0, 2),
    (2, 2),
    _DeleteRecordsResponse,
)
