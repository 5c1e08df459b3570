# Generated from VotersRecord.json by `python -m codegen generate`. Do not edit.
"""What VotersRecord looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_Endpoint = StructSchema(
    "Endpoint",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("host", "host", "string", (0, 0), default=""),
        Field("port", "port", "uint16", (0, 0), default=0),
    ),
)
_KRaftVersionFeature = StructSchema(
    "KRaftVersionFeature",
    (0, 0),
    (
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 0), default=0),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 0), default=0),
    ),
)
_Voter = StructSchema(
    "Voter",
    (0, 0),
    (
        Field("voter_id", "voterId", "int32", (0, 0), default=0),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("endpoints", "endpoints", "struct", (0, 0), is_array=True, default=(), struct=_Endpoint),
        Field("kraft_version_feature", "kRaftVersionFeature", "struct", (0, 0), default=ABSENT, struct=_KRaftVersionFeature),
    ),
)
_VotersRecord = StructSchema(
    "VotersRecord",
    (0, 0),
    (
        Field("version", "version", "int16", (0, 0), default=0),
        Field("voters", "voters", "struct", (0, 0), is_array=True, default=(), struct=_Voter),
    ),
)

SCHEMA = MessageSchema(
    "VotersRecord",
    "data",
    None,
    (0, 0),
    (0, 0),
    _VotersRecord,
)
