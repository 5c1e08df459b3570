# Generated from DeleteRecordsRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteRecordsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteRecordsPartition = StructSchema(
    "DeleteRecordsPartition",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, about="Number of the partition."),
        Field("offset", "offset", "int64", (0, 2), default=0, about="First offset to keep; -1 for the high watermark."),
    ),
    about="One entry for each partition.",
)
_DeleteRecordsTopic = StructSchema(
    "DeleteRecordsTopic",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_DeleteRecordsPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_DeleteRecordsRequest = StructSchema(
    "DeleteRecordsRequest",
    (0, 2),
    (
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_DeleteRecordsTopic, about="One entry for each topic."),
        Field("timeout_ms", "timeoutMs", "int32", (0, 2), default=0, about="Milliseconds that the server may take."),
    ),
    about="Moves the log start offset of partitions forward.",
)

SCHEMA = MessageSchema(
    "DeleteRecordsRequest",
    "request",
    21,
    (0, 2),
    (2, 2),
    _DeleteRecordsRequest,
    listeners=("broker",),
)
