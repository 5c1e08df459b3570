# Generated from StreamsGroupTopologyKey.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTopologyKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StreamsGroupTopologyKey = StructSchema(
    "StreamsGroupTopologyKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: the topology of a streams group.",
)

SCHEMA = MessageSchema(
    "StreamsGroupTopologyKey",
    "coordinator-key",
    23,
    (0, 0),
    (0, -1),
    _StreamsGroupTopologyKey,
)
