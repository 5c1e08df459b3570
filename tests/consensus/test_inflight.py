"""One request a node, lost ones, backoffs."""

from __future__ import annotations

from kraft_core.consensus.inflight import RequestsInFlight
from kraft_core.consensus.rpc import ApiVersions
from kraft_core.consensus.values import Node
from tests.support.lone_core import config

NODE = Node(2, "host", 1)


def requests():
    return RequestsInFlight(config(request_timeout_ms=100, retry_backoff_ms=20))


def test_a_node_is_busy_until_it_answers_or_its_time_is_over():
    found = requests()
    assert found.is_ready(2, 0)
    request_id = found.sent(NODE, ApiVersions(), 0)
    assert not found.is_ready(2, 99)
    assert found.is_awaiting(2, 99)
    assert found.has_any(99)
    assert found.is_ready(2, 100)
    assert not found.has_any(100)
    assert found.take(request_id, 100) is None


def test_lost_request_is_taken_once():
    found = requests()
    request_id = found.sent(NODE, ApiVersions(), 0)
    assert found.take_lost(2, 99) is None
    lost = found.take_lost(2, 100)
    assert (lost.request_id, lost.request) == (request_id, ApiVersions())
    assert found.take_lost(2, 100) is None
    assert found.take(request_id, 100) is None


def test_request_may_be_awaited_for_another_time_than_the_request_timeout():
    found = requests()
    found.sent(NODE, ApiVersions(), 0, 40)
    assert found.is_awaiting(2, 39)
    assert found.take_lost(2, 40) is not None


def test_an_answer_is_taken_once():
    found = requests()
    request_id = found.sent(NODE, ApiVersions(), 0)
    taken = found.take(request_id, 50)
    assert taken is not None
    assert (taken.to, taken.request) == (NODE, ApiVersions())
    assert found.take(request_id, 51) is None
    assert found.is_ready(2, 51)


def test_a_newer_request_makes_the_older_answer_meaningless():
    found = requests()
    first = found.sent(NODE, ApiVersions(), 0)
    second = found.sent(NODE, ApiVersions(), 100)
    assert found.take(first, 101) is None
    assert found.take(second, 101) is not None


def test_a_failed_node_is_left_alone_for_the_backoff():
    found = requests()
    found.back_off(2, 10)
    assert found.is_backing_off(2, 29)
    assert not found.is_ready(2, 29)
    assert found.is_ready(2, 30)
    assert found.next_change_ms(10) == 30
    assert found.next_change_ms(30) is None


def test_forgetting():
    found = requests()
    found.sent(NODE, ApiVersions(), 0)
    found.back_off(3, 0)
    found.forget(3)
    assert found.is_ready(3, 0)
    found.forget_all()
    assert found.is_ready(2, 0)
    assert found.next_change_ms(0) is None
