# Generated from StreamsGroupCurrentMemberAssignmentValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupCurrentMemberAssignmentValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TaskIds = StructSchema(
    "TaskIds",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default=""),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=()),
        Field("assignment_epochs", "assignmentEpochs", "int32", (0, 0), is_array=True, nullable_versions=(0, 0), tagged_versions=(0, 0), tag=0, default=()),
    ),
)
_StreamsGroupCurrentMemberAssignmentValue = StructSchema(
    "StreamsGroupCurrentMemberAssignmentValue",
    (0, 0),
    (
        Field("member_epoch", "memberEpoch", "int32", (0, 0), default=0),
        Field("previous_member_epoch", "previousMemberEpoch", "int32", (0, 0), default=0),
        Field("state", "state", "int8", (0, 0), default=0),
        Field("active_tasks", "activeTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
        Field("standby_tasks", "standbyTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
        Field("active_tasks_pending_revocation", "activeTasksPendingRevocation", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
        Field("standby_tasks_pending_revocation", "standbyTasksPendingRevocation", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
        Field("warmup_tasks_pending_revocation", "warmupTasksPendingRevocation", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupCurrentMemberAssignmentValue",
    "coordinator-value",
    22,
    (0, 0),
    (0, 0),
    _StreamsGroupCurrentMemberAssignmentValue,
)
