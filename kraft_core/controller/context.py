"""Inputs and results of a decision of the active controller.

A decision is a pure function of a request and a ControllerState: it returns the records to append
and the answer to give once they are committed (`Decision`), or raises `Refusal`. It changes
nothing: the records are replayed on the image when they are appended, and session state is changed
by `Decision.then`, so that a refused append leaves no trace. Kafka's managers touch their state
while they decide, and depose the leader when that fails half-way.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.config.gates import has_eligible_leaders
from kraft_core.metadata import BROKER_CONFIG, TOPIC_CONFIG
from kraft_core.security.authorizer import CLUSTER_NAME, Operation, ResourceType
from kraft_core.security.principals import ANONYMOUS, Principal
from kraft_wire.errors import ErrorCode
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sized
    from random import Random

    from kraft_core.controller.sessions import BrokerSessions
    from kraft_core.metadata import ClusterImage, PartitionIndex
    from kraft_wire.message import Message
    from kraft_wire.records.metadata_frame import MetadataRecord

MIN_INSYNC_REPLICAS: Final = "min.insync.replicas"
UNCLEAN_LEADER_ELECTION: Final = "unclean.leader.election.enable"

MAX_RECORDS_PER_BATCH: Final = 10_000
"""The most records of one batch, and of one atomic decision (QuorumController)."""


class Refusal(Exception):  # noqa: N818  # an answer, not a fault
    """A request is answered with an error and changes nothing."""

    def __init__(self, code: ErrorCode, text: str | None = None) -> None:
        super().__init__(text or code.name)
        self.code = code
        self.text = text


def _nothing() -> None:
    """Change no session state."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Records to append and the answer to send when they are committed.

    An answer without records waits for earlier appended records, since it can report them.
    Atomic records are appended as one batch or not at all.
    """

    answer: Message | None
    """None for periodic work."""
    records: tuple[Message | MetadataRecord, ...] = ()
    """Messages are written in the version of the finalized metadata.version."""
    is_atomic: bool = False
    kraft_version: int | None = None
    """The level that consensus has to raise kraft.version to, before the records are appended."""
    then: Callable[[], None] = _nothing
    """Changes the session state; called when the records have been appended."""


def _is_allowed(operation: Operation, resource: ResourceType, name: str) -> bool:
    """Allow everything, as without an authorizer."""
    del operation, resource, name
    return True


def _is_literal(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _charge_nothing(partitions: int) -> None:
    """Charge no quota."""


@dataclass(frozen=True, slots=True)
class Context:
    """The circumstances of a request, and the rights of its principal."""

    api_version: int
    principal: Principal = ANONYMOUS
    is_forwarded: bool = False
    """True if a broker sent it in an Envelope, after checks of its own."""
    allows: Callable[[Operation, ResourceType, str], bool] = _is_allowed
    """The authorizer's answer for this principal."""
    has_authorizer: bool = True
    """Without one the APIs of ACLs are disabled."""
    may_use_tokens: bool = True
    """True if it may ask for delegation tokens: it is known, and not by such a token."""
    is_address: Callable[[str], bool] = _is_literal
    """True for an IP address or a resolvable host name; the caller resolves names beforehand."""
    charge: Callable[[int], None] = _charge_nothing
    """Charges the quota of the principal for changed partitions; raises Refusal above it."""

    def allows_on_cluster(self, operation: Operation) -> bool:
        """Return True if the principal has a right on the whole cluster."""
        return self.allows(operation, ResourceType.CLUSTER, CLUSTER_NAME)

    def require(self, operation: Operation) -> None:
        """Refuse the request without a right on the cluster (authorizeClusterOperation)."""
        if not self.allows_on_cluster(operation):
            text = f"Request needs {operation.name} permission."
            raise Refusal(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, text)


def check_batch(records: Sized) -> None:
    """Refuse an atomic decision that does not fit one batch (BoundedListTooLongException)."""
    if len(records) > MAX_RECORDS_PER_BATCH:
        text = "Unable to perform excessively large batch operation."
        raise Refusal(ErrorCode.POLICY_VIOLATION, text)


@dataclass(frozen=True, slots=True)
class ControllerSettings:
    """The identity of this controller and the values of its configuration file.

    `static` are the values that the file sets, by name. Two controllers with different files decide
    differently after a failover, as in Kafka.
    """

    node_id: int
    cluster_id: str
    session_timeout_ms: int = 9000
    static: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class ControllerState:
    """Everything that a decision can read.

    `image` is that of the last appended record, `next_offset` the offset of the next one, `now_ms`
    a monotonic time in milliseconds, `kraft_version` the level that the replica has in force,
    `wall_ms` the time of day in milliseconds since 1970, for delegation tokens. `voter_ids` are
    those of the latest voter set, committed or not: a record that depends on it is committed after
    it (KAFKA-20865). `observer_ids` are those of observers that fetch.
    """

    settings: ControllerSettings
    image: ClusterImage
    sessions: BrokerSessions
    chance: Random
    next_offset: int = 0
    now_ms: int = 0
    kraft_version: int = 0
    wall_ms: int = 0
    voter_ids: frozenset[int] = frozenset()
    observer_ids: frozenset[int] = frozenset()

    @property
    def metadata_version(self) -> int:
        """The finalized level; an active controller always has one."""
        level = self.image.metadata_version
        if level is None:
            raise Refusal(ErrorCode.UNKNOWN_SERVER_ERROR, "There is no metadata.version")
        return level

    @property
    def has_elr(self) -> bool:
        """Return True if eligible leader replicas are on (KIP-966)."""
        return has_eligible_leaders(self.image.features)

    def random_id(self) -> Uuid:
        """Draw an id; none that is reserved or that a tool would read as an option."""
        while True:
            drawn = bytearray(self.chance.randbytes(16))
            drawn[6] = drawn[6] & 0x0F | 0x40
            drawn[8] = drawn[8] & 0x3F | 0x80
            candidate = Uuid(bytes(drawn))
            if not str(candidate).startswith("-"):
                return candidate

    @property
    def index(self) -> PartitionIndex:
        """The index of the image, which an active controller always has."""
        index = self.image.index
        if index is None:
            raise ValueError("the image of an active controller must be indexed")
        return index

    def is_active(self, broker_id: int) -> bool:
        """Return True if a broker can be in an ISR and lead."""
        broker = self.image.brokers.get(broker_id)
        return broker is not None and broker.is_active

    def check_broker_epoch(self, broker_id: int, epoch: int) -> None:
        """Refuse a request of an unknown broker or of an earlier incarnation."""
        broker = self.image.brokers.get(broker_id)
        if broker is None:
            raise Refusal(
                ErrorCode.STALE_BROKER_EPOCH,
                f"No broker registration found for broker id {broker_id}",
            )
        if broker.epoch != epoch:
            raise Refusal(
                ErrorCode.STALE_BROKER_EPOCH,
                f"Expected broker epoch {broker.epoch}, but got broker epoch {epoch}",
            )

    def effective(self, topic: str, name: str, default: str) -> str:
        """Return the value of a topic's config whose name is the same on brokers.

        Topic, then the dynamic config of this controller, of all brokers, then this controller's
        file: what the files of brokers say does not count (KafkaConfigSchema).
        """
        node = str(self.settings.node_id)
        for resource in ((TOPIC_CONFIG, topic), (BROKER_CONFIG, node), (BROKER_CONFIG, "")):
            value = self.image.configs.get(resource, {}).get(name)
            if value is not None:
                return value
        return self.settings.static.get(name, default)

    def min_isr(self, topic: str) -> int:
        """Return the effective min.insync.replicas, at most the replicas of partition 0."""
        least = int(self.effective(topic, MIN_INSYNC_REPLICAS, "1"))
        partitions = self.image.topics[self.image.topic_ids[topic]].partitions
        return min(least, len(partitions[0].replicas)) if 0 in partitions else least

    def allows_unclean_election(self, topic: str) -> bool:
        """Return the effective unclean.leader.election.enable."""
        return self.effective(topic, UNCLEAN_LEADER_ELECTION, "false").lower() == "true"
