"""Restore logs as tasks of a Spark session in a process of its own, whose workers a test kills.

    python -m tests.spark.restored_session SOURCE TARGET

A task that failed is run again. Prints the results as JSON.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import kraft_spark
from tests.spark.small_session import CONF


def main(source, target):
    spark = kraft_spark.local_session("local[2,3]", conf=CONF)
    found = kraft_spark.restore(source, target, spark=spark)
    spark.stop()
    print(json.dumps([asdict(one) for one in found]))


if __name__ == "__main__":
    main(*sys.argv[1:])
