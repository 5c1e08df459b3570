"""A mock cluster over TCP: dispatch, rules carried out, barriers, and what `check` says."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from kraft_core.testing import MockCluster, MockClusterError, UnfiredRuleError
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    ApiVersionsRequest,
    DescribeAclsRequest,
    DescribeClusterRequest,
    DescribeLogDirsRequest,
    HeartbeatRequest,
    MetadataResponse,
)
from tests.testing.asking import (
    Asking,
    EndedError,
    Later,
    batch,
    fetch,
    fetched,
    metadata,
    produce,
    produce_all,
    produced,
)


@pytest.fixture
def mock():
    made = MockCluster(brokers=1)
    made.create_topic("t", 2)
    yield made
    made.close()


@pytest.fixture
def asking(mock):
    with Asking(mock) as made:
        yield made


def test_cluster_starts_in_a_thread_of_its_own_within_50_ms():
    MockCluster().close()  # what is imported is not counted
    times = []
    for _ in range(5):
        begin = time.process_time()  # what waits for a processor on a busy machine does not count
        with MockCluster() as mock:
            times.append(time.process_time() - begin)
            with Asking(mock, 3) as asking:
                found = asking.ask(DescribeClusterRequest())
    assert min(times) < 0.05
    assert [each.broker_id for each in found.brokers] == [1, 2, 3]


def test_close_ends_connections_and_the_thread(mock, asking):
    asking.send(fetch("t", {0: 0}, max_wait_ms=60_000), 12)
    mock.wait_for(lambda: mock.requests("Fetch"), "the fetch")
    mock.close()
    mock.close()
    with pytest.raises(EndedError):
        asking.answer()


def test_api_versions_offers_what_a_release_does_and_only_models_of_what_clients_would_use():
    with MockCluster(release="2.8") as mock, Asking(mock) as asking:
        offered = asking.ask(ApiVersionsRequest(), 3).api_keys
    ranges = {each.api_key: (each.min_version, each.max_version) for each in offered}
    assert (ranges[0], ranges[1], ranges[18]) == ((0, 9), (0, 12), (0, 3))
    with MockCluster(versions={"Fetch": (4, 11), "Produce": None}) as mock, Asking(mock) as asking:
        offered = asking.ask(ApiVersionsRequest(), 3).api_keys
    keys = {each.api_key: each.max_version for each in offered}
    assert keys[1] == 11
    assert keys[68] == 1
    assert {0, 71, 72, 75, 76, 78} & keys.keys() == set()


def test_version_outside_of_the_release_ends_the_connection_as_in_kafka(mock):
    with MockCluster(release="2.3") as old, Asking(old) as asking:
        asking.send(metadata("t"), 13)
        with pytest.raises(EndedError):
            asking.answer()
        assert "version 13, where 0 to 8 are served" in old.faults[0]


@pytest.mark.parametrize(
    ("kind", "notes"),
    [
        (KeyError, ["on('Fetch', topic='t') never fired: no Fetch request came; seen: nothing"]),
        (KeyboardInterrupt, []),
    ],
)
def test_failure_in_the_block_names_rules_that_never_fired(kind, notes):
    def fail():
        with MockCluster(1) as mock:
            mock.on("Fetch", topic="t").drop()
            raise kind

    with pytest.raises(kind) as failed:
        fail()
    assert getattr(failed.value, "__notes__", []) == notes


def test_unknown_version_of_api_versions_is_answered():
    with MockCluster(release="2.3") as old, Asking(old) as asking:
        sent = asking.send(ApiVersionsRequest(client_software_name="a"), 4)
        assert sent.api_version == 4
        assert asking._socket.recv(1000)[8:10] == b"\0\x23"  # error 35


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"brokers": 0}, "expected 1 to 100"),
        ({"release": "1.0"}, "expected one of 0.11, 2.3"),
        ({"versions": {"Fetsch": (0, 1)}}, "has no API called Fetsch"),
        ({"versions": {"Fetch": (0, 99)}}, "not 0 to 99"),
    ],
)
def test_cluster_that_cannot_be_is_refused(arguments, text):
    with pytest.raises(MockClusterError, match=text):
        MockCluster(**arguments)


def test_api_without_a_model_answers_its_error_by_schema(mock, asking):
    assert asking.ask(DescribeAclsRequest(), 3).error_code == ErrorCode.UNSUPPORTED_VERSION
    [result] = asking.ask(DescribeLogDirsRequest(topics=None), 1).results
    assert result.error_code == ErrorCode.UNSUPPORTED_VERSION
    assert mock.faults[0] == "DescribeAcls 3 has neither a model nor a rule"
    mock.check()


def test_strict_cluster_fails_for_an_api_without_a_model():
    with MockCluster(strict=True) as mock, Asking(mock) as asking:
        asking.ask(DescribeAclsRequest(), 3)
        with pytest.raises(MockClusterError, match="DescribeAcls 3 has neither"):
            mock.check()
        mock._answering.faults.clear()


def test_generic_cluster_answers_without_an_error():
    with MockCluster(strict=True, generic=True) as mock, Asking(mock) as asking:
        assert asking.ask(DescribeAclsRequest(), 3).error_code == 0


def test_requests_are_typed_messages_with_times_and_responses(mock, asking):
    begin = time.monotonic()
    response = asking.ask(metadata("t"), 12)
    mock.wait_for(lambda: mock.requests("Metadata")[0].response, "the response")
    [request] = mock.requests("Metadata")
    assert (request.node_id, request.client_id, request.version) == (1, "test", 12)
    assert request.message == metadata("t")
    assert request.response == response
    assert begin <= request.time_s <= time.monotonic()
    assert mock.requests("Fetch") == []


def test_error_has_no_effect_and_is_for_the_times_that_were_said(mock, asking):
    mock.on("Produce", topic="t", partition=1).times(2).error("NOT_LEADER_OR_FOLLOWER")
    for _ in range(2):
        assert produced(asking.ask(produce("t", 1, batch(b"a")), 9)) == [("t", 1, 6, -1)]
    assert mock.records("t", 1) == []
    assert produced(asking.ask(produce("t", 1, batch(b"a")), 9)) == [("t", 1, 0, 0)]
    mock.check()


def test_error_of_one_partition_leaves_the_others_to_the_model(mock, asking):
    mock.on("Produce", topic="t", partition=1).error("KAFKA_STORAGE_ERROR")
    request = produce_all({("t", 0): batch(b"a"), ("t", 1): batch(b"b")})
    assert sorted(produced(asking.ask(request, 9))) == [("t", 0, 0, 0), ("t", 1, 56, -1)]
    assert [len(mock.records("t", each)) for each in (0, 1)] == [1, 0]


def test_error_of_a_partition_reaches_a_fetch_session_that_does_not_name_it(mock, asking):
    first = asking.ask(fetch("t", {0: 0, 1: 0}, session_epoch=0), 12)
    assert fetched(first) == {0: (0, 0, False), 1: (0, 0, False)}
    rule = mock.on("Fetch", topic="t", partition=1).times(1).error("NOT_LEADER_OR_FOLLOWER")
    session = {"session_id": first.session_id, "session_epoch": 1}
    assert fetched(asking.ask(fetch("t", {}, **session), 12)) == {1: (6, -1, False)}
    assert rule.fired == 1
    again = asking.ask(fetch("t", {}, session_id=first.session_id, session_epoch=2), 12)
    assert fetched(again) == {1: (0, 0, False)}


def test_held_request_arrives_and_is_answered_after_its_release(mock, asking):
    rule = mock.on("Metadata").hold()
    later = Later(asking, metadata("t"), 12)
    mock.arrived(rule)
    assert mock.requests("Metadata")[0].response is None
    rule.release()
    assert [each.name for each in later.result().topics] == ["t"]


def test_held_response_had_its_effect(mock, asking):
    rule = mock.on("Produce", direction="response").hold()
    later = Later(asking, produce("t", 0, batch(b"a")), 9)
    mock.arrived(rule)
    assert len(mock.records("t")) == 1
    rule.release()
    assert produced(later.result()) == [("t", 0, 0, 0)]


def test_delay_is_at_least_so_long(mock, asking):
    mock.on("Metadata").delay(0.05)
    begin = time.monotonic()
    asking.ask(metadata("t"), 12)
    assert time.monotonic() - begin >= 0.05


@pytest.mark.parametrize(("moment", "count"), [("before", 0), ("after", 1)])
def test_reset_is_before_or_after_the_effect(mock, asking, moment, count):
    mock.on("Produce").times(1).reset(moment)
    asking.send(produce("t", 0, batch(b"a")), 9)
    with pytest.raises(EndedError) as raised:
        asking.answer()
    assert raised.value.rest == -1  # RST
    assert len(mock.records("t")) == count


def test_dropped_response_never_comes_and_the_request_had_its_effect(mock, asking):
    rule = mock.on("Produce").times(1).drop()
    asking.send(produce("t", 0, batch(b"a")), 9)
    mock.arrived(rule)
    mock.wait_for(lambda: mock.records("t"), "the record")
    with Asking(mock) as other:
        assert produced(other.ask(produce("t", 0, batch(b"a")), 9)) == [("t", 0, 0, 1)]
    assert mock.requests("Produce")[0].response is None


def test_cut_sends_the_front_of_the_response_and_ends_the_connection(mock, asking):
    mock.on("Metadata").cut(at=10)
    asking.send(metadata("t"), 12)
    with pytest.raises(EndedError) as raised:
        asking.answer()
    assert raised.value.rest == 10


def test_answer_of_a_rule_is_sent_in_the_version_of_the_request(mock, asking):
    mock.on("Metadata").times(1).answer(MetadataResponse(cluster_id="other", controller_id=9))
    assert asking.ask(metadata("t"), 1).controller_id == 9
    assert asking.ask(metadata("t"), 12).cluster_id == mock.cluster_id
    mock.on("Metadata", direction="response").answer(lambda each: each.replace(controller_id=7))
    assert asking.ask(metadata("t"), 12).controller_id == 7


def test_rule_by_client_and_any_field(mock, asking):
    mock.on("Heartbeat", client_id="test", group_id="g").error("UNKNOWN_MEMBER_ID")
    assert asking.ask(HeartbeatRequest(group_id="g"), 4).error_code == 25


def test_rule_that_never_fired_fails_with_what_was_near():
    def run():
        with MockCluster(brokers=1) as mock, Asking(mock) as asking:
            mock.create_topic("t")
            mock.on("Produce", topic="t", partition=1).error("NOT_LEADER_OR_FOLLOWER")
            asking.ask(produce("t", 0, batch(b"a")), 9)

    with pytest.raises(UnfiredRuleError, match="partition was 0, not 1"):
        run()


def test_error_of_the_test_is_not_hidden_by_a_rule_that_never_fired():
    def run():
        with MockCluster() as mock:
            mock.on("Produce").drop()
            raise KeyError

    with pytest.raises(KeyError):
        run()


def test_error_in_the_function_of_a_rule_fails_the_test(mock, asking):
    mock.on("Metadata").answer(lambda request: 1 / 0)
    asking.send(metadata("t"), 12)
    with pytest.raises(EndedError):
        asking.answer()
    with pytest.raises(MockClusterError, match="ZeroDivisionError"):
        mock.check()


def test_waiting_for_what_does_not_come_names_it(mock):
    rule = mock.on("Produce").drop()
    with pytest.raises(MockClusterError, match=r"waiting for on\('Produce'\) to fire"):
        mock.arrived(rule, timeout_s=0.01)


def test_import_of_the_mock_needs_no_pytest_and_no_command():
    code = (
        "import sys; from kraft_core.testing import MockCluster; MockCluster().close();"
        "assert not {'pytest', 'click', 'rich'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
