"""Restarts: what a disk was known to hold when a node ended is what the next life begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.events import Started
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.invariants.disk_twin import Disks
from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.invariants.membership_twin import Membership
from kraft_core.simulation.invariants.snapshot_twin import Shelves
from kraft_core.simulation.invariants.twins import twin

if TYPE_CHECKING:
    from kraft_core.consensus.values import Election
    from kraft_core.simulation.invariants.disk_twin import DiskState
    from kraft_core.simulation.node import SimulatedNode


class RestartEquivalence(Invariant):
    """What was not durable yet may be there or not; what was must be."""

    name = "RestartEquivalence"
    meaning = (
        "Recovery yields the election, all of the log and the snapshots that were durable, and the "
        "voter set that follows from them."
    )
    source = "RestartEquivalence (KIP-853 gaps), Monotonic Vote (openraft)"
    twin = "A replica came back that had ended with a log that was not durable to its end."

    def watch(self) -> None:
        """Ends and starts."""
        self._members = twin(self.cluster, Membership)
        self._disks = twin(self.cluster, Disks)
        self._snapshots: dict[int, int] = {}
        self._shelves = twin(self.cluster, Shelves)
        hooks = self.cluster.hooks
        hooks.moments[Moment.DISK_LOST].append(self._lost)
        hooks.events[Started].append(self._started)
        hooks.moments[Moment.STARTED].append(self._ready)
        hooks.moments[Moment.STOPPED].append(self._stopped)

    def _lost(self, node: SimulatedNode) -> None:
        self._snapshots.pop(node.node_id, None)

    def _ready(self, node: SimulatedNode) -> None:
        self._snapshots[node.node_id] = self._shelves.of(node).end_offset

    def _stopped(self, node: SimulatedNode) -> None:
        if node.node_id in self._snapshots:
            self._snapshots[node.node_id] = self._shelves.of(node).end_offset

    def _started(self, node: SimulatedNode, event: Started) -> None:
        stopped = self._disks.at_stop(node)
        if stopped is not None:
            self.reached += stopped.flushed_end < stopped.log.end_offset
            self._judge_election(node, event.election, stopped)
            self._judge_log(node, stopped)
        kept = self._snapshots.get(node.node_id, 0)
        found = self._shelves.of(node).end_offset
        self.ensure(found >= kept, (node.node_id, "snapshots reach to", found, "had", kept))
        membership, history = self._members.of(node), event.voter_history
        same = (history.latest, history.level) == (membership.in_force, membership.level)
        self.ensure(same, (node.node_id, history, "its log says", membership.in_force))

    def _judge_election(
        self, node: SimulatedNode, found: Election | None, stopped: DiskState
    ) -> None:
        """The end may have come while another one was written."""
        lawful = [stopped.election, stopped.attempted]
        holds = any(_is_same(found, each) for each in lawful)
        self.ensure(holds, (str(node.key), "found", found, "had", lawful))

    def _judge_log(self, node: SimulatedNode, stopped: DiskState) -> None:
        log, before, durable = node.log, stopped.log, stopped.flushed_end
        holds = log.end_offset >= durable
        self.ensure(holds, (str(node.key), "ends at", log.end_offset, "had", durable))
        start = max(log.start_offset, before.start_offset)
        is_equal = log.between(start, durable) == before.between(start, durable)
        self.ensure(is_equal, (str(node.key), "found another log from", start, "to", durable))


def _is_same(found: Election | None, stored: Election | None) -> bool:
    """At kraft.version 0 the file has no directory id."""
    if found is None or stored is None:
        return found is stored
    if (found.epoch, found.leader_id) != (stored.epoch, stored.leader_id):
        return False
    if found.voted is None or stored.voted is None:
        return found.voted is stored.voted
    return found.voted.id == stored.voted.id


class Crash(Invariant):
    """The simulator tells of it: an exception that is none of a faulty disk."""

    name = "crash"
    meaning = "A replica ends when it is told to or its disk fails it, and starts on what it left."
    source = "no panic (krabka, TigerBeetle)"
    twin = "A replica started again."

    def watch(self) -> None:
        """Starts."""
        self.cluster.hooks.moments[Moment.STARTED].append(self._started)

    def _started(self, node: SimulatedNode) -> None:
        self.evaluations += 1
        self.reached += node.life > 1
