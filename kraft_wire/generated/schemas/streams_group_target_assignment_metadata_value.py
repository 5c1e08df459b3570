# Generated from StreamsGroupTargetAssignmentMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTargetAssignmentMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StreamsGroupTargetAssignmentMetadataValue = StructSchema(
    "StreamsGroupTargetAssignmentMetadataValue",
    (0, 0),
    (
        Field("assignment_epoch", "assignmentEpoch", "int32", (0, 0), default=0, about="Epoch of the group for which the assignment was computed."),
        Field("assignment_timestamp", "assignmentTimestamp", "int64", (0, 0), tagged_versions=(0, 0), tag=0, ignorable=True, default=0, about="When the assignment was computed, in milliseconds since 1970."),
    ),
    about="The epoch for which a target assignment was computed.",
)

SCHEMA = MessageSchema(
    "StreamsGroupTargetAssignmentMetadataValue",
    "coordinator-value",
    20,
    (0, 0),
    (0, 0),
    _StreamsGroupTargetAssignmentMetadataValue,
)
