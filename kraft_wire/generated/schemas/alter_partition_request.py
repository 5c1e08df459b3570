# Generated from AlterPartitionRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterPartitionRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerState = StructSchema(
    "BrokerState",
    (3, 3),
    (
        Field("broker_id", "brokerId", "int32", (3, 3), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (3, 3), default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
    ),
    about="New in-sync replicas with their broker epochs.",
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 3),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 3), default=0, about="Number of the partition."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 3), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("new_isr", "newIsr", "int32", (0, 2), is_array=True, default=(), entity_type="brokerId", about="Node ids of the new in-sync replicas."),
        Field("new_isr_with_epochs", "newIsrWithEpochs", "struct", (3, 3), is_array=True, default=(), struct=_BrokerState, about="New in-sync replicas with their broker epochs."),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (1, 3), default=0, about="0 recovered, 1 the leader came from an unclean election and is recovering."),
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
_AlterPartitionRequest = StructSchema(
    "AlterPartitionRequest",
    (0, 3),
    (
        Field("broker_id", "brokerId", "int32", (0, 3), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 3), default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("topics", "topics", "struct", (0, 3), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
    ),
    about="A partition leader asks the controller to change the in-sync replicas.",
)

SCHEMA = MessageSchema(
    "AlterPartitionRequest",
    "request",
    56,
    (0, 3),
    (0, 3),
    _AlterPartitionRequest,
    listeners=("controller",),
)
