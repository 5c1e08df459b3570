# Generated from FindCoordinatorRequest.json by `python -m codegen generate`. Do not edit.
"""What FindCoordinatorRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_FindCoordinatorRequest = StructSchema(
    "FindCoordinatorRequest",
    (0, 6),
    (
        Field("key", "key", "string", (0, 3), default=""),
        Field("key_type", "keyType", "int8", (1, 6), default=0),
        Field("coordinator_keys", "coordinatorKeys", "string", (4, 6), is_array=True, default=()),
    ),
)

SCHEMA = MessageSchema(
    "FindCoordinatorRequest",
    "request",
    10,
    (0, 6),
    (3, 6),
    _FindCoordinatorRequest,
)
