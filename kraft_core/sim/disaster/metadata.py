"""Nodes that keep the metadata of a cluster, and a client that writes some: brokers and partitions.

Broker epochs and leader epochs must not fall, so they have to be in the log that is recovered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.metadata import ClusterImage
from kraft_core.metadata.snapshot_records import snapshot_records
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.machine import SimulatedMachine
from kraft_core.sim.quorum.node import SimulatedNode
from kraft_wire.messages import (
    PartitionChangeRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    TopicRecord,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_core.raft.replica.appends import AppendTicket
    from kraft_core.sim.quorum.plan import Release
    from kraft_wire.message import Message
    from kraft_wire.records import RecordBatch

_BROKERS: Final = (1000, 1001)
_PAUSE_MS: Final = (100, 900)
_REGISTRATION_VERSION: Final = 3


class MetadataCluster(Cluster):
    """A cluster of nodes that keep metadata, which `client` writes."""

    client: MetadataClient

    def new_node(self, node_id: int, release: Release) -> SimulatedNode:
        """Create a node; it is neither formatted nor started."""
        return MetadataNode(self, node_id, release)


class MetadataNode(SimulatedNode):
    """A node that keeps metadata."""

    def new_machine(self) -> SimulatedMachine:
        """Create the state machine of an incarnation."""
        return MetadataMachine(self._leader_changed, self._applied)

    @property
    def image(self) -> ClusterImage:
        """The metadata that it has applied."""
        assert isinstance(self.machine, MetadataMachine)  # noqa: S101  # created here
        return self.machine.image


class MetadataMachine(SimulatedMachine):
    """Values by name, and the image of the cluster that all records describe."""

    def __init__(
        self,
        on_leader: Callable[[LeaderAndEpoch], None],
        on_applied: Callable[[int, int], None],
    ) -> None:
        super().__init__(on_leader, on_applied)
        self.image = ClusterImage()

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """Forget everything."""
        super().begin_load(snapshot_id)
        self.image = ClusterImage()

    def snapshot_values(self) -> Iterable[bytes]:
        """Return the records of the image."""
        if not self.is_initialized:
            return []
        return [encode_metadata_record(each) for each in snapshot_records(self.image)]

    def _take(self, batch: RecordBatch) -> None:
        super()._take(batch)
        for record in batch.records():
            self.image.replay(
                record.key, record.value, is_control=batch.is_control, offset=record.offset
            )


class MetadataClient:
    """Registers brokers, creates topics and elects leaders, as an active controller would."""

    def __init__(self, cluster: MetadataCluster, rng: Random) -> None:
        self._cluster = cluster
        self._rng = rng
        self._epoch = 0
        """The lowest epoch of leaders that it writes at."""
        self.broker_epochs: list[int] = []
        """Those that were acknowledged since the disaster, or since the start."""
        self.leader_epochs: dict[Uuid, int] = {}
        """The highest one that was acknowledged, by topic; each has one partition."""
        self.old_broker_epoch = -1
        """The highest one that was acknowledged before the disaster."""
        self.old_leader_epochs: dict[Uuid, int] = {}
        """Those that were acknowledged before the disaster."""
        cluster.client = self

    def begin(self) -> None:
        """Write something now and then."""
        self._cluster.timeline.at(self._rng.randrange(*_PAUSE_MS), self._come)

    def go_on_from(self, epoch: int) -> None:
        """Write only at leaders of a recovered quorum, whose epochs are that high."""
        self._epoch = epoch
        self.old_broker_epoch = max(self.broker_epochs, default=-1)
        self.old_leader_epochs = dict(self.leader_epochs)
        self.broker_epochs.clear()

    def _come(self) -> None:
        node = self._cluster.leader()
        if node is not None and node.core.role.epoch >= self._epoch:
            self.write(node)
        self.begin()

    def write(self, node: SimulatedNode) -> None:
        """Append the records of one decision at a leader, unless it cannot take them now."""
        if not isinstance(node, MetadataNode) or node.is_paused or not node.machine.is_initialized:
            return
        role_epoch = node.replica.leading_epoch
        image = node.image
        if role_epoch is None:
            return
        kind = self._rng.choice(("register", "create", "elect", "elect"))
        if kind == "register" or len(image.brokers) < len(_BROKERS):
            self._register(node, role_epoch)
        elif kind == "create" or not image.topics:
            self._create(node)
        else:
            self._elect(node)

    def _register(self, node: MetadataNode, epoch: int) -> None:
        offset = node.replica.append_offset(epoch, 0)
        if offset is None:
            return
        record = RegisterBrokerRecord(
            broker_id=self._rng.choice(_BROKERS),
            incarnation_id=Uuid(self._rng.randbytes(16)),
            broker_epoch=offset,
        )
        ticket = node.replica.append_at_once([_framed(record, _REGISTRATION_VERSION)], epoch)
        node.turn_soon()
        self._when_committed(ticket, lambda: self.broker_epochs.append(offset))

    def _create(self, node: MetadataNode) -> None:
        topic_id = Uuid(self._rng.randbytes(16))
        partition = PartitionRecord(
            partition_id=0,
            topic_id=topic_id,
            replicas=_BROKERS,
            isr=_BROKERS,
            leader=_BROKERS[0],
            leader_epoch=0,
            partition_epoch=0,
        )
        topic = TopicRecord(name=f"topic-{topic_id}", topic_id=topic_id)
        ticket = node.append([_framed(topic, 0), _framed(partition, 0)])
        self._when_committed(ticket, lambda: self._elected(topic_id, 0))

    def _elect(self, node: MetadataNode) -> None:
        topic_id = self._rng.choice(sorted(node.image.topics, key=bytes))
        before = node.image.topics[topic_id].partitions[0]
        leader = next(each for each in _BROKERS if each != before.leader)
        record = PartitionChangeRecord(partition_id=0, topic_id=topic_id, leader=leader)
        ticket = node.append([_framed(record, 0)])
        self._when_committed(ticket, lambda: self._elected(topic_id, before.leader_epoch + 1))

    def _elected(self, topic_id: Uuid, leader_epoch: int) -> None:
        self.leader_epochs[topic_id] = max(self.leader_epochs.get(topic_id, -1), leader_epoch)

    def _when_committed(self, ticket: AppendTicket | None, action: Callable[[], None]) -> None:
        if ticket is not None:
            ticket.on_end(
                lambda ended: action() if ended.outcome is AppendOutcome.COMMITTED else None
            )


def _framed(message: Message, version: int) -> bytes:
    return encode_metadata_record(MetadataRecord(message, version))
