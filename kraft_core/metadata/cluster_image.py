"""The types of a cluster's state and the replay of every kind of metadata record.

Two users with different needs share it. Tools read logs and snapshots of any Kafka and show what
they can: kinds of records that they do not know change nothing. A controller must not build on
metadata that it does not understand, and a record that Kafka's own replay refuses would end every
Java controller of the quorum: it replays with `strict=True`, where an unknown record raises
ForeignRecordError and a wrong one ReplayError.

Values are immutable and replaced when they change, so that a copy of the tables is a copy of the
state. With `journaled=True` the image keeps what each record replaced until `commit`; `revert`
brings the last committed state back when an active controller loses its leadership.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from kraft_core.config.gates import is_finalizable
from kraft_core.metadata.partition_index import PartitionIndex, PartitionKey
from kraft_wire.errors import UnknownMessageError, UnsupportedVersionError, WireError
from kraft_wire.messages import (
    AbortTransactionRecord,
    AccessControlEntryRecord,
    BeginTransactionRecord,
    BrokerRegistrationChangeRecord,
    ClearElrRecord,
    ClientQuotaRecord,
    ConfigRecord,
    DelegationTokenRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    FenceBrokerRecord,
    KRaftVersionRecord,
    NoOpRecord,
    PartitionChangeRecord,
    PartitionRecord,
    ProducerIdsRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    RemoveAccessControlEntryRecord,
    RemoveDelegationTokenRecord,
    RemoveTopicRecord,
    RemoveUserScramCredentialRecord,
    TopicRecord,
    UnfenceBrokerRecord,
    UnregisterBrokerRecord,
    UnregisterControllerRecord,
    UserScramCredentialRecord,
    VotersRecord,
    ZkMigrationStateRecord,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records.control import decode_control_record
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kraft_wire.message import Message

KRAFT_VERSION: Final = "kraft.version"
METADATA_VERSION: Final = "metadata.version"

TOPIC_CONFIG: Final = 2
"""The resource type of a topic's configs."""

BROKER_CONFIG: Final = 4
"""The resource type of a broker's configs; the name "" is the default of all brokers."""

_NO_LEADER_CHANGE: Final = -2
_NO_CHANGE: Final = -1
_RECOVERING: Final = 1
"""LeaderRecoveryState of a leader that was elected uncleanly and can lack records."""
_MIGRATING: Final = ZERO_UUID
"""The directory id of a replica of which no record named a directory."""

QuotaEntity = tuple[tuple[str, str | None], ...]
"""Pairs of entity type and name, sorted by type; the name None is the default entity."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class ReplayError(ValueError):
    """A record that contradicts the state that it is replayed on."""


class ForeignRecordError(ReplayError):
    """A record of a kind, version or feature level that this release does not know."""


class _Bytes(NamedTuple):
    key: bytes | None
    value: bytes | None


class Partition(NamedTuple):
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
        """Return the state that a PartitionRecord describes; raises ReplayError."""
        replicas = tuple(record.replicas)
        return cls(
            replicas,
            tuple(record.isr),
            tuple(record.removing_replicas),
            tuple(record.adding_replicas),
            _directories(tuple(record.directories), replicas),
            tuple(record.eligible_leader_replicas or ()),
            tuple(record.last_known_elr or ()),
            record.leader,
            record.leader_recovery_state,
            record.leader_epoch,
            record.partition_epoch,
        )

    @property
    def has_preferred_leader(self) -> bool:
        """Return True if the first replica leads."""
        return bool(self.replicas) and self.leader == self.replicas[0]

    @property
    def is_reassigning(self) -> bool:
        """Return True if replicas are being added or removed (KIP-455)."""
        return bool(self.removing_replicas or self.adding_replicas)

    def merged(self, change: PartitionChangeRecord) -> Partition:
        """Return the state after a change (PartitionRegistration.merge); raises ReplayError.

        The leader epoch grows whenever a leader is named, the same one too. The partition epoch
        grows with every change.
        """
        replicas = self.replicas if change.replicas is None else tuple(change.replicas)
        directories = self.directories if change.directories is None else tuple(change.directories)
        has_leader = change.leader != _NO_LEADER_CHANGE
        recovery = change.leader_recovery_state
        return Partition(
            replicas,
            _changed(self.isr, change.isr),
            _changed(self.removing_replicas, change.removing_replicas),
            _changed(self.adding_replicas, change.adding_replicas),
            _directories(directories, replicas),
            _changed(self.eligible_leader_replicas, change.eligible_leader_replicas),
            _changed(self.last_known_elr, change.last_known_elr),
            change.leader if has_leader else self.leader,
            self.leader_recovery_state if recovery == _NO_CHANGE else recovery,
            self.leader_epoch + 1 if has_leader else self.leader_epoch,
            self.partition_epoch + 1,
        )

    def without_elr(self) -> Partition:
        """Return the state after a ClearElrRecord; the same object if nothing changed."""
        if not (self.eligible_leader_replicas or self.last_known_elr):
            return self
        return self._replace(
            eligible_leader_replicas=(),
            last_known_elr=(),
            partition_epoch=self.partition_epoch + 1,
        )


def _changed(old: tuple[int, ...], new: Iterable[int] | None) -> tuple[int, ...]:
    return old if new is None else tuple(new)


def _directories(named: tuple[Uuid, ...], replicas: tuple[int, ...]) -> tuple[Uuid, ...]:
    """Return one directory for each replica; all MIGRATING if none was ever assigned.

    PartitionRegistration.defaultToMigrating resizes such a list with the replicas.
    """
    if len(named) == len(replicas):
        return named
    if any(directory != _MIGRATING for directory in named):
        raise ReplayError(f"{len(named)} directories for {len(replicas)} replicas")
    return (_MIGRATING,) * len(replicas)


class Broker(NamedTuple):
    """A registered broker: its registration with later changes (BrokerRegistration)."""

    registration: RegisterBrokerRecord
    fenced: bool
    in_controlled_shutdown: bool
    log_dirs: tuple[Uuid, ...]
    cordoned_log_dirs: tuple[Uuid, ...] | None
    """None until the broker reports some, which it does from metadata.version 30 on."""
    offset: int
    """The offset of the RegisterBrokerRecord; the broker has caught up once it has applied it."""

    @classmethod
    def of(cls, record: RegisterBrokerRecord, offset: int) -> Broker:
        """Return the state that a registration describes."""
        cordoned = record.cordoned_log_dirs
        return cls(
            record,
            record.fenced,
            record.in_controlled_shutdown,
            sorted_directories(record.log_dirs),
            None if cordoned is None else sorted_directories(cordoned),
            offset,
        )

    @property
    def epoch(self) -> int:
        """The broker epoch: the offset of the first record of the registration's batch."""
        return self.registration.broker_epoch

    @property
    def is_active(self) -> bool:
        """Return True if the broker can be in an ISR and lead."""
        return not (self.fenced or self.in_controlled_shutdown)

    @property
    def has_uncordoned_directory(self) -> bool:
        """Return True if the broker can get new replicas (KIP-1066)."""
        return not self.log_dirs or not set(self.log_dirs) <= set(self.cordoned_log_dirs or ())

    def has_online(self, directory: Uuid) -> bool:
        """Return True if a replica here is online (BrokerRegistration.hasOnlineDir)."""
        if directory in _ALWAYS_ONLINE:
            return True
        if directory == _LOST:
            return False
        # registered below metadata.version 17: nothing is known of directories
        return not self.log_dirs or directory in self.log_dirs


_ALWAYS_ONLINE: Final = frozenset({_MIGRATING, Uuid(bytes(15) + b"\1")})
"""MIGRATING and UNASSIGNED: the directory is not known yet."""

_LOST: Final = Uuid(bytes(15) + b"\2")
"""The directory was lost while the broker was down."""


def sorted_directories(directories: Iterable[Uuid]) -> tuple[Uuid, ...]:
    """Sort ids as Kafka does: as two signed 64-bit halves (java's Uuid.compareTo)."""
    return tuple(sorted(directories, key=_signed_halves))


def _signed_halves(directory: Uuid) -> tuple[int, int]:
    return (
        int.from_bytes(directory[:8], "big", signed=True),
        int.from_bytes(directory[8:], "big", signed=True),
    )


class Topic(NamedTuple):
    """A topic and the state of its partitions, by number."""

    name: str
    topic_id: Uuid
    partitions: dict[int, Partition]


@dataclass(slots=True)
class Elections:
    """Counts of partition leaders that were elected outside the ISR.

    The rules are those of TopicDelta.updateElectionStats. The records of a snapshot do not count.
    Reverted elections are subtracted again.
    """

    unclean: int = 0
    """Changes after which the new leader must recover (LeaderRecoveryState.RECOVERING)."""
    from_elr: int = 0
    """Leaders that were eligible leader replicas of the partition before (KIP-966)."""


class ClusterImage:
    """Replays the records of a metadata log or a snapshot, and holds the resulting state.

    `strict` and `supported`, the lowest and highest level of each feature, are a controller's:
    unknown records raise ForeignRecordError, records that Kafka's controllers refuse ReplayError.
    `indexed` maintains `index` and `names_by_collision`, `journaled` allows `revert`. Not safe for
    several threads.
    """

    def __init__(
        self,
        *,
        strict: bool = False,
        supported: Mapping[str, tuple[int, int]] | None = None,
        indexed: bool = False,
        journaled: bool = False,
    ) -> None:
        self.topics: dict[Uuid, Topic] = {}
        self.topic_ids: dict[str, Uuid] = {}
        self.names_by_collision: dict[str, dict[str, None]] = {}
        """By name with "_" for ".": the names of topics, which share the names of metrics."""
        self.configs: dict[tuple[int, str], dict[str, str]] = {}
        """The values by resource, a pair of type and name."""
        self.acls: dict[Uuid, AccessControlEntryRecord] = {}
        self.brokers: dict[int, Broker] = {}
        self.directories: dict[Uuid, int] = {}
        """The broker that registered a log directory, by directory id."""
        self.controllers: dict[int, RegisterControllerRecord] = {}
        self.features: dict[str, int] = {}
        """The finalized levels above 0; kraft.version is a control record and not among them."""
        self.client_quotas: dict[QuotaEntity, dict[str, float]] = {}
        self.scram_credentials: dict[tuple[int, str], UserScramCredentialRecord] = {}
        """By mechanism and user."""
        self.delegation_tokens: dict[str, DelegationTokenRecord] = {}
        self.next_producer_id: int | None = None
        self.zk_migration_state: int | None = None
        self.kraft_version: int | None = None
        """None until a record says so."""
        self.voters: VotersRecord | None = None
        """None until a record says so."""
        self.index: PartitionIndex | None = PartitionIndex() if indexed else None
        self.elections = Elections()
        self._strict = strict
        self._supported = supported
        self._transaction: list[tuple[Message, int]] | None = None
        self._journal: list[_Undo] | None = [] if journaled else None
        self._commits: list[tuple[int, int]] = []
        self._unshared: set[Uuid] | None = None
        """The topics whose partitions no copy has; None where there is no copy."""

    @property
    def metadata_version(self) -> int | None:
        """The finalized level of metadata.version; None until a record sets one."""
        return self.features.get(METADATA_VERSION)

    @property
    def in_transaction(self) -> bool:
        """Return True if a transaction was begun and neither ended nor aborted (KIP-868)."""
        return self._transaction is not None

    @property
    def staged(self) -> tuple[tuple[Message, int], ...]:
        """The records of the open transaction with their offsets, which have no effect yet."""
        return tuple(self._transaction or ())

    # -- replay -------------------------------------------------------------------------------

    def replay(
        self, key: bytes | None, value: bytes | None, *, is_control: bool, offset: int = -1
    ) -> None:
        """Replay a record as it is in the log; raises ReplayError."""
        try:
            if is_control:
                self.replay_control(decode_control_record(_Bytes(key, value)).message)
            elif value is None:
                raise ReplayError("a metadata record has no value")
            else:
                self.replay_metadata(decode_metadata_record(value).message, offset)
        except (UnknownMessageError, UnsupportedVersionError) as error:
            raise ForeignRecordError(str(error)) from None
        except WireError as error:
            raise ReplayError(str(error)) from None

    def replay_control(self, message: Message | None) -> None:
        """Replay a control record: voters and kraft.version, whatever transaction is open."""
        match message:
            case KRaftVersionRecord():
                self._set("kraft_version", message.kraft_version)
            case VotersRecord():
                self._set("voters", message)

    def replay_metadata(self, message: Message, offset: int = -1) -> None:
        """Replay a metadata record; raises ReplayError.

        `offset` is that of the record, and that of the snapshot's last record in a snapshot. The
        records of a transaction count when it ends.
        """
        match message:
            case BeginTransactionRecord():
                if self._transaction is not None:
                    raise ReplayError("a transaction begins inside another")
                self._set("_transaction", [])
            case EndTransactionRecord() | AbortTransactionRecord():
                if self._transaction is None:
                    raise ReplayError("a transaction ends without a begin")
                staged = self._transaction
                self._set("_transaction", None)
                for one in staged if isinstance(message, EndTransactionRecord) else ():
                    self._apply(*one)
            case _ if self._transaction is not None:
                self._transaction.append((message, offset))
                self._note((_take_back, self._transaction))
            case _:
                self._apply(message, offset)

    def _apply(self, message: Message, offset: int) -> None:
        apply = _APPLY.get(type(message))
        if apply is not None:
            apply(self, message)
        elif isinstance(message, RegisterBrokerRecord):
            self._add_broker(message, offset)
        elif self._strict and not isinstance(message, NoOpRecord):
            raise ForeignRecordError(f"{type(message).__name__} is not known")

    def relax(self) -> None:
        """Replay leniently from now on, as tools do: unknown records change nothing."""
        self._strict = False
        self._supported = None

    def copy(self) -> ClusterImage:
        """Return the same state in separate tables, for a snapshot: lenient, without an index.

        The tables of partitions are shared, and each is copied by the next record that changes
        it: this costs a pointer for each topic and each resource with configs, not for their
        contents.
        """
        copied = ClusterImage()
        self._unshared, copied._unshared = set(), set()
        copied.topics = self.topics.copy()
        copied.topic_ids = self.topic_ids.copy()
        copied.configs = self.configs.copy()
        copied.acls = self.acls.copy()
        copied.brokers = self.brokers.copy()
        copied.directories = self.directories.copy()
        copied.controllers = self.controllers.copy()
        copied.features = self.features.copy()
        copied.client_quotas = self.client_quotas.copy()
        copied.scram_credentials = self.scram_credentials.copy()
        copied.delegation_tokens = self.delegation_tokens.copy()
        copied.next_producer_id = self.next_producer_id
        copied.zk_migration_state = self.zk_migration_state
        copied.kraft_version = self.kraft_version
        copied.voters = self.voters
        if self._transaction is not None:
            copied._transaction = list(self._transaction)
        return copied

    # -- the journal --------------------------------------------------------------------------

    def start_journal(self) -> None:
        """Start a journal of replaced state: the current state is committed."""
        self._journal = []
        self._commits.clear()

    def stop_journal(self) -> None:
        """Return to the committed state and stop keeping a journal."""
        self.revert()
        self._journal = None

    def mark(self, offset: int) -> None:
        """Note that everything up to `offset` is replayed, as a target for `commit`."""
        if self._journal is not None:
            self._commits.append((offset, len(self._journal)))

    def commit(self, offset: int) -> None:
        """Forget the state replaced up to the last mark at or below `offset`."""
        if self._journal is None:
            return
        length = 0
        while self._commits and self._commits[0][0] <= offset:
            length = self._commits.pop(0)[1]
        del self._journal[:length]
        self._commits = [(mark, end - length) for mark, end in self._commits]

    def checkpoint(self) -> int:
        """Return a checkpoint for `undo`, valid until the next `commit`."""
        return len(self._journal or ())

    def undo(self, checkpoint: int) -> None:
        """Undo everything replayed since a checkpoint."""
        journal = self._journal
        if journal is None:
            return
        self._journal = None  # undo writes no journal
        while len(journal) > checkpoint:
            function, *arguments = journal.pop()
            function(*arguments)
        self._journal = journal
        self._commits = [mark for mark in self._commits if mark[1] <= checkpoint]

    def revert(self) -> None:
        """Return to the committed state."""
        self.undo(0)
        self._commits.clear()

    def _note(self, undo: _Undo) -> None:
        if self._journal is not None:
            self._journal.append(undo)

    def _set(self, name: str, value: Any) -> None:
        self._note((setattr, self, name, getattr(self, name)))
        setattr(self, name, value)

    def _put(self, table: dict[_Key, _Value], key: _Key, value: _Value) -> None:
        self._note((_restore, table, key, table.get(key, _ABSENT)))
        table[key] = value

    def _drop(self, table: dict[_Key, _Value], key: _Key) -> None:
        self._note((_restore, table, key, table.pop(key, _ABSENT)))

    # -- topics -------------------------------------------------------------------------------

    def topic(self, topic_id: Uuid) -> Topic:
        """Return a topic by its id; raises ReplayError."""
        try:
            return self.topics[topic_id]
        except KeyError:
            raise ReplayError(f"no topic has id {topic_id}") from None

    def partition(self, key: PartitionKey) -> Partition | None:
        """Return the state of a partition, None if it does not exist."""
        topic = self.topics.get(key.topic_id)
        return None if topic is None else topic.partitions.get(key.number)

    def _add_topic(self, record: TopicRecord) -> None:
        if self._strict and record.name in self.topic_ids:
            raise ReplayError(f"topic {record.name} already exists")
        if self._strict and record.topic_id in self.topics:
            raise ReplayError(f"a topic with id {record.topic_id} already exists")
        self._put_topic(Topic(record.name, record.topic_id, {}))
        if self._unshared is not None:
            self._unshared.add(record.topic_id)

    def _put_topic(self, topic: Topic) -> None:
        self._note((self._take_topic, topic.topic_id))
        self.topics[topic.topic_id] = topic
        self.topic_ids[topic.name] = topic.topic_id
        if self.index is None:
            return
        collision = topic.name.replace(".", "_")
        self.names_by_collision.setdefault(collision, {})[topic.name] = None
        for number, state in topic.partitions.items():
            self.index.change(PartitionKey(topic.topic_id, number), None, state)

    def _take_topic(self, topic_id: Uuid) -> None:
        topic = self.topics.pop(topic_id)
        self._note((self._put_topic, topic))
        if self._unshared is not None:
            self._unshared.discard(topic_id)
        self.topic_ids.pop(topic.name, None)
        if self.index is None:
            return
        collision = topic.name.replace(".", "_")
        names = self.names_by_collision[collision]
        names.pop(topic.name, None)
        if not names:
            del self.names_by_collision[collision]
        for number, state in topic.partitions.items():
            self.index.change(PartitionKey(topic_id, number), state, None)

    def _remove_topic(self, record: RemoveTopicRecord) -> None:
        """Remove the topic's configs too: no ConfigRecord does that."""
        topic = self.topic(record.topic_id)
        self._take_topic(record.topic_id)
        self._drop(self.configs, (TOPIC_CONFIG, topic.name))

    def _set_partition(self, record: PartitionRecord) -> None:
        old = self.topic(record.topic_id).partitions.get(record.partition_id)
        if old is not None:
            self._count_election(old, record)
        self._put_partition(record.topic_id, record.partition_id, Partition.of(record))

    def _change_partition(self, change: PartitionChangeRecord) -> None:
        topic = self.topic(change.topic_id)
        partition = topic.partitions.get(change.partition_id)
        if partition is None:
            raise ReplayError(f"unknown partition {topic.name}-{change.partition_id}")
        merged = partition.merged(change)
        self._count_election(partition, change)
        self._put_partition(change.topic_id, change.partition_id, merged)

    def _count_election(
        self, old: Partition, record: PartitionRecord | PartitionChangeRecord
    ) -> None:
        unclean = record.leader_recovery_state == _RECOVERING
        from_elr = record.leader in old.eligible_leader_replicas
        if unclean or from_elr:
            self._note((self._add_elections, -unclean, -from_elr))
            self._add_elections(unclean, from_elr)

    def _add_elections(self, unclean: int, from_elr: int) -> None:
        self.elections.unclean += unclean
        self.elections.from_elr += from_elr

    def _put_partition(self, topic_id: Uuid, number: int, state: Partition | None) -> None:
        partitions = self._own_partitions(topic_id)
        old = partitions.get(number)
        self._note((self._put_partition, topic_id, number, old))
        if state is None:
            partitions.pop(number, None)
        else:
            partitions[number] = state
        if self.index is not None:
            self.index.change(PartitionKey(topic_id, number), old, state)

    def _own_partitions(self, topic_id: Uuid) -> dict[int, Partition]:
        """Return the partitions of a topic for a change, in a table shared with no copy."""
        topic = self.topics[topic_id]
        if self._unshared is None or topic_id in self._unshared:
            return topic.partitions
        self._unshared.add(topic_id)
        partitions = topic.partitions.copy()
        self.topics[topic_id] = topic._replace(partitions=partitions)
        return partitions

    def _clear_elr(self, record: ClearElrRecord) -> None:
        """Clear the ELRs of the named topic, or of all."""
        name = record.topic_name
        if name and name not in self.topic_ids:
            raise ReplayError(f"unknown topic {name}")
        topics = [self.topics[self.topic_ids[name]]] if name else list(self.topics.values())
        for topic in topics:
            for number, state in topic.partitions.items():
                cleared = state.without_elr()
                if cleared is not state:  # replaces a value, so the iteration stays valid
                    self._put_partition(topic.topic_id, number, cleared)

    # -- brokers and controllers --------------------------------------------------------------

    def _add_broker(self, record: RegisterBrokerRecord, offset: int) -> None:
        broker = Broker.of(record, offset)
        self._own_directories(record.broker_id, broker.log_dirs)
        self._put(self.brokers, record.broker_id, broker)

    def _own_directories(self, broker_id: int, directories: tuple[Uuid, ...]) -> None:
        old = self.brokers.get(broker_id)
        for directory in directories:
            owner = self.directories.get(directory, broker_id)
            if self._strict and owner != broker_id:
                raise ReplayError(f"directory {directory} belongs to broker {owner}")
        for directory in old.log_dirs if old is not None else ():
            if self.directories.get(directory) == broker_id:
                self._drop(self.directories, directory)
        for directory in directories:
            self._put(self.directories, directory, broker_id)

    def _remove_broker(self, record: UnregisterBrokerRecord) -> None:
        if self._strict:
            self._broker(record.broker_id, record.broker_epoch)
        self._own_directories(record.broker_id, ())
        self._drop(self.brokers, record.broker_id)

    def _broker(self, broker_id: int, epoch: int) -> Broker:
        broker = self.brokers.get(broker_id)
        if broker is None:
            raise ReplayError(f"broker {broker_id} is not registered")
        if broker.epoch != epoch:
            raise ReplayError(f"broker {broker_id} has epoch {broker.epoch}, not {epoch}")
        return broker

    def _fence(self, record: FenceBrokerRecord) -> None:
        broker = self._broker(record.id, record.epoch)
        self._put(self.brokers, record.id, broker._replace(fenced=True))

    def _unfence(self, record: UnfenceBrokerRecord) -> None:
        broker = self._broker(record.id, record.epoch)
        self._put(self.brokers, record.id, broker._replace(fenced=False))

    def _change_broker(self, record: BrokerRegistrationChangeRecord) -> None:
        """Apply the changes: empty log directories and null cordoned ones mean "no change"."""
        broker = self._broker(record.broker_id, record.broker_epoch)
        if self._strict and not (
            -1 <= record.fenced <= 1 and 0 <= record.in_controlled_shutdown <= 1
        ):
            raise ReplayError(f"broker {record.broker_id}: an unknown change of the registration")
        if record.fenced:
            broker = broker._replace(fenced=record.fenced > 0)
        if record.in_controlled_shutdown:
            broker = broker._replace(in_controlled_shutdown=True)
        if record.log_dirs:
            directories = sorted_directories(record.log_dirs)
            self._own_directories(record.broker_id, directories)
            broker = broker._replace(log_dirs=directories)
        if record.cordoned_log_dirs is not None:
            cordoned = sorted_directories(record.cordoned_log_dirs)
            broker = broker._replace(cordoned_log_dirs=cordoned)
        self._put(self.brokers, record.broker_id, broker)

    def _add_controller(self, record: RegisterControllerRecord) -> None:
        self._put(self.controllers, record.controller_id, record)

    def _remove_controller(self, record: UnregisterControllerRecord) -> None:
        if self._strict and record.controller_id not in self.controllers:
            raise ReplayError(f"controller {record.controller_id} is not registered")
        self._drop(self.controllers, record.controller_id)

    # -- configs, quotas, features ------------------------------------------------------------

    def _configure(self, record: ConfigRecord) -> None:
        resource = (record.resource_type, record.resource_name)
        self._set_in(self.configs, resource, record.name, record.value)

    def _set_quota(self, record: ClientQuotaRecord) -> None:
        entity = tuple(sorted((one.entity_type, one.entity_name) for one in record.entity))
        value = None if record.remove else record.value
        self._set_in(self.client_quotas, entity, record.key, value)

    def _set_in(
        self, table: dict[_Key, dict[str, _Value]], key: _Key, name: str, value: _Value | None
    ) -> None:
        """Set or remove a value of a key in a new table: copies keep the old one."""
        values = table.get(key, {}).copy()
        if value is not None:
            values[name] = value
        elif values.pop(name, None) is None:
            return
        if values:
            self._put(table, key, values)
        else:
            self._drop(table, key)

    def _set_feature(self, record: FeatureLevelRecord) -> None:
        """Set a feature level.

        Kafka 3.9 wrote kraft.version here too, without effect (KAFKA-18979).
        """
        name, level = record.name, record.feature_level
        if self._supported is not None:
            lowest, highest = self._supported.get(name, (0, 0))
            # level 0 removes a feature: lawful also where the lowest level is above it
            if not is_finalizable(level, (lowest, highest)):
                raise ForeignRecordError(
                    f"{name} {level}: only levels {lowest} to {highest} are known"
                )
        if name == KRAFT_VERSION:
            return
        if level:
            self._put(self.features, name, level)
        else:
            self._drop(self.features, name)

    def _set_producer_ids(self, record: ProducerIdsRecord) -> None:
        known = self.next_producer_id
        if self._strict and known is not None and record.next_producer_id <= known:
            raise ReplayError(f"producer id {record.next_producer_id} does not follow {known}")
        self._set("next_producer_id", record.next_producer_id)

    def _set_zk_migration_state(self, record: ZkMigrationStateRecord) -> None:
        self._set("zk_migration_state", record.zk_migration_state)

    # -- ACLs and credentials -----------------------------------------------------------------

    def _add_acl(self, record: AccessControlEntryRecord) -> None:
        self._put(self.acls, record.id, record)

    def _remove_acl(self, record: RemoveAccessControlEntryRecord) -> None:
        if record.id not in self.acls:
            raise ReplayError(f"no ACL has id {record.id}")
        self._drop(self.acls, record.id)

    def _set_scram(self, record: UserScramCredentialRecord) -> None:
        self._put(self.scram_credentials, (record.mechanism, record.name), record)

    def _remove_scram(self, record: RemoveUserScramCredentialRecord) -> None:
        key = (record.mechanism, record.name)
        if self._strict and key not in self.scram_credentials:
            raise ReplayError(f"user {record.name} has no credential of mechanism {key[0]}")
        self._drop(self.scram_credentials, key)

    def _set_token(self, record: DelegationTokenRecord) -> None:
        self._put(self.delegation_tokens, record.token_id, record)

    def _remove_token(self, record: RemoveDelegationTokenRecord) -> None:
        self._drop(self.delegation_tokens, record.token_id)


_Undo = tuple[Any, ...]
"""A function and its arguments, which restore the value that a record replaced."""

_ABSENT: Final = object()


def _restore(table: dict[Any, Any], key: object, old: object) -> None:
    if old is _ABSENT:
        table.pop(key, None)
    else:
        table[key] = old


def _take_back(staged: list[tuple[Message, int]]) -> None:
    staged.pop()


_APPLY: Final[dict[type[Any], Callable[[ClusterImage, Any], None]]] = {
    AccessControlEntryRecord: ClusterImage._add_acl,
    BrokerRegistrationChangeRecord: ClusterImage._change_broker,
    ClearElrRecord: ClusterImage._clear_elr,
    ClientQuotaRecord: ClusterImage._set_quota,
    ConfigRecord: ClusterImage._configure,
    DelegationTokenRecord: ClusterImage._set_token,
    FeatureLevelRecord: ClusterImage._set_feature,
    FenceBrokerRecord: ClusterImage._fence,
    PartitionChangeRecord: ClusterImage._change_partition,
    PartitionRecord: ClusterImage._set_partition,
    ProducerIdsRecord: ClusterImage._set_producer_ids,
    RegisterControllerRecord: ClusterImage._add_controller,
    RemoveAccessControlEntryRecord: ClusterImage._remove_acl,
    RemoveDelegationTokenRecord: ClusterImage._remove_token,
    RemoveTopicRecord: ClusterImage._remove_topic,
    RemoveUserScramCredentialRecord: ClusterImage._remove_scram,
    TopicRecord: ClusterImage._add_topic,
    UnfenceBrokerRecord: ClusterImage._unfence,
    UnregisterBrokerRecord: ClusterImage._remove_broker,
    UnregisterControllerRecord: ClusterImage._remove_controller,
    UserScramCredentialRecord: ClusterImage._set_scram,
    ZkMigrationStateRecord: ClusterImage._set_zk_migration_state,
}
"""The kinds of records but for transactions, NoOp and RegisterBroker, which needs its offset."""
