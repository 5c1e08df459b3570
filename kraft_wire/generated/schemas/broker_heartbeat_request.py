# Generated from BrokerHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What BrokerHeartbeatRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerHeartbeatRequest = StructSchema(
    "BrokerHeartbeatRequest",
    (0, 2),
    (
        Field("broker_id", "brokerId", "int32", (0, 2), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 2), default=-1),
        Field("current_metadata_offset", "currentMetadataOffset", "int64", (0, 2), default=0),
        Field("want_fence", "wantFence", "bool", (0, 2), default=False),
        Field("want_shut_down", "wantShutDown", "bool", (0, 2), default=False),
        Field("offline_log_dirs", "offlineLogDirs", "uuid", (1, 2), is_array=True, tagged_versions=(1, 2), tag=0, default=()),
        Field("cordoned_log_dirs", "cordonedLogDirs", "uuid", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=1),
    ),
)

SCHEMA = MessageSchema(
    "BrokerHeartbeatRequest",
    "request",
    63,
    (0, 2),
    (0, 2),
    _BrokerHeartbeatRequest,
)
