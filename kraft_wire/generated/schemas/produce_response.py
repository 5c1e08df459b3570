# Generated from ProduceResponse.json by `python -m codegen generate`. Do not edit.
"""What ProduceResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_BatchIndexAndErrorMessage = StructSchema(
    "BatchIndexAndErrorMessage",
    (8, 13),
    (
        Field("batch_index", "batchIndex", "int32", (8, 13), default=0),
        Field("batch_index_error_message", "batchIndexErrorMessage", "string", (8, 13), nullable_versions=(8, 13)),
    ),
)
_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (10, 13),
    (
        Field("leader_id", "leaderId", "int32", (10, 13), default=-1),
        Field("leader_epoch", "leaderEpoch", "int32", (10, 13), default=-1),
    ),
)
_PartitionProduceResponse = StructSchema(
    "PartitionProduceResponse",
    (0, 13),
    (
        Field("index", "index", "int32", (0, 13), default=0),
        Field("error_code", "errorCode", "int16", (0, 13), default=0),
        Field("base_offset", "baseOffset", "int64", (0, 13), default=0),
        Field("log_append_time_ms", "logAppendTimeMs", "int64", (2, 13), ignorable=True, default=-1),
        Field("log_start_offset", "logStartOffset", "int64", (5, 13), ignorable=True, default=-1),
        Field("record_errors", "recordErrors", "struct", (8, 13), is_array=True, ignorable=True, default=(), struct=_BatchIndexAndErrorMessage),
        Field("error_message", "errorMessage", "string", (8, 13), nullable_versions=(8, 13), ignorable=True),
        Field("current_leader", "currentLeader", "struct", (10, 13), tagged_versions=(10, 13), tag=0, default=ABSENT, struct=_LeaderIdAndEpoch),
    ),
)
_TopicProduceResponse = StructSchema(
    "TopicProduceResponse",
    (0, 13),
    (
        Field("name", "name", "string", (0, 12), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (13, 13), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partition_responses", "partitionResponses", "struct", (0, 13), is_array=True, default=(), struct=_PartitionProduceResponse),
    ),
)
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (10, 13),
    (
        Field("node_id", "nodeId", "int32", (10, 13), default=0),
        Field("host", "host", "string", (10, 13), default=""),
        Field("port", "port", "int32", (10, 13), default=0),
        Field("rack", "rack", "string", (10, 13), nullable_versions=(10, 13)),
    ),
)
_ProduceResponse = StructSchema(
    "ProduceResponse",
    (0, 13),
    (
        Field("responses", "responses", "struct", (0, 13), is_array=True, default=(), struct=_TopicProduceResponse),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 13), ignorable=True, default=0),
        Field("node_endpoints", "nodeEndpoints", "struct", (10, 13), is_array=True, tagged_versions=(10, 13), tag=0, default=(), struct=_NodeEndpoint),
    ),
)

SCHEMA = MessageSchema(
    "ProduceResponse",
    "response",
    0,
    (0, 13),
    (9, 13),
    _ProduceResponse,
)
