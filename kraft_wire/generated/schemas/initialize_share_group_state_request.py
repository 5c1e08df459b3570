# Generated from InitializeShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""What InitializeShareGroupStateRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("state_epoch", "stateEpoch", "int32", (0, 0), default=0, about="Epoch of the share partition's state."),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0, about="First offset."),
    ),
    about="One entry for each partition.",
)
_InitializeStateData = StructSchema(
    "InitializeStateData",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_InitializeShareGroupStateRequest = StructSchema(
    "InitializeShareGroupStateRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_InitializeStateData, about="One entry for each topic."),
    ),
    about="A group coordinator lets the share coordinator begin to keep state of partitions.",
)

SCHEMA = MessageSchema(
    "InitializeShareGroupStateRequest",
    "request",
    83,
    (0, 0),
    (0, 0),
    _InitializeShareGroupStateRequest,
    listeners=("broker",),
)
