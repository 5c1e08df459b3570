# Generated from UnregisterControllerRequest.json by `python -m codegen generate`. Do not edit.
"""What UnregisterControllerRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UnregisterControllerRequest = StructSchema(
    "UnregisterControllerRequest",
    (0, 0),
    (
        Field("controller_id", "controllerId", "int32", (0, 0), default=0, about="Node id of the controller; -1 if there is none."),
    ),
    about="Takes a stopped controller out of the cluster's metadata (KIP-1312).",
)

SCHEMA = MessageSchema(
    "UnregisterControllerRequest",
    "request",
    94,
    (0, 0),
    (0, 0),
    _UnregisterControllerRequest,
    listeners=("broker", "controller",),
)
