# Generated from ElectLeadersResponse.json by `python -m codegen generate`. Do not edit.
"""What ElectLeadersResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 2),
    (
        Field("partition_id", "partitionId", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), default=""),
    ),
)
_ReplicaElectionResult = StructSchema(
    "ReplicaElectionResult",
    (0, 2),
    (
        Field("topic", "topic", "string", (0, 2), default=""),
        Field("partition_result", "partitionResult", "struct", (0, 2), is_array=True, default=(), struct=_PartitionResult),
    ),
)
_ElectLeadersResponse = StructSchema(
    "ElectLeadersResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (1, 2), default=0),
        Field("replica_election_results", "replicaElectionResults", "struct", (0, 2), is_array=True, default=(), struct=_ReplicaElectionResult),
    ),
)

SCHEMA = MessageSchema(
    "ElectLeadersResponse",
    "response",
    43,
    (0, 2),
    (2, 2),
    _ElectLeadersResponse,
)
