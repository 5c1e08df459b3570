"""Every gap, bad checksum, out-of-order batch and torn end of a backup.

    python examples/backup_check.py /backup/kafka-logs

Gaps are normal in compacted topics, and a torn end or zeros in the last segment of a partition that
was copied while it was written.
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

FINDINGS = r"""
WITH placed AS (
  SELECT *, regexp_extract(path, '(.*)/', 1) AS folder, regexp_extract(path, '[^/]*$', 0) AS file
  FROM batches
), following AS (
  SELECT *, lag(lastOffset) OVER (PARTITION BY folder ORDER BY file, position) AS before
  FROM placed WHERE source = 'log'
), findings AS (
  SELECT folder, file, position, 'bad checksum' AS finding,
         'offsets ' || baseOffset || ' to ' || lastOffset AS what
  FROM placed WHERE NOT isValid
  UNION ALL
  SELECT folder, file, position, 'gap',
         'offsets ' || (before + 1) || ' to ' || (baseOffset - 1) || ' are missing'
  FROM following WHERE baseOffset > before + 1
  UNION ALL
  SELECT folder, file, position, 'out of order', baseOffset || ' after ' || before
  FROM following WHERE baseOffset <= before
  UNION ALL
  SELECT regexp_extract(path, '(.*)/', 1), regexp_extract(path, '[^/]*$', 0), validBytes,
         trailingKind, trailingBytes || ' bytes at the end'
  FROM files WHERE trailingBytes > 0
  UNION ALL
  SELECT regexp_extract(path, '(.*)/', 1), regexp_extract(path, '[^/]*$', 0), NULL, 'unreadable',
         badBytes || ' bytes in ' || badRegions || ' places, ' || crcFailures || ' bad checksums'
  FROM files WHERE badRegions > crcFailures OR error IS NOT NULL
)
SELECT concat_ws('/', slice(split(folder, '/'), -3, 3)) AS directory, file, position, finding, what
FROM findings ORDER BY folder, file, position, finding
"""


def table(spark: Any, path: str) -> Any:
    """Return a row for each place that is not as expected; none for a sound backup."""
    # damage never fails view files: it has no mode
    for view, options in (("batches", {"mode": "DROPMALFORMED"}), ("files", {})):
        log = spark.read.format("kafka_log").option("view", view).options(**options)
        log.load(path).createOrReplaceTempView(view)
    return spark.sql(FINDINGS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="folder with log directories")
    given = parser.parse_args()
    table(kraft_spark.local_session(), given.path).show(1000, truncate=False)
