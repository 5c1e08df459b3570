# Generated from ReadShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=0, about="Epoch of the leader; -1 if unknown."),
    ),
    about="One entry for each partition.",
)
_ReadStateData = StructSchema(
    "ReadStateData",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_ReadShareGroupStateRequest = StructSchema(
    "ReadShareGroupStateRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_ReadStateData, about="One entry for each topic."),
    ),
    about="A share partition leader loads its state from the share coordinator.",
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateRequest",
    "request",
    84,
    (0, 0),
    (0, 0),
    _ReadShareGroupStateRequest,
    listeners=("broker",),
)
