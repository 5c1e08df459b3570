# Generated from AssignReplicasToDirsRequest.json by `python -m codegen generate`. Do not edit.
"""What AssignReplicasToDirsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
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
    about="Log directories with the replicas in them.",
)
_AssignReplicasToDirsRequest = StructSchema(
    "AssignReplicasToDirsRequest",
    (0, 0),
    (
        Field("broker_id", "brokerId", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 0), default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("directories", "directories", "struct", (0, 0), is_array=True, default=(), struct=_DirectoryData, about="Log directories with the replicas in them."),
    ),
    about="A broker tells the controller in which log directories its replicas are.",
)

SCHEMA = MessageSchema(
    "AssignReplicasToDirsRequest",
    "request",
    73,
    (0, 0),
    (0, 0),
    _AssignReplicasToDirsRequest,
    listeners=("controller",),
)
