# Generated from AlterPartitionRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterPartitionRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerState = StructSchema(
    "BrokerState",
    (3, 3),
    (
        Field("broker_id", "brokerId", "int32", (3, 3), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (3, 3), default=-1),
    ),
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 3),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 3), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 3), default=0),
        Field("new_isr", "newIsr", "int32", (0, 2), is_array=True, default=()),
        Field("new_isr_with_epochs", "newIsrWithEpochs", "struct", (3, 3), is_array=True, default=(), struct=_BrokerState),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (1, 3), default=0),
        Field("partition_epoch", "partitionEpoch", "int32", (0, 3), default=0),
    ),
)
_TopicData = StructSchema(
    "TopicData",
    (0, 3),
    (
        Field("topic_name", "topicName", "string", (0, 1), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (2, 3), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 3), is_array=True, default=(), struct=_PartitionData),
    ),
)
_AlterPartitionRequest = StructSchema(
    "AlterPartitionRequest",
    (0, 3),
    (
        Field("broker_id", "brokerId", "int32", (0, 3), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 3), default=-1),
        Field("topics", "topics", "struct", (0, 3), is_array=True, default=(), struct=_TopicData),
    ),
)

SCHEMA = MessageSchema(
    "AlterPartitionRequest",
    "request",
    56,
    (0, 3),
    (0, 3),
    _AlterPartitionRequest,
)
