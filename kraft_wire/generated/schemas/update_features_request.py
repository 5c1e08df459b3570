# Generated from UpdateFeaturesRequest.json by `python -m codegen generate`. Do not edit.
"""What UpdateFeaturesRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_FeatureUpdateKey = StructSchema(
    "FeatureUpdateKey",
    (0, 2),
    (
        Field("feature", "feature", "string", (0, 2), default="", map_key=True, about="Name of the feature."),
        Field("max_version_level", "maxVersionLevel", "int16", (0, 2), default=0, about="Level to finalize; 0 takes the feature away."),
        Field("allow_downgrade", "allowDowngrade", "bool", (0, 0), default=False, about="Whether a lower level is allowed."),
        Field("upgrade_type", "upgradeType", "int8", (1, 2), default=1, about="1 upgrade, 2 downgrade without loss, 3 downgrade that may lose metadata."),
    ),
    about="Features to change.",
)
_UpdateFeaturesRequest = StructSchema(
    "UpdateFeaturesRequest",
    (0, 2),
    (
        Field("timeout_ms", "timeoutMs", "int32", (0, 2), default=60000, about="Milliseconds that the server may take."),
        Field("feature_updates", "featureUpdates", "struct", (0, 2), is_array=True, default=(), struct=_FeatureUpdateKey, about="Features to change."),
        Field("validate_only", "validateOnly", "bool", (1, 2), default=False, about="Whether to check only and change nothing."),
    ),
    about="Raises or lowers finalized features of the cluster, metadata.version and kraft.version among them.",
)

SCHEMA = MessageSchema(
    "UpdateFeaturesRequest",
    "request",
    57,
    (0, 2),
    (0, 2),
    _UpdateFeaturesRequest,
    listeners=("broker", "controller",),
)
