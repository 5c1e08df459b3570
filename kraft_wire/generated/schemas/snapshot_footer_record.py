# Generated from SnapshotFooterRecord.json by `python -m codegen generate`. Do not edit.
"""What SnapshotFooterRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SnapshotFooterRecord = StructSchema(
    "SnapshotFooterRecord",
    (0, 0),
    (
        Field("version", "version", "int16", (0, 0), default=0, about="Version of the record."),
    ),
    about="Control record that ends a snapshot: what lacks it is cut off.",
)

SCHEMA = MessageSchema(
    "SnapshotFooterRecord",
    "data",
    None,
    (0, 0),
    (0, 0),
    _SnapshotFooterRecord,
)
