"""Read a log on executors of their own, with the package shipped to them as a zip.

    python -m tests.spark.shipped_session ZIP PATH

Prints as JSON what was read, and where the executors found the package.
"""

from __future__ import annotations

import json
import sys

import kraft_spark
from tests.spark.small_session import CONF


def where(_):
    """Where this process has the package from."""
    import kraft_spark  # the executor's

    return kraft_spark.__file__


def main(archive, path):
    """One batch read in two tasks."""
    spark = kraft_spark.local_session(
        "local-cluster[2,1,1024]",
        conf={
            **CONF,
            "spark.submit.pyFiles": archive,
            "spark.executor.memory": "512m",
            "spark.executor.extraJavaOptions": CONF["spark.driver.extraJavaOptions"],
        },
    )
    log = spark.read.format("kafka_log").option("minPartitions", "2")
    log = log.schema("topic STRING, partition INT, offset BIGINT, value BINARY").load(path)
    rows = log.collect()
    places = spark.sparkContext.parallelize(range(4), 4).map(where).distinct().collect()
    tasks = log.rdd.getNumPartitions()
    spark.stop()
    offsets = sorted([row.topic, row.partition, row.offset] for row in rows)
    print(json.dumps({"offsets": offsets, "places": places, "tasks": tasks}))


if __name__ == "__main__":
    main(*sys.argv[1:])
