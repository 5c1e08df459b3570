# Generated from DescribeLogDirsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeLogDirsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribableLogDirTopic = StructSchema(
    "DescribableLogDirTopic",
    (0, 5),
    (
        Field("topic", "topic", "string", (0, 5), default=""),
        Field("partitions", "partitions", "int32", (0, 5), is_array=True, default=()),
    ),
)
_DescribeLogDirsRequest = StructSchema(
    "DescribeLogDirsRequest",
    (0, 5),
    (
        Field("topics", "topics", "struct", (0, 5), is_array=True, nullable_versions=(0, 5), default=(), struct=_DescribableLogDirTopic),
    ),
)

SCHEMA = MessageSchema(
    "DescribeLogDirsRequest",
    "request",
    35,
    (0, 5),
    (2, 5),
    _DescribeLogDirsRequest,
)
