"""What came before the first failure of an invariant, out of the trace that the campaign kept.

python examples/seed_trace.py campaigns VoteDurable
"""

from __future__ import annotations

import sys
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
    if len(sys.argv) != 3:
        sys.exit("usage: seed_trace.py PATH INVARIANT")
    session = kraft_spark.local_session()
    table(session, *sys.argv[1:]).show(1000, truncate=False)
