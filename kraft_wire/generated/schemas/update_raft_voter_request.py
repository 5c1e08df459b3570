# Generated from UpdateRaftVoterRequest.json by `python -m codegen generate`. Do not edit.
"""What UpdateRaftVoterRequest looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_Listener = StructSchema(
    "Listener",
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
_UpdateRaftVoterRequest = StructSchema(
    "UpdateRaftVoterRequest",
    (0, 0),
    (
        Field("cluster_id", "clusterId", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (0, 0), default=0),
        Field("voter_id", "voterId", "int32", (0, 0), default=0),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("listeners", "listeners", "struct", (0, 0), is_array=True, default=(), struct=_Listener),
        Field("kraft_version_feature", "kRaftVersionFeature", "struct", (0, 0), default=ABSENT, struct=_KRaftVersionFeature),
    ),
)

SCHEMA = MessageSchema(
    "UpdateRaftVoterRequest",
    "request",
    82,
    (0, 0),
    (0, 0),
    _UpdateRaftVoterRequest,
)
