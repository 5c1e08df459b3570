# Generated from VotersRecord.json by `python -m codegen generate`. Do not edit.
"""What VotersRecord looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_Endpoint = StructSchema(
    "Endpoint",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", map_key=True, about="Name of the listener."),
        Field("host", "host", "string", (0, 0), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 0), default=0, about="TCP port."),
    ),
    about="Where the voter can be reached.",
)
_KRaftVersionFeature = StructSchema(
    "KRaftVersionFeature",
    (0, 0),
    (
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 0), default=0, about="Lowest kraft.version that the voter can do."),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 0), default=0, about="Highest kraft.version that the voter can do."),
    ),
    about="Levels of kraft.version that the voter can do.",
)
_Voter = StructSchema(
    "Voter",
    (0, 0),
    (
        Field("voter_id", "voterId", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the voter."),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the voter; zero if unknown."),
        Field("endpoints", "endpoints", "struct", (0, 0), is_array=True, default=(), struct=_Endpoint, about="Where the voter can be reached."),
        Field("kraft_version_feature", "kRaftVersionFeature", "struct", (0, 0), default=ABSENT, struct=_KRaftVersionFeature, about="Levels of kraft.version that the voter can do."),
    ),
    about="The voter set.",
)
_VotersRecord = StructSchema(
    "VotersRecord",
    (0, 0),
    (
        Field("version", "version", "int16", (0, 0), default=0, about="Version of the record."),
        Field("voters", "voters", "struct", (0, 0), is_array=True, default=(), struct=_Voter, about="The voter set."),
    ),
    about="Control record: the voter set that holds from here on (KIP-853).",
)

SCHEMA = MessageSchema(
    "VotersRecord",
    "data",
    None,
    (0, 0),
    (0, 0),
    _VotersRecord,
)
