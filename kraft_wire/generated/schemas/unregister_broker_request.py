# Generated from UnregisterBrokerRequest.json by `python -m codegen generate`. Do not edit.
"""What UnregisterBrokerRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UnregisterBrokerRequest = StructSchema(
    "UnregisterBrokerRequest",
    (0, 0),
    (
        Field("broker_id", "brokerId", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the broker."),
    ),
    about="Takes a stopped broker out of the cluster's metadata.",
)

SCHEMA = MessageSchema(
    "UnregisterBrokerRequest",
    "request",
    64,
    (0, 0),
    (0, 0),
    _UnregisterBrokerRequest,
    listeners=("broker", "controller",),
)
