# Generated from StreamsGroupTargetAssignmentMemberValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTargetAssignmentMemberValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TaskIds = StructSchema(
    "TaskIds",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default=""),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=()),
    ),
)
_StreamsGroupTargetAssignmentMemberValue = StructSchema(
    "StreamsGroupTargetAssignmentMemberValue",
    (0, 0),
    (
        Field("active_tasks", "activeTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
        Field("standby_tasks", "standbyTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupTargetAssignmentMemberValue",
    "coordinator-value",
    21,
    (0, 0),
    (0, 0),
    _StreamsGroupTargetAssignmentMemberValue,
)
