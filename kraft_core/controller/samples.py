"""Metrics of Kafka's controller under the names of its MBeans.

`kafka.controller:type=KafkaController,name=ActiveControllerCount` is called
`kafka_controller_KafkaController_ActiveControllerCount`; a property of a name, as `broker`, is a
label. A meter, whose name ends in PerSec, is a counter without these letters. A histogram is a
summary. `examples/monitoring/relabel.yml` has the names that the JMX exporters of Prometheus and
Strimzi give these MBeans.

Classes of Kafka: QuorumControllerMetrics, ControllerMetadataMetrics, MetadataLoaderMetrics.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from kraft_core.config.feature_levels import KRAFT_VERSION, METADATA_VERSION
from kraft_core.controller.metadata_image import Reason
from kraft_core.node.service import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kraft_core.controller.loop import Counters
    from kraft_core.controller.metadata_image import Obstacle
    from kraft_core.metadata import ClusterImage, Elections
    from kraft_core.node.metrics import Durations
    from kraft_core.node.node import RaftNode

PREFIX: Final = "kafka_controller_KafkaController_"
_QUEUE: Final = "kafka_controller_ControllerEventManager_"
_STATS: Final = "kafka_controller_ControllerStats_"
_LOADER: Final = "kafka_server_MetadataLoader_"
_QUANTILES: Final = {f"0.{digits}": float(f"0.{digits}") for digits in (50, 75, 95, 98, 99, 999)}
"""Those of Kafka's histograms, written as the JMX exporters do."""
_STATES: Final = {"fenced": 10, "shutdown": 20, "active": 30}
"""BrokerRegistrationState (KIP-1131)."""


class Followed:
    """The state that the state machine has followed, for the metrics."""

    def __init__(self) -> None:
        self.leaders = 0
        """Elections whose leader this node has seen."""
        self.applied_ms = -1
        """The time of the newest record that was applied, in milliseconds since 1970."""
        self.loads = 0
        """Snapshots that replaced the state."""
        self.elections = [0, 0]
        """The highest count of unclean elections, and of those from the ELR.

        The image of an active controller is ahead of the commit, and an election that it rolls back
        did not happen: a counter must not fall.
        """


def samples(
    node: RaftNode, seen: Followed, counters: Counters, *, is_active: bool
) -> Iterator[Sample]:
    """Yield the metrics of every controller."""

    def gauge(name: str, about: str, value: float) -> Sample:
        return Sample(PREFIX + name, about, value)

    applied = node.replica.applied.offset - 1
    committed = (node.core.high_watermark or 0) - 1
    appended = node.core.log.end.offset - 1
    yield gauge("ActiveControllerCount", "1 at the active controller that serves.", is_active)
    about = "Offset of the last record: appended at the active controller, else applied."
    yield gauge("LastAppliedRecordOffset", about, appended if is_active else applied)
    about = "Offset of the last record below the high watermark."
    yield gauge("LastCommittedRecordOffset", about, committed)
    about = "The time of the last record that was applied, in milliseconds since 1970; -1 for none."
    yield gauge("LastAppliedRecordTimestamp", about, seen.applied_ms)
    lag_ms = 0 if is_active or seen.applied_ms < 0 else time.time() * 1000 - seen.applied_ms
    about = "Age of the last applied record in milliseconds; 0 at the active controller."
    yield gauge("LastAppliedRecordLagMs", about, max(0, round(lag_ms)))
    about = "Leaders that this node has seen since it started."
    yield gauge("NewActiveControllersCount", about, seen.leaders)
    about = "Decisions that waited for the active controller beyond their timeout."
    yield gauge("EventQueueOperationsTimedOutCount", about, counters.timed_out)
    about = "Decisions undone because their records cannot be replayed; configs not applied."
    yield gauge("MetadataErrorCount", about, counters.faults)
    about = "Decisions of the active controller since the start."
    yield gauge("EventQueueOperationsStartedCount", about, counters.decided)
    about = "Heartbeats of brokers that came too late to count."
    yield gauge("TimedOutBrokerHeartbeatCount", about, counters.timed_out_heartbeats)


def loader_samples(node: RaftNode, seen: Followed, features: Mapping[str, int]) -> Iterator[Sample]:
    """Yield the metrics of the part of the log that was loaded (MetadataLoaderMetrics).

    Before the log has a metadata.version there is none; Kafka reports 7 then.
    """
    about = "The finalized level of a feature."
    levels = {KRAFT_VERSION: node.core.kraft_version, **features}
    for name, level in sorted(levels.items()):
        first, *rest = name.split(".")
        label = (("featureName", first + "".join(map(str.capitalize, rest))),)
        yield Sample(f"{_LOADER}FinalizedLevel", about, level, label)
    if METADATA_VERSION in features:
        about = "The finalized level of metadata.version."
        level = features[METADATA_VERSION]
        yield Sample(f"{_LOADER}CurrentMetadataVersion", about, level)
    leader_id = node.core.leader_and_epoch.leader_id
    about = "The id of the leader; -1 if none is known."
    yield Sample(f"{_LOADER}CurrentControllerId", about, -1 if leader_id is None else leader_id)
    about = "Snapshots that this node has loaded since it started."
    yield Sample(f"{_LOADER}HandleLoadSnapshotCount", about, seen.loads)


def queue_samples(counters: Counters, size: int, now_s: float) -> Iterator[Sample]:
    """Yield the metrics of the queue of decisions (QuorumControllerMetrics)."""
    about = "Requests and periodic tasks that wait for a decision of the active controller."
    yield Sample(f"{_QUEUE}EventQueueSize", about, size)
    about = "Share of the last half minute in which no decision was made here."
    yield Sample(f"{_QUEUE}AvgIdleRatio", about, counters.idle.value(now_s))
    about = "Milliseconds that requests waited for a decision, in the last half minute."
    yield from _summary(f"{_QUEUE}EventQueueTimeMs", about, counters.queue, now_s)
    about = "Milliseconds that a decision took with its append, in the last half minute."
    yield from _summary(f"{_QUEUE}EventQueueProcessingTimeMs", about, counters.processing, now_s)


def _summary(name: str, about: str, durations: Durations, now_s: float) -> Iterator[Sample]:
    values = durations.quantiles(now_s, _QUANTILES.values())
    for quantile, value in zip(_QUANTILES, values, strict=True):
        yield Sample(name, about, value * 1000, (("quantile", quantile),), "summary")
    yield Sample(name, about, durations.count, (), "summary", "_count")
    yield Sample(name, about, durations.total_s * 1000, (), "summary", "_sum")


def election_samples(seen: Followed, elections: Elections) -> Iterator[Sample]:
    """Count leaders of partitions that were elected outside the ISR (ControllerStats)."""
    unclean, from_elr = elections.unclean, elections.from_elr
    seen.elections = [max(seen.elections[0], unclean), max(seen.elections[1], from_elr)]
    about = "Leaders elected outside the ISR and the eligible leader replicas: records may be lost."
    name = f"{_STATS}UncleanLeaderElections"
    yield Sample(name, about, seen.elections[0], kind="counter")
    about = "Leaders that were elected from the eligible leader replicas (KIP-966)."
    name = f"{_STATS}ElectionFromEligibleLeaderReplicas"
    yield Sample(name, about, seen.elections[1], kind="counter")


def heartbeat_samples(ages_ms: Mapping[int, int]) -> Iterator[Sample]:
    """Yield the silence of each broker, at the active controller."""
    about = "Milliseconds since a heartbeat of a broker, the session timeout at most."
    name = f"{PREFIX}TimeSinceLastHeartbeatReceivedMs"
    for broker_id, age_ms in ages_ms.items():
        yield Sample(name, about, age_ms, (("broker", str(broker_id)),))


def obstacle_samples(obstacle: Obstacle | None) -> Iterator[Sample]:
    """Yield for each reason whether it prevents this node from being the active controller."""
    about = "1 while this reason keeps the node from being the active controller."
    for reason in Reason:
        value = obstacle is not None and obstacle.reason is reason
        yield Sample("kraft_controller_obstacle", about, value, (("reason", reason.value),))


def cluster_samples(image: ClusterImage) -> Iterator[Sample]:
    """Yield the metrics of a controller that follows brokers and topics."""

    def gauge(name: str, about: str, value: float) -> Sample:
        return Sample(PREFIX + name, about, value)

    brokers = list(image.brokers.values())
    yield gauge(
        "ActiveBrokerCount", "Brokers that are not fenced.", sum(not b.fenced for b in brokers)
    )
    yield gauge("FencedBrokerCount", "Brokers that are fenced.", sum(b.fenced for b in brokers))
    about = "Brokers that shut down and still lead, or did when they were fenced."
    stopping = sum(b.in_controlled_shutdown for b in brokers)
    yield gauge("ControlledShutdownBrokerCount", about, stopping)
    about = "10 fenced, 20 in controlled shutdown, 30 active."
    for broker_id, broker in image.brokers.items():
        state = "fenced" if broker.fenced else "active" if broker.is_active else "shutdown"
        labels = (("broker", str(broker_id)),)
        yield Sample(f"{PREFIX}BrokerRegistrationState", about, _STATES[state], labels)
    yield gauge("GlobalTopicCount", "Topics.", len(image.topics))
    partitions = sum(len(topic.partitions) for topic in image.topics.values())
    yield gauge("GlobalPartitionCount", "Partitions of all topics.", partitions)
    if image.index is not None:
        about = "Partitions without a leader."
        yield gauge("OfflinePartitionsCount", about, len(image.index.leaderless))
        about = "Partitions whose leader is not the preferred replica."
        yield gauge("PreferredReplicaImbalanceCount", about, len(image.index.imbalanced))
