# Generated from ZkMigrationStateRecord.json by `python -m codegen generate`. Do not edit.
"""What ZkMigrationStateRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ZkMigrationStateRecord = StructSchema(
    "ZkMigrationStateRecord",
    (0, 0),
    (
        Field("zk_migration_state", "zkMigrationState", "int8", (0, 0), default=0, about="0 none, 1 under way, 2 before, 3 after the migration; 3.4 had 1 and 2 the other way round."),
    ),
    about="How far a migration from ZooKeeper has got.",
)

SCHEMA = MessageSchema(
    "ZkMigrationStateRecord",
    "metadata",
    21,
    (0, 0),
    (0, 0),
    _ZkMigrationStateRecord,
)
