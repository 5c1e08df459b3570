"""Linger, sizes and limits of gathering."""

from __future__ import annotations

from array import array

import pytest

from kraft_core.raft.consensus.values import BatchSummary
from kraft_core.raft.replica.appends import Accumulator, AppendOutcome
from kraft_core.raft.replica.batches import RECORD_OVERHEAD_MAX
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_wire.errors import ErrorCode
from kraft_wire.records import RecordBatch
from tests.support.replica_ports import ManualClock

WALL = 1_700_000_000_000


class Gathering(Accumulator):
    def __init__(self, **facts):
        sizes = {"linger_ms": 25, "batch_bytes_target": 1_000, "batch_bytes_max": 2_000}
        sizes["waiting_bytes_max"] = 10_000
        self.clock, self.wakes = ManualClock(), 0
        super().__init__(ReplicaConfig(**{**sizes, **facts}), self.clock, self.woken)

    def woken(self):
        self.wakes += 1


def accumulator(**facts):
    return Gathering(**facts)


def append(gathering, *values, now=0):
    gathering.clock.now = now
    return gathering.append(list(values), 7)


def values_of(drained):
    return [record.value for record in RecordBatch.parse(drained.payload).records()]


def test_the_open_batch_waits_from_its_first_append_on():
    gathering = accumulator()
    assert gathering.deadline_ms(100) is None
    first = append(gathering, b"a", now=100)
    second = append(gathering, b"b", b"c", now=120)
    assert gathering.deadline_ms(120) == 125
    assert gathering.drain(7, 124) == []
    (batch,) = gathering.drain(7, 125)
    assert values_of(batch) == [b"a", b"b", b"c"]
    batch.tickets.place(50, 3)
    assert (first.base_offset, second.base_offset, second.last_offset) == (50, 51, 52)
    assert batch.summary == BatchSummary(0, 2, 7, len(batch.payload))
    assert gathering.deadline_ms(125) is None
    append(gathering, b"d", now=126)
    assert gathering.deadline_ms(126) == 151


def test_all_records_have_the_time_of_the_first():
    gathering = accumulator(linger_ms=0)
    append(gathering, b"a", now=5)
    append(gathering, b"b", now=9)
    (batch,) = gathering.drain(7, 9)
    parsed = RecordBatch.parse(batch.payload)
    assert {record.timestamp for record in parsed.records()} == {WALL + 5}
    assert parsed.max_timestamp == WALL + 5


def test_append_without_linger_is_sent_at_the_end_of_the_turn():
    gathering = accumulator(linger_ms=0)
    append(gathering, b"a", now=3)
    assert gathering.deadline_ms(3) == 3
    assert len(gathering.drain(7, 3)) == 1


def test_a_full_batch_leaves_at_once_and_only_the_open_one_waits():
    gathering = accumulator()
    append(gathering, b"x" * 600)
    append(gathering, b"y" * 600)
    append(gathering, b"z")
    assert gathering.deadline_ms(1) == 1
    (full,) = gathering.drain(7, 1)
    assert [len(each) for each in values_of(full)] == [600, 600]
    assert gathering.deadline_ms(1) == 25


def test_the_records_of_one_append_stay_together():
    gathering = accumulator()
    append(gathering, b"x" * 900)
    append(gathering, b"y" * 700, b"z" * 700)
    batches = gathering.drain(7, 25)
    assert [[len(each) for each in values_of(batch)] for batch in batches] == [[900], [700, 700]]
    assert all(len(batch.payload) <= 2_000 for batch in batches)


def test_no_batch_is_larger_than_the_largest():
    gathering = accumulator(batch_bytes_target=2_000)
    for size in (1, 5, 50, 500, 900, 200, 1_100, 30, 7):
        append(gathering, b"v" * size, b"w")
    batches = gathering.drain(7, 1_000)
    assert max(len(batch.payload) for batch in batches) <= 2_000
    assert [each for batch in batches for each in values_of(batch) if each != b"w"] == [
        b"v" * size for size in (1, 5, 50, 500, 900, 200, 1_100, 30, 7)
    ]


def test_too_large_for_one_batch():
    gathering = accumulator()
    fits = append(gathering, b"x" * (2_000 - 61 - 9))
    assert not fits.has_ended
    (batch,) = gathering.drain(7, 0)
    assert len(batch.payload) == 2_000
    ticket = append(gathering, b"x" * (2_000 - 61 - 8))
    assert (ticket.outcome, ticket.error) == (AppendOutcome.REJECTED, ErrorCode.MESSAGE_TOO_LARGE)
    assert gathering.drain(7, 100) == []


def test_append_that_fits_exactly_stays_in_the_batch():
    room = 2_000 - 61 - 2 * RECORD_OVERHEAD_MAX
    for more, sizes in ((0, [2]), (1, [1, 1])):
        gathering = accumulator(batch_bytes_target=2_000)
        append(gathering, b"x" * 900)
        append(gathering, b"y" * (room - 900 + more))
        assert [len(values_of(batch)) for batch in gathering.drain(7, 100)] == sizes


def test_append_that_does_not_fit_begins_another_batch():
    gathering = accumulator(batch_bytes_target=2_000)
    append(gathering, b"a")
    append(gathering, *[b"b"] * 150)
    batches = gathering.drain(7, 100)
    assert [len(values_of(batch)) for batch in batches] == [1, 150]
    assert all(len(batch.payload) <= 2_000 for batch in batches)


def test_undecided_bytes_have_a_limit_until_the_batch_is_decided():
    gathering = accumulator(waiting_bytes_max=3_000)
    kept = [append(gathering, b"x" * 980) for _ in range(3)]
    refused = append(gathering, b"x" * 980)
    assert refused.error is ErrorCode.THROTTLING_QUOTA_EXCEEDED
    assert not any(each.has_ended for each in kept)
    batches = gathering.drain(7, 100)
    assert len(batches) == 3
    assert append(gathering, b"x" * 980).error is ErrorCode.THROTTLING_QUOTA_EXCEEDED
    batches[0].tickets.end(AppendOutcome.COMMITTED)
    assert not append(gathering, b"x" * 980).has_ended
    assert append(gathering, b"x" * 980).error is ErrorCode.THROTTLING_QUOTA_EXCEEDED


@pytest.mark.parametrize("outcome", [AppendOutcome.REJECTED, AppendOutcome.UNKNOWN])
def test_undecided_bytes_are_zero_after_all_batches_end(outcome):
    gathering = accumulator()
    append(gathering, b"x" * 990)
    append(gathering, b"y")
    assert gathering.undecided_bytes >= 991
    for batch in gathering.drain(7, 100):
        batch.tickets.end(outcome)
        batch.tickets.end(AppendOutcome.COMMITTED)
    assert gathering.undecided_bytes == 0
    append(gathering, b"z")
    gathering.reject_all(ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert gathering.undecided_bytes == 0


def test_exempt_append_is_taken_above_the_limit_and_counted():
    gathering = accumulator(waiting_bytes_max=2_000)
    append(gathering, b"x" * 1_500)
    assert append(gathering, b"y" * 900).error is ErrorCode.THROTTLING_QUOTA_EXCEEDED
    gathering.clock.now = 1
    assert not gathering.append([b"y" * 900], 7, is_exempt=True).has_ended
    assert gathering.undecided_bytes >= 2_400


@pytest.mark.parametrize(
    "values",
    [["text"], [b"a", "text"], [b"a", None], [1], b"single", bytearray(b"single"), "text"],
    ids=repr,
)
def test_values_that_are_not_bytes_are_refused_where_they_are_appended(values):
    gathering = accumulator()
    with pytest.raises(TypeError, match="bytes"):
        gathering.append(values, 7)
    assert not gathering.has_any


def test_changeable_values_are_copied():
    gathering, value = accumulator(), bytearray(b"before")
    numbers = memoryview(array("i", [1, 2]))
    append(gathering, value, numbers, b"bytes")
    value[:] = b"after!"
    (batch,) = gathering.drain(7, 100)
    assert values_of(batch) == [b"before", numbers.tobytes(), b"bytes"]


@pytest.mark.parametrize("values", [[], [b""], [b"a", b""]])
def test_append_without_a_value_is_refused(values):
    with pytest.raises(ValueError, match="at least one record"):
        append(accumulator(), *values)


def test_reject_all_forgets_everything():
    gathering = accumulator()
    waiting = [append(gathering, b"x" * 990), append(gathering, b"y")]
    again = []
    waiting[0].on_end(lambda _: again.append(append(gathering, b"again", now=50)))
    gathering.reject_all(ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert all(each.outcome is AppendOutcome.REJECTED and each.error == 6 for each in waiting)
    assert not again[0].has_ended
    (batch,) = gathering.drain(8, 75)
    assert values_of(batch) == [b"again"]
    assert batch.summary.epoch == 8


def test_wakes_when_there_is_something_new_to_wait_for():
    gathering = accumulator()
    append(gathering, b"a")
    append(gathering, b"b", now=5)
    assert gathering.wakes == 1  # the open batch waits until 25 whatever is added
    append(gathering, b"x" * 990, now=6)
    assert gathering.wakes == 2  # it is full and leaves now
    append(gathering, b"c", now=7)
    append(gathering, b"x" * 990, now=8)
    assert gathering.wakes == 2  # what comes behind it changes nothing
    assert len(gathering.drain(7, 8)) == 2
    append(gathering, b"d", now=9)
    assert gathering.wakes == 3


def test_wakes_when_the_open_batch_has_no_room_left():
    gathering = accumulator(batch_bytes_target=2_000)
    append(gathering, b"x" * 1_000)
    append(gathering, b"y" * 1_200, now=4)
    assert gathering.wakes == 2
    assert gathering.deadline_ms(4) == 4
