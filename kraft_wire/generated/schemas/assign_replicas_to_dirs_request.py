# Generated from AssignReplicasToDirsRequest.json by `python -m codegen generate`. Do not edit.
"""What AssignReplicasToDirsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
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
_AssignReplicasToDirsRequest = StructSchema(
    "AssignReplicasToDirsRequest",
    (0, 0),
    (
        Field("broker_id", "brokerId", "int32", (0, 0), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 0), default=-1),
        Field("directories", "directories", "struct", (0, 0), is_array=True, default=(), struct=_DirectoryData),
    ),
)

SCHEMA = MessageSchema(
    "AssignReplicasToDirsRequest",
    "request",
    73,
    (0, 0),
    (0, 0),
    _AssignReplicasToDirsRequest,
)
