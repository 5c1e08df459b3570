# Generated from FeatureLevelRecord.json by `python -m codegen generate`. Do not edit.
"""What FeatureLevelRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_FeatureLevelRecord = StructSchema(
    "FeatureLevelRecord",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("feature_level", "featureLevel", "int16", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "FeatureLevelRecord",
    "metadata",
    12,
    (0, 0),
    (0, 0),
    _FeatureLevelRecord,
)
