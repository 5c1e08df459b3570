"""Print the invariants that failed in a campaign, the number of seeds, and the first seed.

python examples/seed_failures.py campaigns
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

FAILURES = """
WITH lives AS (SELECT *, get_json_object(options, '$.plant') AS plant FROM {lives}),
campaigns AS (SELECT scenario, plant, count(*) AS seeds FROM lives GROUP BY scenario, plant),
failures AS (
  SELECT scenario, plant, invariant, count(*) AS failed, min(struct(seed, step)) AS first
  FROM lives WHERE status = 'failed' GROUP BY scenario, plant, invariant
)
SELECT c.scenario, c.plant, seeds, invariant, coalesce(failed, 0) AS failed,
       repeat('█', cast(ceil(20 * coalesce(failed, 0) / seeds) AS INT)) AS share,
       first.seed AS first_seed, first.step AS at_event
FROM campaigns c LEFT JOIN failures f ON f.scenario = c.scenario AND f.plant <=> c.plant
ORDER BY plant NULLS FIRST, scenario, failed DESC, invariant
"""


def table(spark: Any, path: str) -> Any:
    """Return a row for each scenario, planted bug and invariant that failed; a full bar is all."""
    return spark.sql(FAILURES, lives=spark.read.parquet(path))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="folder of a campaign")
    given = parser.parse_args()
    session = kraft_spark.local_session()
    table(session, given.path).show(1000, truncate=False)
