# Generated from DescribeLogDirsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeLogDirsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeLogDirsPartition = StructSchema(
    "DescribeLogDirsPartition",
    (0, 5),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 5), default=0, about="Number of the partition."),
        Field("partition_size", "partitionSize", "int64", (0, 5), default=0, about="Bytes of the log's segments."),
        Field("offset_lag", "offsetLag", "int64", (0, 5), default=0, about="How far the log end is behind, in offsets."),
        Field("is_future_key", "isFutureKey", "bool", (0, 5), default=False, about="Whether it is the copy that a move to another log directory fills."),
    ),
    about="One entry for each partition.",
)
_DescribeLogDirsTopic = StructSchema(
    "DescribeLogDirsTopic",
    (0, 5),
    (
        Field("name", "name", "string", (0, 5), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 5), is_array=True, default=(), struct=_DescribeLogDirsPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_DescribeLogDirsResult = StructSchema(
    "DescribeLogDirsResult",
    (0, 5),
    (
        Field("error_code", "errorCode", "int16", (0, 5), default=0, about="Error code; 0 for success."),
        Field("log_dir", "logDir", "string", (0, 5), default="", about="Absolute path of the log directory."),
        Field("topics", "topics", "struct", (0, 5), is_array=True, default=(), struct=_DescribeLogDirsTopic, about="One entry for each topic."),
        Field("total_bytes", "totalBytes", "int64", (4, 5), ignorable=True, default=-1, about="Bytes of the volume; -1 if unknown."),
        Field("usable_bytes", "usableBytes", "int64", (4, 5), ignorable=True, default=-1, about="Free bytes of the volume; -1 if unknown."),
        Field("is_cordoned", "isCordoned", "bool", (5, 5), ignorable=True, default=False, about="Whether the log directory takes no new replicas."),
    ),
    about="One result for each thing that was asked for.",
)
_DescribeLogDirsResponse = StructSchema(
    "DescribeLogDirsResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 5), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (3, 5), ignorable=True, default=0, about="Error code; 0 for success."),
        Field("results", "results", "struct", (0, 5), is_array=True, default=(), struct=_DescribeLogDirsResult, about="One result for each thing that was asked for."),
    ),
    about="Answers DescribeLogDirsRequest.",
)

SCHEMA = MessageSchema(
    "DescribeLogDirsResponse",
    "response",
    35,
    (0, 5),
    (2, 5),
    _DescribeLogDirsResponse,
)
