# Generated from DescribeLogDirsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeLogDirsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeLogDirsPartition = StructSchema(
    "DescribeLogDirsPartition",
    (0, 5),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 5), default=0),
        Field("partition_size", "partitionSize", "int64", (0, 5), default=0),
        Field("offset_lag", "offsetLag", "int64", (0, 5), default=0),
        Field("is_future_key", "isFutureKey", "bool", (0, 5), default=False),
    ),
)
_DescribeLogDirsTopic = StructSchema(
    "DescribeLogDirsTopic",
    (0, 5),
    (
        Field("name", "name", "string", (0, 5), default=""),
        Field("partitions", "partitions", "struct", (0, 5), is_array=True, default=(), struct=_DescribeLogDirsPartition),
    ),
)
_DescribeLogDirsResult = StructSchema(
    "DescribeLogDirsResult",
    (0, 5),
    (
        Field("error_code", "errorCode", "int16", (0, 5), default=0),
        Field("log_dir", "logDir", "string", (0, 5), default=""),
        Field("topics", "topics", "struct", (0, 5), is_array=True, default=(), struct=_DescribeLogDirsTopic),
        Field("total_bytes", "totalBytes", "int64", (4, 5), ignorable=True, default=-1),
        Field("usable_bytes", "usableBytes", "int64", (4, 5), ignorable=True, default=-1),
        Field("is_cordoned", "isCordoned", "bool", (5, 5), ignorable=True, default=False),
    ),
)
_DescribeLogDirsResponse = StructSchema(
    "DescribeLogDirsResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 5), default=0),
        Field("error_code", "errorCode", "int16", (3, 5), ignorable=True, default=0),
        Field("results", "results", "struct", (0, 5), is_array=True, default=(), struct=_DescribeLogDirsResult),
    ),
)

SCHEMA = MessageSchema(
    "DescribeLogDirsResponse",
    "response",
    35,
    (0, 5),
    (2, 5),
    _DescribeLogDirsResponse,
)
