# Generated from ShareAcknowledgeRequest.json by `python -m codegen generate`. Do not edit.
"""What ShareAcknowledgeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AcknowledgementBatch = StructSchema(
    "AcknowledgementBatch",
    (0, 2),
    (
        Field("first_offset", "firstOffset", "int64", (0, 2), default=0, about="First offset."),
        Field("last_offset", "lastOffset", "int64", (0, 2), default=0, about="Last offset."),
        Field("acknowledge_types", "acknowledgeTypes", "int8", (0, 2), is_array=True, default=(), about="For each offset: 0 gap, 1 accept, 2 release, 3 reject, 4 renew; a single entry counts for all."),
    ),
    about="Ranges of offsets that are acknowledged.",
)
_AcknowledgePartition = StructSchema(
    "AcknowledgePartition",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, map_key=True, about="Number of the partition."),
        Field("acknowledgement_batches", "acknowledgementBatches", "struct", (0, 2), is_array=True, default=(), struct=_AcknowledgementBatch, about="Ranges of offsets that are acknowledged."),
    ),
    about="One entry for each partition.",
)
_AcknowledgeTopic = StructSchema(
    "AcknowledgeTopic",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', map_key=True, about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_AcknowledgePartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_ShareAcknowledgeRequest = StructSchema(
    "ShareAcknowledgeRequest",
    (0, 2),
    (
        Field("group_id", "groupId", "string", (0, 2), nullable_versions=(0, 2), entity_type="groupId", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 2), nullable_versions=(0, 2), default="", about="Id of the member."),
        Field("share_session_epoch", "shareSessionEpoch", "int32", (0, 2), default=0, about="Number of the request within the share session; 0 begins one, -1 ends it."),
        Field("is_renew_ack", "isRenewAck", "bool", (2, 2), default=False, about="Whether acquisition locks may be renewed by this request."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_AcknowledgeTopic, about="One entry for each topic."),
    ),
    about="A member of a share group acknowledges records without reading new ones.",
)

SCHEMA = MessageSchema(
    "ShareAcknowledgeRequest",
    "request",
    79,
    (0, 2),
    (0, 2),
    _ShareAcknowledgeRequest,
    listeners=("broker",),
)
