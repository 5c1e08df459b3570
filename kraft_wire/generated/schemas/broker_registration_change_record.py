# Generated from BrokerRegistrationChangeRecord.json by `python -m codegen generate`. Do not edit.
"""What BrokerRegistrationChangeRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerRegistrationChangeRecord = StructSchema(
    "BrokerRegistrationChangeRecord",
    (0, 3),
    (
        Field("broker_id", "brokerId", "int32", (0, 3), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 3), default=0),
        Field("fenced", "fenced", "int8", (0, 3), tagged_versions=(0, 3), tag=0, default=0),
        Field("in_controlled_shutdown", "inControlledShutdown", "int8", (1, 3), tagged_versions=(1, 3), tag=1, default=0),
        Field("log_dirs", "logDirs", "uuid", (2, 3), is_array=True, tagged_versions=(2, 3), tag=2, default=()),
        Field("cordoned_log_dirs", "cordonedLogDirs", "uuid", (3, 3), is_array=True, nullable_versions=(3, 3), tagged_versions=(3, 3), tag=3),
    ),
)

SCHEMA = MessageSchema(
    "BrokerRegistrationChangeRecord",
    "metadata",
    17,
    (0, 3),
    (0, 3),
    _BrokerRegistrationChangeRecord,
)
