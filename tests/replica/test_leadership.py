"""The state machine hears of its own leadership late, of every other one at once."""

from __future__ import annotations

from kraft_core.raft.consensus.effects import AppendControlRecords
from kraft_core.raft.consensus.values import KRaftVersion, LeaderAndEpoch, LeaderChange
from kraft_core.raft.replica.applying import Leadership
from tests.support.replica_ports import Values


def epoch_start(epoch, offset):
    return AppendControlRecords(0, offset, epoch, (LeaderChange(1, (1,), (1,)),), 0)


def test_own_leadership_waits_until_the_first_record_of_the_epoch_is_applied():
    machine = Values()
    leadership = Leadership(1, machine)
    leadership.control_appended(epoch_start(5, 100))
    leadership.announce(LeaderAndEpoch(1, 5))
    leadership.applied(80)
    assert leadership.leading_epoch == 5
    assert machine.seen == []
    leadership.applied(100)
    assert machine.seen == []
    leadership.applied(101)
    leadership.applied(102)
    assert machine.seen == [LeaderAndEpoch(1, 5)]


def test_other_leaders_are_announced_at_once():
    machine = Values()
    leadership = Leadership(1, machine)
    leadership.announce(LeaderAndEpoch(None, 4))
    leadership.applied(0)
    leadership.announce(LeaderAndEpoch(2, 4))
    leadership.applied(0)
    assert machine.seen == [LeaderAndEpoch(None, 4), LeaderAndEpoch(2, 4)]
    assert leadership.leading_epoch is None
    assert leadership.current == LeaderAndEpoch(2, 4)


def test_leadership_that_ends_before_the_claim_is_not_reported():
    machine = Values()
    leadership = Leadership(1, machine)
    leadership.control_appended(epoch_start(5, 100))
    leadership.announce(LeaderAndEpoch(1, 5))
    leadership.applied(80)
    leadership.announce(LeaderAndEpoch(None, 5))
    leadership.applied(80)
    leadership.applied(200)
    assert machine.seen == [LeaderAndEpoch(None, 5)]


def test_the_start_of_an_older_epoch_does_not_count():
    machine = Values()
    leadership = Leadership(1, machine)
    leadership.control_appended(epoch_start(4, 50))
    leadership.announce(LeaderAndEpoch(1, 5))
    leadership.applied(80)
    leadership.control_appended(AppendControlRecords(0, 90, 5, (KRaftVersion(1),), 0))
    leadership.applied(95)
    assert machine.seen == []


def test_a_replica_without_id_never_leads():
    leadership = Leadership(None, Values())
    leadership.announce(LeaderAndEpoch(None, 5))
    leadership.applied(0)
    assert leadership.leading_epoch is None
