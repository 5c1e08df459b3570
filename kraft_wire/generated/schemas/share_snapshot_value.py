# Generated from ShareSnapshotValue.json by `python -m codegen generate`. Do not edit.
"""What ShareSnapshotValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StateBatch = StructSchema(
    "StateBatch",
    (0, 0),
    (
        Field("first_offset", "firstOffset", "int64", (0, 0), default=0, about="First offset."),
        Field("last_offset", "lastOffset", "int64", (0, 0), default=0, about="Last offset."),
        Field("delivery_state", "deliveryState", "int8", (0, 0), default=0, about="0 available, 2 acknowledged, 4 archived."),
        Field("delivery_count", "deliveryCount", "int16", (0, 0), default=0, about="How often the records were delivered."),
    ),
    about="States of ranges of offsets.",
)
_ShareSnapshotValue = StructSchema(
    "ShareSnapshotValue",
    (0, 0),
    (
        Field("snapshot_epoch", "snapshotEpoch", "int32", (0, 0), default=0, about="Epoch of the snapshot."),
        Field("state_epoch", "stateEpoch", "int32", (0, 0), default=0, about="Epoch of the share partition's state."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0, about="First offset that is not yet done."),
        Field("delivery_complete_count", "deliveryCompleteCount", "int32", (0, 0), tagged_versions=(0, 0), tag=0, default=-1, about="Number of records at or above the start offset whose delivery is complete; -1 if unknown."),
        Field("create_timestamp", "createTimestamp", "int64", (0, 0), default=0, about="When the state was created, in milliseconds since 1970."),
        Field("write_timestamp", "writeTimestamp", "int64", (0, 0), default=0, about="When the state was written, in milliseconds since 1970."),
        Field("state_batches", "stateBatches", "struct", (0, 0), is_array=True, default=(), struct=_StateBatch, about="States of ranges of offsets."),
    ),
    about="The whole state of a share partition.",
)

SCHEMA = MessageSchema(
    "ShareSnapshotValue",
    "coordinator-value",
    0,
    (0, 0),
    (0, 0),
    _ShareSnapshotValue,
)
