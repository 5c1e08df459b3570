# Generated from StreamsGroupDescribeRequest.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupDescribeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StreamsGroupDescribeRequest = StructSchema(
    "StreamsGroupDescribeRequest",
    (0, 1),
    (
        Field("group_ids", "groupIds", "string", (0, 1), is_array=True, default=(), entity_type="groupId", about="Ids of the groups."),
        Field("include_authorized_operations", "includeAuthorizedOperations", "bool", (0, 1), default=False, about="Whether to tell what the client may do."),
        Field("include_topology_description", "includeTopologyDescription", "bool", (1, 1), default=False, about="Whether to add the full topology."),
    ),
    about="Asks for the state of streams groups (KIP-1071).",
)

SCHEMA = MessageSchema(
    "StreamsGroupDescribeRequest",
    "request",
    89,
    (0, 1),
    (0, 1),
    _StreamsGroupDescribeRequest,
    listeners=("broker",),
)
