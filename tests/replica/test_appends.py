"""Tickets end once, and as what is known."""

from __future__ import annotations

from kraft_core.replica.appends import AppendOutcome, AppendsInFlight, AppendTicket
from kraft_wire.errors import ErrorCode


def tickets(*counts):
    return [AppendTicket(each, 3) for each in counts]


def test_offsets_follow_the_order_within_the_batch():
    appends, (first, second) = AppendsInFlight(), tickets(2, 3)
    append_id = appends.ask((first, second))
    assert (first.base_offset, first.last_offset) == (None, None)
    appends.place(append_id, 100, 5)
    assert (first.base_offset, first.last_offset) == (100, 101)
    assert (second.base_offset, second.last_offset) == (102, 104)
    assert len(appends) == 1


def test_committed_when_all_of_the_batch_is_applied():
    appends, (ticket, later) = AppendsInFlight(), tickets(2, 1)
    appends.place(appends.ask((ticket,)), 10, 2)
    appends.place(appends.ask((later,)), 12, 1)
    appends.applied(11)
    assert not ticket.has_ended
    appends.applied(12)
    assert ticket.outcome is AppendOutcome.COMMITTED
    assert ticket.error is ErrorCode.NONE
    assert not later.has_ended
    assert len(appends) == 1


def test_rejected_with_the_error():
    appends, (ticket,) = AppendsInFlight(), tickets(1)
    appends.reject(appends.ask((ticket,)), ErrorCode.THROTTLING_QUOTA_EXCEEDED)
    assert ticket.outcome is AppendOutcome.REJECTED
    assert ticket.error == 89
    assert len(appends) == 0


def test_rejected_without_error_means_done():
    appends, (ticket,) = AppendsInFlight(), tickets(0)
    appends.reject(appends.ask((ticket,)), ErrorCode.NONE)
    assert (ticket.outcome, ticket.base_offset) == (AppendOutcome.COMMITTED, None)


def test_an_upgrade_has_the_records_of_its_batch():
    appends, (ticket,) = AppendsInFlight(), tickets(0)
    appends.place(appends.ask((ticket,)), 7, 2)
    assert (ticket.base_offset, ticket.last_offset, ticket.count) == (7, 8, 2)


def test_a_lost_place_leaves_committed_ones_to_be_applied():
    appends, (known, open_, asked) = AppendsInFlight(), tickets(1, 1, 1)
    appends.place(appends.ask((known,)), 10, 1)
    appends.place(appends.ask((open_,)), 11, 1)
    appends.ask((asked,))
    appends.lose(11)
    assert open_.outcome is AppendOutcome.UNKNOWN
    assert open_.error == 6
    assert not known.has_ended
    assert not asked.has_ended  # consensus has not answered yet
    appends.applied(11)
    assert known.outcome is AppendOutcome.COMMITTED


def test_the_end_decides_everything():
    appends, (known, open_, asked) = AppendsInFlight(), tickets(1, 1, 1)
    appends.place(appends.ask((known,)), 10, 1)
    appends.place(appends.ask((open_,)), 11, 1)
    appends.ask((asked,))
    appends.end()
    outcomes = [each.outcome for each in (known, open_, asked)]
    assert outcomes == [AppendOutcome.UNKNOWN, AppendOutcome.UNKNOWN, AppendOutcome.REJECTED]
    assert {each.error for each in (known, open_, asked)} == {6}
    assert len(appends) == 0


def test_callbacks_come_once_in_the_order_of_the_log():
    appends, (first, second) = AppendsInFlight(), tickets(1, 1)
    seen = []
    second.on_end(lambda each: seen.append((each, "a")))
    first.on_end(lambda each: seen.append((each, "b")))
    first.on_end(lambda each: seen.append((each, "c")))
    appends.place(appends.ask((first,)), 0, 1)
    appends.place(appends.ask((second,)), 1, 1)
    appends.applied(2)
    assert seen == [(first, "b"), (first, "c"), (second, "a")]
    first.on_end(lambda each: seen.append((each, "late")))
    assert seen[-1] == (first, "late")
    first.end(AppendOutcome.UNKNOWN)
    assert first.outcome is AppendOutcome.COMMITTED
    assert len(seen) == 4


def test_a_ticket_says_what_it_is():
    (ticket,) = tickets(2)
    assert repr(ticket) == "AppendTicket(2 records, pending)"
    ticket.base_offset = 5
    ticket.end(AppendOutcome.COMMITTED)
    assert repr(ticket) == "AppendTicket(2 records at 5, committed)"
