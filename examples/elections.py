"""The history of controller elections and of the voter set.

python examples/elections.py /var/kafka-logs
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark

HISTORY = """
WITH listed AS (
  SELECT offset, epoch, timestamp, recordType, parse_json(decoded) AS v
  FROM control WHERE source = 'log' AND recordType IN ('LEADER_CHANGE', 'KRAFT_VOTERS')
), read AS (
  SELECT offset, epoch, timestamp, recordType, v:leaderId::int AS leader,
         transform(cast(v:voters AS ARRAY<VARIANT>), x -> x:voterId::int) AS voters,
         transform(cast(v:grantingVoters AS ARRAY<VARIANT>), x -> x:voterId::int) AS granting
  FROM listed
), following AS (
  SELECT *, lag(voters, 1, array()) OVER (PARTITION BY recordType ORDER BY offset) AS before
  FROM read
)
SELECT date_format(timestamp, 'yyyy-MM-dd HH:mm:ss.SSS') AS time, offset, epoch,
       CASE WHEN recordType = 'LEADER_CHANGE' THEN 'leader ' || leader
            ELSE trim(concat_ws(' ',
              concat_ws(' ', transform(array_except(voters, before), x -> '+' || x)),
              concat_ws(' ', transform(array_except(before, voters), x -> '-' || x)))) END AS event,
       array_join(array_sort(voters), ' ') AS voters,
       array_join(array_sort(granting), ' ') AS granting
FROM following ORDER BY offset
"""


def table(spark: Any, path: str) -> Any:
    """Return a row for each election and each change of the voters."""
    log = spark.read.format("kafka_log").option("view", "control").option("replicas", "one")
    log.option("subscribe", "__cluster_metadata").load(path).createOrReplaceTempView("control")
    return spark.sql(HISTORY)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="log directory of a controller or broker")
    given = parser.parse_args()
    session = kraft_spark.local_session(conf={"spark.sql.session.timeZone": "UTC"})
    table(session, given.path).show(1000, truncate=False)
