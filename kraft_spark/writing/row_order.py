"""DataFrames brought into the order that the writer needs, which Spark cannot be told."""

from __future__ import annotations

from typing import Any


def by_partition(frame: Any) -> Any:
    """Give each task whole partitions, in the order of their offsets, to write `view=records`."""
    keys = [name for name in ("topic", "partition") if name in frame.columns]
    order = [*keys, *(name for name in ("offset",) if name in frame.columns)]
    parted = frame.repartition(*keys) if keys else frame.repartition(1)
    return parted.sortWithinPartitions(*order) if order else parted


def write_snapshot(
    frame: Any, path: str, end_offset: int, epoch: int, *, mode: str = "append"
) -> None:
    """Write rows of view `metadata` as the snapshot of this end offset and epoch, by one task."""
    one = frame.repartition(1)
    if "offset" in frame.columns:
        one = one.sortWithinPartitions("offset")
    writer = one.write.format("kafka_log").mode(mode).option("view", "metadata")
    writer = writer.option("snapshotEndOffset", end_offset).option("snapshotEpoch", epoch)
    writer.save(path)
