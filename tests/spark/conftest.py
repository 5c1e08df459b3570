"""One Spark session for all tests that need one."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def spark():
    from kraft_spark import local_session  # noqa: PLC0415

    conf = {
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.python.filterPushdown.enabled": "true",
    }
    session = local_session("local[2]", conf=conf)
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
