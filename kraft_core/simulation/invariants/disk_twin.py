"""Which batch is on which disk for good, disks that are down or lost included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.consensus.effects import StoreElection
from kraft_core.simulation.hooks import Moment

if TYPE_CHECKING:
    from kraft_core.consensus.values import Election, ReplicaKey
    from kraft_core.consensus.voters import VoterSet
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode
    from kraft_core.simulation.shadow_log import Entry, ShadowLog


@dataclass(frozen=True, slots=True)
class DiskState:
    """What a disk is known to hold: of the log all below `flushed_end`, and the election.

    `attempted` is the election that was last asked to be stored; it may have been, if the end came
    while that was done.
    """

    key: ReplicaKey
    log: ShadowLog
    flushed_end: int
    high_watermark: int
    election: Election | None
    attempted: Election | None


class Disks:
    """The disks of a cluster. A lost one counts as it was before its loss."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._stopped: dict[int, DiskState] = {}
        self._lost: dict[ReplicaKey, DiskState] = {}
        self._attempted: dict[int, Election] = {}
        hooks = cluster.hooks
        hooks.effects[StoreElection].append(self._storing)
        hooks.moments[Moment.STOPPED].append(self._stop)
        hooks.moments[Moment.DISK_LOST].append(self._lose)

    def at_stop(self, node: SimulatedNode) -> DiskState | None:
        """What its disk held when it ended last; None of a disk that is new."""
        return self._stopped.get(node.node_id)

    def is_stored(self, key: ReplicaKey, entry: Entry) -> bool:
        """Whether that replica has the batch for good, in its log or in a snapshot."""
        node = self._cluster.nodes.get(key.id)
        if node is not None and key.directory_id in {None, node.directory_id}:
            return holds(node.log, node.flushed_end, entry)
        lost = self._lost.get(key)
        return lost is not None and holds(lost.log, lost.flushed_end, entry)

    def stored_count(self, voters: VoterSet, entry: Entry) -> int:
        """How many of those voters have the batch for good."""
        return sum(self.is_stored(voter.key, entry) for voter in voters.voters)

    def _storing(self, node: SimulatedNode, effect: StoreElection) -> None:
        self._attempted[node.node_id] = effect.election

    def _stop(self, node: SimulatedNode) -> None:
        self._stopped[node.node_id] = DiskState(
            node.key,
            node.log,
            node.flushed_end,
            node.high_watermark,
            node.stored_election,
            self._attempted.get(node.node_id),
        )

    def _lose(self, node: SimulatedNode) -> None:
        lost = self._stopped.pop(node.node_id, None)
        if lost is not None:
            self._lost[lost.key] = lost
        self._attempted.pop(node.node_id, None)


def holds(log: ShadowLog, flushed_end: int, entry: Entry) -> bool:
    """Whether a log that is flushed up to there has that very batch, or a snapshot in its place."""
    if log.start_offset >= entry.end_offset:
        return True
    if flushed_end < entry.end_offset:
        return False
    own = log.entry_at(entry.base_offset)
    return own is not None and own.digest == entry.digest and own.epoch == entry.epoch
