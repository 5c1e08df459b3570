"""Partitions without a leader over time.

    python examples/leaderless.py /var/kafka-logs

A time that is null is before the log begins: the oldest snapshot already had the
partition without a leader.
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

SPANS = """
WITH names AS (
  SELECT topicId, name AS topic FROM {first_topics} UNION SELECT topicId, name FROM {topics}
), listed AS (
  SELECT topicId, partition, -1 AS offset, NULL AS timestamp, leader FROM {first}
  UNION ALL SELECT topicId, partitionId, offset, timestamp, leader FROM {created}
  UNION ALL SELECT topicId, partitionId, offset, timestamp, leader FROM {changed}
  WHERE leader <> -2
), states AS (
  SELECT *, CASE leader WHEN -1 THEN 'lost' ELSE 'led' END AS state FROM listed
  UNION ALL
  SELECT t.topicId, t.partition, r.offset, r.timestamp, NULL, 'deleted'
  FROM {removed} r JOIN (SELECT DISTINCT topicId, partition FROM listed) t USING (topicId)
), turns AS (
  SELECT * FROM (SELECT *, lag(state, 1, 'led') OVER w AS before FROM states
    WINDOW w AS (PARTITION BY topicId, partition ORDER BY offset))
  WHERE state <> before
), followed AS (
  SELECT *, lead(timestamp) OVER w AS until, lead(offset) OVER w AS untilOffset,
         lead(state) OVER w AS then FROM turns
  WINDOW w AS (PARTITION BY topicId, partition ORDER BY offset)
)
SELECT topic, partition, timestamp AS since, offset AS sinceOffset, until, untilOffset, then
FROM followed JOIN names USING (topicId) WHERE state = 'lost'
"""

OVER_TIME = """
WITH turns AS (
  SELECT since AS moment, sinceOffset AS offset, 'lost' AS turn FROM {spans}
  UNION ALL SELECT until, untilOffset, then FROM {spans} WHERE then IS NOT NULL
), counted AS (
  SELECT moment, min(offset) AS place, count_if(turn = 'lost') AS lost,
         count_if(turn = 'led') AS regained, count_if(turn = 'deleted') AS deleted
  FROM turns GROUP BY moment
)
SELECT date_format(moment, 'yyyy-MM-dd HH:mm:ss.SSS') AS time, lost, regained, deleted,
       sum(lost - regained - deleted) OVER (ORDER BY place) AS leaderless
FROM counted ORDER BY place
"""


def spans(spark: Any, path: str) -> Any:
    """Return a row for each time that a partition had no leader.

    `then` is `led` or `deleted`, or null, as `until` is, where it still has none.
    """
    history = kraft_spark.history(spark, path)
    return spark.sql(
        SPANS,
        first_topics=history.start.topics,
        first=history.start.partitions,
        topics=history.records("TopicRecord"),
        created=history.records("PartitionRecord"),
        changed=history.records("PartitionChangeRecord"),
        removed=history.records("RemoveTopicRecord"),
    )


def table(spark: Any, path: str) -> Any:
    """Return a row for each moment at which partitions lost or regained a leader, in log order."""
    return spark.sql(OVER_TIME, spans=spans(spark, path))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="log directory of a controller or broker")
    given = parser.parse_args()
    session = kraft_spark.local_session(conf={"spark.sql.session.timeZone": "UTC"})
    table(session, given.path).show(1000, truncate=False)
