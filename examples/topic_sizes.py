"""Topics by bytes on disk, records, compression ratio and largest record.

    python examples/topic_sizes.py /var/kafka-logs

The ratio is that of the bytes of keys and values to the bytes of their batches, headers of batches
included: topics of small records that are not compressed have one below 1.
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

SIZES = """
WITH stored AS (
  SELECT topic, sum(sizeInBytes) AS bytes, count(*) AS batches,
         concat_ws(', ', sort_array(collect_set(compressionType))) AS codecs
  FROM batches WHERE NOT isControl GROUP BY topic
), held AS (
  SELECT topic, count(*) AS records, sum(size) AS content, max(size) AS largest,
         max_by(partition || ' @ ' || offset, size) AS at
  FROM (SELECT *, coalesce(length(key), 0) + coalesce(length(value), 0) AS size FROM records)
  GROUP BY topic
)
SELECT topic, bytes, records, batches, codecs, round(content / bytes, 2) AS ratio, largest, at
FROM stored LEFT JOIN held USING (topic) ORDER BY bytes DESC, topic
"""


def table(spark: Any, path: str) -> Any:
    """Return a row for each topic, by size; `at` is partition and offset of its largest record."""
    views = {
        "batches": "topic STRING, sizeInBytes INT, compressionType STRING, isControl BOOLEAN",
        "records": "topic STRING, partition INT, offset BIGINT, key BINARY, value BINARY",
    }
    for view, schema in views.items():
        log = spark.read.format("kafka_log").schema(schema).option("view", view)
        log.option("replicas", "one").load(path).createOrReplaceTempView(view)
    return spark.sql(SIZES)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="folder with log directories")
    given = parser.parse_args()
    table(kraft_spark.local_session(), given.path).show(1000, truncate=False)
