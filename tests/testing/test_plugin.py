"""The pytest plugin, in runs of pytest of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

PRELUDE = """
import socket
import pytest
from kraft_wire.connection import ClientConnection, ResponseReceived, own_versions
from kraft_wire.messages import ListGroupsRequest, MetadataRequest

def ask(address, request, version):
    host, _, port = address.split(",")[0].rpartition(":")
    wire = ClientConnection(client_id="asking", versions=own_versions())
    wire.send(request, version)
    with socket.create_connection((host, int(port)), 30) as connected:
        connected.sendall(wire.data_to_send())
        while data := connected.recv(65_536):
            for event in wire.receive(data):
                if isinstance(event, ResponseReceived):
                    return event.message
"""


@pytest.fixture
def run(pytester):
    """Run pytest on the source of a test module."""

    def made(source, *arguments):
        pytester.makeconftest('pytest_plugins = ["kraft_core.testing.plugin"]')
        pytester.makepyfile(PRELUDE + source)
        return pytester.runpytest(*arguments)

    return made


def test_import_of_the_plugin_brings_no_messages():
    program = (
        "import sys, pytest; before = set(sys.modules); import kraft_core.testing.plugin;"
        "print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) == {
        "kraft_core",
        "kraft_core.testing",
        "kraft_core.testing.plugin",
        "kraft_wire",
        "kraft_wire.exports",
    }


def test_rule_that_fired_passes_and_the_brokers_end_with_the_test(run):
    result = run(
        """
import threading

def test_one(kafka_mock):
    kafka_mock.on("ListGroups").error("COORDINATOR_NOT_AVAILABLE")
    assert ask(kafka_mock.bootstrap_servers, ListGroupsRequest(), 3).error_code == 15
    assert len(kafka_mock.bootstrap_servers.split(",")) == 3

def test_two():
    assert "kraft-testing" not in [each.name for each in threading.enumerate()]
""",
        "-p",
        "no:randomly",
    )
    result.assert_outcomes(passed=2)
    result.stdout.no_fnmatch_line("*Kafka messages*")


def test_rule_that_never_fired_fails_the_test_itself(run):
    result = run(
        """
def test_one(kafka_mock):
    kafka_mock.on("ListGroups", version=1).error("COORDINATOR_NOT_AVAILABLE")
    ask(kafka_mock.bootstrap_servers, ListGroupsRequest(), 3)
"""
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*UnfiredRuleError: on('ListGroups', version=(1, 1)) never fired: version was 3, not 1"]
    )


def test_failure_shows_messages_as_kraft_wire_trace_and_rules_that_have_not_fired(run):
    result = run(
        """
def test_one(kafka_mock):
    kafka_mock.on("Produce").drop()
    kafka_mock.on("Metadata").times(1).error("NOT_CONTROLLER", level="topic")
    ask(kafka_mock.bootstrap_servers, MetadataRequest(topics=[
        MetadataRequest.MetadataRequestTopic(name="orders")]), 12)
    assert False
"""
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*- Kafka messages -*",
            "0.000000 #1 127.0.0.1:* > 127.0.0.1:* Metadata 12 id * client 'asking'",
            "    MetadataRequest(*name='orders'*)",
            "  < * ms * bytes NOT_CONTROLLER",
            "    MetadataResponse(*)",
            "*- Kafka rules -*",
            "on('Produce') never fired: no Produce request came; seen: Metadata (1)",
        ]
    )


def test_report_has_the_last_200_messages(run):
    result = run(
        """
def test_one(kafka_mock):
    kafka_mock.on("Metadata").times(1).cut(at=0)
    ask(kafka_mock.bootstrap_servers, MetadataRequest(), 12)
    for _ in range(100):
        ask(kafka_mock.bootstrap_servers, ListGroupsRequest(), 3)
    assert False
"""
    )
    shown = [line for line in result.stdout.lines if " #" in line and " > " in line]
    assert len(shown) == 100
    assert all("ListGroups 3" in line for line in shown)


def test_request_without_a_response_is_shown(run):
    result = run(
        """
def test_one(kafka_mock):
    kafka_mock.on("Metadata").reset()
    with pytest.raises(ConnectionResetError):
        ask(kafka_mock.bootstrap_servers, MetadataRequest(), 12)
    raise ValueError
"""
    )
    result.stdout.fnmatch_lines(["*#1 * Metadata 12 *", "    MetadataRequest(*", "  < none"])


def test_marker_has_arguments_of_the_cluster(run):
    result = run(
        """
@pytest.mark.kafka_mock(1, release="2.8")
def test_one(kafka_mock):
    assert "," not in kafka_mock.bootstrap_servers

@pytest.mark.kafka_mock(strict=True)
def test_two(kafka_mock):
    from kraft_wire.messages import DescribeAclsRequest
    ask(kafka_mock.bootstrap_servers, DescribeAclsRequest(), 3)
""",
        "--strict-markers",
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*DescribeAcls 3 has neither a model nor a rule"])


def test_proxy_is_checked_and_reported_as_a_mock_cluster_is(run):
    result = run(
        """
import threading

def test_one(kafka_mock, kafka_proxy):
    proxy = kafka_proxy(kafka_mock.bootstrap_servers, versions={"Metadata": None})
    proxy.on("ListGroups", version=1).error("COORDINATOR_NOT_AVAILABLE")
    ask(proxy.bootstrap_servers, ListGroupsRequest(), 3)
    assert ask(proxy.bootstrap_servers, MetadataRequest(), 12) is None

def test_two():
    assert "kraft-testing" not in [each.name for each in threading.enumerate()]
""",
        "-p",
        "no:randomly",
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*UnfiredRuleError: on('ListGroups', version=(1, 1)) never fired: version was 3, not 1",
            "*- Kafka messages -*",
            "* ListGroups 3 *",
            "*- Kafka faults -*",
            "connection 2 to 127.0.0.1:*: Metadata 12 cannot pass: the proxy serves none",
        ]
    )


def test_rerun_does_not_check_rules_of_the_failed_run(run):
    pytest.importorskip("pytest_rerunfailures")
    result = run(
        """
runs = []

def test_one(kafka_mock):
    runs.append(1)
    if len(runs) == 1:
        kafka_mock.on("ListGroups").drop()
""",
        "--reruns",
        "1",
    )
    result.stdout.fnmatch_lines(["*1 passed*1 rerun*"])


def test_workers_of_xdist_pass_the_messages_on(run):
    pytest.importorskip("xdist")
    result = run(
        """
@pytest.mark.parametrize("number", [1, 2])
def test_one(kafka_mock, number):
    kafka_mock.on("ListGroups").delay(0)
    ask(kafka_mock.bootstrap_servers, ListGroupsRequest(), 3)
    assert number == 1
""",
        "-n",
        "2",
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*- Kafka messages -*", "* ListGroups 3 *"])


def test_coroutine_tests_of_pytest_asyncio_are_checked(run):
    pytest.importorskip("pytest_asyncio", reason="pytest-asyncio: run make mock-clients")
    result = run(
        """
import asyncio

@pytest.mark.asyncio
@pytest.mark.parametrize("version", [3, 1])
async def test_one(kafka_mock, version):
    rule = kafka_mock.on("ListGroups", version=3).hold()
    asked = asyncio.ensure_future(asyncio.to_thread(
        ask, kafka_mock.bootstrap_servers, ListGroupsRequest(), version))
    if version == 3:
        await asyncio.to_thread(kafka_mock.arrived, rule)
        rule.release()
    await asked
""",
        "-o",
        "asyncio_default_fixture_loop_scope=function",
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*never fired: version was 1, not 3"])


def test_real_cluster_is_skipped_without_jars_and_refused_with_wrong_ones(run, pytester):
    source = "def test_one(kafka_real): pass\n"
    result = run(source, "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*kafka_real needs the jars of a Kafka release*"])
    result = run(source, "--kafka-jars=nowhere")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*ClusterError: No jars found in nowhere."])
    pytester.makeini("[pytest]\nkafka_jars = libs\n")
    result = run(source)
    result.stdout.fnmatch_lines([f"*No jars found in {pytester.path}/libs."])


QUORUM = """
QUORUMS = []

def test_leader(kraft_quorum):
    QUORUMS.append(kraft_quorum(1))
    assert QUORUMS[0].leader() == 1

def test_end():
    assert QUORUMS[0].running == []
"""


def test_fixture_kraft_quorum_starts_controllers_that_end_with_the_test(run):
    run(QUORUM, "-p", "no:randomly").assert_outcomes(passed=2)
