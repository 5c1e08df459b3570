"""Tests marked `kafka` are skipped, with one sentence, where Kafka is not to be had; CI fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kraft_wire.messages import kafka_messages
from tests.conformance import interop, kafka, oracle, releases
from tests.conformance.comparison import TALLIES, Comparison
from tests.conformance.packages import make_package
from tests.conformance.schemas import read_jars

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Ask releases only what they can have."""
    interop.leave_out(config, items)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Ask for Java and the jars before the first test that needs them."""
    if reason := interop.why_not(item):
        interop.not_applicable(reason)
    kafka.require_for(item)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell how much was compared: a run that compares nothing shall not look like a good one."""
    for what, tally in TALLIES:
        counted = ", ".join(f"{count} {name}" for name, count in sorted(tally.items()))
        terminalreporter.write_line(f"Kafka {what}: {counted}")


@pytest.fixture(scope="session", params=releases.chosen())
def release(request: pytest.FixtureRequest) -> str:
    """The release of Kafka that a row of the interop table is asked of."""
    found: str = request.param
    return found


@pytest.fixture(scope="session", params=oracle.RELEASES)
def comparison(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Comparison]:
    """Kafka's classes of a release beside codecs of ours: 4.4.0 with the project's own."""
    release = request.param
    if release == kafka.RELEASES[-1]:
        messages = kafka_messages()
    else:
        messages = make_package(release, tmp_path_factory.mktemp("package"))
    schemas = read_jars(kafka.jars(release), release)
    with oracle.Oracle(release) as process:
        yield Comparison(process, schemas, messages)


@pytest.fixture(scope="session")
def older_peers() -> Iterator[Comparison]:
    """Requests and responses of 3.9.2 beside the project's own codecs."""
    schemas = {
        name: schema
        for name, schema in read_jars(kafka.jars("3.9.2"), "3.9.2").items()
        if schema.kind in ("request", "response")
    }
    del schemas["ReadShareGroupStateSummaryResponse"]  # its version 0 is laid out as in 4.4.0
    with oracle.Oracle("3.9.2") as process:
        yield Comparison(process, schemas, kafka_messages())
