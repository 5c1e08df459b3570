"""The one entry: order of effects, deadlines, turns, announcements."""

from __future__ import annotations

import random

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.batches import Voters
from kraft_core.consensus.core import RaftCore
from kraft_core.consensus.invariants import LogWriteFailedError
from kraft_core.consensus.log_view import LogView
from kraft_core.consensus.notes import Note, NoteKind
from kraft_core.consensus.roles import Prospective, Unattached
from kraft_core.consensus.rpc import VoteResponse
from kraft_core.consensus.values import Election, LeaderAndEpoch, OffsetAndEpoch
from tests.support.lone_core import (
    LoneCore,
    batch,
    config,
    control_batch,
    history,
    log,
    voter_set,
)


def test_a_changed_election_is_stored_before_everything_else():
    lone = LoneCore()
    lone.campaign()
    sent = lone.awaiting(object, 2)
    answer = VoteResponse(leader=LeaderAndEpoch(None, 0), vote_granted=True)
    found = lone.core.handle(ev.ResponseReceived(sent.request_id, answer), lone.now_ms, lone.now_ms)
    assert isinstance(found[0], fx.StoreElection)
    assert any(isinstance(each, fx.SendRequest) for each in found[1:])


def test_nothing_is_stored_when_nothing_changed():
    lone = LoneCore()
    lone.effects.clear()
    lone.advance(900)
    lone.until(Prospective)
    assert not any(isinstance(each, fx.StoreElection) for each in lone.effects)


def announced(lone):
    return [each.leader_and_epoch for each in lone.effects if isinstance(each, fx.AnnounceLeader)]


def test_every_change_of_leader_or_epoch_is_announced_once():
    lone = LoneCore()
    lone.follow(2, 3)
    lone.fetched()
    lone.follow(3, 4)
    lone.stand_and_win()
    lone.feed(ev.ResignRequested(5))
    assert announced(lone) == [
        LeaderAndEpoch(None, 0),
        LeaderAndEpoch(2, 3),
        LeaderAndEpoch(3, 4),
        LeaderAndEpoch(None, 5),
        LeaderAndEpoch(1, 5),
        LeaderAndEpoch(None, 5),
    ]


def test_the_deadline_is_always_to_come():
    lone = LoneCore()
    rng = random.Random(3)
    for _ in range(300):
        deadline = lone.core.deadline_ms
        assert deadline is not None
        assert deadline > lone.now_ms
        lone.now_ms = min(deadline, lone.now_ms + rng.randrange(700))
        lone.feed(ev.DeadlineReached())


def test_late_deadlines_are_caught_up_with_by_any_event():
    lone = LoneCore()
    lone.now_ms += 60_000
    lone.feed(ev.TurnEnded())
    assert isinstance(lone.core.role, Prospective)


def test_an_early_deadline_does_nothing():
    lone = LoneCore()
    lone.feed(ev.DeadlineReached())
    assert isinstance(lone.core.role, Unattached)


def test_a_clock_that_goes_backward_is_held():
    lone = LoneCore()
    deadline = lone.core.deadline_ms
    lone.now_ms -= 900
    lone.feed(ev.DeadlineReached())
    assert lone.state.now_ms == 1000
    assert lone.core.deadline_ms == deadline


def test_a_failed_write_ends_it():
    with pytest.raises(LogWriteFailedError, match="disk full"):
        LoneCore().feed(ev.LogWriteFailed("disk full"))


def test_completions_of_work_that_was_overtaken_are_noted():
    lone = LoneCore()
    lone.feed(ev.LogTruncated(4, 0))
    lone.feed(ev.LogReset(4, log(0).end))
    assert lone.noted(NoteKind.STALE_COMPLETION) == 2


def test_what_may_be_looked_at():
    core = RaftCore(config(), random.Random(1))
    core.handle(ev.Started(Election(3), LogView(), history(1, 2)), 0, 0)
    assert core.config.node_id == 1
    assert isinstance(core.role, Unattached)
    assert core.log.end_offset == 0
    assert core.high_watermark is None
    assert core.leader_and_epoch == LeaderAndEpoch(None, 3)
    assert core.voters.ids == (1, 2)
    assert core.kraft_version == 1
    assert core.is_voter
    assert not core.is_shut_down


def test_the_same_events_give_the_same_effects():
    def run():
        lone = LoneCore(seed=9)
        lone.stand_and_win()
        lone.append(1)
        lone.fetch_as(2)
        lone.advance(5000)
        return lone.effects, [(each.kind, each.detail) for each in lone.notes]

    assert run() == run()


def test_notes_read_well():
    lone = LoneCore()
    lone.campaign()
    assert Note(NoteKind.BECAME_PROSPECTIVE, "epoch=0 leader=None") in lone.notes


def test_a_cut_that_went_deeper_than_asked_undoes_what_stood_there():
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), election=Election(2), slow=True)
    lone.follow(2, 3)
    lone.fetched(control_batch(10, 3, Voters(voter_set(1, 2))), batch(11, 3))
    lone.flush()
    lone.fetched(diverging=OffsetAndEpoch(11, 3))
    assert lone.core.voters.ids == (1, 2)
    lone.feed(ev.LogTruncated(1, 10))
    assert lone.core.voters.ids == (1, 2, 3)
    assert lone.core.log.end == OffsetAndEpoch(10, 1)
