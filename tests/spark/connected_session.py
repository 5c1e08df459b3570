"""Read, write and replay through Spark Connect.

    python -m tests.spark.connected_session LOGS METADATA FOLDER

Prints as JSON what was found.
"""

from __future__ import annotations

import json
import os
import sys

import kraft_spark
from tests.spark.small_session import CONF


def main(logs, metadata, folder):
    """A batch read, a query, a write that is read again, an image and a history."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.remote("local[2]")
    for name, value in CONF.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    kraft_spark.register(spark)
    log = spark.read.format("kafka_log").load(logs)
    counts = log.groupBy("topic", "partition").count().collect()
    records = log.select("value", "topic", "partition", "offset").where("value IS NOT NULL")
    kraft_spark.by_partition(records).write.format("kafka_log").mode("append").save(folder)
    written = spark.read.format("kafka_log").load(folder)
    image = kraft_spark.image(spark, metadata)
    history = kraft_spark.history(spark, metadata)
    found = {
        "session": type(spark).__module__,
        "counts": [[row.topic, row.partition, row["count"]] for row in counts],
        "written": written.count(),
        "records": records.count(),
        "topics": image.topics.count(),
        "created": history.records("TopicRecord").count(),
    }
    spark.stop()
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
