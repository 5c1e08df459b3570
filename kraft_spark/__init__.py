"""Kafka logs and snapshots as Spark DataFrames.

`register(spark)` makes the format `kafka_log` known to a session; `local_session()` starts one.
Rule: imports `kraft_wire` and `kraft_core.client`, nothing else of ours. Reading order: `schemas`
and `options` (what can be asked), `layout` and `planning` (paths to tasks), `segment_scan` and
`batch_headers` (bytes to batches), `record_kernel`, `payloads` and `arrow_decode` (batches to
columns), `log_reading` and the views, `log_source` (the shell that Spark calls).
"""

from __future__ import annotations

from typing import Any

from kraft_spark.session import local_session
from kraft_spark.writing import by_partition, write_snapshot

__all__ = ["by_partition", "local_session", "register", "write_snapshot"]


def register(spark: Any) -> None:
    """Make the formats of this package known to a session of Spark."""
    from kraft_spark.log_source import KafkaLogSource  # noqa: PLC0415

    spark.dataSource.register(KafkaLogSource)
