"""Print how long seeds took, by scenario, and the slowest seed of each scenario.

python examples/seed_timings.py campaigns
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

TIMINGS = """
WITH listed AS (
  SELECT scenario, count(*) AS seeds, bigint(sum(events) / sum(wallMs) * 1000) AS events_a_second,
         bigint(percentile(wallMs, 0.5)) AS median, bigint(percentile(wallMs, 0.99)) AS p99,
         max(wallMs) AS longest, max_by(seed, wallMs) AS slowest_seed
  FROM {lives} WHERE status = 'passed' AND get_json_object(options, '$.plant') IS NULL
  GROUP BY scenario
)
SELECT *, repeat('█', int(round(20 * median / max(median) OVER ()))) AS medians
FROM listed ORDER BY median
"""


def table(spark: Any, path: str) -> Any:
    """Return a row for each scenario without a planted bug, in milliseconds of real time."""
    return spark.sql(TIMINGS, lives=spark.read.parquet(path))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="folder of a campaign")
    given = parser.parse_args()
    session = kraft_spark.local_session()
    table(session, given.path).show(1000, truncate=False)
