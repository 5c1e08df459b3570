"""Tickets end once, and as what is known."""

from __future__ import annotations

from kraft_core.raft.replica.appends import (
    AppendOutcome,
    AppendsInFlight,
    AppendTicket,
    BatchTickets,
    refused,
)
from kraft_wire.errors import ErrorCode


def batch_of(*counts):
    """A batch and its tickets."""
    batch = BatchTickets(3)
    return batch, *(AppendTicket(batch, each) for each in counts)


def test_offsets_follow_the_order_within_the_batch():
    appends, (batch, first, second) = AppendsInFlight(), batch_of(2, 3)
    append_id = appends.ask(batch)
    assert (first.base_offset, first.last_offset) == (None, None)
    appends.place(append_id, 100, 5)
    assert (first.base_offset, first.last_offset) == (100, 101)
    assert (second.base_offset, second.last_offset) == (102, 104)
    assert len(appends) == 1


def test_committed_when_all_of_the_batch_is_applied():
    appends, (batch, ticket), (after, later) = AppendsInFlight(), batch_of(2), batch_of(1)
    appends.place(appends.ask(batch), 10, 2)
    appends.place(appends.ask(after), 12, 1)
    appends.applied(11)
    assert not ticket.has_ended
    appends.applied(12)
    assert ticket.outcome is AppendOutcome.COMMITTED
    assert ticket.error is ErrorCode.NONE
    assert not later.has_ended
    assert len(appends) == 1


def test_rejected_with_the_error():
    appends, (batch, ticket) = AppendsInFlight(), batch_of(1)
    appends.reject(appends.ask(batch), ErrorCode.THROTTLING_QUOTA_EXCEEDED)
    assert ticket.outcome is AppendOutcome.REJECTED
    assert ticket.error == 89
    assert len(appends) == 0


def test_rejected_without_error_means_done():
    appends, (batch, ticket) = AppendsInFlight(), batch_of(0)
    appends.reject(appends.ask(batch), ErrorCode.NONE)
    assert (ticket.outcome, ticket.base_offset) == (AppendOutcome.COMMITTED, None)


def test_upgrade_ticket_has_offsets_of_its_batch():
    appends, (batch, ticket) = AppendsInFlight(), batch_of(0)
    appends.place(appends.ask(batch), 7, 2)
    assert (ticket.base_offset, ticket.last_offset, ticket.count) == (7, 8, 2)


def test_a_lost_place_leaves_committed_ones_to_be_applied():
    appends, batches = AppendsInFlight(), [batch_of(1) for _ in range(3)]
    (first, known), (second, open_), (third, asked) = batches
    appends.place(appends.ask(first), 10, 1)
    appends.place(appends.ask(second), 11, 1)
    appends.ask(third)
    appends.lose(11)
    assert open_.outcome is AppendOutcome.UNKNOWN
    assert open_.error == 6
    assert not known.has_ended
    assert not asked.has_ended  # consensus has not answered yet
    appends.applied(11)
    assert known.outcome is AppendOutcome.COMMITTED


def test_the_end_decides_everything():
    appends, batches = AppendsInFlight(), [batch_of(1) for _ in range(3)]
    (first, known), (second, open_), (third, asked) = batches
    appends.place(appends.ask(first), 10, 1)
    appends.place(appends.ask(second), 11, 1)
    appends.ask(third)
    appends.end()
    outcomes = [each.outcome for each in (known, open_, asked)]
    assert outcomes == [AppendOutcome.UNKNOWN, AppendOutcome.UNKNOWN, AppendOutcome.REJECTED]
    assert {each.error for each in (known, open_, asked)} == {6}
    assert len(appends) == 0


def test_callbacks_come_once_in_the_order_of_the_log():
    appends, (batch, first, second), (after, third) = AppendsInFlight(), batch_of(1, 1), batch_of(1)
    seen = []
    third.on_end(lambda each: seen.append((each, "a")))
    second.on_end(lambda each: seen.append((each, "b")))
    first.on_end(lambda each: seen.append((each, "c")))
    first.on_end(lambda each: seen.append((each, "d")))
    appends.place(appends.ask(batch), 0, 2)
    appends.place(appends.ask(after), 2, 1)
    appends.applied(3)
    assert seen == [(first, "c"), (first, "d"), (second, "b"), (third, "a")]
    first.on_end(lambda each: seen.append((each, "late")))
    assert seen[-1] == (first, "late")
    batch.end(AppendOutcome.UNKNOWN)
    assert first.outcome is AppendOutcome.COMMITTED
    assert len(seen) == 5


def test_a_refused_one_has_ended():
    ticket = refused(2, 7, ErrorCode.MESSAGE_TOO_LARGE)
    assert (ticket.outcome, ticket.error) == (AppendOutcome.REJECTED, ErrorCode.MESSAGE_TOO_LARGE)
    assert (ticket.count, ticket.epoch, ticket.base_offset) == (2, 7, None)


def test_a_ticket_says_what_it_is():
    batch, _, ticket = batch_of(1, 2)
    assert repr(ticket) == "AppendTicket(2 records, pending)"
    batch.place(4, 3)
    batch.end(AppendOutcome.COMMITTED)
    assert repr(ticket) == "AppendTicket(2 records at 5, committed)"
