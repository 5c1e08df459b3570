# Generated from AlterReplicaLogDirsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterReplicaLogDirsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterReplicaLogDirTopic = StructSchema(
    "AlterReplicaLogDirTopic",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default=""),
        Field("partitions", "partitions", "int32", (0, 2), is_array=True, default=()),
    ),
)
_AlterReplicaLogDir = StructSchema(
    "AlterReplicaLogDir",
    (0, 2),
    (
        Field("path", "path", "string", (0, 2), default=""),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_AlterReplicaLogDirTopic),
    ),
)
_AlterReplicaLogDirsRequest = StructSchema(
    "AlterReplicaLogDirsRequest",
    (0, 2),
    (
        Field("dirs", "dirs", "struct", (0, 2), is_array=True, default=(), struct=_AlterReplicaLogDir),
    ),
)

SCHEMA = MessageSchema(
    "AlterReplicaLogDirsRequest",
    "request",
    34,
    (0, 2),
    (2, 2),
    _AlterReplicaLogDirsRequest,
)
