"""Show a few rows of a large log, in a session of its own: what stands on standard error counts."""

from __future__ import annotations

import sys

import kraft_spark
from tests.spark.small_session import CONF


def main():
    spark = kraft_spark.local_session("local[1]", conf=CONF)
    spark.sparkContext.setLogLevel("ERROR")
    frame = spark.read.format("kafka_log").load(sys.argv[1])
    for _ in range(2):
        frame.show(3)
    print(len(frame.limit(5).collect()))
    spark.stop()


if __name__ == "__main__":
    main()
