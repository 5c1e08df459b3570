# Generated from StreamsGroupTargetAssignmentMemberValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTargetAssignmentMemberValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TaskIds = StructSchema(
    "TaskIds",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default="", about="Id of the subtopology."),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=(), about="Numbers of the partitions."),
    ),
)
_StreamsGroupTargetAssignmentMemberValue = StructSchema(
    "StreamsGroupTargetAssignmentMemberValue",
    (0, 0),
    (
        Field("active_tasks", "activeTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Tasks that process records."),
        Field("standby_tasks", "standbyTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Tasks that keep a copy of the state."),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Tasks that restore their state in order to become active here."),
    ),
    about="The tasks that a member of a streams group shall have.",
)

SCHEMA = MessageSchema(
    "StreamsGroupTargetAssignmentMemberValue",
    "coordinator-value",
    21,
    (0, 0),
    (0, 0),
    _StreamsGroupTargetAssignmentMemberValue,
)
