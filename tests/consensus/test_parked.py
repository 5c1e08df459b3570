"""Long polls."""

from __future__ import annotations

from kraft_core.consensus.parked import ParkedFetch, ParkedFetches
from kraft_core.consensus.rpc import Fetch
from tests.support.lone_core import key


def fetch(reply_to, expires_at_ms=100):
    return ParkedFetch(reply_to, "CONTROLLER", Fetch(None, key(2), 1, 0, 0), expires_at_ms)


def replies(found):
    return [each.reply_to for each in found]


def test_news_wakes_everybody_in_order():
    parked = ParkedFetches()
    for each in (3, 1, 2):
        parked.park(fetch(each))
    assert not parked.has_due
    parked.wake_all()
    assert parked.has_due
    assert replies(parked.take_due()) == [3, 1, 2]
    assert len(parked) == 0


def test_patience_ends_one_by_one():
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
