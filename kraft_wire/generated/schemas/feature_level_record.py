# Generated from FeatureLevelRecord.json by `python -m codegen generate`. Do not edit.
"""What FeatureLevelRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_FeatureLevelRecord = StructSchema(
    "FeatureLevelRecord",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the feature."),
        Field("feature_level", "featureLevel", "int16", (0, 0), default=0, about="Finalized level; 0 takes the feature away."),
    ),
    about="Sets the finalized level of a feature.",
)

SCHEMA = MessageSchema(
    "FeatureLevelRecord",
    "metadata",
    12,
    (0, 0),
    (0, 0),
    _FeatureLevelRecord,
)
