"""A pytest plugin: `pytest_plugins = ["kraft_core.testing.plugin"]` in a conftest.py.

Fixtures `kafka_mock`, `kafka_proxy`, `kafka_real` and `kraft_quorum`. It is no entry point: pytest
would load it in every run of every project. For the same reason nothing but pytest is imported
before a fixture is used.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from kraft_core.testing import KafkaCluster, KafkaProxy, KraftQuorum, MockCluster

_CLUSTERS: Final = pytest.StashKey[list[Any]]()
"""The clusters of a test, with `check`, `unfired` and `trace`."""

_JARS: Final = "kafka_jars"
_NO_JARS: Final = (
    "kafka_real needs the jars of a Kafka release: set kafka_jars in the configuration of pytest, "
    "or --kafka-jars=kafka_2.13-4.3.1/libs"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the setting that name the jars for `kafka_real`."""
    text = "folder with the jars of a Kafka release, for the fixture kafka_real"
    parser.getgroup("kafka").addoption("--kafka-jars", metavar="DIR", help=text)
    parser.addini(_JARS, text)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker `kraft_cluster`."""
    config.addinivalue_line(
        "markers", "kafka_mock(...): arguments of MockCluster for the fixture kafka_mock"
    )


@pytest.fixture
def kafka_mock(request: pytest.FixtureRequest) -> Iterator[MockCluster]:
    """Start a MockCluster for one test, which fails if one of its rules never fires.

    `@pytest.mark.kafka_mock(brokers=1, release="3.9")` has arguments of MockCluster.
    """
    from kraft_core.testing import MockCluster

    marker = request.node.get_closest_marker("kafka_mock")
    args, kwargs = ((), {}) if marker is None else (marker.args, marker.kwargs)
    cluster = MockCluster(*args, **kwargs)
    request.node.stash[_CLUSTERS].append(cluster)
    yield cluster
    cluster.close()


@pytest.fixture
def kafka_proxy(request: pytest.FixtureRequest) -> Iterator[Callable[..., KafkaProxy]]:
    """Return a function that starts a KafkaProxy, which ends with the test: its arguments.

    The test fails if a rule of the proxy never fires.
    """
    from kraft_core.testing import KafkaProxy

    started: list[KafkaProxy] = []

    def start(upstream: str, **arguments: Any) -> KafkaProxy:
        started.append(KafkaProxy(upstream, **arguments))
        request.node.stash[_CLUSTERS].append(started[-1])
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.fixture(scope="session")
def kafka_real(request: pytest.FixtureRequest) -> Iterator[KafkaCluster]:
    """Start a kraft controller and a broker of a released Kafka, for all tests of a session.

    Tests are skipped if neither `--kafka-jars` nor the setting `kafka_jars` names the jars. A
    relative path of the setting is relative to pytest's root directory.
    """
    from kraft_core.testing import kafka_cluster

    given = request.config.getoption("--kafka-jars")
    if given is None and request.config.getini(_JARS):
        given = request.config.rootpath / request.config.getini(_JARS)
    if given is None:
        pytest.skip(_NO_JARS)
    with kafka_cluster(Path(given)) as cluster:
        yield cluster


@pytest.fixture
def kraft_quorum() -> Iterator[Callable[..., KraftQuorum]]:
    """Return a function that starts a KraftQuorum, which ends with the test: its arguments."""
    from kraft_core.testing import KraftQuorum

    with contextlib.ExitStack() as undone:
        yield lambda *args, **kwargs: undone.enter_context(KraftQuorum(*args, **kwargs))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Forget the clusters of an earlier run of the same test (pytest-rerunfailures)."""
    item.stash[_CLUSTERS] = []


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fail a test that has passed, for a rule that never fired."""
    __tracebackhide__ = True
    result = yield
    for cluster in item.stash.get(_CLUSTERS, []):
        cluster.check()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the last messages, rules that have not fired, and faults into a failed report.

    The sections are text, so that pytest-xdist passes them on.
    """
    report = yield
    if report.failed:
        for cluster in item.stash.get(_CLUSTERS, []):
            lines = cluster.trace()
            report.sections.append(("Kafka messages", "\n".join(lines) or "none"))
            for title, lines in (("rules", cluster.unfired()), ("faults", cluster.faults)):
                if lines:
                    report.sections.append((f"Kafka {title}", "\n".join(lines)))
    return report
