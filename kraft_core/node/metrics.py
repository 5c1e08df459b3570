"""Metrics of a node.

They are those of KIP-595 and KIP-853 in Prometheus' text form, under Kafka's names
(KafkaRaftMetrics). An attribute `log-end-offset` of the MBean `kafka.server:type=raft-metrics` is
called `kafka_server_raft_metrics_log_end_offset`. Rates and averages are those of the last half
minute, as in Kafka. What only a leader knows is left out while this node does not lead.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter, deque
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.raft.consensus.values import UNKNOWN_ID
from kraft_core.raft.storage.meta_properties import encode_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from prometheus_client import Metric

    from kraft_core.node.readiness import Readiness
    from kraft_core.node.watchdog import Watchdog
    from kraft_core.operations.node_state import NodeState
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.consensus.roles import Role
    from kraft_core.raft.consensus.values import ReplicaKey


# -- metrics ---------------------------------------------------------------------------------------

PREFIX: Final = "kafka_server_raft_metrics_"
IGNORED_STATIC_VOTERS: Final = "kafka_controller_KafkaController_IgnoredStaticVoters"
LACKS_ROOM: Final = "kraft_log_lacks_room"
CONTESTED_VOTERS: Final = "kraft_contested_voters"
REGRESSED_VOTERS: Final = "kraft_regressed_voters"
REGRESSIONS: Final = "kraft_voter_regressions"
FINDINGS: Final = "kraft_findings"
SNAPSHOT_FAILURES: Final = "kraft_snapshot_failures"
_WINDOW_S: Final = 30.0
_COMMITS_MAX: Final = 10_000
_NO_ID: Final = bytes(16)
_BUCKETS: Final = (
    *(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
"""Upper bounds of a histogram, in seconds."""


class Recent:
    """Samples of the last half minute."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque(maxlen=_COMMITS_MAX)

    def add(self, now_s: float, value: float) -> None:
        """Add a sample and drop old ones, since `values` is not always called."""
        self._drop_old(now_s)
        self._samples.append((now_s, value))

    def values(self, now_s: float) -> list[float]:
        """Return the samples that are recent enough."""
        self._drop_old(now_s)
        return [value for _, value in self._samples]

    def _drop_old(self, now_s: float) -> None:
        samples = self._samples
        while samples and samples[0][0] < now_s - _WINDOW_S:
            samples.popleft()

    def average(self, now_s: float) -> float:
        """Return their average, NaN without samples, as in Kafka."""
        values = self.values(now_s)
        return sum(values) / len(values) if values else float("nan")

    def highest(self, now_s: float) -> float:
        """Return the highest value, NaN without any."""
        return max(self.values(now_s), default=float("nan"))

    def rate(self, now_s: float) -> float:
        """Return their sum per second."""
        return sum(self.values(now_s)) / _WINDOW_S


class Durations:
    """Durations of the last half minute, with the count and the sum of all."""

    __slots__ = ("_recent", "count", "total_s")

    def __init__(self) -> None:
        self._recent = Recent()
        self.count = 0
        self.total_s = 0.0

    def observe(self, now_s: float, seconds: float) -> None:
        """Add a duration that ended now."""
        self._recent.add(now_s, seconds)
        self.count += 1
        self.total_s += seconds

    def quantiles(self, now_s: float, wanted: Iterable[float]) -> list[float]:
        """Return the duration, in seconds, that each of these shares does not exceed.

        0 without any duration, as Kafka's histograms report.
        """
        ordered = sorted(self._recent.values(now_s)) or [0.0]
        last = len(ordered) - 1
        return [ordered[min(last, int(share * len(ordered)))] for share in wanted]


class TimeRatio:
    """The idle share of the last half minute; 1 before it is measured (Kafka's TimeRatio)."""

    __slots__ = ("_idle", "_measured", "_passed")

    def __init__(self) -> None:
        self._idle, self._passed = Recent(), Recent()
        self._measured: tuple[float, float] | None = None

    def measure(self, now_s: float, idle_s: float) -> None:
        """Note the seconds that were idle so far. Call it about once a second."""
        if self._measured is not None:
            before_s, idle_before_s = self._measured
            self._passed.add(now_s, now_s - before_s)
            self._idle.add(now_s, idle_s - idle_before_s)
        self._measured = now_s, idle_s

    def value(self, now_s: float) -> float:
        """Return a share between 0 and 1."""
        passed_s = sum(self._passed.values(now_s))
        if not passed_s:
            return 1.0
        return max(0.0, min(1.0, sum(self._idle.values(now_s)) / passed_s))


class Histogram:
    """Durations in seconds, for Prometheus.

    Written by one thread, read by any: a reader can miss the newest entry.
    """

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(_BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one observation."""
        self._counts[bisect_left(_BUCKETS, seconds)] += 1
        self._sum += seconds

    @property
    def count(self) -> int:
        """The number of observations."""
        return sum(self._counts)

    def buckets(self) -> list[tuple[str, float]]:
        """Return cumulative counts by upper bound, as Prometheus defines them."""
        found: list[tuple[str, float]] = []
        total = 0
        for bound, count in zip((*map(str, _BUCKETS), "+Inf"), self._counts, strict=True):
            total += count
            found.append((bound, total))
        return found

    @property
    def sum(self) -> float:
        """All seconds."""
        return self._sum


class RaftMetrics:
    """Metrics of one replica. Call `observe` after each turn.

    `has_static_voters` says whether its configuration names voters, which dynamic ones overrule.
    `snapshot_failures` counts the snapshots that the disk has not taken.
    `lacks_room` returns True if the disk is nearly full, `own_state` the node's own findings.
    """

    def __init__(
        self,
        core: RaftCore,
        *,
        has_static_voters: bool = False,
        readiness: Readiness | None = None,
        snapshot_failures: Callable[[], int] = lambda: 0,
        lacks_room: Callable[[], bool] = lambda: False,
        own_state: Callable[[], NodeState] | None = None,
    ) -> None:
        self._core = core
        self._readiness = readiness
        self._lacks_room = lacks_room
        self._own_state = own_state
        self._snapshot_failures = snapshot_failures
        self._has_static_voters = has_static_voters
        self._commit_ms = Recent()
        self._election_ms = Recent()
        self._appended = Recent()
        self._fetched = Recent()
        self._end_offset = core.log.end.offset
        self._uncommitted: deque[tuple[int, float]] = deque(maxlen=_COMMITS_MAX)
        self._election_since_s: float | None = None
        self._voters = core.voters
        self._voters_end = 0
        self.watchdog: Watchdog | None = None
        self.others: list[Callable[[], Iterable[Metric]]] = []
        """Further exported metrics."""

    def observe(self, now_s: float) -> None:
        """Update the metrics after a turn."""
        core = self._core
        if self._readiness is not None:
            self._readiness.look(int(now_s * 1000))
        end_offset = core.log.end.offset
        if core.voters is not self._voters:
            self._voters, self._voters_end = core.voters, end_offset
        leads = isinstance(core.role, Leader)
        if end_offset > self._end_offset:
            count = end_offset - self._end_offset
            (self._appended if leads else self._fetched).add(now_s, count)
            if leads:
                self._uncommitted.append((end_offset, now_s))
        self._end_offset = end_offset
        if leads:
            self._note_commits(now_s)
        else:
            self._uncommitted.clear()
        self._note_election(now_s)

    def _note_commits(self, now_s: float) -> None:
        high_watermark = self._core.high_watermark or 0
        waiting = self._uncommitted
        while waiting and waiting[0][0] <= high_watermark:
            self._commit_ms.add(now_s, (now_s - waiting.popleft()[1]) * 1000)

    def _note_election(self, now_s: float) -> None:
        """Measure the time from the first candidacy until a leader is known."""
        role = self._core.role
        if isinstance(role, Candidate):
            if self._election_since_s is None:
                self._election_since_s = now_s
        elif self._election_since_s is not None and isinstance(role, Leader | Follower):
            self._election_ms.add(now_s, (now_s - self._election_since_s) * 1000)
            self._election_since_s = None

    @property
    def lacks_room(self) -> bool:
        """Return True if the disk is so full that users' records are refused here."""
        return self._lacks_room()

    @property
    def is_ready(self) -> bool:
        """Return True if this node keeps up with a quorum that works; see `Readiness`."""
        return self._readiness is not None and self._readiness.look(int(time.monotonic() * 1000))

    def why_not_ready(self) -> str | None:
        """Return the finding that keeps traffic away; None if the node is ready."""
        state = None if self._own_state is None else self._own_state()
        is_hindered = state is not None and (state.lacks_room or state.obstacle)
        if self.is_ready and not is_hindered:
            return None
        if state is None:
            return "not ready"
        from kraft_core.operations.checks import why_not_ready  # seldom

        finding = why_not_ready(state)
        return f"{finding.id}: {finding.text}"

    def _findings(self) -> Iterator[Metric]:
        """Yield the findings of this node, with their ids in docs/troubleshooting.md."""
        from prometheus_client.core import GaugeMetricFamily  # slow

        from kraft_core.operations.checks import OF_NODE, of_node

        if self._own_state is None:
            return
        about = "Findings of this node about itself, by the ids of docs/troubleshooting.md."
        gauge = GaugeMetricFamily(FINDINGS, about, labels=["finding", "severity"])
        counts = Counter(each.id for each in of_node(self._own_state()))
        for row in OF_NODE:
            gauge.add_metric([row.id, str(row.severity)], counts[row.id])
        yield gauge

    def text(self) -> str:
        """Return all metrics in Prometheus' text format."""
        from prometheus_client import (  # slow
            CollectorRegistry,
            ProcessCollector,
            generate_latest,
        )

        registry = CollectorRegistry(auto_describe=False)
        registry.register(self)
        ProcessCollector(registry=registry)
        return generate_latest(registry).decode()

    def collect(self) -> Iterator[Metric]:
        """Yield each attribute as a gauge (Collector of prometheus_client)."""
        from prometheus_client.core import (  # slow
            CounterMetricFamily,
            GaugeMetricFamily,
        )

        for name, value in self._texts():
            label = name.removeprefix("current_").removeprefix("vote_")
            gauge = GaugeMetricFamily(f"{PREFIX}{name}", _about(name), labels=[label])
            gauge.add_metric([value], 1)
            yield gauge
        for name, number in self._numbers(time.monotonic()):
            yield GaugeMetricFamily(f"{PREFIX}{name}", _about(name), value=number)
        yield from self._stalls()
        yield from self._findings()
        for collect in self.others:
            yield from collect()
        ignored = self._has_static_voters and self._core.kraft_version > 0
        about = "1 if the voter set in the log overrides controller.quorum.voters."
        yield GaugeMetricFamily(IGNORED_STATIC_VOTERS, about, value=int(ignored))
        about = "Failed writes of snapshots since the start; they are retried."
        yield GaugeMetricFamily(SNAPSHOT_FAILURES, about, value=self._snapshot_failures())
        about = "Voters whose replica key two processes use, as a leader sees it."
        contested = len(self._core.contested_voters)
        yield GaugeMetricFamily(CONTESTED_VOTERS, about, value=contested)
        about = "Voters whose log is shorter than they acknowledged to this leader."
        yield GaugeMetricFamily(REGRESSED_VOTERS, about, value=len(self._core.regressions))
        about = "Fetches of voters from below an offset that they acknowledged to this leader."
        yield CounterMetricFamily(REGRESSIONS, about, value=self._core.regressions_seen)
        about = "1 if less than kraft.log.reserve.bytes is free: appends are refused."
        yield GaugeMetricFamily(LACKS_ROOM, about, value=int(self.lacks_room))

    def _stalls(self) -> Iterator[Metric]:
        """Yield the stalls of the event loop, if a watchdog runs."""
        from prometheus_client.core import (  # slow
            CounterMetricFamily,
            GaugeMetricFamily,
        )

        if self.watchdog is None:
            return
        about = "Times that a function blocked the event loop for longer than kraft.watchdog.ms."
        counts = CounterMetricFamily("kraft_event_loop_stalls", about, labels=["turn"])
        about = "Seconds for which a function blocked the event loop."
        seconds = CounterMetricFamily("kraft_event_loop_stall_seconds", about, labels=["turn"])
        for turn, stalls in sorted(dict(self.watchdog.by_turn).items()):
            counts.add_metric([turn], stalls.count)
            seconds.add_metric([turn], stalls.seconds)
        yield counts
        yield seconds
        about = "The longest time for which the event loop was blocked."
        name = "kraft_event_loop_longest_stall_seconds"
        yield GaugeMetricFamily(name, about, value=self.watchdog.longest_s)

    def _voted(self) -> ReplicaKey | None:
        """Return the vote of this replica: a leader and a candidate voted for themselves."""
        core = self._core
        if isinstance(core.role, Leader | Candidate):
            return core.config.key
        return core.role.election.voted

    def _texts(self) -> Iterator[tuple[str, str]]:
        core, voted = self._core, self._voted()
        yield "current_state", state_name(core.role, is_voter=core.is_voter)
        directory_id = None if voted is None else voted.directory_id
        yield "current_vote_directory_id", encode_id(directory_id or _NO_ID)

    def _numbers(self, now_s: float) -> Iterator[tuple[str, float]]:
        core, voted = self._core, self._voted()
        role, end = core.role, core.log.end
        leader_id, high_watermark = core.leader_and_epoch.leader_id, core.high_watermark
        # KafkaRaftMetrics reports -1 for unknown values
        yield "current_leader", UNKNOWN_ID if leader_id is None else leader_id
        yield "current_vote", UNKNOWN_ID if voted is None else voted.id
        yield "current_epoch", role.epoch
        yield "high_watermark", UNKNOWN_ID if high_watermark is None else high_watermark
        yield "log_end_offset", end.offset
        yield "log_end_epoch", end.epoch
        yield "number_unknown_voter_connections", self._unknown_voters()
        yield "number_of_voters", len(core.voters)
        # KafkaRaftMetrics.addLeaderMetrics: these exist while this node leads
        if isinstance(role, Leader):
            yield "number_of_observers", len(role.progress.observers)
            yield "uncommitted_voter_change", int(self._changes_voters(role))
        yield "commit_latency_avg", self._commit_ms.average(now_s)
        yield "commit_latency_max", self._commit_ms.highest(now_s)
        yield "election_latency_avg", self._election_ms.average(now_s)
        yield "election_latency_max", self._election_ms.highest(now_s)
        yield "fetch_records_rate", self._fetched.rate(now_s)
        yield "append_records_rate", self._appended.rate(now_s)

    def _unknown_voters(self) -> int:
        """Return the number of other voters without an address on the quorum's listener (KIP-595).

        Kafka always reports 0 (KafkaRaftClient.initialize).
        """
        config = self._core.config
        others = (voter for voter in self._core.voters if voter.id != config.node_id)
        return sum(voter.node(config.listener) is None for voter in others)

    def _changes_voters(self, role: Leader) -> bool:
        return role.change is not None or (self._core.high_watermark or 0) < self._voters_end


def state_name(role: Role, *, is_voter: bool) -> str:
    """Return Kafka's name of a role (KafkaRaftMetrics, 4.0 and later)."""
    match role:
        case Leader():
            return "leader"
        case Candidate():
            return "candidate"
        case Follower():
            return "follower" if is_voter else "observer"
        case Prospective():
            return "prospective" if role.voted is None else "prospective-voted"
        case Unattached():
            return "unattached" if role.voted is None else "unattached-voted"
        # KafkaRaftMetrics has no name for a resigned leader and reports this one
        case Resigned():
            return "unattached"


def _about(name: str) -> str:
    """Return Kafka's name of a gauge."""
    return f"Attribute {name.replace('_', '-')} of kafka.server:type=raft-metrics."
