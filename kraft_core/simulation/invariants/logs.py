"""Logs: equal where they should be, complete where it matters, and never cut below the commits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.effects import (
    AdvanceHighWatermark,
    AppendControlRecords,
    AppendRecords,
    TruncateLog,
)
from kraft_core.consensus.events import Started
from kraft_core.consensus.roles import Leader
from kraft_core.simulation.invariants.disk_twin import holds
from kraft_core.simulation.invariants.invariant import Invariant

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Role
    from kraft_core.simulation.ledger import CommittedEntry
    from kraft_core.simulation.node import SimulatedNode


class LogMatching(Invariant):
    """By induction: an offset and an epoch name one batch, and the epoch of the one before it."""

    name = "LogMatching"
    meaning = "Two logs that have a batch of the same offset and epoch are equal up to it."
    source = "LogMatching (kip_996), Log Matching (openraft), log_matching (krabka), LogMatchingInv"
    twin = "A replica cut off batches that another log does not have."

    def watch(self) -> None:
        """Appends and cuts."""
        self._batches: dict[tuple[int, int], tuple[int, int, int]] = {}
        hooks = self.cluster.hooks
        hooks.effects[AppendRecords].append(self._appended)
        hooks.effects[AppendControlRecords].append(self._appended_control)
        hooks.effects[TruncateLog].append(self._cut)

    def _appended(self, node: SimulatedNode, effect: AppendRecords) -> None:
        self._judge(node, len(effect.batches))

    def _appended_control(self, node: SimulatedNode, _effect: AppendControlRecords) -> None:
        self._judge(node, 1)

    def _cut(self, _node: SimulatedNode, _effect: TruncateLog) -> None:
        self.reached += 1

    def _judge(self, node: SimulatedNode, count: int) -> None:
        entries, batches = node.log.entries, self._batches
        for place in range(len(entries) - count, len(entries)):
            entry = entries[place]
            before = entries[place - 1].epoch if place else -1
            seen = (entry.digest, entry.last_offset, before)
            known = batches.setdefault((entry.base_offset, entry.epoch), seen)
            self.evaluations += 1
            if known != seen and (known[:2] != seen[:2] or -1 not in {known[2], before}):
                self.ensure(holds=False, detail=(node.node_id, str(entry), seen, "known", known))


class LeaderCompleteness(Invariant):
    """Judged when a leader is elected, and when one of an older epoch commits."""

    name = "LeaderCompleteness"
    meaning = "A leader's log has everything that was committed in earlier epochs."
    source = (
        "LeaderHasAllAckedValues (kip_853, KRaft), LeaderCompleteness (kip_996), Leader "
        "Completeness (openraft), LeaderCompletenessInv (etcd)"
    )
    twin = "A leader was elected that did not know of all that is committed."

    def watch(self) -> None:
        """Elections and commits."""
        self._leader: tuple[int, int] = (-1, -1)
        self.cluster.hooks.roles.append(self._changed)
        self.cluster.hooks.commits.append(self._committed)

    def _changed(self, node: SimulatedNode, _old: Role, new: Role) -> None:
        if not isinstance(new, Leader):
            return
        self._leader = max(self._leader, (new.epoch, node.node_id))
        ledger, known_end = self.cluster.ledger, node.high_watermark
        self.reached += ledger.end_offset > known_end
        for committed in reversed(ledger.committed):
            if committed.entry.end_offset <= known_end:
                break
            if committed.epoch < new.epoch:
                self._judge(node, committed)

    def _committed(self, _node: SimulatedNode, committed: CommittedEntry) -> None:
        epoch, node_id = self._leader
        if committed.epoch >= epoch:
            return
        leader = self.cluster.nodes[node_id]
        if leader.is_up and isinstance(leader.core.role, Leader):
            self._judge(leader, committed)

    def _judge(self, node: SimulatedNode, committed: CommittedEntry) -> None:
        has_it = holds(node.log, node.log.end_offset, committed.entry)
        self.ensure(has_it, f"leader {node.node_id} lacks {committed.entry}")


class NoLogDivergence(Invariant):
    """Against what was first known to be committed."""

    name = "NoLogDivergence"
    meaning = "Logs are equal up to the smaller high watermark, and never cut below their own."
    source = (
        "NoLogDivergence (kip_853, KRaft), Committed Immutable (openraft), "
        "committed_values_unique (krabka), LogInv (etcd)"
    )
    twin = "A replica learned that what it has is committed, which another knew before."

    def watch(self) -> None:
        """High watermarks and cuts."""
        self._judged: dict[int, int] = {}
        self.cluster.hooks.events[Started].append(self._started)
        self.cluster.hooks.effects[AdvanceHighWatermark].append(self._advanced)
        self.cluster.hooks.effects[TruncateLog].append(self._cut)

    def _started(self, node: SimulatedNode, _event: Started) -> None:
        self._judged[node.node_id] = 0

    def _advanced(self, node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
        ledger, log = self.cluster.ledger, node.log
        for entry in log.between(self._judged[node.node_id], effect.offset):
            known = ledger.find(entry.base_offset).entry
            if known is not entry:
                self.reached += 1
                is_equal = known.digest == entry.digest and known.epoch == entry.epoch
                self.ensure(is_equal, (node.node_id, entry, "committed", known))
        self._judged[node.node_id] = effect.offset

    def _cut(self, node: SimulatedNode, effect: TruncateLog) -> None:
        end, committed = effect.end_offset, node.high_watermark
        self.ensure(end >= committed, f"node {node.node_id} cuts at {end}, committed {committed}")


class ConsistentCommittedData(Invariant):
    """What state machines hold, from the log or from a snapshot."""

    name = "ConsistentCommittedData"
    meaning = "State machines that have applied equally much hold the same state."
    source = "ConsistentCommittedData (Kafka), State Machine Safety (openraft), ConsistentRead"
    twin = "Two state machines stopped at the same offset."

    def watch(self) -> None:
        """State machines."""
        self._first: dict[int, int] = {}
        self.cluster.hooks.applied.append(self._applied)

    def _applied(self, node: SimulatedNode, end_offset: int, digest: int) -> None:
        first = self._first.setdefault(end_offset, node.node_id)
        if first != node.node_id:
            self.reached += 1
        known = self.cluster.ledger.state_digest_at(end_offset)
        self.ensure(known == digest, (node.node_id, "and", first, "differ at", end_offset))
