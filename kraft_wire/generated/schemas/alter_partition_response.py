# Generated from AlterPartitionResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterPartitionResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 3),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 3), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("leader_id", "leaderId", "int32", (0, 3), default=0, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 3), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("isr", "isr", "int32", (0, 3), is_array=True, default=(), entity_type="brokerId", about="Node ids of the in-sync replicas."),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (1, 3), ignorable=True, default=0, about="0 recovered, 1 the leader came from an unclean election and is recovering."),
        Field("partition_epoch", "partitionEpoch", "int32", (0, 3), default=0, about="Epoch of the partition, raised by each change of its state."),
    ),
    about="One entry for each partition.",
)
_TopicData = StructSchema(
    "TopicData",
    (0, 3),
    (
        Field("topic_name", "topicName", "string", (0, 1), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (2, 3), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 3), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_AlterPartitionResponse = StructSchema(
    "AlterPartitionResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("topics", "topics", "struct", (0, 3), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
    ),
    about="Tells the partition state after the attempt.",
)

SCHEMA = MessageSchema(
    "AlterPartitionResponse",
    "response",
    56,
    (0, 3),
    (0, 3),
    _AlterPartitionResponse,
)
