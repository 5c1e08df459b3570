"""The state of a cluster that its metadata log describes: Kafka's MetadataImage.

`cluster_image` holds the types and the replay of every kind of metadata record, with an undo
journal for records that are not committed yet. `partition_index` answers which partitions a broker,
a directory or an election concerns. `snapshot_records` writes an image as the records of a
snapshot. Nothing here has a clock, a socket or a file.
"""

from kraft_core.metadata.cluster_image import (
    BROKER_CONFIG,
    TOPIC_CONFIG,
    Broker,
    ClusterImage,
    Elections,
    ForeignRecordError,
    Partition,
    ReplayError,
    Topic,
)
from kraft_core.metadata.partition_index import PartitionIndex
from kraft_core.metadata.snapshot_records import SnapshotError, record_version, snapshot_records

__all__ = [
    "BROKER_CONFIG",
    "TOPIC_CONFIG",
    "Broker",
    "ClusterImage",
    "Elections",
    "ForeignRecordError",
    "Partition",
    "PartitionIndex",
    "ReplayError",
    "SnapshotError",
    "Topic",
    "record_version",
    "snapshot_records",
]
