"""The state of a mock cluster, and what a model gets with a request."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from kraft_core.testing.models.log import PartitionLog
from kraft_wire.error_codes import ErrorCode
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.testing.models.groups import Group
    from kraft_core.testing.models.transaction_states import Transaction
    from kraft_core.testing.rules import PlacedError
    from kraft_wire.message import Message

PARTITIONS_MAX: Final = 10_000
TOPICS_MAX: Final = 10_000

_LEGAL: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
_NAME_MAX: Final = 249


class Broker(NamedTuple):
    """A broker and its address."""

    node_id: int
    host: str
    port: int


@dataclass(slots=True)
class Partition:
    """A partition with its one log, which all replicas have."""

    replicas: tuple[int, ...]
    leader: int
    epoch: int = 0
    log: PartitionLog = field(default_factory=PartitionLog)


@dataclass(slots=True)
class Topic:
    """A topic; `configs` are those that were set."""

    name: str
    topic_id: Uuid
    partitions: list[Partition]
    configs: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class ClusterState:
    """Topics, groups and configs of a cluster."""

    cluster_id: str
    brokers: tuple[Broker, ...]
    auto_create: bool = True
    default_partitions: int = 1
    topics: dict[str, Topic] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    transactions: dict[str, Transaction] = field(default_factory=dict)
    bumps_epochs: bool = True
    """The end of a transaction begins an epoch (KIP-890), as with `transaction.version` 2."""
    broker_configs: dict[str, dict[str, str]] = field(default_factory=dict)
    next_producer_id: int = 1000
    next_member: int = 1
    next_session: int = 1
    sessions: dict[int, object] = field(default_factory=dict)
    topics_made: int = 0

    def broker(self, node_id: int) -> Broker | None:
        """Return a broker by its id."""
        return next((each for each in self.brokers if each.node_id == node_id), None)

    @property
    def controller_id(self) -> int:
        """The broker that clients are told of; a broker's id in KRaft, too."""
        return self.brokers[0].node_id

    @property
    def topic_names(self) -> dict[Uuid, str]:
        """Names by id."""
        return {topic.topic_id: name for name, topic in self.topics.items()}

    def topic(self, name: str | None, topic_id: Uuid | None = None) -> Topic | None:
        """Return a topic by its id if there is one, else by its name."""
        if topic_id is not None and topic_id != Uuid(bytes(16)):
            return next((each for each in self.topics.values() if each.topic_id == topic_id), None)
        return self.topics.get(name or "")

    def partition(self, topic: Topic | None, index: int) -> Partition | None:
        """Return a partition of a topic; None if either does not exist."""
        if topic is None or not 0 <= index < len(topic.partitions):
            return None
        return topic.partitions[index]

    def new_producer_id(self) -> int:
        """Return a producer id that was not used before."""
        self.next_producer_id += 1
        return self.next_producer_id - 1

    def new_member_id(self, prefix: str) -> str:
        """Return an id for a member of a group."""
        self.next_member += 1
        return f"{prefix}-{Uuid((self.next_member - 1).to_bytes(16, 'big')).hex()}"

    def coordinator(self, key: str) -> Broker:
        """Return the coordinator of a group or transactional id."""
        return self.brokers[crc32(key.encode()) % len(self.brokers)]

    def create_topic(
        self,
        name: str,
        partitions: int = -1,
        replication_factor: int = -1,
        configs: dict[str, str] | None = None,
        assignments: list[tuple[int, ...]] | None = None,
    ) -> tuple[ErrorCode, str | None]:
        """Create a topic; -1 is the default of the cluster."""
        error, text = self.check_topic(name, partitions, replication_factor, assignments)
        if error:
            return error, text
        topic_id = self.new_topic_id(name)
        self.topics_made += 1
        topic = Topic(name, topic_id, [], dict(configs or {}))
        self.topics[name] = topic
        count = self.default_partitions if partitions == -1 else partitions
        factor = 1 if replication_factor == -1 else replication_factor
        self.add_partitions(topic, assignments or self.placed(topic, count, factor))
        return ErrorCode.NONE, None

    def check_topic(
        self,
        name: str,
        partitions: int,
        replication_factor: int,
        assignments: list[tuple[int, ...]] | None = None,
    ) -> tuple[ErrorCode, str | None]:
        """Return why a topic cannot be created (ReplicationControlManager.createTopic)."""
        error, text = self.check_name(name)
        if error:
            return error, text
        if assignments:
            partitions = len(assignments)
            is_even = len({len(replicas) for replicas in assignments}) == 1
            if not is_even or not self.are_assignable(assignments):
                return ErrorCode.INVALID_REPLICA_ASSIGNMENT, "The assignment names unknown brokers."
        elif replication_factor == 0 or replication_factor < -1:
            text = "Replication factor must be larger than 0, or -1 to use the default value."
            return ErrorCode.INVALID_REPLICATION_FACTOR, text
        elif partitions == 0 or partitions < -1:
            text = "Number of partitions was set to an invalid non-positive value."
            return ErrorCode.INVALID_PARTITIONS, text
        elif replication_factor > len(self.brokers):
            text = f"Unable to replicate the partition {replication_factor} time(s)"
            return ErrorCode.INVALID_REPLICATION_FACTOR, text
        if len(self.topics) >= TOPICS_MAX or not self.has_room(max(partitions, 1)):
            text = f"A mock cluster has up to {TOPICS_MAX} topics and {PARTITIONS_MAX} partitions."
            return ErrorCode.POLICY_VIOLATION, text
        return ErrorCode.NONE, None

    def check_legal(self, name: str) -> tuple[ErrorCode, str | None]:
        """Return why no topic can have this name (Topic.validate)."""
        if not name or name in (".", "..") or len(name) > _NAME_MAX or set(name) - _LEGAL:
            return ErrorCode.INVALID_TOPIC_EXCEPTION, f"Topic name is invalid: {name!r}"
        return ErrorCode.NONE, None

    def check_name(self, name: str) -> tuple[ErrorCode, str | None]:
        """Return why a new topic cannot have this name."""
        if name in self.topics:
            return ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists."
        return self.check_legal(name)

    def are_assignable(self, assignments: list[tuple[int, ...]]) -> bool:
        """Return True if each partition is given to brokers that exist, to none twice."""
        known = {each.node_id for each in self.brokers}
        return all(
            replicas and len(set(replicas)) == len(replicas) and not set(replicas) - known
            for replicas in assignments
        )

    def new_topic_id(self, name: str) -> Uuid:
        """Return the id that the next topic gets."""
        number = (self.topics_made + 1).to_bytes(8, "big")
        return Uuid(number + crc32(name.encode()).to_bytes(8, "big"))

    def has_room(self, partitions: int) -> bool:
        """Return True if the cluster can contain `partitions` more partitions."""
        there = sum(len(each.partitions) for each in self.topics.values())
        return there + partitions <= PARTITIONS_MAX

    def delete_topic(self, topic: Topic) -> None:
        """Delete a topic and the offsets that groups have committed for it."""
        del self.topics[topic.name]
        for group in self.groups.values():
            group.forget_topic(topic.name)
        for transaction in self.transactions.values():
            for index in range(len(topic.partitions)):
                transaction.partitions.pop((topic.name, index), None)

    def placed(self, topic: Topic, count: int, factor: int) -> list[tuple[int, ...]]:
        """Return the replicas of `count` more partitions, spread over the brokers."""
        ids = [each.node_id for each in self.brokers]
        first = len(topic.partitions)
        return [
            tuple(ids[(number + place) % len(ids)] for place in range(factor))
            for number in range(first, first + count)
        ]

    def add_partitions(self, topic: Topic, assignments: list[tuple[int, ...]]) -> None:
        """Add partitions to a topic; the first replica of each is its leader."""
        topic.partitions += [Partition(replicas, replicas[0]) for replicas in assignments]


@dataclass(frozen=True, slots=True)
class Context:
    """The context of a request: its receiver, version and time."""

    state: ClusterState
    node_id: int
    version: int
    client_id: str | None
    client_host: str
    now_ms: int
    """Wall clock, for timestamps of records and groups."""
    injected: tuple[PlacedError, ...] = ()
    """Errors of rules for some partitions, which a model has to put into its answer."""


def coordination_error(context: Context, key: str) -> ErrorCode:
    """Return NOT_COORDINATOR if another broker coordinates the group or transactional id."""
    if context.state.coordinator(key).node_id != context.node_id:
        return ErrorCode.NOT_COORDINATOR
    return ErrorCode.NONE


@dataclass(frozen=True, slots=True)
class Wait:
    """A response that is not ready: ask `is_ready` after every change of the state.

    `then` makes the response when it is, or after `at_most_ms`.
    """

    is_ready: Callable[[], bool]
    at_most_ms: int
    then: Callable[[], Message]
