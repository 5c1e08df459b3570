"""Print the differences of the metadata of two clusters: topics, configs, ACLs, brokers, features.

    python examples/metadata_diff.py /a/kafka-logs /b/kafka-logs ['%orders%']

The last argument is a pattern for names. Not compared are ids, which never agree, and values
that can be secret. The two paths can be the same cluster's, before and after.
"""

from __future__ import annotations

import argparse
from functools import reduce
from typing import Any

import kraft_spark

ITEMS = {
    "topics": ("name", "partitionCount || ' partitions'"),
    "partitions": ("topic || '-' || partition", "'replicas ' || array_join(replicas, ' ')"),
    "configs": ("resourceType || ' ' || resourceName || ': ' || name", "value"),
    "acls": (
        """concat_ws(' ', permissionType, principal, operation, patternType, resourceType,
                     resourceName, 'from', host)""",
        "'there'",
    ),
    "brokers": ("'broker ' || brokerId", "'rack ' || coalesce(rack, 'none')"),
    "features": ("name", "cast(level AS STRING)"),
}
"""Of each table of an image what names a row, and what of it is compared."""


def items(image: kraft_spark.Image) -> Any:
    """Return the compared metadata of a cluster as rows of table, name and value."""
    frames = [
        getattr(image, kind).selectExpr(
            f"'{kind}' AS table", f"{name} AS name", f"{value} AS value"
        )
        for kind, (name, value) in ITEMS.items()
    ]
    return reduce(lambda one, other: one.unionByName(other), frames)


def table(spark: Any, left: str, right: str, pattern: str = "%") -> Any:
    """Return a row for each thing that is on one side alone or has another value."""
    one = items(kraft_spark.image(spark, left)).withColumnRenamed("value", "left")
    other = items(kraft_spark.image(spark, right)).withColumnRenamed("value", "right")
    joined = one.join(other, ["table", "name"], "full").where("NOT (left <=> right)")
    return joined.where(joined.name.like(pattern)).orderBy("table", "name")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("left", metavar="LEFT", help="log directory of one cluster")
    parser.add_argument("right", metavar="RIGHT", help="log directory of the other")
    parser.add_argument(
        "pattern",
        metavar="PATTERN",
        nargs="?",
        default="%",
        help="names, as for LIKE: %% stands for any text; default: all",
    )
    given = parser.parse_args()
    table(kraft_spark.local_session(), given.left, given.right, given.pattern).show(
        1000, truncate=False
    )
