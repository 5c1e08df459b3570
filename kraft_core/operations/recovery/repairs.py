"""Changes of the metadata that a recovered quorum needs, according to the disks of brokers.

The image is older than the data of brokers: the last records of the metadata log are lost. Brokers
refuse state that goes back, and a broker that is elected by an old in-sync set can miss records
that were acknowledged. So epochs and producer ids jump, and where the directories of brokers show
more than the image, the image follows them. Each change is a `Repair`, each difference that stays
is a `Finding`. Nothing is read here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from kraft_core.config.feature_levels import TABLE
from kraft_core.config.gates import Gate
from kraft_core.metadata.cluster_image import TOPIC_CONFIG, Partition, Topic
from kraft_core.metadata.snapshot_records import SnapshotError, snapshot_records
from kraft_core.operations.recovery.verdicts import RecoveryError
from kraft_wire.errors import WireError
from kraft_wire.messages import AbortTransactionRecord
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records.metadata_frame import encode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kraft_core.metadata.cluster_image import ClusterImage

_INT32_MAX: Final = (1 << 31) - 1
_INT64_MAX: Final = (1 << 63) - 1
_NAMES_MAX: Final = 10
"""Names in one sentence; the rest is counted."""
_NO_LEADER: Final = -1
_MIGRATING: Final = (1, 2)
"""PRE_MIGRATION and MIGRATION of ZkMigrationState."""
_COMPACTED: Final = ("__consumer_offsets", "__share_group_state", "__transaction_state")
"""Internal topics whose records are kept by key (Topic.INTERNAL_TOPICS)."""
_ADOPTED_CONFIGS: Final = {"retention.bytes": "-1", "retention.ms": "-1"}
"""The configs of an adopted topic are lost: nothing is deleted before they are set again."""


class Reason(StrEnum):
    """Reasons to refuse a plan; the values are those of JSON."""

    UNREADABLE = "unreadable"
    IN_USE = "in use"
    CLUSTER_ID = "cluster id"
    NO_VOTERS = "no voters known"
    MAJORITY = "majority"
    NO_MAJORITY = "no majority"
    DYNAMIC = "dynamic already"
    LOST = "lost"
    RIVALS = "rivals"
    VOTERS = "voters"
    DIRECTORY_ID = "directory id"
    ENDPOINT = "endpoint"
    JUMP = "jump"
    METADATA = "metadata"
    BROKERS = "brokers"
    DATA = "data"
    ADOPTION = "adoption"


class PlanRefusedError(RecoveryError):
    """No plan is possible; the text is a sentence for the operator."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Jumps:
    """Distances by which numbers are raised above all known ones, so that none is used twice."""

    offsets: int = 10_000_000
    epochs: int = 1_000_000
    leader_epochs: int = 1_000
    producer_ids: int = 1_000_000


DEFAULT_JUMPS: Final = Jumps()


@dataclass(frozen=True, slots=True)
class HeldPartition:
    """A replica in a log directory of a broker; `topic_id` is None where no file has it.

    `epoch` is the last leader epoch in leader-epoch-checkpoint, -1 without one; `end` is the end
    offset of the log.
    """

    topic: str
    number: int
    topic_id: Uuid | None
    epoch: int
    end: int


@dataclass(frozen=True, slots=True)
class BrokerDirectory:
    """A log directory of a broker. `process` has it open; 0 if unknown, None if there is none."""

    path: str
    cluster_id: str
    broker_id: int
    directory_id: Uuid | None
    process: int | None
    partitions: tuple[HeldPartition, ...]


@dataclass(frozen=True, slots=True)
class DataPlane:
    """The content of the directories of brokers."""

    directories: tuple[BrokerDirectory, ...] = ()


def some_of(names: Iterable[str]) -> str:
    """Return the first names for a sentence, and the number of the others."""
    found = list(names)
    more = len(found) - _NAMES_MAX
    return ", ".join(found[:_NAMES_MAX]) + (f" and {more} more" if more > 0 else "")


# -- repairs and findings --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Repair:
    """A change of the metadata."""

    def to_json(self) -> dict[str, Any]:
        """Return the repair for JSON."""
        return {"repair": type(self).__name__, **asdict(self)}


@dataclass(frozen=True, slots=True)
class TransactionDropped(Repair):
    """An open metadata transaction is dropped, as AbortTransactionRecord does (KIP-868)."""

    records: int

    def __str__(self) -> str:
        return f"drop the open transaction and its {self.records} records"


@dataclass(frozen=True, slots=True)
class ControllerDropped(Repair):
    """The registration of a controller that is not a new voter; it would block upgrades."""

    controller: int

    def __str__(self) -> str:
        return f"drop the registration of controller {self.controller}"


@dataclass(frozen=True, slots=True)
class BrokerKept(Repair):
    """A registration is kept: the broker is fenced if it does not return in time."""

    broker: int
    epoch: int

    def __str__(self) -> str:
        return f"keep the registration of broker {self.broker}, epoch {self.epoch}"


@dataclass(frozen=True, slots=True)
class BrokerDropped(Repair):
    """A registration is dropped, because the cluster begins without brokers."""

    broker: int

    def __str__(self) -> str:
        return f"drop the registration of broker {self.broker}"


@dataclass(frozen=True, slots=True)
class PartitionsReset(Repair):
    """Partitions lose leaders and directories, because the cluster begins without brokers."""

    partitions: int

    def __str__(self) -> str:
        return f"leave {self.partitions} partitions without leaders and directories"


@dataclass(frozen=True, slots=True)
class ProducerIdsRaised(Repair):
    """The next producer id is raised above blocks that were possibly allocated."""

    before: int | None
    after: int

    def __str__(self) -> str:
        return f"raise the next producer id from {self.before or 0} to {self.after}"


@dataclass(frozen=True, slots=True)
class EpochsRaised(Repair):
    """Leader epochs and partition epochs are raised above those that were possibly used."""

    partitions: int
    by: int

    def __str__(self) -> str:
        return f"raise leader and partition epochs of {self.partitions} partitions by {self.by}"


@dataclass(frozen=True, slots=True)
class LeaderEpochRaised(Repair):
    """A leader epoch on a disk is above the image's."""

    topic: str
    partition: int
    before: int
    seen: int
    after: int

    def __str__(self) -> str:
        return (
            f"raise the leader epoch of {self.topic}-{self.partition} from {self.before} to"
            f" {self.after}: a disk has {self.seen}"
        )


@dataclass(frozen=True, slots=True)
class LeaderSet(Repair):
    """The replicas with the longest log of the highest leader epoch become leader and in-sync."""

    topic: str
    partition: int
    leader_before: int
    leader_after: int
    in_sync_before: tuple[int, ...]
    in_sync_after: tuple[int, ...]

    def __str__(self) -> str:
        return (
            f"set leader and ISR of {self.topic}-{self.partition} from {self.leader_before}"
            f" {list(self.in_sync_before)} to {self.leader_after} {list(self.in_sync_after)}: the"
            " longest logs"
        )


@dataclass(frozen=True, slots=True)
class TopicAdopted(Repair):
    """A topic is recreated from its replicas; `replaced` is the id of an older one."""

    topic: str
    topic_id: str
    partitions: int
    replaced: str | None

    def __str__(self) -> str:
        return f"adopt topic {self.topic}, id {self.topic_id}, partitions: {self.partitions}" + (
            f"; it replaces id {self.replaced}" if self.replaced else ""
        )


@dataclass(frozen=True, slots=True)
class PartitionAdopted(Repair):
    """A partition that was added is recreated from its replicas."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"adopt partition {self.topic}-{self.partition}"


@dataclass(frozen=True, slots=True)
class ReplicaAdopted(Repair):
    """A replica that was added is restored."""

    topic: str
    partition: int
    broker: int

    def __str__(self) -> str:
        return f"adopt the replica of {self.topic}-{self.partition} on broker {self.broker}"


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference between the image and the disks of brokers that a plan leaves as it is."""

    def to_json(self) -> dict[str, Any]:
        """Return the finding for JSON."""
        return {"finding": type(self).__name__, **asdict(self)}


@dataclass(frozen=True, slots=True)
class TopicLost(Finding):
    """Brokers have replicas of a topic that is not in the image; they set these aside as stray."""

    topic: str
    topic_id: str | None
    brokers: tuple[int, ...]

    def __str__(self) -> str:
        return (
            f"topic {self.topic}, id {self.topic_id or 'unknown'}, on brokers"
            f" {some_of(map(str, self.brokers))} is not in the metadata: they set it aside"
        )


@dataclass(frozen=True, slots=True)
class ReplicaSetAside(Finding):
    """A broker has a replica that the image does not assign to it."""

    topic: str
    partition: int
    broker: int

    def __str__(self) -> str:
        return (
            f"the replica of {self.topic}-{self.partition} on broker {self.broker} is not in the"
            " metadata: the broker sets it aside"
        )


@dataclass(frozen=True, slots=True)
class TopicUnseen(Finding):
    """No broker has a replica of the topic: it was deleted, or never written."""

    topic: str

    def __str__(self) -> str:
        return f"topic {self.topic} is on no disk: it was deleted, or never written"


@dataclass(frozen=True, slots=True)
class BrokerUnseen(Finding):
    """A registered broker has a log directory that was not given."""

    broker: int

    def __str__(self) -> str:
        return f"not all log directories of broker {self.broker} were given"


@dataclass(frozen=True, slots=True)
class RegistrationLost(Finding):
    """A broker is not registered in the image; it registers when it is restarted."""

    broker: int

    def __str__(self) -> str:
        return f"broker {self.broker} is not registered: start it again"


@dataclass(frozen=True, slots=True)
class LeaderUncertain(Finding):
    """A replica in sync was not seen: the longest log is not known."""

    topic: str
    partition: int
    unseen: tuple[int, ...]

    def __str__(self) -> str:
        return (
            f"the leader of {self.topic}-{self.partition} stays: the disks of brokers"
            f" {some_of(map(str, self.unseen))} were not given"
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Repaired:
    """The result: records of S, framed; `accepted` are the parts of the phrase."""

    image: ClusterImage
    records: tuple[bytes, ...]
    repairs: tuple[Repair, ...]
    findings: tuple[Finding, ...]
    accepted: tuple[str, ...]


# -- repair ----------------------------------------------------------------------------------------


def repair(
    image: ClusterImage,
    data_plane: DataPlane | None,
    *,
    new_voters: frozenset[int],
    old_voters: frozenset[int],
    cluster_id: str,
    is_lossless: bool,
    brokers_stopped: bool,
    adopt_topics: bool,
    jumps: Jumps,
) -> Repaired:
    """Return the metadata for S. Raises PlanRefusedError.

    `data_plane` is None for a cluster that begins without brokers. With `is_lossless` nothing is
    compared and nothing jumps, since the image has every committed record.
    """
    _check_level(image)
    for voter in sorted(new_voters - old_voters):
        if voter in image.brokers and data_plane is not None:
            raise PlanRefusedError(
                Reason.VOTERS, f"{voter} is the id of a broker: a new voter needs another id"
            )
    work = _Work(image.copy(), jumps)
    work.drop_transaction()
    work.drop_controllers(new_voters)
    accepted: list[str] = []
    if data_plane is None:
        work.drop_brokers()
    elif not is_lossless:
        _check_data_plane(data_plane, cluster_id, brokers_stopped=brokers_stopped)
        seen = _Seen(data_plane)
        if adopt_topics:
            work.adopt(seen)
        work.compare(seen)
        adopted = [each.topic for each in work.repairs if isinstance(each, TopicAdopted)]
        if adopted:
            accepted.append(f"adopt topics {some_of(adopted)} without their configs")
        accepted += _accepted(work, image, brokers_stopped=brokers_stopped)
        work.follow(seen)
    if not is_lossless:
        work.raise_numbers()
    for broker_id, broker in sorted(work.image.brokers.items()):
        work.repairs.append(BrokerKept(broker_id, broker.epoch))
    return Repaired(
        image=work.image,
        records=_framed(work.image),
        repairs=tuple(work.repairs),
        findings=tuple(work.findings),
        accepted=tuple(accepted),
    )


def _check_level(image: ClusterImage) -> None:
    level = image.metadata_version
    # a later release may have changed the meaning of a known record
    if level is not None and level not in TABLE.names:
        raise PlanRefusedError(
            Reason.METADATA,
            f"metadata.version {level} is not known, the highest known is {max(TABLE.names)}: use a"
            " later release of kraft",
        )
    if image.zk_migration_state in _MIGRATING:
        raise PlanRefusedError(
            Reason.METADATA,
            "a migration from ZooKeeper was in progress: ZooKeeper has the metadata",
        )


def _framed(image: ClusterImage) -> tuple[bytes, ...]:
    try:
        return tuple(map(encode_metadata_record, snapshot_records(image)))
    except (SnapshotError, WireError) as error:
        raise PlanRefusedError(Reason.METADATA, f"the chosen log gives no snapshot: {error}") from (
            None
        )


def _check_data_plane(data_plane: DataPlane, cluster_id: str, *, brokers_stopped: bool) -> None:
    for each in data_plane.directories:
        if each.cluster_id != cluster_id:
            raise PlanRefusedError(
                Reason.BROKERS,
                f"{each.path} belongs to cluster {each.cluster_id}, not to {cluster_id}",
            )
        if brokers_stopped and each.process is not None:
            raise PlanRefusedError(
                Reason.BROKERS, f"{each.path} is in use: broker {each.broker_id} is not stopped"
            )


def _accepted(work: _Work, image: ClusterImage, *, brokers_stopped: bool) -> Iterator[str]:
    """Yield the parts of the phrase, or refuse: a running broker deletes what S lacks."""
    lost = [each for each in work.findings if isinstance(each, TopicLost)]
    aside = [each for each in work.findings if isinstance(each, ReplicaSetAside)]
    unseen = [each for each in work.findings if isinstance(each, BrokerUnseen)]
    if not brokers_stopped:
        advice = (
            "a running broker deletes the replicas that the new metadata lacks: stop every broker"
            " and say so with --brokers-stopped"
        )
        if lost or aside:
            names = [each.topic for each in lost]
            names += [f"{each.topic}-{each.partition}" for each in aside]
            raise PlanRefusedError(
                Reason.DATA, f"the chosen log lacks {some_of(dict.fromkeys(names))}: {advice}"
            )
        if unseen or not image.brokers:
            which = (
                f"broker {some_of(str(each.broker) for each in unseen)} was not looked at"
                if unseen
                else "no broker is registered in the chosen log"
            )
            raise PlanRefusedError(Reason.BROKERS, f"{which}: {advice}")
    if lost:
        yield f"lose topics {some_of(each.topic for each in lost)}"
    if aside:
        replicas = (f"{each.topic}-{each.partition} of {each.broker}" for each in aside)
        yield f"set replicas {some_of(replicas)} aside"
    if unseen:
        yield f"brokers {some_of(str(each.broker) for each in unseen)} were not looked at"


class _Seen:
    """The replicas on the disks of brokers."""

    def __init__(self, data_plane: DataPlane) -> None:
        self.directories = sorted(
            data_plane.directories, key=lambda each: (each.broker_id, each.path)
        )
        self.replicas: dict[tuple[str, int], dict[int, HeldPartition]] = defaultdict(dict)
        self.homes: dict[tuple[str, int, int], Uuid] = {}
        """The directory id of a replica, by topic, partition and broker."""
        self.ids: dict[str, set[Uuid]] = defaultdict(set)
        for directory in self.directories:
            broker = directory.broker_id
            for each in directory.partitions:
                replicas = self.replicas[each.topic, each.number]
                other = replicas.get(broker)
                # of two copies in two directories of a broker the longer one counts
                if other is None or (other.epoch, other.end) < (each.epoch, each.end):
                    replicas[broker] = each
                    if directory.directory_id is not None:
                        self.homes[each.topic, each.number, broker] = directory.directory_id
                if each.topic_id is not None:
                    self.ids[each.topic].add(each.topic_id)
        self.topics: dict[str, list[int]] = defaultdict(list)
        for name, number in sorted(self.replicas):
            self.topics[name].append(number)

    def of(self, topic: Topic, number: int) -> dict[int, HeldPartition]:
        """Return the replicas of a partition of a topic id, by broker."""
        found = self.replicas.get((topic.name, number), {})
        return {
            broker: each
            for broker, each in found.items()
            if each.topic_id is None or each.topic_id == topic.topic_id
        }

    def brokers_of(self, name: str, topic_id: Uuid | None) -> tuple[int, ...]:
        """Return the brokers with a replica of that topic id."""
        return tuple(
            sorted(
                {
                    broker
                    for number in self.topics[name]
                    for broker, each in self.replicas[name, number].items()
                    if each.topic_id == topic_id
                }
            )
        )


class _Work:
    """A copy of an image to be changed, with the list of changes."""

    def __init__(self, image: ClusterImage, jumps: Jumps) -> None:
        self.image = image
        # tables of partitions are shared with the image that this one was copied from
        for topic_id, topic in list(image.topics.items()):
            image.topics[topic_id] = topic._replace(partitions=dict(topic.partitions))
        self.jumps = jumps
        self.repairs: list[Repair] = []
        self.findings: list[Finding] = []
        self.looked_at: set[int] = set()
        """Brokers of which every registered log directory was given."""

    def drop_transaction(self) -> None:
        if self.image.in_transaction:
            self.repairs.append(TransactionDropped(len(self.image.staged)))
            self.image.replay_metadata(AbortTransactionRecord())

    def drop_controllers(self, voters: frozenset[int]) -> None:
        """Drop registrations of controllers; running controllers register again."""
        for controller in sorted(set(self.image.controllers) - voters):
            del self.image.controllers[controller]
            self.repairs.append(ControllerDropped(controller))

    def drop_brokers(self) -> None:
        """Keep only names, configs and replicas of topics.

        A partition whose leader is not registered is never elected again, and a replica in a
        directory that its broker does not register is offline: both are cleared.
        """
        for broker in sorted(self.image.brokers):
            self.repairs.append(BrokerDropped(broker))
        self.image.brokers.clear()
        self.image.directories.clear()
        count = 0
        for topic in self.image.topics.values():
            for number, state in list(topic.partitions.items()):
                count += 1
                cleared = state._replace(
                    leader=_NO_LEADER,
                    isr=state.replicas,
                    eligible_leader_replicas=(),
                    last_known_elr=(),
                    directories=(ZERO_UUID,) * len(state.replicas),
                )
                self._put(topic.topic_id, number, cleared)
        if count:
            self.repairs.append(PartitionsReset(count))

    # -- the disks of brokers ---------------------------------------------------------------------

    def adopt(self, seen: _Seen) -> None:
        """Add topics, partitions and replicas that the image lacks."""
        for name in seen.topics:
            ids = seen.ids[name]
            known = self.image.topic_ids.get(name)
            if known is not None and ids <= {known}:
                self._adopt_partitions(seen, self.image.topics[known])
                continue
            if len(ids - {known}) != 1:
                what = "several ids" if ids else "no id"
                raise PlanRefusedError(
                    Reason.ADOPTION,
                    f"topic {name} cannot be adopted: its replicas have {what} of it",
                )
            (topic_id,) = ids - {known}
            self._adopt_topic(seen, name, topic_id, known)

    def _adopt_topic(self, seen: _Seen, name: str, topic_id: Uuid, known: Uuid | None) -> None:
        if topic_id in self.image.topics:
            raise PlanRefusedError(
                Reason.ADOPTION,
                f"topic {name} cannot be adopted: topic {self.image.topics[topic_id].name} has its"
                " id",
            )
        topic = Topic(name, topic_id, {})
        numbers = [each for each in seen.topics[name] if seen.of(topic, each)]
        self._check_numbers(name, numbers)
        if known is not None:
            del self.image.topics[known]
        self.image.topics[topic_id] = topic
        self.image.topic_ids[name] = topic_id
        for number in numbers:
            self._put(topic_id, number, self._made(seen, topic, number))
        configs = dict(_ADOPTED_CONFIGS)
        if name in _COMPACTED:
            configs["cleanup.policy"] = "compact"
        self.image.configs[TOPIC_CONFIG, name] = configs
        replaced = None if known is None else str(known)
        self.repairs.append(TopicAdopted(name, str(topic_id), len(numbers), replaced))

    def _adopt_partitions(self, seen: _Seen, topic: Topic) -> None:
        numbers = [each for each in seen.topics[topic.name] if seen.of(topic, each)]
        self._check_numbers(topic.name, sorted({*topic.partitions, *numbers}))
        for number in numbers:
            state = topic.partitions.get(number)
            if state is None:
                self._put(topic.topic_id, number, self._made(seen, topic, number))
                self.repairs.append(PartitionAdopted(topic.name, number))
                continue
            for broker in sorted(set(seen.of(topic, number)) - set(state.replicas)):
                home = seen.homes.get((topic.name, number, broker), ZERO_UUID)
                state = state._replace(
                    replicas=(*state.replicas, broker),
                    directories=(*state.directories, self._home(home)),
                )
                self.repairs.append(ReplicaAdopted(topic.name, number, broker))
            self._put(topic.topic_id, number, state)

    def _check_numbers(self, name: str, numbers: Sequence[int]) -> None:
        places = enumerate((*numbers, -1))
        missing = next(place for place, number in places if place != number)
        if missing < max(1, len(numbers)):
            raise PlanRefusedError(
                Reason.ADOPTION,
                f"topic {name} cannot be adopted: no directory has partition {missing} of it",
            )

    def _made(self, seen: _Seen, topic: Topic, number: int) -> Partition:
        """Return a partition with the replicas that were seen."""
        held = seen.of(topic, number)
        brokers = tuple(sorted(held))
        best = _best(held)
        homes = [seen.homes.get((topic.name, number, each), ZERO_UUID) for each in brokers]
        return Partition(
            replicas=brokers,
            isr=best,
            removing_replicas=(),
            adding_replicas=(),
            directories=tuple(map(self._home, homes)),
            eligible_leader_replicas=(),
            last_known_elr=(),
            leader=self._leader_of(best),
            leader_recovery_state=0,
            leader_epoch=max(0, *(each.epoch for each in held.values())),
            partition_epoch=0,
        )

    def _home(self, directory: Uuid) -> Uuid:
        """Return the directory for a record; low levels of metadata.version have none."""
        is_open = Gate.DIRECTORY_ASSIGNMENT.is_open(self.image.metadata_version)
        return directory if is_open else ZERO_UUID

    def compare(self, seen: _Seen) -> None:
        """Report what only the brokers have, and what only the image has."""
        given = defaultdict(set)
        for directory in seen.directories:
            given[directory.broker_id].add(directory.directory_id)
        for broker_id in sorted(given.keys() - self.image.brokers.keys()):
            self.findings.append(RegistrationLost(broker_id))
        unseen = set()
        for broker_id, broker in sorted(self.image.brokers.items()):
            if broker_id not in given or not set(broker.log_dirs) <= given[broker_id]:
                unseen.add(broker_id)
                self.findings.append(BrokerUnseen(broker_id))
        self.looked_at = given.keys() - unseen
        for name in seen.topics:
            self._compare_topic(seen, name)
        for topic in self.image.topics.values():
            replicas = {one for state in topic.partitions.values() for one in state.replicas}
            is_held = any(seen.of(topic, number) for number in topic.partitions)
            if not is_held and not replicas & unseen:
                self.findings.append(TopicUnseen(topic.name))

    def _compare_topic(self, seen: _Seen, name: str) -> None:
        topic_id = self.image.topic_ids.get(name)
        for other in sorted(seen.ids[name] - {topic_id}):
            brokers = seen.brokers_of(name, other)
            self.findings.append(TopicLost(name, str(other), brokers))
        if topic_id is None:
            if not seen.ids[name]:
                self.findings.append(TopicLost(name, None, seen.brokers_of(name, None)))
            return
        topic = self.image.topics[topic_id]
        for number in seen.topics[name]:
            state = topic.partitions.get(number)
            assigned = () if state is None else state.replicas
            for broker in sorted(set(seen.of(topic, number)) - set(assigned)):
                self.findings.append(ReplicaSetAside(name, number, broker))

    def follow(self, seen: _Seen) -> None:
        """Make the longest logs lead, and raise leader epochs above those that were seen."""
        for topic in self.image.topics.values():
            for number, state in list(topic.partitions.items()):
                held = {
                    broker: each
                    for broker, each in seen.of(topic, number).items()
                    if broker in state.replicas
                }
                if held:
                    led = self._led(topic.name, number, state, held)
                    highest = max(each.epoch for each in seen.of(topic, number).values())
                    if highest > led.leader_epoch:
                        after = highest + self.jumps.leader_epochs
                        self.repairs.append(
                            LeaderEpochRaised(topic.name, number, led.leader_epoch, highest, after)
                        )
                        led = led._replace(leader_epoch=highest)
                    self._put(topic.topic_id, number, led)

    def _led(
        self, name: str, number: int, state: Partition, held: Mapping[int, HeldPartition]
    ) -> Partition:
        """Return the state with the replicas in sync whose logs are the longest.

        The in-sync set of the image can be older than the loss. A leader writes its epoch into
        leader-epoch-checkpoint, so the longest log of the highest epoch has every record that was
        acknowledged to producers with acks=all.
        """
        candidates = {*state.isr, *state.eligible_leader_replicas}
        unseen = tuple(sorted(candidates - held.keys() - self.looked_at))
        if unseen:
            self.findings.append(LeaderUncertain(name, number, unseen))
            return state
        best = _best(held)
        leader = state.leader if state.leader in best else self._leader_of(best)
        if set(best) == set(state.isr) and leader == state.leader:
            return state
        in_sync = tuple(each for each in state.replicas if each in best)
        self.repairs.append(LeaderSet(name, number, state.leader, leader, state.isr, in_sync))
        return state._replace(
            leader=leader, isr=in_sync, eligible_leader_replicas=(), last_known_elr=()
        )

    def _leader_of(self, brokers: Iterable[int]) -> int:
        """Return the first broker that can lead, or none: the first in sync to return is elected.

        A broker that is fenced or not registered is not noticed when it stays away.
        """
        known = self.image.brokers
        able = [each for each in brokers if each in known and known[each].is_active]
        return able[0] if able else _NO_LEADER

    # -- numbers ----------------------------------------------------------------------------------

    def raise_numbers(self) -> None:
        """Raise epochs of partitions and the next producer id."""
        jumps = self.jumps
        if jumps.leader_epochs < 1 or jumps.producer_ids < 1:
            raise PlanRefusedError(Reason.JUMP, "leader epochs and producer ids jump by at least 1")
        count = 0
        for topic in self.image.topics.values():
            for number, state in list(topic.partitions.items()):
                raised = state._replace(
                    leader_epoch=state.leader_epoch + jumps.leader_epochs,
                    partition_epoch=state.partition_epoch + jumps.leader_epochs,
                )
                if max(raised.leader_epoch, raised.partition_epoch) > _INT32_MAX:
                    raise PlanRefusedError(
                        Reason.JUMP,
                        f"the epochs of {topic.name}-{number} cannot be raised by"
                        f" {jumps.leader_epochs}",
                    )
                self._put(topic.topic_id, number, raised)
                count += 1
        if count:
            self.repairs.append(EpochsRaised(count, jumps.leader_epochs))
        before = self.image.next_producer_id
        after = (before or 0) + jumps.producer_ids
        if after > _INT64_MAX:
            raise PlanRefusedError(Reason.JUMP, f"the next producer id {before} cannot be raised")
        self.image.next_producer_id = after
        self.repairs.append(ProducerIdsRaised(before, after))

    def _put(self, topic_id: Uuid, number: int, state: Partition) -> None:
        self.image.topics[topic_id].partitions[number] = state


def _best(held: Mapping[int, HeldPartition]) -> tuple[int, ...]:
    """Return the brokers with the longest log of the highest leader epoch, ascending."""
    highest = max((each.epoch, each.end) for each in held.values())
    return tuple(sorted(x for x, each in held.items() if (each.epoch, each.end) == highest))
