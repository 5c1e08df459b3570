"""Print the trace of a campaign up to the first failure of an invariant.

python examples/seed_trace.py campaigns VoteDurable
"""

from __future__ import annotations

import argparse
from typing import Any

import kraft_spark
from kraft_spark.seeds.simulation import trace_text

LINES = 20
FIRST = """
SELECT seed, trace FROM {lives}
WHERE invariant = :invariant AND trace IS NOT NULL ORDER BY seed LIMIT 1
"""


def table(spark: Any, path: str, invariant: str) -> Any:
    """Return the last lines of the first seed that failed, with virtual time and node."""
    lives = spark.read.parquet(path)
    found = spark.sql(FIRST, args={"invariant": invariant}, lives=lives).collect()
    rows = [
        (life.seed, *line.split(maxsplit=2))
        for life in found
        for line in trace_text(bytes(life.trace)).splitlines()[-LINES:]
    ]
    return spark.createDataFrame(rows, "seed BIGINT, second STRING, node STRING, event STRING")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", metavar="PATH", help="folder of a campaign")
    parser.add_argument("invariant", metavar="INVARIANT", help="name of the invariant that failed")
    given = parser.parse_args()
    session = kraft_spark.local_session()
    table(session, given.path, given.invariant).show(1000, truncate=False)
