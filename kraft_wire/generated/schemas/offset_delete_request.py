# Generated from OffsetDeleteRequest.json by `python -m codegen generate`. Do not edit.
"""What OffsetDeleteRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OFFSET_DELETE_REQUEST_PARTITION = StructSchema(
    "OffsetDeleteRequestPartition",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
    ),
)
_OFFSET_DELETE_REQUEST_TOPIC = StructSchema(
    "OffsetDeleteRequestTopic",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_OFFSET_DELETE_REQUEST_PARTITION),
    ),
)
_OFFSET_DELETE_REQUEST = StructSchema(
    "OffsetDeleteRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default=""),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_OFFSET_DELETE_REQUEST_TOPIC),
    ),
)

SCHEMA = MessageSchema(
    "OffsetDeleteRequest",
    "request",
    47,
    (0, 0),
    (0, -1),
    _OFFSET_DELETE_REQUEST,
)
