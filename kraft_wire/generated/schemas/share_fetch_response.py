# Generated from ShareFetchResponse.json by `python -m codegen generate`. Do not edit.
"""What ShareFetchResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (0, 2),
    (
        Field("leader_id", "leaderId", "int32", (0, 2), default=0, about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=0, about="Epoch of the leader; -1 if unknown."),
    ),
    about="The leader as far as the answering node knows.",
)
_AcquiredRecords = StructSchema(
    "AcquiredRecords",
    (0, 2),
    (
        Field("first_offset", "firstOffset", "int64", (0, 2), default=0, about="First offset."),
        Field("last_offset", "lastOffset", "int64", (0, 2), default=0, about="Last offset."),
        Field("delivery_count", "deliveryCount", "int16", (0, 2), default=0, about="How often the records were delivered."),
    ),
    about="Ranges of offsets that this member has acquired.",
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), about="Text of the error; null without one."),
        Field("acknowledge_error_code", "acknowledgeErrorCode", "int16", (0, 2), default=0, about="What became of the acknowledgements, as an error code; 0 for success."),
        Field("acknowledge_error_message", "acknowledgeErrorMessage", "string", (0, 2), nullable_versions=(0, 2), about="Text of the acknowledgement error; null without one."),
        Field("current_leader", "currentLeader", "struct", (0, 2), default=ABSENT, struct=_LeaderIdAndEpoch, about="The leader as far as the answering node knows."),
        Field("records", "records", "records", (0, 2), nullable_versions=(0, 0), about="Record batches."),
        Field("acquired_records", "acquiredRecords", "struct", (0, 2), is_array=True, default=(), struct=_AcquiredRecords, about="Ranges of offsets that this member has acquired."),
    ),
    about="One entry for each partition.",
)
_ShareFetchableTopicResponse = StructSchema(
    "ShareFetchableTopicResponse",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', map_key=True, about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (0, 2),
    (
        Field("node_id", "nodeId", "int32", (0, 2), default=0, map_key=True, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("host", "host", "string", (0, 2), default="", about="Name or address of the host."),
        Field("port", "port", "int32", (0, 2), default=0, about="TCP port."),
        Field("rack", "rack", "string", (0, 2), nullable_versions=(0, 2), about="Rack of the node; null for none."),
    ),
    about="Where the leaders that this response names can be reached.",
)
_ShareFetchResponse = StructSchema(
    "ShareFetchResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), about="Text of the error; null without one."),
        Field("acquisition_lock_timeout_ms", "acquisitionLockTimeoutMs", "int32", (1, 2), default=0, about="Milliseconds for which an acquired record belongs to its member."),
        Field("responses", "responses", "struct", (0, 2), is_array=True, default=(), struct=_ShareFetchableTopicResponse, about="One result for each thing that was asked for."),
        Field("node_endpoints", "nodeEndpoints", "struct", (0, 2), is_array=True, default=(), struct=_NodeEndpoint, about="Where the leaders that this response names can be reached."),
    ),
    about="Answers ShareFetchRequest.",
)

SCHEMA = MessageSchema(
    "ShareFetchResponse",
    "response",
    78,
    (0, 2),
    (0, 2),
    _ShareFetchResponse,
)
