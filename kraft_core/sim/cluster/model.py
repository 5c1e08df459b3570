"""The committed records, replayed once, and the states that invariants check.

The model replays each committed batch when the first controller applies it. It keeps every state
that a partition ever had, by partition epoch, and a digest of the whole state after each batch. The
code under test is asked for nothing but its image.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_core.config.feature_levels import SUPPORTED
from kraft_core.metadata import ClusterImage
from kraft_core.metadata.partition_index import PartitionKey
from kraft_wire.messages import (
    ClearElrRecord,
    PartitionChangeRecord,
    PartitionRecord,
    RegisterBrokerRecord,
)
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.metadata import Partition
    from kraft_core.sim.cluster.controllers import ControllerCluster, ControllerNode
    from kraft_wire.message import Message
    from kraft_wire.records import RecordBatch


class Observers:
    """Callbacks of invariants, each called in the order of registration."""

    def __init__(self) -> None:
        self.decided: list[Callable[[ControllerNode, ClusterImage, int], None]] = []
        """The active controller has replayed a decision: its image, and the last offset."""
        self.claimed: list[Callable[[ControllerNode, ClusterImage], None]] = []
        self.renounced: list[Callable[[ControllerNode, int, ClusterImage], None]] = []
        """A controller has undone what was not committed: the end of that, and its image."""
        self.standby: list[Callable[[ControllerNode, int, int], None]] = []
        """A standby has applied everything up to an end: the digest of its image."""
        self.committed: list[Callable[[int, int, int], None]] = []
        """A record is committed: epoch, offset, and the digest of the state after it."""
        self.records: list[Callable[[int, Message], None]] = []
        """Each committed record, before it is replayed."""
        self.snapshots: list[Callable[[ControllerNode, int, int, int], None]] = []
        """A snapshot is written: its end, the digests of the model and of what it holds."""
        self.requests: list[Callable[[ControllerNode, Message], None]] = []
        """A request has arrived at a controller."""
        self.answers: dict[type, list[Callable[[Message, Message], None]]] = {}
        """By class of request: a broker or operator has got an answer."""


class Model:
    """The state that results from the committed log. Raises InvariantFailed for a gap."""

    def __init__(self, cluster: ControllerCluster) -> None:
        self.cluster = cluster
        self.observers = Observers()
        self.image = new_image()
        self.end = 0
        self.log: list[tuple[int, Message]] = []
        """The committed records with their offsets."""
        self.history: dict[PartitionKey, dict[int, Partition]] = {}
        """Every state of each partition, by partition epoch."""
        self._digests: dict[int, int] = {0: state_of(self.image)}
        self._wanted: set[tuple[int, int]] = set()

    def digest_at(self, end_offset: int) -> int:
        """Return the digest of the state below an offset at which a batch ends."""
        return self._digests[end_offset]

    def want(self, epoch: int, offset: int) -> None:
        """Call `committed` with that record of that epoch."""
        self._wanted.add((epoch, offset))

    # -- actions of controllers ---------------------------------------------------------------

    def take(self, batch: RecordBatch) -> None:
        """Apply a batch that a controller committed; only the first report of a batch counts."""
        if batch.base_offset < self.end:
            return
        if batch.base_offset > self.end:
            self.cluster.fail("no-gap", f"{batch.base_offset} was applied, {self.end} was not")
        self.end = batch.next_offset
        if not batch.is_control:
            for offset, record in enumerate(batch.records(), batch.base_offset):
                message = decode_metadata_record(bytes(record.value or b"")).message
                self._replay(message, offset)
                if (batch.partition_leader_epoch, offset) in self._wanted:
                    digest = state_of(self.image)
                    for observer in self.observers.committed:
                        observer(batch.partition_leader_epoch, offset, digest)
        self._digests[self.end] = state_of(self.image)

    def _replay(self, message: Message, offset: int) -> None:
        for observer in self.observers.records:
            observer(offset, message)
        self.image.replay_metadata(message, offset)
        self.log.append((offset, message))
        match message:
            case PartitionRecord() | PartitionChangeRecord():
                self._note(PartitionKey(message.topic_id, message.partition_id))
            case ClearElrRecord():
                for topic in self.image.topics.values():
                    for number in topic.partitions:
                        self._note(PartitionKey(topic.topic_id, number))

    def _note(self, key: PartitionKey) -> None:
        state = self.image.partition(key)
        if state is not None:
            self.history.setdefault(key, {})[state.partition_epoch] = state

    def decided(self, node: ControllerNode, image: ClusterImage, last_offset: int) -> None:
        """Record that the active controller has replayed a decision."""
        for observer in self.observers.decided:
            observer(node, image, last_offset)

    def claimed(self, node: ControllerNode, image: ClusterImage) -> None:
        """Record that a controller became active in an epoch."""
        for observer in self.observers.claimed:
            observer(node, image)

    def renounced(self, node: ControllerNode, end: int, image: ClusterImage) -> None:
        """Record that a controller is no longer active."""
        for observer in self.observers.renounced:
            observer(node, end, image)

    def standby(self, node: ControllerNode, end: int, image: ClusterImage) -> int:
        """Record the state digest of a standby that has applied everything below an offset."""
        digest = state_of(image)
        for observer in self.observers.standby:
            observer(node, end, digest)
        return digest

    def snapshot_written(self, node: ControllerNode, end: int, values: Sequence[bytes]) -> None:
        """Record that a controller writes a snapshot of the state below an offset."""
        image = new_image()
        for value in values:
            image.replay_metadata(decode_metadata_record(value).message, end - 1)
        for observer in self.observers.snapshots:
            observer(node, end, self.digest_at(end), state_of(image))

    def delivered(self, node: ControllerNode, message: Message) -> None:
        """Record that a request arrived at a controller."""
        for observer in self.observers.requests:
            observer(node, message)

    def answered(self, request: Message, answer: Message) -> None:
        """Record that a broker or an operator received a response."""
        for observer in self.observers.answers.get(type(request), ()):
            observer(request, answer)


def new_image() -> ClusterImage:
    """Return an empty image that refuses the records that Kafka's controllers refuse."""
    return ClusterImage(strict=True, supported=SUPPORTED)


_registrations: dict[int, tuple[RegisterBrokerRecord, bytes]] = {}


def state_of(image: ClusterImage) -> int:
    """Return a digest of a state, equal for equal states within one process.

    The offsets of registrations are left out: those of a snapshot are its own.
    """
    topics = frozenset(
        (topic.name, topic_id, frozenset(topic.partitions.items()))
        for topic_id, topic in image.topics.items()
    )
    brokers = frozenset(
        (broker_id, encoded(one.registration), *one[1:5])
        for broker_id, one in image.brokers.items()
    )
    tables: tuple[dict[Any, Any], ...] = (
        image.topic_ids,
        image.directories,
        image.features,
        {name: frozenset(values.items()) for name, values in image.configs.items() if values},
        {name: frozenset(values.items()) for name, values in image.client_quotas.items() if values},
        {controller_id: one.incarnation_id for controller_id, one in image.controllers.items()},
        {acl_id: repr(one) for acl_id, one in image.acls.items()},
    )
    return hash(
        (
            topics,
            brokers,
            *(frozenset(table.items()) for table in tables),
            image.next_producer_id,
            image.in_transaction,
        )
    )


def encoded(record: RegisterBrokerRecord) -> bytes:
    """Return the bytes of a registration, cached for each object."""
    known = _registrations.get(id(record))
    if known is None or known[0] is not record:
        # later changes are stored next to it; in a snapshot they are in the record
        plain = record.replace(
            fenced=True, in_controlled_shutdown=False, log_dirs=(), cordoned_log_dirs=None
        )
        if len(_registrations) > 1000:
            _registrations.clear()
        known = _registrations[id(record)] = (record, plain.encode(4))
    return known[1]
