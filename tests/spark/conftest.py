"""One Spark session for all tests that need one; Kafka's controllers for those marked `kafka`."""

from __future__ import annotations

import pytest

from tests.conformance import kafka


def pytest_runtest_setup(item):
    kafka.require_for(item)


@pytest.fixture(scope="session")
def spark():
    from kraft_spark import local_session  # noqa: PLC0415

    conf = {
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.python.filterPushdown.enabled": "true",
        # a loaded machine starts Python slowly
        "spark.python.authenticate.socketTimeout": "120s",
    }
    session = local_session("local[2]", conf=conf)
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
