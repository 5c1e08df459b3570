# Generated from AlterReplicaLogDirsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterReplicaLogDirsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterReplicaLogDirTopic = StructSchema(
    "AlterReplicaLogDirTopic",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 2), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="One entry for each topic.",
)
_AlterReplicaLogDir = StructSchema(
    "AlterReplicaLogDir",
    (0, 2),
    (
        Field("path", "path", "string", (0, 2), default="", map_key=True, about="Absolute path of the log directory."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_AlterReplicaLogDirTopic, about="One entry for each topic."),
    ),
    about="Log directories and the replicas that shall move there.",
)
_AlterReplicaLogDirsRequest = StructSchema(
    "AlterReplicaLogDirsRequest",
    (0, 2),
    (
        Field("dirs", "dirs", "struct", (0, 2), is_array=True, default=(), struct=_AlterReplicaLogDir, about="Log directories and the replicas that shall move there."),
    ),
    about="Moves replicas of a broker to other log directories of the same broker.",
)

SCHEMA = MessageSchema(
    "AlterReplicaLogDirsRequest",
    "request",
    34,
    (0, 2),
    (2, 2),
    _AlterReplicaLogDirsRequest,
    deprecated_versions=(0, 0),
    listeners=("broker",),
)
