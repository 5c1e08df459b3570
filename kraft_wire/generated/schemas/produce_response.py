# Generated from ProduceResponse.json by `python -m codegen generate`. Do not edit.
"""What ProduceResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_BatchIndexAndErrorMessage = StructSchema(
    "BatchIndexAndErrorMessage",
    (8, 13),
    (
        Field("batch_index", "batchIndex", "int32", (8, 13), default=0, about="Index of the record in its batch."),
        Field("batch_index_error_message", "batchIndexErrorMessage", "string", (8, 13), nullable_versions=(8, 13), about="Why this record was refused."),
    ),
    about="Records that made the broker refuse the batch.",
)
_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (10, 13),
    (
        Field("leader_id", "leaderId", "int32", (10, 13), default=-1, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (10, 13), default=-1, about="Epoch of the leader; -1 if unknown."),
    ),
    about="The leader as far as the answering node knows.",
)
_PartitionProduceResponse = StructSchema(
    "PartitionProduceResponse",
    (0, 13),
    (
        Field("index", "index", "int32", (0, 13), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 13), default=0, about="Error code; 0 for success."),
        Field("base_offset", "baseOffset", "int64", (0, 13), default=0, about="Offset that the first record of the batch got."),
        Field("log_append_time_ms", "logAppendTimeMs", "int64", (2, 13), ignorable=True, default=-1, about="Time at which the broker appended the batch; -1 where records keep their own."),
        Field("log_start_offset", "logStartOffset", "int64", (5, 13), ignorable=True, default=-1, about="First offset that the log still has; -1 if unknown."),
        Field("record_errors", "recordErrors", "struct", (8, 13), is_array=True, ignorable=True, default=(), struct=_BatchIndexAndErrorMessage, about="Records that made the broker refuse the batch."),
        Field("error_message", "errorMessage", "string", (8, 13), nullable_versions=(8, 13), ignorable=True, about="Text of the error; null without one."),
        Field("current_leader", "currentLeader", "struct", (10, 13), tagged_versions=(10, 13), tag=0, default=ABSENT, struct=_LeaderIdAndEpoch, about="The leader as far as the answering node knows."),
    ),
    about="Results by partition.",
)
_TopicProduceResponse = StructSchema(
    "TopicProduceResponse",
    (0, 13),
    (
        Field("name", "name", "string", (0, 12), ignorable=True, default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (13, 13), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', map_key=True, about="Id of the topic; zero if unknown."),
        Field("partition_responses", "partitionResponses", "struct", (0, 13), is_array=True, default=(), struct=_PartitionProduceResponse, about="Results by partition."),
    ),
    about="One result for each thing that was asked for.",
)
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (10, 13),
    (
        Field("node_id", "nodeId", "int32", (10, 13), default=0, map_key=True, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("host", "host", "string", (10, 13), default="", about="Name or address of the host."),
        Field("port", "port", "int32", (10, 13), default=0, about="TCP port."),
        Field("rack", "rack", "string", (10, 13), nullable_versions=(10, 13), about="Rack of the node; null for none."),
    ),
    about="Where the leaders that this response names can be reached.",
)
_ProduceResponse = StructSchema(
    "ProduceResponse",
    (0, 13),
    (
        Field("responses", "responses", "struct", (0, 13), is_array=True, default=(), struct=_TopicProduceResponse, about="One result for each thing that was asked for."),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 13), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("node_endpoints", "nodeEndpoints", "struct", (10, 13), is_array=True, tagged_versions=(10, 13), tag=0, default=(), struct=_NodeEndpoint, about="Where the leaders that this response names can be reached."),
    ),
    about="Answers ProduceRequest.",
)

SCHEMA = MessageSchema(
    "ProduceResponse",
    "response",
    0,
    (0, 13),
    (9, 13),
    _ProduceResponse,
)
