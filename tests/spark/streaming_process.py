"""A query of its own process, which a test may kill: controllers, checkpoint, rows, how it ends.

Reads in small micro-batches into Parquet; with `to-the-end` up to the high watermark of now.
"""

from __future__ import annotations

import sys

from kraft_spark import local_session
from tests.spark.small_session import CONF


def main() -> None:
    """Run until killed, or to the end."""
    bootstrap, checkpoint, rows, how = sys.argv[1:]
    spark = local_session("local[2]", conf=CONF)
    spark.sparkContext.setLogLevel("ERROR")
    stream = (
        spark.readStream.format("kraft_quorum")
        .option("kafka.bootstrap.controllers", bootstrap)
        .option("maxOffsetsPerTrigger", "20")
        .option("includeSecrets", "true")
        .load()
    )
    writer = stream.writeStream.format("parquet").option("checkpointLocation", checkpoint)
    if how == "to-the-end":
        writer = writer.trigger(availableNow=True)
    writer.start(rows).awaitTermination()


if __name__ == "__main__":
    main()
