# Generated from UpdateFeaturesRequest.json by `python -m codegen generate`. Do not edit.
"""What UpdateFeaturesRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_FeatureUpdateKey = StructSchema(
    "FeatureUpdateKey",
    (0, 2),
    (
        Field("feature", "feature", "string", (0, 2), default=""),
        Field("max_version_level", "maxVersionLevel", "int16", (0, 2), default=0),
        Field("allow_downgrade", "allowDowngrade", "bool", (0, 0), default=False),
        Field("upgrade_type", "upgradeType", "int8", (1, 2), default=1),
    ),
)
_UpdateFeaturesRequest = StructSchema(
    "UpdateFeaturesRequest",
    (0, 2),
    (
        Field("timeout_ms", "timeoutMs", "int32", (0, 2), default=60000),
        Field("feature_updates", "featureUpdates", "struct", (0, 2), is_array=True, default=(), struct=_FeatureUpdateKey),
        Field("validate_only", "validateOnly", "bool", (1, 2), default=False),
    ),
)

SCHEMA = MessageSchema(
    "UpdateFeaturesRequest",
    "request",
    57,
    (0, 2),
    (0, 2),
    _UpdateFeaturesRequest,
)
