# Generated from TxnOffsetCommitRequest.json by `python -m codegen generate`. Do not edit.
"""What TxnOffsetCommitRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TxnOffsetCommitRequestPartition = StructSchema(
    "TxnOffsetCommitRequestPartition",
    (0, 6),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 6), default=0, about="Number of the partition."),
        Field("committed_offset", "committedOffset", "int64", (0, 6), default=0, about="Offset of the next record to consume; -1 where none is committed."),
        Field("committed_leader_epoch", "committedLeaderEpoch", "int32", (2, 6), ignorable=True, default=-1, about="Leader epoch of the last record that was consumed; -1 if unknown."),
        Field("committed_metadata", "committedMetadata", "string", (0, 6), nullable_versions=(0, 6), default="", about="Text that the client keeps with the offset."),
    ),
    about="One entry for each partition.",
)
_TxnOffsetCommitRequestTopic = StructSchema(
    "TxnOffsetCommitRequestTopic",
    (0, 6),
    (
        Field("name", "name", "string", (0, 5), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (6, 6), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 6), is_array=True, default=(), struct=_TxnOffsetCommitRequestPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_TxnOffsetCommitRequest = StructSchema(
    "TxnOffsetCommitRequest",
    (0, 6),
    (
        Field("transactional_id", "transactionalId", "string", (0, 6), default="", entity_type="transactionalId", about="Transactional id of the producer."),
        Field("group_id", "groupId", "string", (0, 6), default="", entity_type="groupId", about="Id of the group."),
        Field("producer_id", "producerId", "int64", (0, 6), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (0, 6), default=0, about="Epoch of the producer; -1 for none."),
        Field("generation_id_or_member_epoch", "generationIdOrMemberEpoch", "int32", (3, 6), default=-1, about="Generation of a classic group, or member epoch in the new protocol; -1 without membership."),
        Field("member_id", "memberId", "string", (3, 6), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (3, 6), nullable_versions=(3, 6), about="Static id of the member; null for a dynamic one."),
        Field("topics", "topics", "struct", (0, 6), is_array=True, default=(), struct=_TxnOffsetCommitRequestTopic, about="One entry for each topic."),
    ),
    about="Commits offsets of a group as part of a transaction.",
)

SCHEMA = MessageSchema(
    "TxnOffsetCommitRequest",
    "request",
    28,
    (0, 6),
    (3, 6),
    _TxnOffsetCommitRequest,
    listeners=("broker",),
)
