# Generated from KRaftVersionRecord.json by `python -m codegen generate`. Do not edit.
"""What KRaftVersionRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_KRaftVersionRecord = StructSchema(
    "KRaftVersionRecord",
    (0, 0),
    (
        Field("version", "version", "int16", (0, 0), default=0, about="Version of the record."),
        Field("kraft_version", "kRaftVersion", "int16", (0, 0), default=0, about="kraft.version: 0 for a static voter set, 1 and above for one in the log."),
    ),
    about="Control record: the kraft.version that holds from here on (KIP-853).",
)

SCHEMA = MessageSchema(
    "KRaftVersionRecord",
    "data",
    None,
    (0, 0),
    (0, 0),
    _KRaftVersionRecord,
)
