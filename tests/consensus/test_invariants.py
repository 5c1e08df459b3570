"""Broken invariants raise."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.invariants import (
    InvariantBroken,
    check_election,
    check_offsets,
    check_one_change_in_flight,
    ensure,
)
from kraft_core.raft.consensus.log import StoredSnapshot
from kraft_core.raft.consensus.roles import Unattached
from kraft_core.raft.consensus.values import Election, OffsetAndEpoch
from tests.support.lone_core import LoneCore, history, key, log


def state(**changes):
    core = LoneCore(log=log(10, 1), election=Election(2)).state
    for name, value in changes.items():
        target, _, field = name.rpartition("__")
        setattr(getattr(core, target) if target else core, field, value)
    return core


def test_ensure_does_not_depend_on_assertions():
    assert __debug__
    with pytest.raises(InvariantBroken, match="name: detail") as caught:
        ensure(holds=False, name="name", detail="detail")
    assert (caught.value.name, caught.value.detail) == ("name", "detail")
    ensure(holds=True, name="name", detail="detail")


@pytest.mark.parametrize(
    ("core", "before", "name"),
    [
        (state(log__start_offset=11), None, "start-below-end"),
        (state(log__flushed_end=11), None, "flushed-below-end"),
        (state(high_watermark=11), None, "high-watermark-in-log"),
        (state(high_watermark=5), 6, "monotonic-high-watermark"),
        (state(), 6, "monotonic-high-watermark"),
        (state(log__start_offset=5), None, "snapshot-at-log-start"),
    ],
)
def test_inconsistent_offsets_raise(core, before, name):
    with pytest.raises(InvariantBroken, match=name):
        check_offsets(core, before)


def test_snapshot_beyond_the_log_breaks_invariant():
    core = state()
    core.snapshots.add(StoredSnapshot(OffsetAndEpoch(11, 1), 5))
    with pytest.raises(InvariantBroken, match="snapshot-in-log"):
        check_offsets(core, None)


def test_offsets_that_are_well():
    check_offsets(state(high_watermark=10), 10)
    check_offsets(state(), None)


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (Election(5), Election(4), "monotonic-epoch"),
        (Election(5, 2), Election(5, 3), "one-leader-an-epoch"),
        (Election(5, 2), Election(5), "one-leader-an-epoch"),
        (Election(5, None, key(2)), Election(5, None, key(3)), "one-vote-an-epoch"),
        (Election(5, None, key(2)), Election(5), "one-vote-an-epoch"),
    ],
)
def test_changed_vote_leader_or_lower_epoch_raises(before, after, name):
    with pytest.raises(InvariantBroken, match=name):
        check_election(before, after)


def test_a_candidate_may_become_leader_and_epochs_forget():
    check_election(Election(5, None, key(1)), Election(5, 1))
    check_election(Election(5, 2, key(3)), Election(6))


def test_second_change_in_flight_breaks_invariant():
    lone = LoneCore(voters=history(1, 2, 3, at=7))
    check_one_change_in_flight(lone.state, 8)
    with pytest.raises(InvariantBroken, match="one-change-in-flight"):
        check_one_change_in_flight(lone.state, 7)


def test_core_does_not_store_an_epoch_below_its_own():
    lone = LoneCore(election=Election(5))
    lone.state.role = Unattached(4, None, None, None)
    with pytest.raises(InvariantBroken, match="epoch"):
        lone.feed(ev.DeadlineReached())
