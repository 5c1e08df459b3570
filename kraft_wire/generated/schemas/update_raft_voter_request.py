# Generated from UpdateRaftVoterRequest.json by `python -m codegen generate`. Do not edit.
"""What UpdateRaftVoterRequest looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_Listener = StructSchema(
    "Listener",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", map_key=True, about="Name of the listener."),
        Field("host", "host", "string", (0, 0), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 0), default=0, about="TCP port."),
    ),
    about="Where the voter can be reached now.",
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
_UpdateRaftVoterRequest = StructSchema(
    "UpdateRaftVoterRequest",
    (0, 0),
    (
        Field("cluster_id", "clusterId", "string", (0, 0), nullable_versions=(0, 0), default="", about="Id of the cluster."),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (0, 0), default=0, about="Leader epoch that the sender believes in, for fencing; -1 if it knows none."),
        Field("voter_id", "voterId", "int32", (0, 0), default=0, about="Node id of the voter, which is the sender."),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the voter, which is the sender."),
        Field("listeners", "listeners", "struct", (0, 0), is_array=True, default=(), struct=_Listener, about="Where the voter can be reached now."),
        Field("kraft_version_feature", "kRaftVersionFeature", "struct", (0, 0), default=ABSENT, struct=_KRaftVersionFeature, about="Levels of kraft.version that the voter can do."),
    ),
    about="A voter tells the leader its endpoints and which kraft.version it can do.",
)

SCHEMA = MessageSchema(
    "UpdateRaftVoterRequest",
    "request",
    82,
    (0, 0),
    (0, 0),
    _UpdateRaftVoterRequest,
    listeners=("controller",),
)
