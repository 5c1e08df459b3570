"""Settings of a replica apart from consensus: gathering appends, applying, writing snapshots."""

from __future__ import annotations

from dataclasses import dataclass

from kraft_core.raft.topic import KAFKAS_TOPIC, QuorumTopic


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaConfig:
    """Limits and thresholds; times in milliseconds, sizes in bytes. Defaults are Kafka's.

    `linger_ms` is `controller.quorum.append.linger.ms`. `snapshot_bytes` is
    `metadata.log.max.record.bytes.between.snapshots`, `snapshot_interval_ms` is
    `metadata.log.max.snapshot.interval.ms`; 0 switches a rule off. A batch that reaches
    `batch_bytes_target` leaves at once, and none is larger than `batch_bytes_max`. At most
    `waiting_bytes_max` are undecided, from append to commit; an append beyond is refused. The
    amounts per turn keep a long replay or a large snapshot from holding up votes and fetches.
    `topic` is the name of the log between replicas.
    """

    topic: QuorumTopic = KAFKAS_TOPIC

    linger_ms: int = 25
    batch_bytes_max: int = 8 << 20
    batch_bytes_target: int = 1 << 20
    waiting_bytes_max: int = 80 << 20

    apply_bytes_per_turn: int = 128 << 10
    read_bytes: int = 1 << 20

    snapshot_bytes: int = 20 << 20
    snapshot_interval_ms: int = 3_600_000
    snapshot_bytes_per_turn: int = 64 << 10
    """One batch of a snapshot: some 700 partitions, which take 6 ms to encode."""
    snapshot_retry_ms: int = 60_000
    """The delay after a snapshot that the disk failed to store; each further failure doubles it."""
    snapshot_retry_max_ms: int = 3_600_000

    retention_check_ms: int = 60_000
    events_waiting_max: int = 10_000
    """Requests are refused when this many events wait for quorum-state to be durable."""

    def __post_init__(self) -> None:
        if not 0 < self.batch_bytes_target <= self.batch_bytes_max <= self.waiting_bytes_max:
            raise ValueError(
                "batch target, batch maximum and waiting maximum contradict each other"
            )
        if min(self.apply_bytes_per_turn, self.read_bytes, self.snapshot_bytes_per_turn) <= 0:
            raise ValueError("amounts per turn must be above zero")
        if min(self.linger_ms, self.snapshot_bytes, self.snapshot_interval_ms) < 0:
            raise ValueError("linger and snapshot thresholds cannot be negative")
