"""Topics on the disks of brokers: lag, stuck transactions, storage, compaction, retention.

Queries over the views of `kafka_log`; nothing is read before a result is needed.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.log.options import DOCTOR, OPTIONS
from kraft_spark.options import with_arguments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BATCHES: Final = (
    "topic STRING, partition INT, baseOffset BIGINT, lastOffset BIGINT, count INT, "
    "producerId BIGINT, isTransactional BOOLEAN, isControl BOOLEAN, baseTimestamp TIMESTAMP, "
    "maxTimestamp TIMESTAMP, sizeInBytes INT"
)

_LAG: Final = """
WITH commits AS (
  SELECT groupId, topic, partition, committedOffset, commitTimestamp, recordOffset
  FROM {offsets} WHERE recordType = 'OFFSET_COMMIT' AND NOT isTombstone
), by_time AS (
  -- a batch and a commit of the same moment: the commit sees the batch
  SELECT NULL AS groupId, topic, partition, NULL AS committedOffset, maxTimestamp AS time,
    lastOffset + 1 AS logEnd, NULL AS recordOffset, 0 AS place FROM {batches}
  UNION ALL
  SELECT groupId, topic, partition, committedOffset, commitTimestamp, NULL, recordOffset, 1
  FROM commits
), ended AS (
  SELECT *, max(logEnd) OVER (PARTITION BY topic, partition ORDER BY time, place
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS end FROM by_time
), by_offset AS (
  SELECT groupId, topic, partition, committedOffset, time, end, recordOffset,
    committedOffset AS offset, NULL AS batchTime, 0 AS place FROM ended WHERE groupId IS NOT NULL
  UNION ALL
  SELECT NULL, topic, partition, NULL, NULL, NULL, NULL, lastOffset, baseTimestamp, 1
  FROM {batches} WHERE NOT isControl
), waiting AS (
  SELECT *, first_value(batchTime) IGNORE NULLS OVER (PARTITION BY topic, partition
    ORDER BY offset, place ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS oldest
  FROM by_offset
), stable AS (
  SELECT topic, partition, max(lastStableOffset) AS lastStableOffset
  FROM {batches} GROUP BY topic, partition
)
SELECT groupId, topic, partition, time, committedOffset, end AS logEndOffset,
  greatest(end - committedOffset, 0) AS lag, lastStableOffset,
  greatest(least(end, lastStableOffset) - committedOffset, 0) AS committedLag,
  CASE WHEN end > committedOffset
    THEN greatest(unix_millis(time) - unix_millis(oldest), 0) / 1000 ELSE 0D END AS lagSeconds
FROM waiting LEFT JOIN stable USING (topic, partition) WHERE groupId IS NOT NULL
"""

_OPEN: Final = """
WITH ended AS (
  SELECT topic, partition, producerId, max(offset) AS marker FROM {control}
  WHERE recordType IN ('COMMIT', 'ABORT') GROUP BY topic, partition, producerId
), ends AS (
  SELECT topic, partition, max(lastOffset) + 1 AS logEndOffset, max(maxTimestamp) AS newest
  FROM {batches} GROUP BY topic, partition
), begun AS (
  SELECT b.topic, b.partition, b.producerId, min(b.baseOffset) AS firstOffset,
    min(b.baseTimestamp) AS since, sum(b.count) AS records, sum(b.sizeInBytes) AS bytes
  FROM {batches} b LEFT JOIN ended USING (topic, partition, producerId)
  WHERE b.isTransactional AND NOT b.isControl AND b.baseOffset > coalesce(marker, -1)
  GROUP BY b.topic, b.partition, b.producerId
), states AS (
  SELECT producerId, max_by(struct(transactionalId, state), recordOffset) AS last
  FROM {transactions} WHERE NOT isTombstone GROUP BY producerId
)
SELECT topic, partition, producerId, last.transactionalId AS transactionalId, last.state AS state,
  firstOffset, since, records, bytes, logEndOffset,
  min(firstOffset) OVER (PARTITION BY topic, partition) AS lastStableOffset,
  firstOffset = min(firstOffset) OVER (PARTITION BY topic, partition) AS holdsLastStableOffset,
  logEndOffset - min(firstOffset) OVER (PARTITION BY topic, partition) AS heldBack,
  (unix_millis(newest) - unix_millis(since)) / 1000 AS openSeconds
FROM begun JOIN ends USING (topic, partition) LEFT JOIN states USING (producerId)
"""

_STORAGE: Final = """
SELECT topic, to_date(maxTimestamp) AS day, sum(sizeInBytes) AS bytes, sum(count) AS records,
  count(*) AS batches, count(DISTINCT partition) AS partitions
FROM {batches} WHERE NOT isControl GROUP BY topic, to_date(maxTimestamp)
"""

_COMPACTION: Final = """
WITH keys AS (
  SELECT topic, partition, key, count(*) AS records, sum(length(value)) AS bytes,
    max_by(struct(value IS NULL AS isTombstone, length(value) AS size), offset) AS last
  FROM {records} WHERE key IS NOT NULL GROUP BY topic, partition, key
)
SELECT topic, partition, sum(records) AS records, count(*) AS keys,
  sum(records) - count(*) AS superseded, count_if(last.isTombstone) AS deletedKeys,
  sum(bytes) AS valueBytes, sum(last.size) AS liveValueBytes,
  count(*) / sum(records) AS effectiveness
FROM keys GROUP BY topic, partition
"""

_RETENTION: Final = """
WITH segments AS (
  SELECT topic, partition, sizeInBytes, isLastSegment, minTimestamp, maxTimestamp
  FROM {files} WHERE kind = 'segment' AND topic IS NOT NULL AND batches > 0
), logs AS (
  SELECT topic, partition, sum(sizeInBytes) AS bytes, min(minTimestamp) AS oldest,
    max(maxTimestamp) AS newest, min(CASE WHEN NOT isLastSegment THEN maxTimestamp END) AS firstOut,
    min_by(CASE WHEN NOT isLastSegment THEN sizeInBytes END, maxTimestamp) AS firstOutBytes
  FROM segments GROUP BY topic, partition
), rates AS (
  SELECT *, coalesce(r.retentionMs, {default_ms}) AS ms,
    bytes / nullif((unix_millis(newest) - unix_millis(oldest)) / 86400000D, 0) AS bytesPerDay
  FROM logs LEFT JOIN {retention} r USING (topic)
)
SELECT topic, partition, bytes, oldest, newest, bytesPerDay, ms AS retentionMs,
  CASE WHEN ms >= 0 THEN timestamp_millis(unix_millis(firstOut) + ms) END AS nextDeletion,
  CASE WHEN ms >= 0 THEN firstOutBytes END AS nextDeletionBytes,
  CASE WHEN ms >= 0 THEN bytesPerDay * ms / 86400000D END AS steadyBytes
FROM rates
"""

_WEEK_MS: Final = 7 * 24 * 3600 * 1000
"""Kafka's default of log.retention.hours."""


class Doctor:
    """The disk content below some paths, as tables; created by `kraft_spark.doctor`."""

    def __init__(
        self, spark: Any, paths: Sequence[str], options: Mapping[str, str] | None = None
    ) -> None:
        self._spark = spark
        self._paths = list(paths)
        given = with_arguments(options, {"paths": json.dumps(self._paths)}, "path", "view")
        OPTIONS.check(given, use=DOCTOR)
        self._options = {"replicas": "one", **given}

    @property
    def lag(self) -> Any:
        """Every commit of a consumer group, with its lag when it was made.

        `lag` is in records, up to the log end of that moment by the timestamps of batches.
        `lagSeconds` is the age of the oldest batch that was not consumed. `committedLag` is for
        groups with `isolation.level=read_committed`: it ends at `lastStableOffset`, which is that
        of the log as it is now. Sort by `time`.
        """
        batches = self._view("batches", f"{_BATCHES}, lastStableOffset BIGINT")
        return self._query(_LAG, offsets=self._view("offsets"), batches=batches)

    @property
    def open_transactions(self) -> Any:
        """Transactions without a marker, and which of them holds the last stable offset.

        `heldBack` is how many offsets consumers of committed records do not get; `openSeconds` are
        up to the newest record of the partition. `transactionalId` and `state` are known where the
        log of `__transaction_state` is under the paths.
        """
        return self._query(
            _OPEN,
            control=self._view("control"),
            batches=self._batches(),
            transactions=self._view("transactions"),
        )

    @property
    def storage(self) -> Any:
        """Bytes, records and batches of data by topic and day.

        The day is that of a batch's newest timestamp, in the time zone of the session.
        """
        return self._query(_STORAGE, batches=self._batches())

    @property
    def compaction(self) -> Any:
        """Records with keys against keys, by partition.

        `superseded` records have a later one of the same key; `effectiveness` is 1 where compaction
        has nothing left to do. All keys are read.
        """
        schema = "topic STRING, partition INT, offset BIGINT, key BINARY, value BINARY"
        return self._query(_COMPACTION, records=self._view("records", schema))

    def retention(
        self, retention_ms: Mapping[str, int] | None = None, *, default_ms: int = _WEEK_MS
    ) -> Any:
        """Estimate when the next segment is deleted, and how large logs are at a constant rate.

        `retention_ms` are `retention.ms` of topics, `default_ms` that of the others, -1 for no
        limit. A segment goes when its newest record is older. `steadyBytes` is the rate of the log
        so far times the retention.
        """
        rows = [(topic, int(ms)) for topic, ms in (retention_ms or {}).items()]
        given = self._spark.createDataFrame(rows, "topic STRING, retentionMs BIGINT")
        return self._query(
            _RETENTION, files=self._view("files"), retention=given, default_ms=int(default_ms)
        )

    def _batches(self) -> Any:
        return self._view("batches", _BATCHES)

    def _view(self, view: str, schema: str | None = None) -> Any:
        options = OPTIONS.applicable(self._options, view=view, use=DOCTOR)
        reader = self._spark.read.format("kafka_log").options(**options).option("view", view)
        reader = reader if schema is None else reader.schema(schema)
        return reader.load()

    def _query(self, text: str, **frames: Any) -> Any:
        return self._spark.sql(text, **frames)
