"""Print how long simulated clusters were without a leader each time, by scenario.

python examples/election_times.py campaigns
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

TIMES = """
WITH times AS (
  SELECT scenario, explode(electionTimesMs) AS ms FROM {lives}
  WHERE get_json_object(options, '$.plant') IS NULL
), counted AS (
  SELECT scenario, least(ms DIV 250, 23) AS bucket, count(*) AS times FROM times GROUP BY ALL
), charts AS (
  SELECT scenario, max(times) AS most, map_from_entries(collect_list((bucket, times))) AS times
  FROM counted GROUP BY scenario
), listed AS (
  SELECT scenario, count(*) AS elections, percentile(ms, array(0.5, 0.9, 0.99)) AS p,
         max(ms) AS most
  FROM times GROUP BY scenario
)
SELECT scenario, elections, bigint(p[0]) AS median, bigint(p[1]) AS p90, bigint(p[2]) AS p99,
       listed.most AS longest,
       array_join(transform(sequence(0, 23), bucket -> substr(
         ' ▁▂▃▄▅▆▇█', 1 + int(ceil(8 * coalesce(times[bucket], 0) / charts.most)), 1)), '')
         AS `0 1 2 3 4 5 s`
FROM listed JOIN charts USING (scenario) ORDER BY median
"""


def table(spark: Any, path: str) -> Any:
    """Return a row for each scenario, in milliseconds of virtual time; a bar is a quarter second.

    The last bar has all that took longer. Lives with a planted bug are left out.
    """
    return spark.sql(TIMES, lives=spark.read.parquet(path))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="folder of a campaign")
    given = parser.parse_args()
    session = kraft_spark.local_session()
    table(session, given.path).show(1000, truncate=False)
