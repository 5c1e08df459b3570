# Generated from OffsetCommitValue.json by `python -m codegen generate`. Do not edit.
"""What OffsetCommitValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetCommitValue = StructSchema(
    "OffsetCommitValue",
    (0, 4),
    (
        Field("offset", "offset", "int64", (0, 4), default=0, about="Offset of the next record to consume."),
        Field("leader_epoch", "leaderEpoch", "int32", (3, 4), ignorable=True, default=-1, about="Leader epoch of the last record that was consumed; -1 if unknown."),
        Field("metadata", "metadata", "string", (0, 4), default="", about="Text that the client keeps with the offset."),
        Field("commit_timestamp", "commitTimestamp", "int64", (0, 4), default=0, about="When the offset was committed, in milliseconds since 1970."),
        Field("expire_timestamp", "expireTimestamp", "int64", (1, 1), ignorable=True, default=-1, about="When the offset expires, in milliseconds since 1970; -1 for the broker's setting."),
        Field("topic_id", "topicId", "uuid", (4, 4), tagged_versions=(4, 4), tag=0, ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
    ),
    about="An offset that a group committed.",
)

SCHEMA = MessageSchema(
    "OffsetCommitValue",
    "coordinator-value",
    1,
    (0, 4),
    (4, 4),
    _OffsetCommitValue,
)
