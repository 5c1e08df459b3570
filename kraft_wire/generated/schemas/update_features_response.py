# Generated from UpdateFeaturesResponse.json by `python -m codegen generate`. Do not edit.
"""What UpdateFeaturesResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UpdatableFeatureResult = StructSchema(
    "UpdatableFeatureResult",
    (0, 1),
    (
        Field("feature", "feature", "string", (0, 2), default="", map_key=True, about="Name of the feature."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), default="", about="Text of the error; null without one."),
    ),
    about="One result for each thing that was asked for.",
)
_UpdateFeaturesResponse = StructSchema(
    "UpdateFeaturesResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), default="", about="Text of the error; null without one."),
        Field("results", "results", "struct", (0, 1), is_array=True, ignorable=True, default=(), struct=_UpdatableFeatureResult, about="One result for each thing that was asked for."),
    ),
    about="Answers UpdateFeaturesRequest.",
)

SCHEMA = MessageSchema(
    "UpdateFeaturesResponse",
    "response",
    57,
    (0, 2),
    (0, 2),
    _UpdateFeaturesResponse,
)
