# Generated from StreamsGroupHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupHeartbeatResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_Status = StructSchema(
    "Status",
    (0, 1),
    (
        Field("status_code", "statusCode", "int8", (0, 1), default=0),
        Field("status_detail", "statusDetail", "string", (0, 1), default=""),
    ),
)
_TaskIds = StructSchema(
    "TaskIds",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default=""),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=()),
    ),
)
_Endpoint = StructSchema(
    "Endpoint",
    (0, 1),
    (
        Field("host", "host", "string", (0, 1), default=""),
        Field("port", "port", "uint16", (0, 1), default=0),
    ),
)
_TopicPartition = StructSchema(
    "TopicPartition",
    (0, 1),
    (
        Field("topic", "topic", "string", (0, 1), default=""),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=()),
    ),
)
_EndpointToPartitions = StructSchema(
    "EndpointToPartitions",
    (0, 1),
    (
        Field("user_endpoint", "userEndpoint", "struct", (0, 1), default=ABSENT, struct=_Endpoint),
        Field("active_partitions", "activePartitions", "struct", (0, 1), is_array=True, default=(), struct=_TopicPartition),
        Field("standby_partitions", "standbyPartitions", "struct", (0, 1), is_array=True, default=(), struct=_TopicPartition),
    ),
)
_StreamsGroupHeartbeatResponse = StructSchema(
    "StreamsGroupHeartbeatResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1)),
        Field("member_id", "memberId", "string", (0, 1), default=""),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0),
        Field("heartbeat_interval_ms", "heartbeatIntervalMs", "int32", (0, 1), default=0),
        Field("acceptable_recovery_lag_legacy", "acceptableRecoveryLagLegacy", "int32", (0, 0), default=0),
        Field("task_offset_interval_ms", "taskOffsetIntervalMs", "int32", (0, 1), default=0),
        Field("acceptable_recovery_lag", "acceptableRecoveryLag", "int64", (1, 1), ignorable=True, default=-1),
        Field("status", "status", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), default=(), struct=_Status),
        Field("active_tasks", "activeTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds),
        Field("standby_tasks", "standbyTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds),
        Field("topology_description_required", "topologyDescriptionRequired", "bool", (1, 1), default=False),
        Field("endpoint_information_epoch", "endpointInformationEpoch", "int32", (0, 1), default=0),
        Field("partitions_by_user_endpoint", "partitionsByUserEndpoint", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_EndpointToPartitions),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupHeartbeatResponse",
    "response",
    88,
    (0, 1),
    (0, 1),
    _StreamsGroupHeartbeatResponse,
)
