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

OBJECT_STORE = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_EC2_METADATA_DISABLED": "true",
    "no_proxy": "127.0.0.1",
}
"""The environment in which workers reach the object store of the tests, which moto serves."""
