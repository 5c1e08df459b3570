"""Consumer groups and their lag, from files alone.

    python examples/consumer_lag.py /var/kafka-logs [MORE PATHS]

The lag is null where the log of the partition is not under the paths. The end of a log in a file is
its log end, not the high watermark: what is not replicated yet counts too.
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

LAG = """
WITH committed AS (
  SELECT groupId, topic, partition, l.* FROM (
    SELECT groupId, topic, partition,
           max_by(struct(committedOffset, metadata, isTombstone), recordOffset) AS l
    FROM offsets WHERE recordType = 'OFFSET_COMMIT' GROUP BY groupId, topic, partition)
  WHERE NOT l.isTombstone
), ends AS (
  SELECT topic, partition, max(endOffset) AS logEnd
  FROM files WHERE kind = 'segment' GROUP BY topic, partition
)
SELECT groupId, topic, partition, committedOffset, logEnd, logEnd - committedOffset AS lag
FROM committed LEFT JOIN ends USING (topic, partition) ORDER BY groupId, topic, partition
"""


def table(spark: Any, *paths: str) -> Any:
    """Return a row for each partition with a committed offset of a group that still counts."""
    log = spark.read.format("kafka_log").option("replicas", "one")
    log.option("view", "files").load(list(paths)).createOrReplaceTempView("files")
    log = log.option("view", "offsets").option("isolationLevel", "read_committed")
    log.load(list(paths)).createOrReplaceTempView("offsets")
    return spark.sql(LAG)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="log directories of brokers")
    given = parser.parse_args()
    table(kraft_spark.local_session(), *given.paths).show(1000, truncate=False)
