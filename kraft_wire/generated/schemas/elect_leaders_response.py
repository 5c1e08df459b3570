# Generated from ElectLeadersResponse.json by `python -m codegen generate`. Do not edit.
"""What ElectLeadersResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 2),
    (
        Field("partition_id", "partitionId", "int32", (0, 2), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), default="", about="Text of the error; null without one."),
    ),
    about="Results by partition.",
)
_ReplicaElectionResult = StructSchema(
    "ReplicaElectionResult",
    (0, 2),
    (
        Field("topic", "topic", "string", (0, 2), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_result", "partitionResult", "struct", (0, 2), is_array=True, default=(), struct=_PartitionResult, about="Results by partition."),
    ),
    about="Results by topic.",
)
_ElectLeadersResponse = StructSchema(
    "ElectLeadersResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (1, 2), default=0, about="Error code; 0 for success."),
        Field("replica_election_results", "replicaElectionResults", "struct", (0, 2), is_array=True, default=(), struct=_ReplicaElectionResult, about="Results by topic."),
    ),
    about="Answers ElectLeadersRequest.",
)

SCHEMA = MessageSchema(
    "ElectLeadersResponse",
    "response",
    43,
    (0, 2),
    (2, 2),
    _ElectLeadersResponse,
)
