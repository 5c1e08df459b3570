"""Metrics of Kafka's controller (`kafka.controller`, ControllerMetadataMetrics), as far as known.

An attribute `ActiveControllerCount` of `kafka.controller:type=KafkaController` is called
`kafka_controller_KafkaController_ActiveControllerCount`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from kraft_core.controller.metadata_image import Reason
from kraft_core.node.service import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.controller.loop import Counters
    from kraft_core.controller.metadata_image import Obstacle
    from kraft_core.metadata import ClusterImage
    from kraft_core.node.node import RaftNode

PREFIX: Final = "kafka_controller_KafkaController_"


class Followed:
    """What the state machine has seen, for the metrics."""

    def __init__(self) -> None:
        self.leaders = 0
        """Elections whose leader this node has seen."""
        self.applied_ms = -1
        """The time of the newest record that was applied, in milliseconds since 1970."""


def samples(
    node: RaftNode, seen: Followed, counters: Counters, *, is_active: bool
) -> Iterator[Sample]:
    """The metrics of every controller."""

    def gauge(name: str, about: str, value: float) -> Sample:
        return Sample(PREFIX + name, about, value)

    applied = node.replica.applied.offset - 1
    committed = (node.core.high_watermark or 0) - 1
    appended = node.core.log.end.offset - 1
    yield gauge("ActiveControllerCount", "1 at the active controller that serves.", is_active)
    about = "The last record: that was appended, at the active controller; else that was applied."
    yield gauge("LastAppliedRecordOffset", about, appended if is_active else applied)
    about = "The last record below the high watermark."
    yield gauge("LastCommittedRecordOffset", about, committed)
    about = "The time of the last record that was applied, in milliseconds since 1970; -1 for none."
    yield gauge("LastAppliedRecordTimestamp", about, seen.applied_ms)
    lag_ms = 0 if is_active or seen.applied_ms < 0 else time.time() * 1000 - seen.applied_ms
    about = "How old the last applied record is; 0 at the active controller."
    yield gauge("LastAppliedRecordLagMs", about, max(0, round(lag_ms)))
    about = "Leaders that this node has seen since it started."
    yield gauge("NewActiveControllersCount", about, seen.leaders)
    about = "Decisions that waited for the active controller for longer than they may."
    yield gauge("EventQueueOperationsTimedOutCount", about, counters.timed_out)
    about = "Decisions taken back as their records cannot be replayed; configs not applied."
    yield gauge("MetadataErrorCount", about, counters.faults)
    about = "Decisions of the active controller since the start."
    yield gauge("EventQueueOperationsStartedCount", about, counters.decided)
    about = "Heartbeats of brokers that came too late to count."
    yield gauge("TimedOutBrokerHeartbeatCount", about, counters.timed_out_heartbeats)


def obstacle_samples(obstacle: Obstacle | None) -> Iterator[Sample]:
    """Yield for each reason whether it keeps this node from being the active controller."""
    about = "1 while this reason keeps the node from being the active controller."
    for reason in Reason:
        value = obstacle is not None and obstacle.reason is reason
        yield Sample("kraft_controller_obstacle", about, value, (("reason", reason.value),))


def cluster_samples(image: ClusterImage) -> Iterator[Sample]:
    """The metrics of a controller that follows brokers and topics."""

    def gauge(name: str, about: str, value: float) -> Sample:
        return Sample(PREFIX + name, about, value)

    brokers = list(image.brokers.values())
    yield gauge(
        "ActiveBrokerCount", "Brokers that are not fenced.", sum(not b.fenced for b in brokers)
    )
    yield gauge("FencedBrokerCount", "Brokers that are fenced.", sum(b.fenced for b in brokers))
    yield gauge("GlobalTopicCount", "Topics.", len(image.topics))
    partitions = sum(len(topic.partitions) for topic in image.topics.values())
    yield gauge("GlobalPartitionCount", "Partitions of all topics.", partitions)
    if image.index is not None:
        about = "Partitions without a leader."
        yield gauge("OfflinePartitionsCount", about, len(image.index.leaderless))
        about = "Partitions whose leader is not the preferred replica."
        yield gauge("PreferredReplicaImbalanceCount", about, len(image.index.imbalanced))
