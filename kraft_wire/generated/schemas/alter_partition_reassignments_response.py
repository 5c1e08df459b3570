# Generated from AlterPartitionReassignmentsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterPartitionReassignmentsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ReassignablePartitionResponse = StructSchema(
    "ReassignablePartitionResponse",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), default="", about="Text of the error; null without one."),
    ),
    about="One entry for each partition.",
)
_ReassignableTopicResponse = StructSchema(
    "ReassignableTopicResponse",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_ReassignablePartitionResponse, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_AlterPartitionReassignmentsResponse = StructSchema(
    "AlterPartitionReassignmentsResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("allow_replication_factor_change", "allowReplicationFactorChange", "bool", (1, 1), ignorable=True, default=True, about="Whether a reassignment may change the number of replicas."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), default="", about="Text of the error; null without one."),
        Field("responses", "responses", "struct", (0, 1), is_array=True, default=(), struct=_ReassignableTopicResponse, about="One result for each thing that was asked for."),
    ),
    about="Answers AlterPartitionReassignmentsRequest.",
)

SCHEMA = MessageSchema(
    "AlterPartitionReassignmentsResponse",
    "response",
    45,
    (0, 1),
    (0, 1),
    _AlterPartitionReassignmentsResponse,
)
