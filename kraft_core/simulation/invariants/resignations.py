"""A leader that cannot lead any more resigns, so that somebody else can."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kraft_core.consensus.events import RequestReceived
from kraft_core.consensus.roles import Leader, Resigned
from kraft_core.consensus.rpc import Fetch, FetchSnapshot, UpdateRaftVoter
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.invariants.membership_twin import Membership
from kraft_core.simulation.invariants.twins import twin

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Role
    from kraft_core.consensus.voters import VoterSet
    from kraft_core.simulation.node import SimulatedNode


@dataclass(slots=True)
class _Leadership:
    """One leadership by the leader's own clock: whom it heard when, and since when its disk lags.

    `since_ms` is when it began, or when the voter set last changed.
    """

    since_ms: int
    voters: VoterSet
    heard_ms: dict[int, int] = field(default_factory=dict)
    flushed_end: int = -1
    behind_since_ms: int | None = None


class LeaderResignsInTime(Invariant):
    """Check-quorum, and the same for its own disk."""

    name = "LeaderResignsInTime"
    meaning = (
        "A leader that hears no majority, or whose durable end stands still below the high "
        "watermark, resigns in time."
    )
    source = "check-quorum (KIP-595), and kraft's rule for disks that hang"
    twin = "A leader resigned after a check-quorum timeout of either."

    def watch(self) -> None:
        """Turns and requests of leaders."""
        self._leading: dict[int, _Leadership] = {}
        self._members = twin(self.cluster, Membership)
        self._timeout_ms = self.cluster.plan.fetch_timeout_ms * 3 // 2
        hooks = self.cluster.hooks
        hooks.roles.append(self._changed)
        hooks.moments[Moment.TURNED].append(self._turned)
        hooks.moments[Moment.STOPPED].append(self._stopped)
        hooks.events[RequestReceived].append(self._asked)

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        leadership = self._leading.pop(node.node_id, None)
        if isinstance(new, Leader):
            in_force = self._members.of(node).in_force
            self._leading[node.node_id] = _Leadership(node.clock.now_ms(), in_force)
        elif leadership is not None and isinstance(old, Leader) and isinstance(new, Resigned):
            longest_ms = max(self._silent_ms(node, leadership), self._behind_ms(node, leadership))
            self.reached += longest_ms >= self._timeout_ms

    def _stopped(self, node: SimulatedNode) -> None:
        self._leading.pop(node.node_id, None)

    def _asked(self, node: SimulatedNode, event: RequestReceived) -> None:
        leadership, request = self._leading.get(node.node_id), event.request
        if leadership is None:
            return
        if isinstance(request, Fetch | FetchSnapshot):
            leadership.heard_ms[request.replica.id] = node.clock.now_ms()
        elif isinstance(request, UpdateRaftVoter):
            leadership.heard_ms[request.voter.id] = node.clock.now_ms()

    def _turned(self, node: SimulatedNode) -> None:
        """Timers are looked at when a turn ends, so after it no leader is late."""
        leadership = self._leading.get(node.node_id)
        if leadership is None:
            return
        now_ms, in_force = node.clock.now_ms(), self._members.of(node).in_force
        if in_force != leadership.voters:
            leadership.since_ms, leadership.voters = now_ms, in_force
        if node.high_watermark <= node.flushed_end:
            leadership.behind_since_ms = None
        elif leadership.behind_since_ms is None or leadership.flushed_end != node.flushed_end:
            leadership.behind_since_ms, leadership.flushed_end = now_ms, node.flushed_end
        behind_ms = self._behind_ms(node, leadership)
        self.ensure(behind_ms <= self._timeout_ms, (node.node_id, "leads without disk", behind_ms))
        # whom it heard just after its timer began anew counts until the next timer ends
        silent_ms = self._silent_ms(node, leadership)
        is_late = silent_ms > 2 * self._timeout_ms
        self.ensure(not is_late, (node.node_id, "leads without majority", silent_ms))

    def _behind_ms(self, node: SimulatedNode, leadership: _Leadership) -> int:
        since_ms = leadership.behind_since_ms
        return 0 if since_ms is None else node.clock.now_ms() - since_ms

    def _silent_ms(self, node: SimulatedNode, leadership: _Leadership) -> int:
        """For how long it has not heard a majority, itself included if it is a voter."""
        ids, now_ms = leadership.voters.ids, node.clock.now_ms()
        needed = len(ids) // 2 + 1 - (node.node_id in ids)
        if needed <= 0:
            return 0
        heard = [leadership.heard_ms.get(each, -1) for each in ids if each != node.node_id]
        heard.sort(reverse=True)
        return now_ms - max(heard[needed - 1], leadership.since_ms)
