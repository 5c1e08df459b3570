# Generated from LegacyOffsetCommitValue.json by `python -m codegen generate`. Do not edit.
"""What LegacyOffsetCommitValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LegacyOffsetCommitValue = StructSchema(
    "LegacyOffsetCommitValue",
    (0, 0),
    (
        Field("offset", "offset", "int64", (0, 0), default=0, about="Offset of the next record to consume."),
        Field("metadata", "metadata", "string", (0, 0), default="", about="Text that the client keeps with the offset."),
        Field("commit_timestamp", "commitTimestamp", "int64", (0, 0), default=0, about="When the offset was committed, in milliseconds since 1970."),
    ),
    about="An offset committed in the oldest format.",
)

SCHEMA = MessageSchema(
    "LegacyOffsetCommitValue",
    "coordinator-value",
    0,
    (0, 0),
    (0, -1),
    _LegacyOffsetCommitValue,
)
