# Generated from StreamsGroupCurrentMemberAssignmentValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupCurrentMemberAssignmentValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TaskIds = StructSchema(
    "TaskIds",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default="", about="Id of the subtopology."),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=(), about="Numbers of the partitions."),
        Field("assignment_epochs", "assignmentEpochs", "int32", (0, 0), is_array=True, nullable_versions=(0, 0), tagged_versions=(0, 0), tag=0, default=(), about="Epoch at which each partition or task was assigned."),
    ),
)
_StreamsGroupCurrentMemberAssignmentValue = StructSchema(
    "StreamsGroupCurrentMemberAssignmentValue",
    (0, 0),
    (
        Field("member_epoch", "memberEpoch", "int32", (0, 0), default=0, about="Epoch of the member."),
        Field("previous_member_epoch", "previousMemberEpoch", "int32", (0, 0), default=0, about="Epoch of the member before the current one."),
        Field("state", "state", "int8", (0, 0), default=0, about="State of the member, as a number."),
        Field("active_tasks", "activeTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Tasks that process records."),
        Field("standby_tasks", "standbyTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Tasks that keep a copy of the state."),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Tasks that restore their state in order to become active here."),
        Field("active_tasks_pending_revocation", "activeTasksPendingRevocation", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Active tasks that the member must still give back."),
        Field("standby_tasks_pending_revocation", "standbyTasksPendingRevocation", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Standby tasks that the member must still give back."),
        Field("warmup_tasks_pending_revocation", "warmupTasksPendingRevocation", "struct", (0, 0), is_array=True, default=(), struct=_TaskIds, about="Warm-up tasks that the member must still give back."),
    ),
    about="The tasks that a member of a streams group has now and must still give back.",
)

SCHEMA = MessageSchema(
    "StreamsGroupCurrentMemberAssignmentValue",
    "coordinator-value",
    22,
    (0, 0),
    (0, 0),
    _StreamsGroupCurrentMemberAssignmentValue,
)
