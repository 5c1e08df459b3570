# Generated from FindCoordinatorRequest.json by `python -m codegen generate`. Do not edit.
"""What FindCoordinatorRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_FindCoordinatorRequest = StructSchema(
    "FindCoordinatorRequest",
    (0, 6),
    (
        Field("key", "key", "string", (0, 3), default="", about="Group or transactional id whose coordinator is wanted."),
        Field("key_type", "keyType", "int8", (1, 6), default=0, about="0 group, 1 transaction, 2 share."),
        Field("coordinator_keys", "coordinatorKeys", "string", (4, 6), is_array=True, default=(), about="Groups, transactional ids or share partitions whose coordinator is wanted."),
    ),
    about="Asks which broker coordinates groups, transactions or share state.",
)

SCHEMA = MessageSchema(
    "FindCoordinatorRequest",
    "request",
    10,
    (0, 6),
    (3, 6),
    _FindCoordinatorRequest,
    listeners=("broker",),
)
