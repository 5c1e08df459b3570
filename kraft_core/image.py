"""The state of a cluster at a place of its metadata log: what Kafka's MetadataImage holds.

Followed are topics and partitions,
configs, ACLs, brokers, controllers, voters and features; quotas, credentials, tokens and producer
ids are passed over. A transaction of the metadata counts when it ends.

The controller's own image (`controller.metadata_image`) is another thing: it keeps bytes, to write
them again, and knows no brokers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_wire.errors import WireError
from kraft_wire.messages import (
    AbortTransactionRecord,
    AccessControlEntryRecord,
    BeginTransactionRecord,
    BrokerRegistrationChangeRecord,
    ClearElrRecord,
    ConfigRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    FenceBrokerRecord,
    KRaftVersionRecord,
    PartitionChangeRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    RemoveAccessControlEntryRecord,
    RemoveTopicRecord,
    TopicRecord,
    UnfenceBrokerRecord,
    UnregisterBrokerRecord,
    UnregisterControllerRecord,
    VotersRecord,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records.control import decode_control_record
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from kraft_wire.message import Message

KRAFT_VERSION: Final = "kraft.version"
TOPIC_CONFIG: Final = 2
"""The resource type of a topic's configs."""

_NO_LEADER_CHANGE: Final = -2
_NO_CHANGE: Final = -1


class ReplayError(ValueError):
    """A record that does not fit what stands before it."""


class _Bytes(NamedTuple):
    key: bytes | None
    value: bytes | None


@dataclass(slots=True)
class Partition:
    """The state of a partition: Kafka's PartitionRegistration."""

    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    removing_replicas: tuple[int, ...]
    adding_replicas: tuple[int, ...]
    directories: tuple[Uuid, ...]
    eligible_leader_replicas: tuple[int, ...]
    last_known_elr: tuple[int, ...]
    leader: int
    leader_recovery_state: int
    leader_epoch: int
    partition_epoch: int

    @classmethod
    def of(cls, record: PartitionRecord) -> Partition:
        """What a record tells that has the whole state."""
        lists = {name: tuple(getattr(record, name) or ()) for name in _PARTITION_LISTS}
        one = cls(
            **lists,
            leader=record.leader,
            leader_recovery_state=record.leader_recovery_state,
            leader_epoch=record.leader_epoch,
            partition_epoch=record.partition_epoch,
        )
        one.fill_directories()
        return one

    def merge(self, change: PartitionChangeRecord) -> None:
        """Take what a change tells; every change has a new epoch."""
        for name in _PARTITION_LISTS:
            value = getattr(change, name)
            if value is not None:
                setattr(self, name, tuple(value))
        self.fill_directories()
        if change.leader != _NO_LEADER_CHANGE:
            self.leader = change.leader
            self.leader_epoch += 1
        if change.leader_recovery_state != _NO_CHANGE:
            self.leader_recovery_state = change.leader_recovery_state
        self.partition_epoch += 1

    def fill_directories(self) -> None:
        """Name no directory for each replica where the records name none at all."""
        if not self.directories:
            self.directories = (ZERO_UUID,) * len(self.replicas)

    def clear_elr(self) -> None:
        """Forget eligible leader replicas; only where there are some that is a change."""
        if self.eligible_leader_replicas or self.last_known_elr:
            self.eligible_leader_replicas = self.last_known_elr = ()
            self.partition_epoch += 1


@dataclass(slots=True)
class Broker:
    """A registered broker: its registration, and what has changed since."""

    registration: RegisterBrokerRecord
    fenced: bool
    in_controlled_shutdown: bool
    log_dirs: tuple[Uuid, ...]

    @classmethod
    def of(cls, record: RegisterBrokerRecord) -> Broker:
        """What a registration tells."""
        return cls(record, record.fenced, record.in_controlled_shutdown, tuple(record.log_dirs))


@dataclass(slots=True)
class Topic:
    """A topic and the state of its partitions, by number."""

    name: str
    topic_id: Uuid
    partitions: dict[int, Partition] = field(default_factory=dict)


class ClusterImage:
    """Replays the records of a metadata log, or of a snapshot, and is what they amount to.

    `configs` are the values by resource, a pair of type and name. `voters` and `kraft_version` are
    None as long as no record told them.
    """

    def __init__(self) -> None:
        self.topics: dict[Uuid, Topic] = {}
        self.configs: dict[tuple[int, str], dict[str, str]] = {}
        self.acls: dict[Uuid, AccessControlEntryRecord] = {}
        self.brokers: dict[int, Broker] = {}
        self.controllers: dict[int, RegisterControllerRecord] = {}
        self.features: dict[str, int] = {}
        self.kraft_version: int | None = None
        self.voters: VotersRecord | None = None
        self._transaction: list[Message] | None = None

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and neither ended nor aborted."""
        return self._transaction is not None

    def replay(self, key: bytes | None, value: bytes | None, *, is_control: bool) -> None:
        """Take a record as it stands in the log; raises ReplayError."""
        try:
            if is_control:
                self.replay_control(decode_control_record(_Bytes(key, value)).message)
            elif value is None:
                raise ReplayError("a metadata record without value")
            else:
                self.replay_metadata(decode_metadata_record(value).message)
        except WireError as error:
            raise ReplayError(str(error)) from None

    def replay_control(self, message: Message | None) -> None:
        """Take a control record: voters and kraft.version count, whatever transaction is open."""
        match message:
            case KRaftVersionRecord():
                self.kraft_version = message.kraft_version
            case VotersRecord():
                self.voters = message

    def replay_metadata(self, message: Message) -> None:
        """Take a metadata record; raises ReplayError."""
        match message:
            case BeginTransactionRecord():
                if self._transaction is not None:
                    raise ReplayError("a transaction begins inside another")
                self._transaction = []
            case EndTransactionRecord() | AbortTransactionRecord():
                if self._transaction is None:
                    raise ReplayError("a transaction ends that did not begin")
                pending, self._transaction = self._transaction, None
                for one in pending if isinstance(message, EndTransactionRecord) else ():
                    self._apply(one)
            case _ if self._transaction is not None:
                self._transaction.append(message)
            case _:
                self._apply(message)

    def _apply(self, message: Message) -> None:
        apply = _APPLY.get(type(message))
        if apply is not None:
            apply(self, message)

    # -- topics ---------------------------------------------------------------------------------

    def _topic(self, topic_id: Uuid) -> Topic:
        try:
            return self.topics[topic_id]
        except KeyError:
            raise ReplayError(f"there is no topic with id {topic_id}") from None

    def _add_topic(self, record: TopicRecord) -> None:
        self.topics[record.topic_id] = Topic(record.name, record.topic_id)

    def _remove_topic(self, record: RemoveTopicRecord) -> None:
        name = self._topic(record.topic_id).name
        del self.topics[record.topic_id]
        self.configs.pop((TOPIC_CONFIG, name), None)

    def _set_partition(self, record: PartitionRecord) -> None:
        self._topic(record.topic_id).partitions[record.partition_id] = Partition.of(record)

    def _change_partition(self, change: PartitionChangeRecord) -> None:
        topic = self._topic(change.topic_id)
        partition = topic.partitions.get(change.partition_id)
        if partition is None:
            raise ReplayError(f"there is no partition {topic.name}-{change.partition_id}")
        partition.merge(change)

    def _clear_elr(self, record: ClearElrRecord) -> None:
        """Of the topic that is named, or of all."""
        name = record.topic_name
        topics = [one for one in self.topics.values() if name in ("", one.name)]
        if name and not topics:
            raise ReplayError(f"there is no topic {name}")
        for topic in topics:
            for partition in topic.partitions.values():
                partition.clear_elr()

    # -- brokers and controllers ----------------------------------------------------------------

    def _add_broker(self, record: RegisterBrokerRecord) -> None:
        self.brokers[record.broker_id] = Broker.of(record)

    def _remove_broker(self, record: UnregisterBrokerRecord) -> None:
        self.brokers.pop(record.broker_id, None)

    def _broker(self, broker_id: int, epoch: int) -> Broker:
        broker = self.brokers.get(broker_id)
        if broker is None:
            raise ReplayError(f"broker {broker_id} is not registered")
        known = broker.registration.broker_epoch
        if known != epoch:
            raise ReplayError(f"broker {broker_id} has epoch {known}, not {epoch}")
        return broker

    def _fence(self, record: FenceBrokerRecord) -> None:
        self._broker(record.id, record.epoch).fenced = True

    def _unfence(self, record: UnfenceBrokerRecord) -> None:
        self._broker(record.id, record.epoch).fenced = False

    def _change_broker(self, record: BrokerRegistrationChangeRecord) -> None:
        broker = self._broker(record.broker_id, record.broker_epoch)
        if record.fenced:
            broker.fenced = record.fenced > 0
        if record.in_controlled_shutdown:
            broker.in_controlled_shutdown = True
        if record.log_dirs:
            broker.log_dirs = tuple(record.log_dirs)

    def _add_controller(self, record: RegisterControllerRecord) -> None:
        self.controllers[record.controller_id] = record

    def _remove_controller(self, record: UnregisterControllerRecord) -> None:
        self.controllers.pop(record.controller_id, None)

    # -- configs, ACLs, features ----------------------------------------------------------------

    def _configure(self, record: ConfigRecord) -> None:
        resource = (record.resource_type, record.resource_name)
        values = self.configs.setdefault(resource, {})
        if record.value is None:
            values.pop(record.name, None)
        else:
            values[record.name] = record.value
        if not values:
            del self.configs[resource]

    def _allow(self, record: AccessControlEntryRecord) -> None:
        self.acls[record.id] = record

    def _disallow(self, record: RemoveAccessControlEntryRecord) -> None:
        if self.acls.pop(record.id, None) is None:
            raise ReplayError(f"there is no ACL with id {record.id}")

    def _set_feature(self, record: FeatureLevelRecord) -> None:
        """Kafka 3.9 wrote kraft.version here too, where it means nothing (KAFKA-18979)."""
        if record.name == KRAFT_VERSION:
            return
        if record.feature_level:
            self.features[record.name] = record.feature_level
        else:
            self.features.pop(record.name, None)


_PARTITION_LISTS: Final = (
    "replicas",
    "isr",
    "removing_replicas",
    "adding_replicas",
    "directories",
    "eligible_leader_replicas",
    "last_known_elr",
)
"""What a change of a partition replaces where it has it."""

_APPLY: Final[dict[type[Any], Any]] = {
    AccessControlEntryRecord: ClusterImage._allow,
    BrokerRegistrationChangeRecord: ClusterImage._change_broker,
    ClearElrRecord: ClusterImage._clear_elr,
    ConfigRecord: ClusterImage._configure,
    FeatureLevelRecord: ClusterImage._set_feature,
    FenceBrokerRecord: ClusterImage._fence,
    PartitionChangeRecord: ClusterImage._change_partition,
    PartitionRecord: ClusterImage._set_partition,
    RegisterBrokerRecord: ClusterImage._add_broker,
    RegisterControllerRecord: ClusterImage._add_controller,
    RemoveAccessControlEntryRecord: ClusterImage._disallow,
    RemoveTopicRecord: ClusterImage._remove_topic,
    TopicRecord: ClusterImage._add_topic,
    UnfenceBrokerRecord: ClusterImage._unfence,
    UnregisterBrokerRecord: ClusterImage._remove_broker,
    UnregisterControllerRecord: ClusterImage._remove_controller,
}
"""What each kind of record does; those that are not here change nothing that is followed."""
