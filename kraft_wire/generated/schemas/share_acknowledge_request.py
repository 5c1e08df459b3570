# Generated from ShareAcknowledgeRequest.json by `python -m codegen generate`. Do not edit.
"""What ShareAcknowledgeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AcknowledgementBatch = StructSchema(
    "AcknowledgementBatch",
    (0, 2),
    (
        Field("first_offset", "firstOffset", "int64", (0, 2), default=0),
        Field("last_offset", "lastOffset", "int64", (0, 2), default=0),
        Field("acknowledge_types", "acknowledgeTypes", "int8", (0, 2), is_array=True, default=()),
    ),
)
_AcknowledgePartition = StructSchema(
    "AcknowledgePartition",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("acknowledgement_batches", "acknowledgementBatches", "struct", (0, 2), is_array=True, default=(), struct=_AcknowledgementBatch),
    ),
)
_AcknowledgeTopic = StructSchema(
    "AcknowledgeTopic",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_AcknowledgePartition),
    ),
)
_ShareAcknowledgeRequest = StructSchema(
    "ShareAcknowledgeRequest",
    (0, 2),
    (
        Field("group_id", "groupId", "string", (0, 2), nullable_versions=(0, 2)),
        Field("member_id", "memberId", "string", (0, 2), nullable_versions=(0, 2), default=""),
        Field("share_session_epoch", "shareSessionEpoch", "int32", (0, 2), default=0),
        Field("is_renew_ack", "isRenewAck", "bool", (2, 2), default=False),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_AcknowledgeTopic),
    ),
)

SCHEMA = MessageSchema(
    "ShareAcknowledgeRequest",
    "request",
    79,
    (0, 2),
    (0, 2),
    _ShareAcknowledgeRequest,
)
