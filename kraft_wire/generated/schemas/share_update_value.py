# Generated from ShareUpdateValue.json by `python -m codegen generate`. Do not edit.
"""What ShareUpdateValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StateBatch = StructSchema(
    "StateBatch",
    (0, 0),
    (
        Field("first_offset", "firstOffset", "int64", (0, 0), default=0),
        Field("last_offset", "lastOffset", "int64", (0, 0), default=0),
        Field("delivery_state", "deliveryState", "int8", (0, 0), default=0),
        Field("delivery_count", "deliveryCount", "int16", (0, 0), default=0),
    ),
)
_ShareUpdateValue = StructSchema(
    "ShareUpdateValue",
    (0, 0),
    (
        Field("snapshot_epoch", "snapshotEpoch", "int32", (0, 0), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=0),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0),
        Field("delivery_complete_count", "deliveryCompleteCount", "int32", (0, 0), tagged_versions=(0, 0), tag=0, default=-1),
        Field("state_batches", "stateBatches", "struct", (0, 0), is_array=True, default=(), struct=_StateBatch),
    ),
)

SCHEMA = MessageSchema(
    "ShareUpdateValue",
    "coordinator-value",
    1,
    (0, 0),
    (0, 0),
    _ShareUpdateValue,
)
