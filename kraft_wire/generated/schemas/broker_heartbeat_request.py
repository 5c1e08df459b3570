# Generated from BrokerHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What BrokerHeartbeatRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerHeartbeatRequest = StructSchema(
    "BrokerHeartbeatRequest",
    (0, 2),
    (
        Field("broker_id", "brokerId", "int32", (0, 2), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 2), default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("current_metadata_offset", "currentMetadataOffset", "int64", (0, 2), default=0, about="Offset up to which the broker has applied the metadata log."),
        Field("want_fence", "wantFence", "bool", (0, 2), default=False, about="Whether the broker wishes to be fenced."),
        Field("want_shut_down", "wantShutDown", "bool", (0, 2), default=False, about="Whether the broker wishes to stop."),
        Field("offline_log_dirs", "offlineLogDirs", "uuid", (1, 2), is_array=True, tagged_versions=(1, 2), tag=0, default=(), about="Directory ids of log directories that failed."),
        Field("cordoned_log_dirs", "cordonedLogDirs", "uuid", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=1, about="Directory ids of log directories that take no new replicas; null where the broker has not told."),
    ),
    about="A broker tells the controller that it lives and what state it wishes for.",
)

SCHEMA = MessageSchema(
    "BrokerHeartbeatRequest",
    "request",
    63,
    (0, 2),
    (0, 2),
    _BrokerHeartbeatRequest,
    listeners=("controller",),
)
