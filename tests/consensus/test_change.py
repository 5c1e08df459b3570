"""A pending change of voters."""

from __future__ import annotations

from kraft_core.consensus.change import ChangeKind, PendingChange
from tests.support.lone_core import key


def test_a_change_waits_for_its_commit_unless_told_otherwise():
    change = PendingChange(ChangeKind.ADD, key(4), 1, 100)
    assert change.ack_when_committed
    assert not change.is_answered
    assert (change.probe_id, change.record_offset) == (None, None)
