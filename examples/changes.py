"""Print each change of an ACL or a config: time, old value, new value, controller.

    python examples/changes.py /var/kafka-logs '%payments%'

The second argument is a pattern for the name of the resource. The metadata log does not hold who
asked for a change: look for the principal in the controller's authorizer log of that time.
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark
from kraft_spark.decoding import internal_records

NUMBERED = {
    "config_resources": internal_records.CONFIG_RESOURCES,
    "acl_resources": internal_records.ACL_RESOURCES,
    "patterns": internal_records.PATTERNS,
    "permissions": internal_records.PERMISSIONS,
    "operations": internal_records.OPERATIONS,
}

CHANGES = """
WITH names AS (
  SELECT topicId, name AS resourceName FROM {first_topics}
  UNION SELECT topicId, name FROM {topics}
), written AS (
  SELECT -1 AS offset, NULL AS epoch, NULL AS timestamp, resourceType, resourceName, name, value
  FROM {first_configs}
  UNION ALL
  SELECT offset, epoch, timestamp, get(:config_resources, resourceType), resourceName, name, value
  FROM {configs}
), deleted AS (
  SELECT DISTINCT r.offset, r.epoch, r.timestamp, 'TOPIC', resourceName, name, NULL
  FROM {removed_topics} r JOIN names USING (topicId) JOIN written w USING (resourceName)
  WHERE w.resourceType = 'TOPIC' AND w.offset < r.offset
), configs AS (
  SELECT *, lag(value) OVER (PARTITION BY resourceType, resourceName, name ORDER BY offset) AS was
  FROM (SELECT *, '' AS how FROM written UNION ALL SELECT *, ', with its topic' FROM deleted)
), entries AS (
  SELECT -1 AS offset, NULL AS epoch, NULL AS timestamp, id, resourceType, resourceName,
         patternType, permissionType, principal, operation, host FROM {first_acls}
  UNION ALL
  SELECT offset, epoch, timestamp, id, get(:acl_resources, resourceType), resourceName,
         get(:patterns, patternType), get(:permissions, permissionType), principal,
         get(:operations, operation), host FROM {acls}
), acls AS (
  SELECT *, if(patternType = 'PREFIXED', 'PREFIX ', '') || resourceType AS kind,
         concat_ws(' ', permissionType, principal, operation, 'from', host) AS entry FROM entries
), changed AS (
  SELECT offset, epoch, timestamp, resourceType AS kind, resourceName, 'config ' || name || how
         AS what, was AS before, value AS after FROM configs WHERE coalesce(was, value) IS NOT NULL
  UNION ALL
  SELECT offset, epoch, timestamp, kind, resourceName, 'ACL', NULL, entry FROM acls
  UNION ALL
  SELECT r.offset, r.epoch, r.timestamp, kind, resourceName, 'ACL', entry, NULL
  FROM {removed_acls} r JOIN acls USING (id)
), leaders AS (SELECT epoch, max(leaderId) AS controller FROM {leaders} GROUP BY epoch)
SELECT date_format(timestamp, 'yyyy-MM-dd HH:mm:ss') AS time, offset, controller,
       kind || ' ' || if(resourceName = '', '(default)', resourceName) AS resource,
       what, before, after
FROM changed LEFT JOIN leaders USING (epoch)
WHERE offset >= 0 AND resourceName LIKE :pattern ORDER BY offset, what
"""


def table(spark: Any, path: str, pattern: str) -> Any:
    """Return a row for each change of a resource whose name is like the pattern."""
    history = kraft_spark.history(spark, path)
    lists = {
        kind: [internal_records.named(names, number) for number in range(128)]
        for kind, names in NUMBERED.items()
    }
    return spark.sql(
        CHANGES,
        args={"pattern": pattern, **lists},
        first_topics=history.start.topics,
        first_configs=history.start.configs,
        first_acls=history.start.acls,
        topics=history.records("TopicRecord"),
        removed_topics=history.records("RemoveTopicRecord"),
        configs=history.records("ConfigRecord"),
        acls=history.records("AccessControlEntryRecord"),
        removed_acls=history.records("RemoveAccessControlEntryRecord"),
        leaders=history.records("LEADER_CHANGE"),
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="log directory of a controller or broker")
    parser.add_argument("pattern", metavar="PATTERN", help="names of resources, as for LIKE")
    given = parser.parse_args()
    session = kraft_spark.local_session(conf={"spark.sql.session.timeZone": "UTC"})
    table(session, given.path, given.pattern).show(1000, truncate=False)
