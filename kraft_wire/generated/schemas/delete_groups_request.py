# Generated from DeleteGroupsRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteGroupsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteGroupsRequest = StructSchema(
    "DeleteGroupsRequest",
    (0, 3),
    (
        Field("groups_names", "groupsNames", "string", (0, 3), is_array=True, default=(), entity_type="groupId", about="Ids of the groups to delete."),
    ),
    about="Deletes groups that have no members.",
)

SCHEMA = MessageSchema(
    "DeleteGroupsRequest",
    "request",
    42,
    (0, 3),
    (2, 3),
    _DeleteGroupsRequest,
    listeners=("broker",),
)
