# Generated from SnapshotHeaderRecord.json by `python -m codegen generate`. Do not edit.
"""What SnapshotHeaderRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SnapshotHeaderRecord = StructSchema(
    "SnapshotHeaderRecord",
    (0, 0),
    (
        Field("version", "version", "int16", (0, 0), default=0, about="Version of the record."),
        Field("last_contained_log_timestamp", "lastContainedLogTimestamp", "int64", (0, 0), default=0, about="Timestamp of the last record that the snapshot replaces, in milliseconds since 1970."),
    ),
    about="Control record that begins a snapshot.",
)

SCHEMA = MessageSchema(
    "SnapshotHeaderRecord",
    "data",
    None,
    (0, 0),
    (0, 0),
    _SnapshotHeaderRecord,
)
