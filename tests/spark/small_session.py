"""Settings of a session for tests: it begins quickly, and its tables look alike everywhere."""

from __future__ import annotations

CONF = {
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.session.timeZone": "UTC",
    # a loaded machine starts Python slowly
    "spark.python.authenticate.socketTimeout": "120s",
    # half the work for a session that lives for minutes
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
