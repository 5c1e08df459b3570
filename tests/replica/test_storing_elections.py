"""Until quorum-state is durable no later effect is performed and no event handled."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.values import Node, OffsetAndEpoch, ReplicaKey
from kraft_core.raft.replica.rpc_mapping import request_to_wire, response_to_wire
from tests.support.replica_fixture import ELECTION, OWN, ReplicaFixture

VOTE = rpc.Vote("cluster", 1, None, ReplicaKey(2), 3, 0, 0)
SEND = fx.SendRequest(1, Node(2, "h", 1), rpc.Vote(None, 2, None, ReplicaKey(1), 3, 0, 0))


class Disk:
    """quorum-state that takes its time."""

    def __init__(self, fixture):
        self.written = []
        fixture.disk.election.write = self.write

    def write(self, election, kraft_version, voter_ids):
        self.written.append(election)
        return True


def started(**facts):
    fixture = ReplicaFixture(**facts)
    fixture.start()
    return fixture, Disk(fixture)


def handled(fixture):
    return [type(event) for event in fixture.consensus.events]


def test_effects_after_the_election_wait():
    fixture, disk = started()
    fixture.consensus.on(ev.DeadlineReached, SEND, ELECTION, SEND, fx.AnnounceLeader(OWN))
    fixture.replica.feed(ev.DeadlineReached())
    assert fixture.replica.is_storing
    assert disk.written == [ELECTION.election]
    assert len(fixture.network.sent) == 1
    assert fixture.replica.leading_epoch is None
    fixture.replica.election_stored()
    assert len(fixture.network.sent) == 2
    assert fixture.replica.leading_epoch == 3
    assert not fixture.replica.is_storing


def test_two_elections_of_one_event_are_stored_one_after_the_other():
    fixture, disk = started()
    fixture.consensus.on(ev.DeadlineReached, ELECTION, SEND, ELECTION, SEND)
    fixture.replica.feed(ev.DeadlineReached())
    fixture.replica.election_stored()
    assert (len(disk.written), len(fixture.network.sent)) == (2, 1)
    fixture.replica.election_stored()
    assert len(fixture.network.sent) == 2


def test_all_that_comes_meanwhile_is_handled_afterwards_in_order():
    fixture, _ = started(linger_ms=0)
    fixture.consensus.on(ev.DeadlineReached, ELECTION)
    fixture.replica.feed(ev.DeadlineReached())
    before = handled(fixture)
    answer = response_to_wire(rpc.VoteResponse(), 2)
    assert fixture.replica.receive_request(5, "CONTROLLER", 2, request_to_wire(VOTE, 2))
    fixture.replica.receive_response(1, answer)
    fixture.replica.feed(ev.LogFlushed(0, 0))
    fixture.replica.feed(ev.ShutdownRequested())
    fixture.replica.end_turn()
    assert handled(fixture) == before
    assert fixture.replica.deadline_ms is None
    fixture.replica.election_stored()
    expected = [ev.RequestReceived, ev.ResponseReceived, ev.LogFlushed, ev.ShutdownRequested]
    assert handled(fixture) == before + expected


def test_a_later_event_may_store_again_and_what_follows_waits_again():
    fixture, disk = started()
    fixture.consensus.on(ev.DeadlineReached, ELECTION)
    fixture.consensus.on(ev.ShutdownRequested, ELECTION, SEND)
    fixture.replica.feed(ev.DeadlineReached())
    fixture.replica.feed(ev.ShutdownRequested())
    fixture.replica.feed(ev.LogFlushed(0, 0))
    fixture.replica.election_stored()
    assert (len(disk.written), fixture.network.sent) == (2, [])
    assert ev.LogFlushed not in handled(fixture)
    fixture.replica.election_stored()
    assert len(fixture.network.sent) == 1
    assert handled(fixture)[-1] is ev.LogFlushed


def test_a_turn_that_stores_an_election_goes_no_further():
    fixture, _ = started(linger_ms=0)
    fixture.consensus.deadline_ms = 0
    fixture.consensus.on(ev.DeadlineReached, ELECTION)
    fixture.replica.end_turn()
    assert handled(fixture)[-1] is ev.DeadlineReached
    assert ev.TurnEnded not in handled(fixture)


def test_a_completion_is_complete_once_its_effects_are():
    """What the replica does after the effects of a LogReset waits for them too."""
    fixture, _ = started()
    at = OffsetAndEpoch(9, 2)
    fixture.disk.snapshots.files[at] = b""
    fixture.consensus.on(ev.DeadlineReached, fx.ResetLog(1, at))
    fixture.consensus.on(ev.LogReset, ELECTION, SEND)
    fixture.replica.feed(ev.DeadlineReached())
    fixture.replica.feed(ev.LogReset(1, at))
    assert ("begin", at) not in fixture.machine.seen
    fixture.replica.election_stored()
    assert ("begin", at) in fixture.machine.seen


def test_requests_are_refused_when_too_many_wait():
    fixture, _ = started(events_waiting_max=3)
    fixture.consensus.on(ev.DeadlineReached, ELECTION)
    fixture.replica.feed(ev.DeadlineReached())
    message = request_to_wire(VOTE, 2)
    taken = [
        fixture.replica.receive_request(number, "CONTROLLER", 2, message) for number in range(5)
    ]
    assert taken == [True, True, True, False, False]
    fixture.replica.election_stored()
    assert handled(fixture).count(ev.RequestReceived) == 3
    assert fixture.replica.receive_request(9, "CONTROLLER", 2, message)


def test_only_an_election_that_is_being_stored_can_be_stored():
    fixture, _ = started()
    with pytest.raises(InvariantBroken, match="election-is-being-stored"):
        fixture.replica.election_stored()


def test_a_store_that_is_durable_on_return_is_not_waited_for():
    fixture = ReplicaFixture()
    fixture.start(ELECTION, SEND)
    assert not fixture.replica.is_storing
    assert len(fixture.network.sent) == 1
