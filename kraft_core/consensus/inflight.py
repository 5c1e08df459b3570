"""Requests of ours that wait for an answer: at most one a node, then a backoff after a failure.

As Kafka's `RequestManager`: a request that is older than the request timeout is lost and its node
is ready again; every change of role forgets all of it, so that late answers mean nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.consensus.config import RaftConfig
    from kraft_core.consensus.rpc import OutgoingRequest
    from kraft_core.consensus.values import Node


@dataclass(slots=True)
class RequestInFlight:
    """A request, where it went and when it counts as lost."""

    request_id: int
    to: Node
    request: OutgoingRequest
    lost_at_ms: int


class RequestsInFlight:
    """What is under way to each node id, and which nodes are left alone for a while."""

    def __init__(self, config: RaftConfig) -> None:
        self._config = config
        self._awaited: dict[int, RequestInFlight] = {}
        self._backing_off: dict[int, int] = {}
        self._last_id = 0

    def is_ready(self, node_id: int, now_ms: int) -> bool:
        """Whether a request may go there now."""
        if now_ms < self._backing_off.get(node_id, now_ms):
            return False
        awaited = self._awaited.get(node_id)
        return awaited is None or now_ms >= awaited.lost_at_ms

    def is_backing_off(self, node_id: int, now_ms: int) -> bool:
        """Whether that node failed less than a retry backoff ago."""
        return now_ms < self._backing_off.get(node_id, now_ms)

    def take_lost(self, node_id: int, now_ms: int) -> RequestInFlight | None:
        """The last request to that node if it had no answer in time; its answer means nothing."""
        awaited = self._awaited.get(node_id)
        if awaited is None or now_ms < awaited.lost_at_ms:
            return None
        return self._awaited.pop(node_id)

    def is_awaiting(self, node_id: int, now_ms: int) -> bool:
        """Whether that node may still answer a request of ours."""
        awaited = self._awaited.get(node_id)
        return awaited is not None and now_ms < awaited.lost_at_ms

    def has_any(self, now_ms: int) -> bool:
        """Whether any request waits for its answer."""
        return any(now_ms < each.lost_at_ms for each in self._awaited.values())

    def sent(
        self, to: Node, request: OutgoingRequest, now_ms: int, timeout_ms: int | None = None
    ) -> int:
        """Note a request that leaves now; give its id. The request timeout counts without one."""
        self._last_id += 1
        lost_at_ms = now_ms + (
            self._config.request_timeout_ms if timeout_ms is None else timeout_ms
        )
        self._awaited[to.id] = RequestInFlight(self._last_id, to, request, lost_at_ms)
        self._backing_off.pop(to.id, None)
        return self._last_id

    def take(self, request_id: int, now_ms: int) -> RequestInFlight | None:
        """The request that an answer belongs to, which no longer waits; None if it is given up."""
        for node_id, each in self._awaited.items():
            if each.request_id == request_id:
                del self._awaited[node_id]
                return each if now_ms < each.lost_at_ms else None
        return None

    def back_off(self, node_id: int, now_ms: int) -> None:
        """Leave that node alone for a retry backoff."""
        self._backing_off[node_id] = now_ms + self._config.retry_backoff_ms

    def forget(self, node_id: int) -> None:
        """That node has no history any more."""
        self._awaited.pop(node_id, None)
        self._backing_off.pop(node_id, None)

    def forget_all(self) -> None:
        """No node has a history any more."""
        self._awaited.clear()
        self._backing_off.clear()

    def next_change_ms(self, now_ms: int) -> int | None:
        """When the next node becomes ready by itself."""
        soonest: int | None = None
        for each in self._awaited.values():
            if each.lost_at_ms > now_ms and (soonest is None or each.lost_at_ms < soonest):
                soonest = each.lost_at_ms
        for time_ms in self._backing_off.values():
            if time_ms > now_ms and (soonest is None or time_ms < soonest):
                soonest = time_ms
        return soonest
