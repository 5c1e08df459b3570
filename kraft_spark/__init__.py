"""Kafka logs, live quorums and simulated lives as Spark DataFrames.

`register(spark)` makes the formats `kafka_log`, `kraft_quorum` and `kraft_simulation` known to a
session; `local_session()` starts one; `image` gives the state of a cluster at an offset,
`history` what has changed since. Rule:
imports `kraft_wire`, `kraft_core.client` and `kraft_core.image`, and in `seed_runs` alone
`kraft_core.simulation`.

Reading order. Logs: `schemas` and `options` (what can be asked), `layout` and `planning` (paths to
tasks), `segment_scan` and `batch_headers` (bytes to batches), `record_kernel`, `payloads` and
`arrow_decode` (batches to columns), `log_reading` and the views, `log_source` (the shell that Spark
calls), `image_files` and `image_tables`. Quorums: `quorum_offsets`, `quorum_log` and
`quorum_snapshot`, `quorum_feed` (what the driver fetches), `quorum_slices` (what tasks decode),
`quorum_source`. Lives: `seed_runs`, `simulation_source`, `campaign`.
"""

from __future__ import annotations

from typing import Any

from kraft_spark.history import History, history
from kraft_spark.image import Image, image
from kraft_spark.session import local_session
from kraft_spark.writing import by_partition, write_snapshot

__all__ = [
    "History",
    "Image",
    "by_partition",
    "history",
    "image",
    "local_session",
    "register",
    "write_snapshot",
]


def register(spark: Any) -> None:
    """Make the formats of this package known to a session of Spark."""
    from kraft_spark.log_source import KafkaLogSource  # noqa: PLC0415
    from kraft_spark.quorum_source import KraftQuorumSource  # noqa: PLC0415
    from kraft_spark.simulation_source import KraftSimulationSource  # noqa: PLC0415

    for source in (KafkaLogSource, KraftQuorumSource, KraftSimulationSource):
        spark.dataSource.register(source)
