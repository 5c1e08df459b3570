# Generated from UpdateFeaturesResponse.json by `python -m codegen generate`. Do not edit.
"""What UpdateFeaturesResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UpdatableFeatureResult = StructSchema(
    "UpdatableFeatureResult",
    (0, 1),
    (
        Field("feature", "feature", "string", (0, 2), default=""),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), default=""),
    ),
)
_UpdateFeaturesResponse = StructSchema(
    "UpdateFeaturesResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), default=""),
        Field("results", "results", "struct", (0, 1), is_array=True, ignorable=True, default=(), struct=_UpdatableFeatureResult),
    ),
)

SCHEMA = MessageSchema(
    "UpdateFeaturesResponse",
    "response",
    57,
    (0, 2),
    (0, 2),
    _UpdateFeaturesResponse,
)
