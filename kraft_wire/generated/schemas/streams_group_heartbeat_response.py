# Generated from StreamsGroupHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupHeartbeatResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_Status = StructSchema(
    "Status",
    (0, 1),
    (
        Field("status_code", "statusCode", "int8", (0, 1), default=0, about="Number of the status."),
        Field("status_detail", "statusDetail", "string", (0, 1), default="", about="Text of the status."),
    ),
    about="What is wrong or pending with the group.",
)
_TaskIds = StructSchema(
    "TaskIds",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default="", about="Id of the subtopology."),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=(), about="Numbers of the partitions."),
    ),
)
_Endpoint = StructSchema(
    "Endpoint",
    (0, 1),
    (
        Field("host", "host", "string", (0, 1), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 1), default=0, about="TCP port."),
    ),
    about="Where the application can be reached; null for none.",
)
_TopicPartition = StructSchema(
    "TopicPartition",
    (0, 1),
    (
        Field("topic", "topic", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=(), about="Numbers of the partitions."),
    ),
)
_EndpointToPartitions = StructSchema(
    "EndpointToPartitions",
    (0, 1),
    (
        Field("user_endpoint", "userEndpoint", "struct", (0, 1), default=ABSENT, struct=_Endpoint, about="Where the application can be reached; null for none."),
        Field("active_partitions", "activePartitions", "struct", (0, 1), is_array=True, default=(), struct=_TopicPartition, about="Partitions of active tasks at this endpoint."),
        Field("standby_partitions", "standbyPartitions", "struct", (0, 1), is_array=True, default=(), struct=_TopicPartition, about="Partitions of standby tasks at this endpoint."),
    ),
    about="Partitions by the endpoint that serves them.",
)
_StreamsGroupHeartbeatResponse = StructSchema(
    "StreamsGroupHeartbeatResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), about="Text of the error; null without one."),
        Field("member_id", "memberId", "string", (0, 1), default="", about="Id of the member."),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0, about="Epoch of the member."),
        Field("heartbeat_interval_ms", "heartbeatIntervalMs", "int32", (0, 1), default=0, about="Milliseconds between heartbeats."),
        Field("acceptable_recovery_lag_legacy", "acceptableRecoveryLagLegacy", "int32", (0, 0), default=0, about="Highest sum of offset lags at which a task counts as caught up, in 32 bits."),
        Field("task_offset_interval_ms", "taskOffsetIntervalMs", "int32", (0, 1), default=0, about="Milliseconds between reports of task offsets."),
        Field("acceptable_recovery_lag", "acceptableRecoveryLag", "int64", (1, 1), ignorable=True, default=-1, about="Highest sum of offset lags at which a task counts as caught up."),
        Field("status", "status", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), default=(), struct=_Status, about="What is wrong or pending with the group."),
        Field("active_tasks", "activeTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds, about="Tasks that process records."),
        Field("standby_tasks", "standbyTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds, about="Tasks that keep a copy of the state."),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds, about="Tasks that restore their state in order to become active here."),
        Field("topology_description_required", "topologyDescriptionRequired", "bool", (1, 1), default=False, about="Whether the member shall hand in its topology."),
        Field("endpoint_information_epoch", "endpointInformationEpoch", "int32", (0, 1), default=0, about="Epoch of what is told about endpoints."),
        Field("partitions_by_user_endpoint", "partitionsByUserEndpoint", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_EndpointToPartitions, about="Partitions by the endpoint that serves them."),
    ),
    about="Tells the member its epoch, its tasks and what is wrong with the group.",
)

SCHEMA = MessageSchema(
    "StreamsGroupHeartbeatResponse",
    "response",
    88,
    (0, 1),
    (0, 1),
    _StreamsGroupHeartbeatResponse,
)
