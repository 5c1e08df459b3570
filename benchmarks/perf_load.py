"""The load of `perf_server`, the counterpart of Kafka's `kafka.tools.TestRaftServer`.

- The quorum: name and id of the topic and the cluster id are those of TestRaftServer, so that both
  can be in one quorum, and either can use the directory of the other. Nobody formats directories.
- The load (`Workload`): records at a steady rate while this node leads, and how long each takes to
  commit. What waits for its commit is bounded: a quorum that is slower than the rate gets what it
  can take.
- The lines: throughput and latencies every five seconds, byte for byte those of Kafka.
"""

from __future__ import annotations

import asyncio
import logging
import math
import struct
import time
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Final

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.process_keys import CONTROLLER, ROLES
from kraft_core.config.properties import Properties
from kraft_core.node.configuration import read_node
from kraft_core.node.service import Service
from kraft_core.raft.replica import AppendOutcome, StateMachine
from kraft_core.raft.storage.meta_properties import MetaProperties, decode_id
from kraft_core.raft.topic import QuorumTopic
from kraft_wire.errors import ErrorCode
from kraft_wire.primitives import ZERO_UUID, Uuid

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.node import RaftNode
    from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_core.raft.replica import AppendTicket
    from kraft_wire.records import RecordBatch


# -- the quorum ------------------------------------------------------------------------------------

PERF_TOPIC: Final = QuorumTopic("__raft_performance_test", Uuid(bytes(15) + b"\x02"))
CLUSTER_ID: Final = str(ZERO_UUID)


def read_perf_server(path: str | os.PathLike[str], directory_id: str) -> NodeConfiguration:
    """Read Kafka's file for a node of that directory id; raises ConfigurationError.

    `process.roles` is always `controller`. Reserved directory ids are accepted.
    """
    found = decode_id(directory_id.removesuffix("=="))
    if found is None or not any(found):
        raise ConfigurationError(f"{directory_id} is not a valid directory id.")
    configuration = read_node(Properties.load(path, {ROLES: CONTROLLER}))
    return replace(
        configuration,
        replica=replace(configuration.replica, topic=PERF_TOPIC),
        identity=MetaProperties(configuration.node_id, CLUSTER_ID, found),
    )


# -- the rate --------------------------------------------------------------------------------------


class Throttle:
    """Due times of records, in milliseconds, at a rate above 0 a second (ThroughputThrottler)."""

    def __init__(self, records_per_s: int) -> None:
        self._records_per_s = records_per_s
        self._begun_ms = 0

    def reset(self, now_ms: int) -> None:
        self._begun_ms = now_ms

    def due_ms(self, number: int) -> int:
        """Return the time at which record `n`, counted from 1, is due."""
        return self._begun_ms + math.floor(number / self._records_per_s * 1000 + 0.5)

    def due_by(self, now_ms: int) -> int:
        """Return the number of records that are due by now."""
        elapsed_ms = now_ms - self._begun_ms
        found = max(int((elapsed_ms + 0.5) * self._records_per_s / 1000), 0)
        while found and self.due_ms(found) > now_ms:
            found -= 1
        while self.due_ms(found + 1) <= now_ms:
            found += 1
        return found


# -- recent commits --------------------------------------------------------------------------------

_SAMPLE_MS: Final = 30_000
_FULL_SAMPLES: Final = 2
_RING: Final = _FULL_SAMPLES + 1
BINS: Final = 250
"""One for each millisecond; the last is also that of everything longer."""
_FLOAT_COUNT_MAX: Final = 1 << 24
"""Adding 1 to a float of 32 bits ends here."""
_FLOAT: Final = struct.Struct("f")


def _float32(number: float) -> float:
    """Round to the nearest float of 32 bits."""
    found: float = _FLOAT.unpack(_FLOAT.pack(number))[0]
    return found


@dataclass(slots=True)
class _Sample:
    started_ms: int
    last_ms: int
    count: int = 0
    size: int = 0
    bins: list[int] = field(default_factory=lambda: [0] * BINS)


class CommitWindow:
    """Sizes and latencies of records by the time they were committed; all times in milliseconds.

    Rate and percentiles are those of Kafka's Meter and Percentiles. Both use the same samples
    (SampledStat): three that take turns, each open for 30 seconds. A figure is over all samples
    that had an event within the last minute. Kafka counts in floats of 32 bits, which shows in
    percentiles, so this does too.
    """

    def __init__(self) -> None:
        self._samples: list[_Sample] = []
        self._current = 0

    def record(self, now_ms: int, latency_ms: int, size: int, count: int = 1) -> None:
        """Add this many records of that many bytes each, with the same latency."""
        sample = self._open(now_ms)
        sample.size += size * count
        place = min(max(latency_ms, 0), BINS - 1)
        sample.bins[place] = min(sample.bins[place] + count, _FLOAT_COUNT_MAX)
        sample.count += count
        sample.last_ms = now_ms

    def bytes_per_s(self, now_ms: int) -> float:
        """Return the mean over the samples; time without a sample counts as idle."""
        self._forget_old(now_ms)
        if not self._samples:
            return 0.0
        elapsed_ms = now_ms - min(each.started_ms for each in self._samples)
        missing = _FULL_SAMPLES - 1 - elapsed_ms // _SAMPLE_MS
        elapsed_ms += max(missing, 0) * _SAMPLE_MS
        return sum(each.size for each in self._samples) / (max(elapsed_ms, 1) / 1000)

    def percentile_ms(self, now_ms: int, percent: float) -> float:
        """Return the latency that this share of records does not exceed; NaN without records."""
        self._forget_old(now_ms)
        count = 0.0
        for each in self._samples:
            count = _float32(count + _float32(each.count))
        if not count:
            return float("nan")
        quantile, total = _float32(percent / 100), 0.0
        for place in range(BINS):
            for each in self._samples:
                total = _float32(total + each.bins[place])
            if _float32(total / count) > quantile:
                return float(place)
        return float("inf")

    def _open(self, now_ms: int) -> _Sample:
        if not self._samples:
            self._samples.append(_Sample(now_ms, now_ms))
        if now_ms - self._samples[self._current].started_ms >= _SAMPLE_MS:
            self._current = (self._current + 1) % _RING
            self._samples[self._current : self._current + 1] = [_Sample(now_ms, now_ms)]
        return self._samples[self._current]

    def _forget_old(self, now_ms: int) -> None:
        oldest_ms = now_ms - _FULL_SAMPLES * _SAMPLE_MS
        for place, each in enumerate(self._samples):
            if each.last_ms <= oldest_ms:
                self._samples[place] = _Sample(now_ms, now_ms)


# -- the lines -------------------------------------------------------------------------------------

_INTERVAL_MS: Final = 5000


def java_fixed(number: float, digits: int) -> str:
    """Format with a fixed number of decimals as Java's `%.Nf`: half up."""
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "Infinity"
    return str(Decimal(repr(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


class CommitStatistics:
    """Collects commits and prints statistics every five seconds, while there are commits.

    `tell` takes one line. The first interval begins with `begun_ms`.
    """

    def __init__(self, begun_ms: int, tell: Callable[[str], None]) -> None:
        self._told_ms = begun_ms
        self._tell = tell
        self._window = CommitWindow()

    def record(self, now_ms: int, latency_ms: int, size: int, count: int) -> None:
        """Note `count` records of `size` bytes that were committed with the same latency."""
        self._window.record(now_ms, latency_ms, size, count)
        if now_ms - self._told_ms >= _INTERVAL_MS:
            self._told_ms = now_ms
            self._tell(self._line(now_ms))

    def _line(self, now_ms: int) -> str:
        window = self._window
        rate = java_fixed(window.bytes_per_s(now_ms), 2)
        latencies = " ".join(
            f"{java_fixed(window.percentile_ms(now_ms, percent), 1)} {name}"
            for percent, name in ((75, "p75"), (99, "p99"), (99.9, "p999"))
        )
        return f"Throughput (bytes/second): {rate}, Latency (ms): {latencies}"


# -- the load --------------------------------------------------------------------------------------

_LOG: Final = logging.getLogger("kraft.perf")
_APPEND_BYTES: Final = 256 << 10
_WAITING_BYTES: Final = 64 << 20
_RETRY_MS: Final = 10


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Workload(StateMachine, Service):
    """State machine and service of one node; `tell` prints the lines of its statistics.

    As in Kafka's tool, each record is `record_bytes` zero bytes. `record_bytes` and `records_per_s`
    are above 0.
    """

    def __init__(
        self,
        records_per_s: int,
        record_bytes: int,
        tell: Callable[[str], None],
        clock_ms: Callable[[], int] = _monotonic_ms,
    ) -> None:
        self._record_bytes = record_bytes
        self._clock_ms = clock_ms
        self._record = bytes(record_bytes)
        self._at_once = max(_APPEND_BYTES // record_bytes, 1)
        self._waiting_max = max(_WAITING_BYTES // record_bytes, 1)
        self._throttle = Throttle(records_per_s)
        self._statistics = CommitStatistics(clock_ms(), tell)
        self._epoch: int | None = None
        self._appended = 0
        self._waiting = 0
        self._timer: asyncio.TimerHandle | None = None

    # -- the node's side ----------------------------------------------------------------------

    def attach(self, node: RaftNode) -> None:
        """Set the node that gets the load, before it starts."""
        self._node = node

    async def close(self, timeout_s: float) -> None:
        del timeout_s
        self._rest()

    def apply(self, batch: RecordBatch) -> None:
        """Ignore the batch: all records are zeros."""

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """Discard nothing: the machine keeps no state."""

    def load(self, batch: RecordBatch) -> None:
        """Ignore the batch: the machine keeps no state."""

    def snapshot_values(self) -> Iterable[bytes]:
        return ()

    def can_write_snapshot(self) -> bool:
        """Return False: the machine has no state for a snapshot."""
        return False

    def leader_changed(self, leader: LeaderAndEpoch) -> None:
        """Start the load when this node becomes leader, stop it when another one leads."""
        self._rest()
        if leader.leader_id == self._node.configuration.node_id:
            self._epoch = leader.epoch
            self._appended = 0
            self._throttle.reset(self._clock_ms())
            self._come_back_in(0)

    # -- the load -----------------------------------------------------------------------------

    def _rest(self) -> None:
        self._epoch = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _come_back_in(self, delay_ms: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(delay_ms / 1000, self._append_due)

    def _append_due(self) -> None:
        """Append one piece of the records that are due, and schedule the next piece."""
        epoch, now_ms = self._epoch, self._clock_ms()
        if epoch is None or not self._node.is_running:
            return
        due = self._throttle.due_by(now_ms) - self._appended
        count = min(due, self._at_once, self._waiting_max - self._waiting)
        if count <= 0:
            next_ms = self._throttle.due_ms(self._appended + 1)
            self._come_back_in(_RETRY_MS if due > 0 else max(next_ms - now_ms, 1))
            return
        ticket = self._node.append_nowait([self._record] * count, epoch)
        if ticket.outcome is AppendOutcome.REJECTED:
            self._refused(ticket)
            return
        self._appended += count
        self._waiting += count
        ticket.on_batch_end(lambda ended: self._ended(ended, count, now_ms))
        self._come_back_in(0)

    def _refused(self, ticket: AppendTicket) -> None:
        if ticket.error is ErrorCode.MESSAGE_TOO_LARGE:
            _LOG.error("A record of %d bytes is too large: no load", self._record_bytes)
            self._rest()
        else:
            self._come_back_in(_RETRY_MS)

    def _ended(self, ticket: AppendTicket, count: int, appended_ms: int) -> None:
        self._waiting -= count
        if ticket.outcome is AppendOutcome.COMMITTED:
            now_ms = self._clock_ms()
            self._statistics.record(now_ms, now_ms - appended_ms, self._record_bytes, count)
