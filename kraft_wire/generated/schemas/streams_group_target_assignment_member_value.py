# Generated from StreamsGroupTargetAssignmentMemberValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTargetAssignmentMemberValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TASK_IDS = StructSchema(
    "TaskIds",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default=""),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=()),
    ),
)
_STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE = StructSchema(
    "StreamsGroupTargetAssignmentMemberValue",
    (0, 0),
    (
        Field("active_tasks", "activeTasks", "struct", (0, 0), is_array=True, default=(), struct=_TASK_IDS),
        Field("standby_tasks", "standbyTasks", "struct", (0, 0), is_array=True, default=(), struct=_TASK_IDS),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 0), is_array=True, default=(), struct=_TASK_IDS),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupTargetAssignmentMemberValue",
    "coordinator-value",
    21,
    (0, 0),
    (0, 0),
    _STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE,
)
