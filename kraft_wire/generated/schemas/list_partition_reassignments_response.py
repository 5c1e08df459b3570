# Generated from ListPartitionReassignmentsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListPartitionReassignmentsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OngoingPartitionReassignment = StructSchema(
    "OngoingPartitionReassignment",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("replicas", "replicas", "int32", (0, 0), is_array=True, default=(), entity_type="brokerId", about="Node ids of the replicas, preferred leader first."),
        Field("adding_replicas", "addingReplicas", "int32", (0, 0), is_array=True, default=(), entity_type="brokerId", about="Node ids of replicas that a reassignment adds."),
        Field("removing_replicas", "removingReplicas", "int32", (0, 0), is_array=True, default=(), entity_type="brokerId", about="Node ids of replicas that a reassignment removes."),
    ),
    about="One entry for each partition.",
)
_OngoingTopicReassignment = StructSchema(
    "OngoingTopicReassignment",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_OngoingPartitionReassignment, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_ListPartitionReassignmentsResponse = StructSchema(
    "ListPartitionReassignmentsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default="", about="Text of the error; null without one."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_OngoingTopicReassignment, about="One entry for each topic."),
    ),
    about="Answers ListPartitionReassignmentsRequest.",
)

SCHEMA = MessageSchema(
    "ListPartitionReassignmentsResponse",
    "response",
    46,
    (0, 0),
    (0, 0),
    _ListPartitionReassignmentsResponse,
)
