"""Nodes that store the metadata of a cluster, and a client that writes brokers and partitions.

The client decides as an active controller does, by the committed state of the leader.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from kraft_core.metadata import ClusterImage
from kraft_core.metadata.snapshot_records import snapshot_records
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.sim.disaster.brokers import BROKERS, SimulatedBrokers
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

    from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_core.raft.replica.appends import AppendTicket
    from kraft_core.sim.quorum.plan import ClusterPlan, Release
    from kraft_wire.message import Message
    from kraft_wire.records import RecordBatch

_PAUSE_MS: Final = (100, 900)
_REGISTRATION_VERSION: Final = 3
_SAME_LEADER: Final = -2
"""In a PartitionChangeRecord (PartitionRegistration.NO_LEADER_CHANGE)."""
_ELECTIONS: Final = 0.6
"""Part of the changes of a partition with all replicas in sync that elect another leader."""


class MetadataCluster(Cluster):
    """A cluster of nodes that keep metadata, which `client` writes and `brokers` act on."""

    client: MetadataClient

    def __init__(self, seed: int, plan: ClusterPlan) -> None:
        self.brokers = SimulatedBrokers(random.Random(f"brokers of {seed}"))
        super().__init__(seed, plan)

    def new_node(self, node_id: int, release: Release) -> SimulatedNode:
        """Create a node; it is neither formatted nor started."""
        return MetadataNode(self, node_id, release)


class MetadataNode(SimulatedNode):
    cluster: MetadataCluster

    def new_machine(self) -> SimulatedMachine:
        """Create the state machine of an incarnation."""
        return MetadataMachine(
            self._leader_changed,
            self._applied,
            self.cluster.brokers.take,
        )

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
        on_committed: Callable[[RecordBatch, ClusterImage], None],
    ) -> None:
        super().__init__(on_leader, on_applied)
        self._on_committed = on_committed
        self.image = ClusterImage()

    def apply(self, batch: RecordBatch) -> None:
        super().apply(batch)
        self._on_committed(batch, self.image)

    def begin_load(self, snapshot_id: SnapshotId) -> None:
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
    """Registers brokers, creates topics, elects leaders, and changes ISRs as a controller would."""

    def __init__(self, cluster: MetadataCluster, rng: random.Random) -> None:
        self._cluster = cluster
        self._rng = rng
        self._epoch = 0
        """The lowest epoch of leaders that it writes at."""
        self._pending: set[tuple[int, Uuid]] = set()
        """Topics with an uncommitted change, by the epoch of the leader."""
        self.broker_epochs: list[int] = []
        """Those that were acknowledged since the disaster, or since the start."""
        self.old_broker_epoch = -1
        """The highest one that was acknowledged before the disaster."""
        cluster.client = self

    def begin(self) -> None:
        self._cluster.timeline.at(self._rng.randrange(*_PAUSE_MS), self._come)

    def go_on_from(self, epoch: int) -> None:
        """Write only at leaders of a recovered quorum, whose epochs are that high."""
        self._epoch = epoch
        self.old_broker_epoch = max(self.broker_epochs, default=-1)
        self.broker_epochs.clear()

    def _come(self) -> None:
        node = self._cluster.leader()
        if node is not None and node.core.role.epoch >= self._epoch:
            self.write(node)
        self.begin()

    def write(self, node: SimulatedNode) -> None:
        """Append the records of one decision at a leader, unless it refuses them now."""
        if not isinstance(node, MetadataNode) or node.is_paused or not node.machine.is_initialized:
            return
        role_epoch = node.replica.leading_epoch
        image = node.image
        if role_epoch is None:
            return
        kind = self._rng.choice(("register", "create", "change", "change"))
        if kind == "register" or len(image.brokers) < len(BROKERS):
            self._register(node, role_epoch)
        elif kind == "create" or not image.topics:
            self._create(node)
        else:
            self._change(node, role_epoch)

    def _register(self, node: MetadataNode, epoch: int) -> None:
        offset = node.replica.append_offset(epoch, 0)
        if offset is None:
            return
        record = RegisterBrokerRecord(
            broker_id=self._rng.choice(BROKERS),
            incarnation_id=Uuid(self._rng.randbytes(16)),
            broker_epoch=offset,
            fenced=False,
        )
        ticket = node.replica.append_at_once([_framed(record, _REGISTRATION_VERSION)], epoch)
        node.turn_soon()

        def committed(outcome: AppendOutcome) -> None:
            if outcome is AppendOutcome.COMMITTED:
                self.broker_epochs.append(offset)

        _when_ended(ticket, committed)

    def _create(self, node: MetadataNode) -> None:
        topic_id = Uuid(self._rng.randbytes(16))
        partition = PartitionRecord(
            partition_id=0,
            topic_id=topic_id,
            replicas=BROKERS,
            isr=BROKERS,
            leader=BROKERS[0],
            leader_epoch=0,
            partition_epoch=0,
        )
        topic = TopicRecord(name=f"topic-{topic_id}", topic_id=topic_id)
        node.append([_framed(topic, 0), _framed(partition, 0)])

    def _change(self, node: MetadataNode, epoch: int) -> None:
        """Elect the other replica if it is in sync, or change the ISR."""
        topic_id = self._rng.choice(sorted(node.image.topics, key=bytes))
        before = node.image.topics[topic_id].partitions[0]
        other = next(each for each in BROKERS if each != before.leader)
        leader = _SAME_LEADER
        isr: tuple[int, ...] | None = None
        if before.leader not in BROKERS:  # a recovery left it without one
            leader = before.isr[0]
        elif other not in before.isr:
            isr = BROKERS
        elif self._rng.random() < _ELECTIONS:
            leader = other
        else:
            isr = (before.leader,)
        change = PartitionChangeRecord(partition_id=0, topic_id=topic_id, leader=leader, isr=isr)
        key = (epoch, topic_id)
        if key in self._pending:
            return
        self._pending.add(key)
        _when_ended(node.append([_framed(change, 0)]), lambda _: self._pending.discard(key))


def _when_ended(ticket: AppendTicket | None, action: Callable[[AppendOutcome], None]) -> None:
    if ticket is not None:
        ticket.on_end(lambda ended: action(ended.outcome))


def _framed(message: Message, version: int) -> bytes:
    return encode_metadata_record(MetadataRecord(message, version))
