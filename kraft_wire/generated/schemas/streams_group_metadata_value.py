# Generated from StreamsGroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LastAssignmentConfig = StructSchema(
    "LastAssignmentConfig",
    (0, 0),
    (
        Field("key", "key", "string", (0, 0), default=""),
        Field("value", "value", "string", (0, 0), default=""),
    ),
)
_StreamsGroupMetadataValue = StructSchema(
    "StreamsGroupMetadataValue",
    (0, 0),
    (
        Field("epoch", "epoch", "int32", (0, 0), default=0),
        Field("metadata_hash", "metadataHash", "int64", (0, 0), default=0),
        Field("validated_topology_epoch", "validatedTopologyEpoch", "int32", (0, 0), tagged_versions=(0, 0), tag=0, default=-1),
        Field("last_assignment_configs", "lastAssignmentConfigs", "struct", (0, 0), is_array=True, nullable_versions=(0, 0), tagged_versions=(0, 0), tag=1, default=(), struct=_LastAssignmentConfig),
        Field("stored_description_topology_epoch", "storedDescriptionTopologyEpoch", "int32", (0, 0), tagged_versions=(0, 0), tag=2, default=-1),
        Field("failed_description_topology_epoch", "failedDescriptionTopologyEpoch", "int32", (0, 0), tagged_versions=(0, 0), tag=3, default=-1),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupMetadataValue",
    "coordinator-value",
    17,
    (0, 0),
    (0, 0),
    _StreamsGroupMetadataValue,
)
