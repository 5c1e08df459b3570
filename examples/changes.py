"""When an ACL or a config changed, from what to what, and which controller wrote it.

    python examples/changes.py /var/kafka-logs '%payments%'

The second argument is a pattern for the name of the resource. The metadata log does not hold who
asked for a change: look for the principal in the controller's authorizer log of that time. A topic
that was deleted takes its configs along without a record: the first change of one that was made
again shows the value of the old one as `before`.
"""

from __future__ import annotations

import sys
from typing import Any

import kraft_spark

CHANGES = """
WITH written AS (
  SELECT offset, epoch, timestamp, resourceName, 'config ' || name AS what, value AS after,
         lag(value) OVER (PARTITION BY resourceType, resourceName, name ORDER BY offset) AS before
  FROM configs WHERE source = 'log'
), entries AS (
  SELECT DISTINCT id, resourceName, concat_ws(' ', if(permissionType = 2, 'DENY', 'ALLOW'),
         principal, element_at(array('ALL', 'READ', 'WRITE', 'CREATE', 'DELETE', 'ALTER',
           'DESCRIBE', 'CLUSTER_ACTION', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS', 'IDEMPOTENT_WRITE',
           'CREATE_TOKENS', 'DESCRIBE_TOKENS', 'TWO_PHASE_COMMIT'), operation - 1),
         'from', host) AS entry FROM acls
), changed AS (
  SELECT offset, epoch, timestamp, resourceName, what, before, after FROM written
  UNION ALL
  SELECT offset, epoch, timestamp, e.resourceName, 'ACL', NULL, entry
  FROM acls JOIN entries e USING (id) WHERE source = 'log'
  UNION ALL
  SELECT offset, epoch, timestamp, resourceName, 'ACL', entry, NULL
  FROM removals JOIN entries USING (id) WHERE source = 'log'
), leaders AS (
  SELECT epoch, min(parse_json(decoded):leaderId::int) AS controller
  FROM control WHERE recordType = 'LEADER_CHANGE' GROUP BY epoch
)
SELECT date_format(timestamp, 'yyyy-MM-dd HH:mm:ss') AS time, offset, controller,
       resourceName AS resource, what, before, after
FROM changed LEFT JOIN leaders USING (epoch)
WHERE resourceName LIKE :pattern ORDER BY offset
"""


def table(spark: Any, path: str, pattern: str) -> Any:
    """A row for each change of a resource whose name is like the pattern."""
    log = spark.read.format("kafka_log").option("replicas", "one")
    log.option("view", "control").load(path).createOrReplaceTempView("control")
    log = log.option("view", "metadata")
    for view, record_type in {
        "configs": "ConfigRecord",
        "acls": "AccessControlEntryRecord",
        "removals": "RemoveAccessControlEntryRecord",
    }.items():
        log.option("recordType", record_type).load(path).createOrReplaceTempView(view)
    return spark.sql(CHANGES, args={"pattern": pattern})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: changes.py PATH PATTERN")
    session = kraft_spark.local_session(conf={"spark.sql.session.timeZone": "UTC"})
    table(session, *sys.argv[1:]).show(1000, truncate=False)
