# Generated from BrokerRegistrationChangeRecord.json by `python -m codegen generate`. Do not edit.
"""What BrokerRegistrationChangeRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerRegistrationChangeRecord = StructSchema(
    "BrokerRegistrationChangeRecord",
    (0, 3),
    (
        Field("broker_id", "brokerId", "int32", (0, 3), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 3), default=0, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("fenced", "fenced", "int8", (0, 3), tagged_versions=(0, 3), tag=0, default=0, about="-1 unfenced, 0 no change, 1 fenced."),
        Field("in_controlled_shutdown", "inControlledShutdown", "int8", (1, 3), tagged_versions=(1, 3), tag=1, default=0, about="0 no change, 1 the broker hands over its leaderships to stop."),
        Field("log_dirs", "logDirs", "uuid", (2, 3), is_array=True, tagged_versions=(2, 3), tag=2, default=(), about="Directory ids of the log directories that are online."),
        Field("cordoned_log_dirs", "cordonedLogDirs", "uuid", (3, 3), is_array=True, nullable_versions=(3, 3), tagged_versions=(3, 3), tag=3, about="Directory ids of log directories that take no new replicas; null for no change."),
    ),
    about="Changes parts of a broker's registration, fencing above all.",
)

SCHEMA = MessageSchema(
    "BrokerRegistrationChangeRecord",
    "metadata",
    17,
    (0, 3),
    (0, 3),
    _BrokerRegistrationChangeRecord,
)
