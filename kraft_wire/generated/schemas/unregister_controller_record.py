# Generated from UnregisterControllerRecord.json by `python -m codegen generate`. Do not edit.
"""What UnregisterControllerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UnregisterControllerRecord = StructSchema(
    "UnregisterControllerRecord",
    (0, 0),
    (
        Field("controller_id", "controllerId", "int32", (0, 0), default=0, about="Node id of the controller; -1 if there is none."),
    ),
    about="Removes a controller's registration.",
)

SCHEMA = MessageSchema(
    "UnregisterControllerRecord",
    "metadata",
    29,
    (0, 0),
    (0, 0),
    _UnregisterControllerRecord,
)
