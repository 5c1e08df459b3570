"""Brokers of a simulated cluster: their replicas, and the directories that a recovery reads.

A partition has one replica on each broker. A leader takes a few records whenever its partition
changes in the committed metadata; replicas in sync have them at once, and then they are
acknowledged. A replica out of sync keeps its records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.directory import LOG
from kraft_core.raft.storage import leader_epochs
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.log_directory import ensure_partition_metadata
from kraft_core.raft.storage.meta_properties import MetaProperties, write_meta_properties
from kraft_core.sim.quorum.plan import CLUSTER_ID
from kraft_core.sim.quorum.steps.targets import chance
from kraft_core.sim.quorum.timeline import WALL_START_MS
from kraft_wire.messages import PartitionChangeRecord, PartitionRecord
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from kraft_core.metadata import ClusterImage
    from kraft_core.metadata.cluster_image import Partition
    from kraft_wire.primitives import Uuid
    from kraft_wire.records import RecordBatch

BROKERS: Final = (1000, 1001)
_RECORDS: Final = (1, 4)
_TAIL_CHANCE: Final = 500


class SimulatedBrokers:
    """The replicas of all partitions, each with the epoch and the end of its log."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._next_offset = 0
        self.are_stopped = False
        self.replicas: dict[Uuid, dict[int, tuple[int, int]]] = {}
        """Leader epoch and log end, by topic id and broker."""
        self.acknowledged: dict[Uuid, tuple[int, int]] = {}
        """Leader epoch and end of the records that producers know to be in all replicas in sync."""

    def take(self, batch: RecordBatch, image: ClusterImage) -> None:
        """Apply committed records that a node applied; `image` is the state after them."""
        if self.are_stopped or batch.base_offset < self._next_offset:
            return
        self._next_offset = batch.next_offset
        changed: dict[Uuid, None] = {}
        for record in batch.records():
            message = decode_metadata_record(record.value or b"").message
            if isinstance(message, PartitionRecord | PartitionChangeRecord):
                changed[message.topic_id] = None
        for topic_id in changed:
            self._follow(topic_id, image.topics[topic_id].partitions[0])

    def _follow(self, topic_id: Uuid, state: Partition) -> None:
        replicas = self.replicas.setdefault(topic_id, {})
        _, end = replicas.get(state.leader, (0, 0))
        known = (state.leader_epoch, end + self._rng.randrange(*_RECORDS))
        for broker in state.isr:
            replicas[broker] = known
        self.acknowledged[topic_id] = known

    def is_behind(self, topic_id: Uuid, broker: int) -> bool:
        """Return True if a broker lacks acknowledged records."""
        return self.replicas[topic_id].get(broker) != self.acknowledged[topic_id]

    def stop(self) -> None:
        """End all brokers; some of them have records that were never acknowledged."""
        self.are_stopped = True
        for topic_id, replicas in self.replicas.items():
            for broker, (epoch, end) in replicas.items():
                is_former = epoch < self.acknowledged[topic_id][0]
                if is_former and chance(self._rng, _TAIL_CHANCE):
                    replicas[broker] = (epoch, end + 2 * self._rng.randrange(*_RECORDS))

    def write(self, broker: int, path: Path) -> None:
        """Write the log directory of a broker to a real folder."""
        path.mkdir()
        meta = MetaProperties(broker, CLUSTER_ID, broker.to_bytes(16, "big"))
        write_meta_properties(DiskFolder(path), meta, WALL_START_MS)
        for topic_id, replicas in self.replicas.items():
            if broker in replicas:
                epoch, end = replicas[broker]
                place = path / f"topic-{topic_id}-0"
                place.mkdir()
                ensure_partition_metadata(DiskFolder(place), topic_id)
                leader_epochs.write_epochs(DiskFolder(place), [(epoch, 0)])
                builder = RecordBatchBuilder(base_offset=end - 1, partition_leader_epoch=epoch)
                builder.append(WALL_START_MS, None, b"record")
                (place / f"{end - 1:020}{LOG}").write_bytes(builder.build())
