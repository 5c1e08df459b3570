# Generated from KRaftVersionRecord.json by `python -m codegen generate`. Do not edit.
"""What KRaftVersionRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_KRaftVersionRecord = StructSchema(
    "KRaftVersionRecord",
    (0, 0),
    (
        Field("version", "version", "int16", (0, 0), default=0),
        Field("kraft_version", "kRaftVersion", "int16", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "KRaftVersionRecord",
    "data",
    None,
    (0, 0),
    (0, 0),
    _KRaftVersionRecord,
)
