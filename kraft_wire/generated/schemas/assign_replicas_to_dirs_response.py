# Generated from AssignReplicasToDirsResponse.json by `python -m codegen generate`. Do not edit.
"""What AssignReplicasToDirsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_TopicData = StructSchema(
    "TopicData",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_DirectoryData = StructSchema(
    "DirectoryData",
    (0, 0),
    (
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the log directory."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
    ),
    about="Log directories with the result of each replica.",
)
_AssignReplicasToDirsResponse = StructSchema(
    "AssignReplicasToDirsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("directories", "directories", "struct", (0, 0), is_array=True, default=(), struct=_DirectoryData, about="Log directories with the result of each replica."),
    ),
    about="Answers AssignReplicasToDirsRequest.",
)

SCHEMA = MessageSchema(
    "AssignReplicasToDirsResponse",
    "response",
    73,
    (0, 0),
    (0, 0),
    _AssignReplicasToDirsResponse,
)
