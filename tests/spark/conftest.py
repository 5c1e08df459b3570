"""One Spark session for all tests that need one; Kafka's controllers for those marked `kafka`."""

from __future__ import annotations

import pytest

from tests.conformance import kafka, releases
from tests.spark.small_session import CONF, OBJECT_STORE


def pytest_runtest_setup(item):
    kafka.require_for(item)


@pytest.fixture(params=releases.chosen())
def release(request):
    return request.param


@pytest.fixture(scope="session")
def spark():
    from kraft_spark import local_session

    conf = {**CONF, "spark.sql.python.filterPushdown.enabled": "true"}
    with pytest.MonkeyPatch.context() as environment:
        # workers have the environment that the JVM began with
        for name, value in OBJECT_STORE.items():
            environment.setenv(name, value)
        session = local_session("local[2]", conf=conf)
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
