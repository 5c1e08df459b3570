"""The user's batches."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.batches import BatchSummary, KRaftVersion
from kraft_core.consensus.notes import NoteKind
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, batch


def rejections(lone):
    return [each for each in lone.effects if isinstance(each, fx.RejectAppend)]


def test_a_batch_gets_its_place_and_epoch():
    lone = LoneCore()
    epoch = lone.lead().epoch
    end = lone.core.log.end_offset
    lone.append(7, size=30, count=4)
    appended = lone.appended[-1]
    assert (appended.append_id, appended.base_offset, appended.epoch) == (7, end, epoch)
    assert appended.batches == (batch(end, epoch, 4, 30),)
    assert bytes(appended.payload) == b"x" * 30
    assert lone.core.log.end_offset == end + 4


def test_only_a_leader_of_that_epoch_appends():
    lone = LoneCore()
    lone.append(1)
    lone.lead()
    lone.feed(ev.AppendRequested(2, lone.core.role.epoch + 1, batch(0, 0), b""))
    lone.feed(ev.AppendRequested(3, lone.core.role.epoch - 1, batch(0, 0), b""))
    expected = [fx.RejectAppend(each, ErrorCode.NOT_LEADER_OR_FOLLOWER) for each in (1, 2, 3)]
    assert rejections(lone) == expected
    assert lone.noted(NoteKind.APPEND_REJECTED) == 3


def test_a_witness_does_not_write_for_users():
    lone = LoneCore()
    lone.lead()
    lone.feed(ev.WitnessChanged(on=True))
    lone.append(1)
    assert rejections(lone) == [fx.RejectAppend(1, ErrorCode.NOT_CONTROLLER)]


def test_appends_in_flight_are_limited_until_they_commit():
    lone = LoneCore(changes={"appends_in_flight_max": 2})
    lone.lead()
    for append_id in (1, 2, 3):
        lone.append(append_id)
    assert rejections(lone) == [fx.RejectAppend(3, ErrorCode.THROTTLING_QUOTA_EXCEEDED)]
    lone.fetch_as(2)
    lone.append(4)
    assert len(rejections(lone)) == 1


def test_unflushed_bytes_are_limited_until_they_are_flushed():
    lone = LoneCore(changes={"unflushed_bytes_max": 100})
    lone.lead()
    lone.slow = True
    lone.append(1, size=60)
    lone.append(2, size=60)
    assert rejections(lone) == [fx.RejectAppend(2, ErrorCode.THROTTLING_QUOTA_EXCEEDED)]
    lone.flush()
    lone.append(3, size=100)
    assert len(rejections(lone)) == 1


@pytest.mark.parametrize(
    "summary",
    [BatchSummary(0, -1, 0, 10), BatchSummary(0, 0, 0, 10, (KRaftVersion(1),))],
)
def test_batches_that_are_none_of_the_users_are_refused(summary):
    lone = LoneCore()
    epoch = lone.lead().epoch
    lone.feed(ev.AppendRequested(1, epoch, summary, b""))
    assert rejections(lone) == [fx.RejectAppend(1, ErrorCode.INVALID_RECORD)]


def test_completions_of_an_older_generation_are_ignored():
    lone = LoneCore(slow=True)
    lone.lead(commit=False)
    lone.feed(ev.LogFlushed(5, lone.core.log.end_offset))
    assert lone.core.log.flushed_end == 0
    assert lone.noted(NoteKind.STALE_COMPLETION) == 1
