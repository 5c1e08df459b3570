"""Requests in flight and parked fetches."""

from __future__ import annotations

from kraft_core.raft.consensus.requests import ParkedFetch, ParkedFetches, RequestsInFlight
from kraft_core.raft.consensus.rpc import ApiVersions, Fetch
from kraft_core.raft.consensus.values import Node
from tests.support.lone_core import config, key

# -- one request a node, lost ones, backoffs -------------------------------------------------------


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


def test_answer_that_comes_too_late_is_none():
    found = requests()
    request_id = found.sent(NODE, ApiVersions(), 0)
    assert not found.is_unanswered(2, 99)
    assert found.take(request_id, 100) is None
    assert found.is_unanswered(2, 100)
    found.take(found.sent(NODE, ApiVersions(), 100), 101)
    assert not found.is_unanswered(2, 101)


def test_request_may_be_awaited_for_another_time_than_the_request_timeout():
    found = requests()
    found.sent(NODE, ApiVersions(), 0, 40)
    assert found.is_awaiting(2, 39)
    assert found.take_lost(2, 40) is not None


def test_leaders_of_other_clusters_that_are_made_up_are_forgotten(monkeypatch):
    """Each new epoch can name another leader, whose history a change of role does not end."""
    monkeypatch.setattr("kraft_core.raft.consensus.requests._FOREIGN_MAX", 3)
    found = requests()
    for node_id in range(10):
        found.back_off(2, 0, is_foreign=True)
        found.back_off(100 + node_id, 0, is_foreign=True)
        found.forget_all()
    assert len(found._foreign) == 3
    # the one that is asked again and again keeps its backoff
    assert found._foreign[2] == 1000


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


def test_forgotten_node_is_ready_again():
    found = requests()
    found.sent(NODE, ApiVersions(), 0)
    found.back_off(3, 0)
    found.forget(3)
    assert found.is_ready(3, 0)
    found.forget_all()
    assert found.is_ready(2, 0)
    assert found.next_change_ms(0) is None


# -- long polls ------------------------------------------------------------------------------------


def fetch(reply_to, expires_at_ms=100):
    return ParkedFetch(reply_to, "CONTROLLER", Fetch(None, key(2), 1, 0, 0), expires_at_ms)


def replies(found):
    return [each.reply_to for each in found]


def test_wake_all_answers_fetches_in_order():
    parked = ParkedFetches()
    for each in (3, 1, 2):
        parked.park(fetch(each))
    assert not parked.has_due
    parked.wake_all()
    assert parked.has_due
    assert replies(parked.take_due()) == [3, 1, 2]
    assert len(parked) == 0


def test_of_many_that_are_due_some_are_taken_at_a_time_in_order():
    parked = ParkedFetches()
    for each in range(5):
        parked.park(fetch(each))
    parked.wake_all()
    assert replies(parked.take_due(2)) == [0, 1]
    parked.answer_soon(fetch(9))
    assert (parked.has_due, len(parked)) == (True, 4)
    assert replies(parked.take_due(3)) == [2, 3, 4]
    assert replies(parked.take_due(3)) == [9]
    assert not parked.has_due


def test_parked_fetches_expire_one_by_one():
    parked = ParkedFetches()
    parked.park(fetch(1, 50))
    parked.park(fetch(2, 20))
    assert parked.next_expiry_ms() == 20
    parked.wake_expired(20)
    assert replies(parked.take_due()) == [2]
    assert parked.next_expiry_ms() == 50
    parked.wake_all()
    parked.wake_expired(60)
    assert replies(parked.take_due()) == [1]
    assert parked.next_expiry_ms() is None


def test_an_answer_that_is_ready_leaves_with_the_turn():
    parked = ParkedFetches()
    parked.answer_soon(fetch(1))
    parked.park(fetch(2))
    assert len(parked) == 2
    assert replies(parked.take_due()) == [1]
    assert replies(parked.take_all()) == [2]


def test_expiries_of_answered_fetches_do_not_pile_up():
    parked = ParkedFetches()
    for each in range(10_000):
        parked.park(fetch(each, 1_000_000 + each))
        parked.wake_all()
        parked.take_due()
    assert parked.next_expiry_ms() is None
    assert len(parked._expiries) < 100
