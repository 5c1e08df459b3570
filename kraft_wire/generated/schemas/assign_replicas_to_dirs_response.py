# Generated from AssignReplicasToDirsResponse.json by `python -m codegen generate`. Do not edit.
"""What AssignReplicasToDirsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
    ),
)
_TopicData = StructSchema(
    "TopicData",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionData),
    ),
)
_DirectoryData = StructSchema(
    "DirectoryData",
    (0, 0),
    (
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicData),
    ),
)
_AssignReplicasToDirsResponse = StructSchema(
    "AssignReplicasToDirsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("directories", "directories", "struct", (0, 0), is_array=True, default=(), struct=_DirectoryData),
    ),
)

SCHEMA = MessageSchema(
    "AssignReplicasToDirsResponse",
    "response",
    73,
    (0, 0),
    (0, 0),
    _AssignReplicasToDirsResponse,
)
