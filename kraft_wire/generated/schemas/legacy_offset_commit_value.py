# Generated from LegacyOffsetCommitValue.json by `python -m codegen generate`. Do not edit.
"""What LegacyOffsetCommitValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LegacyOffsetCommitValue = StructSchema(
    "LegacyOffsetCommitValue",
    (0, 0),
    (
        Field("offset", "offset", "int64", (0, 0), default=0),
        Field("metadata", "metadata", "string", (0, 0), default=""),
        Field("commit_timestamp", "commitTimestamp", "int64", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "LegacyOffsetCommitValue",
    "coordinator-value",
    0,
    (0, 0),
    (0, -1),
    _LegacyOffsetCommitValue,
)
