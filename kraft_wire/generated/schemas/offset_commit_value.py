# Generated from OffsetCommitValue.json by `python -m codegen generate`. Do not edit.
"""What OffsetCommitValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetCommitValue = StructSchema(
    "OffsetCommitValue",
    (0, 4),
    (
        Field("offset", "offset", "int64", (0, 4), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (3, 4), ignorable=True, default=-1),
        Field("metadata", "metadata", "string", (0, 4), default=""),
        Field("commit_timestamp", "commitTimestamp", "int64", (0, 4), default=0),
        Field("expire_timestamp", "expireTimestamp", "int64", (1, 1), ignorable=True, default=-1),
        Field("topic_id", "topicId", "uuid", (4, 4), tagged_versions=(4, 4), tag=0, ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
    ),
)

SCHEMA = MessageSchema(
    "OffsetCommitValue",
    "coordinator-value",
    1,
    (0, 4),
    (4, 4),
    _OffsetCommitValue,
)
