# Generated from WriteShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""What WriteShareGroupStateRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StateBatch = StructSchema(
    "StateBatch",
    (0, 1),
    (
        Field("first_offset", "firstOffset", "int64", (0, 1), default=0, about="First offset."),
        Field("last_offset", "lastOffset", "int64", (0, 1), default=0, about="Last offset."),
        Field("delivery_state", "deliveryState", "int8", (0, 1), default=0, about="0 available, 2 acknowledged, 4 archived."),
        Field("delivery_count", "deliveryCount", "int16", (0, 1), default=0, about="How often the records were delivered."),
    ),
    about="States of ranges of offsets.",
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("state_epoch", "stateEpoch", "int32", (0, 1), default=0, about="Epoch of the share partition's state."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("start_offset", "startOffset", "int64", (0, 1), default=0, about="First offset."),
        Field("delivery_complete_count", "deliveryCompleteCount", "int32", (1, 1), ignorable=True, default=-1, about="Number of records at or above the start offset whose delivery is complete; -1 if unknown."),
        Field("state_batches", "stateBatches", "struct", (0, 1), is_array=True, default=(), struct=_StateBatch, about="States of ranges of offsets."),
    ),
    about="One entry for each partition.",
)
_WriteStateData = StructSchema(
    "WriteStateData",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_WriteShareGroupStateRequest = StructSchema(
    "WriteShareGroupStateRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default="", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_WriteStateData, about="One entry for each topic."),
    ),
    about="A share partition leader stores its state with the share coordinator.",
)

SCHEMA = MessageSchema(
    "WriteShareGroupStateRequest",
    "request",
    85,
    (0, 1),
    (0, 1),
    _WriteShareGroupStateRequest,
    listeners=("broker",),
)
