"""Readiness: whether a node keeps up with its quorum, as `/ready` reports it.

- Leader: a majority fetches (check-quorum), and all is applied that was committed one fetch timeout
  ago.
- Sole voter: the same, without a majority to wait for.
- Follower, witness, observer: the leader answered a Fetch within the fetch timeout, and all is
  applied up to the high watermark that a leader reported one fetch timeout ago.
- Candidate, prospective, unattached, resigned: never.
- A node with `kraft.controller=active` that cannot become the active controller: never.

The high watermark of a replica is cut to its own log end, so it does not show how far the replica
lags: the leader's value counts, as it was in the response. What is committed later than a fetch
timeout ago can be under way. Until a report is that old the first one counts. A node that was ready
and lags stays ready until it has lagged for 3 s.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.roles import Follower, Leader

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.core import RaftCore

LAG_MS_MAX: Final = 3_000
_REPORTS_PER_TIMEOUT: Final = 32
"""A report is kept when this share of the fetch timeout has passed, to bound their number."""


class Readiness:
    """Follows one replica. Call `look` after each turn and before each query.

    `applied` gives the end of what the state machine has seen, `reported` the high watermark that
    the leader reported last, -1 while none has.
    """

    def __init__(
        self, core: RaftCore, applied: Callable[[], int], reported: Callable[[], int]
    ) -> None:
        self._core = core
        self._applied = applied
        self._reported = reported
        self._fetch_timeout_ms = core.config.fetch_timeout_ms
        self._reports: deque[tuple[int, int]] = deque()
        self._lags_since_ms: int | None = None
        self._is_ready = False

    def look(self, now_ms: int) -> bool:
        """Update from the current state; return True if the node is ready."""
        self._note_report(now_ms)
        wanted = self._wanted(now_ms)
        if wanted is None or not self._is_in_touch(now_ms):
            self._is_ready, self._lags_since_ms = False, None
        elif self._applied() >= wanted:
            self._is_ready, self._lags_since_ms = True, None
        elif self._lags_since_ms is None:
            self._lags_since_ms = now_ms
        elif now_ms - self._lags_since_ms >= LAG_MS_MAX:
            self._is_ready = False
        return self._is_ready

    def _is_in_touch(self, now_ms: int) -> bool:
        """Return True if this replica belongs to a quorum that works, as far as it can know."""
        role = self._core.role
        match role:
            case Leader():
                # a leader without a majority resigns when the check-quorum timeout has passed
                return role.high_watermark is not None
            case Follower():
                return role.has_fetched and now_ms < role.fetch_deadline_ms
            case _:
                return False

    def _note_report(self, now_ms: int) -> None:
        role = self._core.role
        reported = self._reported()
        if isinstance(role, Leader) and role.high_watermark is not None:
            reported = max(reported, role.high_watermark)
        reports = self._reports
        if reported < 0 or (reports and reported <= reports[-1][1]):
            return
        apart_ms = self._fetch_timeout_ms // _REPORTS_PER_TIMEOUT
        if not reports or now_ms - reports[-1][0] >= apart_ms:
            reports.append((now_ms, reported))

    def _wanted(self, now_ms: int) -> int | None:
        """Return the offset up to which all must be applied; None before the first report."""
        reports = self._reports
        while len(reports) > 1 and reports[1][0] <= now_ms - self._fetch_timeout_ms:
            reports.popleft()
        return reports[0][1] if reports else None
