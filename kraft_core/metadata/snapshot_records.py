"""An image as records of a snapshot, in Kafka's order and versions (MetadataImage.write).

metadata.version comes first, because it decides how the records after it are read. State that the
finalized level cannot hold is an error, as for Kafka's writer (ImageWriterOptions.handleLoss): a
replica that starts from such a snapshot would silently differ from the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.config.gates import Gate, Versions, has_eligible_leaders
from kraft_core.metadata.cluster_image import METADATA_VERSION, Broker, ClusterImage, Partition
from kraft_wire.messages import (
    BrokerRegistrationChangeRecord,
    ClientQuotaRecord,
    ConfigRecord,
    FeatureLevelRecord,
    PartitionChangeRecord,
    PartitionRecord,
    ProducerIdsRecord,
    RegisterBrokerRecord,
    TopicRecord,
    ZkMigrationStateRecord,
)
from kraft_wire.primitives import ZERO_UUID
from kraft_wire.records.metadata_frame import MetadataRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message
    from kraft_wire.primitives import Uuid


class SnapshotError(ValueError):
    """State that the finalized metadata.version cannot represent, or no metadata.version."""


def record_version(message: Message, metadata_version: int) -> int:
    """Return the version in which Kafka writes a record at a level of metadata.version.

    The version of a BrokerRegistrationChangeRecord follows from the field that changes, not from
    the level.
    """
    match message:
        case RegisterBrokerRecord():
            return Versions.REGISTER_BROKER.at(metadata_version)
        case PartitionRecord():
            return Versions.PARTITION.at(metadata_version)
        case PartitionChangeRecord():
            return Versions.PARTITION_CHANGE.at(metadata_version)
        case BrokerRegistrationChangeRecord():
            if message.cordoned_log_dirs is not None:
                return 3
            if message.log_dirs:
                return 2
            return 1 if message.in_controlled_shutdown else 0
        case _:
            return 0


def snapshot_records(image: ClusterImage) -> Iterator[MetadataRecord]:
    """Yield the records that produce this state; raises SnapshotError.

    The image must not change meanwhile, and must not be in a transaction.
    """
    level = image.metadata_version
    if level is None:
        raise SnapshotError("the image has no metadata.version")
    if image.in_transaction:
        raise SnapshotError("the image is in a transaction")
    for message in _messages(image, level):
        yield MetadataRecord(message, record_version(message, level))


def _messages(image: ClusterImage, level: int) -> Iterator[Message]:
    yield FeatureLevelRecord(name=METADATA_VERSION, feature_level=level)
    for name, value in image.features.items():
        if name != METADATA_VERSION:
            yield FeatureLevelRecord(name=name, feature_level=value)
    if image.zk_migration_state is not None:
        yield ZkMigrationStateRecord(zk_migration_state=image.zk_migration_state)
    for broker in image.brokers.values():
        yield _registration(broker, level)
    _require(level, Gate.CONTROLLER_REGISTRATION, bool(image.controllers), "controllers")
    yield from image.controllers.values()
    has_elr = has_eligible_leaders(image.features)
    for topic in image.topics.values():
        yield TopicRecord(name=topic.name, topic_id=topic.topic_id)
        for number, state in topic.partitions.items():
            yield partition_record(topic.topic_id, number, state, level, has_elr=has_elr)
    for (resource_type, resource), values in image.configs.items():
        for name, text in values.items():
            yield ConfigRecord(
                resource_type=resource_type, resource_name=resource, name=name, value=text
            )
    for entity, quotas in image.client_quotas.items():
        parts = tuple(
            ClientQuotaRecord.EntityData(entity_type=kind, entity_name=name)
            for kind, name in entity
        )
        for key, quota in quotas.items():
            yield ClientQuotaRecord(entity=parts, key=key, value=quota, remove=False)
    if image.next_producer_id is not None:
        yield ProducerIdsRecord(
            broker_id=-1, broker_epoch=-1, next_producer_id=image.next_producer_id
        )
    yield from image.acls.values()
    _require(level, Gate.SCRAM, bool(image.scram_credentials), "SCRAM credentials")
    yield from image.scram_credentials.values()
    _require(level, Gate.DELEGATION_TOKENS, bool(image.delegation_tokens), "delegation tokens")
    yield from image.delegation_tokens.values()


def _registration(broker: Broker, level: int) -> RegisterBrokerRecord:
    """Return the registration with its later changes."""
    known = broker.registration
    has_directories = Gate.DIRECTORY_ASSIGNMENT.is_open(level)
    has_cordoned = Gate.CORDONED_DIRECTORIES.is_open(level)
    _require(level, Gate.DIRECTORY_ASSIGNMENT, bool(broker.log_dirs), "log directories")
    _require(
        level, Gate.CORDONED_DIRECTORIES, bool(broker.cordoned_log_dirs), "cordoned directories"
    )
    return RegisterBrokerRecord(
        broker_id=known.broker_id,
        is_migrating_zk_broker=known.is_migrating_zk_broker,
        incarnation_id=known.incarnation_id,
        broker_epoch=known.broker_epoch,
        end_points=known.end_points,
        features=known.features,
        rack=known.rack,
        fenced=broker.fenced,
        in_controlled_shutdown=broker.in_controlled_shutdown,
        log_dirs=broker.log_dirs if has_directories else (),
        cordoned_log_dirs=broker.cordoned_log_dirs if has_cordoned else None,
    )


def partition_record(
    topic_id: Uuid, number: int, state: Partition, level: int, *, has_elr: bool
) -> PartitionRecord:
    """Return the record of a partition (PartitionRegistration.toRecord); raises SnapshotError.

    ELRs are left out where that feature is off.
    """
    has_directories = Gate.DIRECTORY_ASSIGNMENT.is_open(level)
    is_assigned = any(one != ZERO_UUID for one in state.directories)
    _require(level, Gate.DIRECTORY_ASSIGNMENT, is_assigned, "assigned directories")
    return PartitionRecord(
        partition_id=number,
        topic_id=topic_id,
        replicas=state.replicas,
        isr=state.isr,
        removing_replicas=state.removing_replicas,
        adding_replicas=state.adding_replicas,
        leader=state.leader,
        leader_recovery_state=state.leader_recovery_state,
        leader_epoch=state.leader_epoch,
        partition_epoch=state.partition_epoch,
        directories=state.directories if has_directories else (),
        eligible_leader_replicas=(state.eligible_leader_replicas or None) if has_elr else None,
        last_known_elr=(state.last_known_elr or None) if has_elr else None,
    )


def _require(level: int, gate: Gate, is_there: bool, what: str) -> None:
    if is_there and not gate.is_open(level):
        raise SnapshotError(
            f"metadata.version {level} cannot hold {what}, only {gate.first} and above"
        )
