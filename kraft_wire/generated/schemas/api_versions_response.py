# Generated from ApiVersionsResponse.json by `python -m codegen generate`. Do not edit.
"""What ApiVersionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ApiVersion = StructSchema(
    "ApiVersion",
    (0, 5),
    (
        Field("api_key", "apiKey", "int16", (0, 5), default=0, map_key=True, about="Number of the API."),
        Field("min_version", "minVersion", "int16", (0, 5), default=0, about="Lowest version that the server speaks."),
        Field("max_version", "maxVersion", "int16", (0, 5), default=0, about="Highest version that the server speaks."),
    ),
    about="APIs that the server speaks.",
)
_SupportedFeatureKey = StructSchema(
    "SupportedFeatureKey",
    (3, 5),
    (
        Field("name", "name", "string", (3, 5), default="", map_key=True, about="Name of the feature."),
        Field("min_version", "minVersion", "int16", (3, 5), default=0, about="Lowest level that the server supports."),
        Field("max_version", "maxVersion", "int16", (3, 5), default=0, about="Highest level that the server supports."),
    ),
    about="Features that the server supports, with their levels.",
)
_FinalizedFeatureKey = StructSchema(
    "FinalizedFeatureKey",
    (3, 5),
    (
        Field("name", "name", "string", (3, 5), default="", map_key=True, about="Name of the feature."),
        Field("max_version_level", "maxVersionLevel", "int16", (3, 5), default=0, about="Finalized level of the feature."),
        Field("min_version_level", "minVersionLevel", "int16", (3, 5), default=0, about="Finalized level of the feature, the same as the highest."),
    ),
    about="Features that hold in the whole cluster, with their levels.",
)
_ApiVersionsResponse = StructSchema(
    "ApiVersionsResponse",
    (0, 5),
    (
        Field("error_code", "errorCode", "int16", (0, 5), default=0, about="Error code; 0 for success."),
        Field("api_keys", "apiKeys", "struct", (0, 5), is_array=True, default=(), struct=_ApiVersion, about="APIs that the server speaks."),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 5), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("supported_features", "supportedFeatures", "struct", (3, 5), is_array=True, tagged_versions=(3, 5), tag=0, ignorable=True, default=(), struct=_SupportedFeatureKey, about="Features that the server supports, with their levels."),
        Field("finalized_features_epoch", "finalizedFeaturesEpoch", "int64", (3, 5), tagged_versions=(3, 5), tag=1, ignorable=True, default=-1, about="Metadata offset at which the finalized features were read; -1 if unknown."),
        Field("finalized_features", "finalizedFeatures", "struct", (3, 5), is_array=True, tagged_versions=(3, 5), tag=2, ignorable=True, default=(), struct=_FinalizedFeatureKey, about="Features that hold in the whole cluster, with their levels."),
        Field("zk_migration_ready", "zkMigrationReady", "bool", (3, 5), tagged_versions=(3, 5), tag=3, ignorable=True, default=False, about="Whether a controller is configured for a migration from ZooKeeper."),
    ),
    about="Lists APIs with their versions, and features; its header never has tagged fields, so that every client can read it.",
)

SCHEMA = MessageSchema(
    "ApiVersionsResponse",
    "response",
    18,
    (0, 5),
    (3, 5),
    _ApiVersionsResponse,
)
