"""A query of its own process, which a test may kill: source, checkpoint, rows, how it ends.

The source is JSON, its format and options. Into Parquet; with `to-the-end` up to what is there now.
"""

from __future__ import annotations

import json
import sys

from kraft_spark import local_session
from tests.spark.small_session import CONF


def main() -> None:
    """Run until killed, or to the end."""
    source, checkpoint, rows, how = sys.argv[1:]
    spark = local_session("local[2]", conf=CONF)
    spark.sparkContext.setLogLevel("ERROR")
    given = json.loads(source)
    stream = spark.readStream.format(given["format"]).options(**given["options"]).load()
    writer = stream.writeStream.format("parquet").option("checkpointLocation", checkpoint)
    if how == "to-the-end":
        writer = writer.trigger(availableNow=True)
    writer.start(rows).awaitTermination()


if __name__ == "__main__":
    main()
