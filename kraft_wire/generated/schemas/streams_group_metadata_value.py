# Generated from StreamsGroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LastAssignmentConfig = StructSchema(
    "LastAssignmentConfig",
    (0, 0),
    (
        Field("key", "key", "string", (0, 0), default="", about="Name that the value belongs to."),
        Field("value", "value", "string", (0, 0), default="", about="Value of the config."),
    ),
    about="Configs with which the group was last assigned.",
)
_StreamsGroupMetadataValue = StructSchema(
    "StreamsGroupMetadataValue",
    (0, 0),
    (
        Field("epoch", "epoch", "int32", (0, 0), default=0, about="Epoch of the group."),
        Field("metadata_hash", "metadataHash", "int64", (0, 0), default=0, about="Hash of the metadata of all subscribed topics."),
        Field("validated_topology_epoch", "validatedTopologyEpoch", "int32", (0, 0), tagged_versions=(0, 0), tag=0, default=-1, about="Topology epoch that was checked against the existing topics."),
        Field("last_assignment_configs", "lastAssignmentConfigs", "struct", (0, 0), is_array=True, nullable_versions=(0, 0), tagged_versions=(0, 0), tag=1, default=(), struct=_LastAssignmentConfig, about="Configs with which the group was last assigned."),
        Field("stored_description_topology_epoch", "storedDescriptionTopologyEpoch", "int32", (0, 0), tagged_versions=(0, 0), tag=2, default=-1, about="Topology epoch whose description is stored; -1 for none."),
        Field("failed_description_topology_epoch", "failedDescriptionTopologyEpoch", "int32", (0, 0), tagged_versions=(0, 0), tag=3, default=-1, about="Newest topology epoch whose description was refused; -1 for none."),
    ),
    about="The epochs of a streams group.",
)

SCHEMA = MessageSchema(
    "StreamsGroupMetadataValue",
    "coordinator-value",
    17,
    (0, 0),
    (0, 0),
    _StreamsGroupMetadataValue,
)
