# Generated from DeleteShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteShareGroupStateRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0),
    ),
)
_DeleteStateData = StructSchema(
    "DeleteStateData",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionData),
    ),
)
_DeleteShareGroupStateRequest = StructSchema(
    "DeleteShareGroupStateRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default=""),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_DeleteStateData),
    ),
)

SCHEMA = MessageSchema(
    "DeleteShareGroupStateRequest",
    "request",
    86,
    (0, 0),
    (0, 0),
    _DeleteShareGroupStateRequest,
)
