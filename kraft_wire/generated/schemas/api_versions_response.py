# Generated from ApiVersionsResponse.json by `python -m codegen generate`. Do not edit.
"""What ApiVersionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ApiVersion = StructSchema(
    "ApiVersion",
    (0, 5),
    (
        Field("api_key", "apiKey", "int16", (0, 5), default=0),
        Field("min_version", "minVersion", "int16", (0, 5), default=0),
        Field("max_version", "maxVersion", "int16", (0, 5), default=0),
    ),
)
_SupportedFeatureKey = StructSchema(
    "SupportedFeatureKey",
    (3, 5),
    (
        Field("name", "name", "string", (3, 5), default=""),
        Field("min_version", "minVersion", "int16", (3, 5), default=0),
        Field("max_version", "maxVersion", "int16", (3, 5), default=0),
    ),
)
_FinalizedFeatureKey = StructSchema(
    "FinalizedFeatureKey",
    (3, 5),
    (
        Field("name", "name", "string", (3, 5), default=""),
        Field("max_version_level", "maxVersionLevel", "int16", (3, 5), default=0),
        Field("min_version_level", "minVersionLevel", "int16", (3, 5), default=0),
    ),
)
_ApiVersionsResponse = StructSchema(
    "ApiVersionsResponse",
    (0, 5),
    (
        Field("error_code", "errorCode", "int16", (0, 5), default=0),
        Field("api_keys", "apiKeys", "struct", (0, 5), is_array=True, default=(), struct=_ApiVersion),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 5), ignorable=True, default=0),
        Field("supported_features", "supportedFeatures", "struct", (3, 5), is_array=True, tagged_versions=(3, 5), tag=0, ignorable=True, default=(), struct=_SupportedFeatureKey),
        Field("finalized_features_epoch", "finalizedFeaturesEpoch", "int64", (3, 5), tagged_versions=(3, 5), tag=1, ignorable=True, default=-1),
        Field("finalized_features", "finalizedFeatures", "struct", (3, 5), is_array=True, tagged_versions=(3, 5), tag=2, ignorable=True, default=(), struct=_FinalizedFeatureKey),
        Field("zk_migration_ready", "zkMigrationReady", "bool", (3, 5), tagged_versions=(3, 5), tag=3, ignorable=True, default=False),
    ),
)

SCHEMA = MessageSchema(
    "ApiVersionsResponse",
    "response",
    18,
    (0, 5),
    (3, 5),
    _ApiVersionsResponse,
)
