"""Print how many seeds of each scenario reached each note of the core and each case.

    python examples/seed_coverage.py campaigns 'case:%'

The second argument is a pattern for the names; those of notes have no `case:`.
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

COVERAGE = """
WITH lives AS (SELECT * FROM {lives} WHERE get_json_object(options, '$.plant') IS NULL),
sizes AS (SELECT scenario, count(*) AS seeds FROM lives GROUP BY scenario),
seen AS (
  SELECT scenario, name, count(*) AS seeds FROM lives LATERAL VIEW explode(coverage) AS name, times
  WHERE name LIKE :pattern GROUP BY scenario, name
), shares AS (
  SELECT name, scenario, coalesce(100 * seen.seeds / sizes.seeds, 0) AS share
  FROM (SELECT DISTINCT name FROM seen) CROSS JOIN sizes LEFT JOIN seen USING (name, scenario)
)
SELECT name, scenario, avg(share) OVER (PARTITION BY name) AS of_all,
       lpad(string(int(round(share))), 3) || ' ' || repeat('█', int(ceil(share / 12.5))) AS chart
FROM shares
"""


def table(spark: Any, path: str, pattern: str) -> Any:
    """Return a row for each name, the rarest first; per cent of the seeds of each scenario."""
    shares = spark.sql(COVERAGE, args={"pattern": pattern}, lives=spark.read.parquet(path))
    chart = shares.groupBy("name", "of_all").pivot("scenario").agg({"chart": "max"})
    return chart.sort("of_all", "name").drop("of_all")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="folder of a campaign")
    parser.add_argument(
        "pattern", metavar="PATTERN", help="names, as for LIKE: %% stands for any text"
    )
    given = parser.parse_args()
    session = kraft_spark.local_session()
    table(session, given.path, given.pattern).show(1000, truncate=False)
