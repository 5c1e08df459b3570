"""Partitions without a leader over time.

    python examples/leaderless.py /var/kafka-logs

Told out of the changes that the metadata log still holds: a partition that had no leader before the
log begins is not counted until it changes.
"""

from __future__ import annotations

import sys
from typing import Any

import kraft_spark

SPANS = """
WITH changes AS (
  SELECT topicId, partitionId, offset, timestamp, leader FROM created WHERE source = 'log'
  UNION ALL
  SELECT topicId, partitionId, offset, timestamp, leader FROM changed
  WHERE source = 'log' AND leader <> -2
  UNION ALL
  SELECT r.topicId, c.partitionId, r.offset, r.timestamp, NULL
  FROM removed r JOIN (SELECT DISTINCT topicId, partitionId FROM created) c USING (topicId)
  WHERE r.source = 'log'
), following AS (
  SELECT *, lag(leader, 1, 0) OVER w AS before FROM changes
  WINDOW w AS (PARTITION BY topicId, partitionId ORDER BY offset)
), turns AS (
  SELECT *, lead(timestamp) OVER w AS until FROM following
  WHERE (leader = -1) <> (before = -1) OR leader IS NULL
  WINDOW w AS (PARTITION BY topicId, partitionId ORDER BY offset)
)
SELECT name AS topic, partitionId AS partition, timestamp AS since, until
FROM turns JOIN (SELECT DISTINCT topicId, name FROM topics) USING (topicId) WHERE leader = -1
"""

OVER_TIME = """
SELECT date_format(time, 'HH:mm:ss.SSS') AS time, sum(lost) AS lost, sum(regained) AS regained,
       sum(sum(lost) - sum(regained)) OVER (ORDER BY spans.time) AS leaderless
FROM (SELECT since AS time, 1 AS lost, 0 AS regained FROM spans
      UNION ALL SELECT until, 0, 1 FROM spans WHERE until IS NOT NULL) AS spans
GROUP BY spans.time ORDER BY spans.time
"""


def spans(spark: Any, path: str) -> Any:
    """A row for each time that a partition had no leader; `until` is null where it has none yet."""
    for view, record_type in {
        "topics": "TopicRecord",
        "created": "PartitionRecord",
        "changed": "PartitionChangeRecord",
        "removed": "RemoveTopicRecord",
    }.items():
        log = spark.read.format("kafka_log").option("view", "metadata").option("replicas", "one")
        log.option("recordType", record_type).load(path).createOrReplaceTempView(view)
    return spark.sql(SPANS)


def table(spark: Any, path: str) -> Any:
    """A row for each moment at which partitions lost or regained a leader."""
    spans(spark, path).createOrReplaceTempView("spans")
    return spark.sql(OVER_TIME)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: leaderless.py PATH")
    session = kraft_spark.local_session(conf={"spark.sql.session.timeZone": "UTC"})
    table(session, sys.argv[1]).show(1000, truncate=False)
