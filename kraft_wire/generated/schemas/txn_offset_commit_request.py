# Generated from TxnOffsetCommitRequest.json by `python -m codegen generate`. Do not edit.
"""What TxnOffsetCommitRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TxnOffsetCommitRequestPartition = StructSchema(
    "TxnOffsetCommitRequestPartition",
    (0, 6),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 6), default=0),
        Field("committed_offset", "committedOffset", "int64", (0, 6), default=0),
        Field("committed_leader_epoch", "committedLeaderEpoch", "int32", (2, 6), ignorable=True, default=-1),
        Field("committed_metadata", "committedMetadata", "string", (0, 6), nullable_versions=(0, 6), default=""),
    ),
)
_TxnOffsetCommitRequestTopic = StructSchema(
    "TxnOffsetCommitRequestTopic",
    (0, 6),
    (
        Field("name", "name", "string", (0, 5), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (6, 6), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 6), is_array=True, default=(), struct=_TxnOffsetCommitRequestPartition),
    ),
)
_TxnOffsetCommitRequest = StructSchema(
    "TxnOffsetCommitRequest",
    (0, 6),
    (
        Field("transactional_id", "transactionalId", "string", (0, 6), default=""),
        Field("group_id", "groupId", "string", (0, 6), default=""),
        Field("producer_id", "producerId", "int64", (0, 6), default=0),
        Field("producer_epoch", "producerEpoch", "int16", (0, 6), default=0),
        Field("generation_id_or_member_epoch", "generationIdOrMemberEpoch", "int32", (3, 6), default=-1),
        Field("member_id", "memberId", "string", (3, 6), default=""),
        Field("group_instance_id", "groupInstanceId", "string", (3, 6), nullable_versions=(3, 6)),
        Field("topics", "topics", "struct", (0, 6), is_array=True, default=(), struct=_TxnOffsetCommitRequestTopic),
    ),
)

SCHEMA = MessageSchema(
    "TxnOffsetCommitRequest",
    "request",
    28,
    (0, 6),
    (3, 6),
    _TxnOffsetCommitRequest,
)
