# Generated from FetchResponse.json by `python -m codegen generate`. Do not edit.
"""What FetchResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_EpochEndOffset = StructSchema(
    "EpochEndOffset",
    (12, 18),
    (
        Field("epoch", "epoch", "int32", (12, 18), default=-1, about="Highest epoch of the leader's log that is not above the reader's; -1 without divergence."),
        Field("end_offset", "endOffset", "int64", (12, 18), default=-1, about="Where that epoch ends in the leader's log, exclusive; -1 without divergence."),
    ),
    about="Where the leader's log parts from the reader's; an end offset of -1 where it does not.",
)
_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (12, 18),
    (
        Field("leader_id", "leaderId", "int32", (12, 18), default=-1, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (12, 18), default=-1, about="Epoch of the leader; -1 if unknown."),
    ),
    about="The leader as far as the answering node knows.",
)
_SnapshotId = StructSchema(
    "SnapshotId",
    (12, 18),
    (
        Field("end_offset", "endOffset", "int64", (0, 18), default=-1, about="Offset behind the last record that the snapshot replaces; -1 for no snapshot."),
        Field("epoch", "epoch", "int32", (0, 18), default=-1, about="Epoch of the last record that the snapshot replaces; -1 for no snapshot."),
    ),
    about="Snapshot to fetch because the log no longer begins where the reader ends; end offset -1 for none.",
)
_AbortedTransaction = StructSchema(
    "AbortedTransaction",
    (4, 18),
    (
        Field("producer_id", "producerId", "int64", (4, 18), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("first_offset", "firstOffset", "int64", (4, 18), default=0, about="First offset."),
    ),
    about="Aborted transactions within what was read, so that the reader can skip them.",
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 18),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 18), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 18), default=0, about="Error code; 0 for success."),
        Field("high_watermark", "highWatermark", "int64", (0, 18), default=0, about="End of what is committed, exclusive."),
        Field("last_stable_offset", "lastStableOffset", "int64", (4, 18), ignorable=True, default=-1, about="Offset below which every transaction is decided."),
        Field("log_start_offset", "logStartOffset", "int64", (5, 18), ignorable=True, default=-1, about="First offset that the log still has; -1 if unknown."),
        Field("diverging_epoch", "divergingEpoch", "struct", (12, 18), tagged_versions=(12, 18), tag=0, default=ABSENT, struct=_EpochEndOffset, about="Where the leader's log parts from the reader's; an end offset of -1 where it does not."),
        Field("current_leader", "currentLeader", "struct", (12, 18), tagged_versions=(12, 18), tag=1, default=ABSENT, struct=_LeaderIdAndEpoch, about="The leader as far as the answering node knows."),
        Field("snapshot_id", "snapshotId", "struct", (12, 18), tagged_versions=(12, 18), tag=2, default=ABSENT, struct=_SnapshotId, about="Snapshot to fetch because the log no longer begins where the reader ends; end offset -1 for none."),
        Field("aborted_transactions", "abortedTransactions", "struct", (4, 18), is_array=True, nullable_versions=(4, 18), ignorable=True, default=(), struct=_AbortedTransaction, about="Aborted transactions within what was read, so that the reader can skip them."),
        Field("preferred_read_replica", "preferredReadReplica", "int32", (11, 18), default=-1, entity_type="brokerId", about="Node id of the replica to read from instead; -1 for the leader."),
        Field("records", "records", "records", (0, 18), nullable_versions=(0, 18), about="Record batches from the fetch offset on; the last one may be cut off."),
    ),
    about="One entry for each partition.",
)
_FetchableTopicResponse = StructSchema(
    "FetchableTopicResponse",
    (0, 18),
    (
        Field("topic", "topic", "string", (0, 12), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (13, 18), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 18), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="What was read, by topic.",
)
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (16, 18),
    (
        Field("node_id", "nodeId", "int32", (16, 18), default=0, map_key=True, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("host", "host", "string", (16, 18), default="", about="Name or address of the host."),
        Field("port", "port", "int32", (16, 18), default=0, about="TCP port."),
        Field("rack", "rack", "string", (16, 18), nullable_versions=(16, 18), about="Rack of the node; null for none."),
    ),
    about="Where the leaders that this response names can be reached.",
)
_FetchResponse = StructSchema(
    "FetchResponse",
    (0, 18),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 18), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (7, 18), ignorable=True, default=0, about="Error code of the request as a whole; 0 for success."),
        Field("session_id", "sessionId", "int32", (7, 18), default=0, about="Id of the fetch session; 0 without one."),
        Field("responses", "responses", "struct", (0, 18), is_array=True, default=(), struct=_FetchableTopicResponse, about="What was read, by topic."),
        Field("node_endpoints", "nodeEndpoints", "struct", (16, 18), is_array=True, tagged_versions=(16, 18), tag=0, default=(), struct=_NodeEndpoint, about="Where the leaders that this response names can be reached."),
    ),
    about="Records, and what a reader must know of the log: its high watermark, its leader, where it diverges, or the snapshot to fetch instead.",
)

SCHEMA = MessageSchema(
    "FetchResponse",
    "response",
    1,
    (0, 18),
    (12, 18),
    _FetchResponse,
)
