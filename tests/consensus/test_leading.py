"""A leader's own duties."""

from __future__ import annotations

from dataclasses import replace

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.batches import KRaftVersion, LeaderChange, Voters
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Leader, Resigned
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    ApiVersions,
    ApiVersionsResponse,
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    DescribeQuorum,
    EndQuorumEpoch,
    FetchSnapshot,
    Vote,
)
from kraft_core.consensus.snapshots import StoredSnapshot
from kraft_core.consensus.values import (
    Election,
    Endpoint,
    LeaderAndEpoch,
    OffsetAndEpoch,
    VersionRange,
)
from kraft_core.consensus.voters import Voter, VoterSet, VoterSetHistory
from tests.support.lone_core import (
    WALL_MS,
    LoneCore,
    directory,
    endpoint,
    history,
    key,
    log,
    static_set,
    voter,
    voter_set,
)


def first_batch(lone):
    batch = lone.appended[0]
    assert isinstance(batch, fx.AppendControlRecords)
    return batch


def test_the_first_leader_copies_the_bootstrap_snapshot_into_the_log():
    lone = LoneCore()
    lone.lead(commit=False)
    batch = first_batch(lone)
    assert batch.records == (
        LeaderChange(1, (1, 2, 3), (1, 2)),
        KRaftVersion(1),
        Voters(voter_set(1, 2, 3)),
    )
    assert (batch.base_offset, batch.epoch, batch.generation) == (0, 1, 0)
    assert batch.timestamp_ms == WALL_MS + lone.now_ms
    assert lone.state.history.latest_offset == 2


def test_later_leaders_only_say_that_they_lead():
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1))
    lone.lead(commit=False)
    assert first_batch(lone).records == (LeaderChange(1, (1, 2, 3), (1, 2)),)
    assert first_batch(lone).base_offset == 10


def test_a_leader_whose_entry_is_out_of_date_mends_it():
    moved = (Endpoint("CONTROLLER", "elsewhere", 1),)
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), changes={"endpoints": moved})
    lone.lead(commit=False)
    ours = replace(voter(1), endpoints=moved)
    expected = Voters(voter_set(2, 3).with_voter(ours))
    assert first_batch(lone).records[1:] == (KRaftVersion(1), expected)


def test_at_level_0_the_set_stays_out_of_the_log():
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    role = lone.lead(commit=False)
    assert first_batch(lone).records == (LeaderChange(1, (1, 2, 3), (1, 2)),)
    assert role.voters_at_level_0.get(1) == voter(1)
    assert role.voters_at_level_0.get(2) == static_set(2).get(2)


def begins(lone):
    return [each for each in lone.sent if isinstance(each.request, BeginQuorumEpoch)]


def test_a_leader_makes_itself_known_at_once_and_again_to_voters_that_do_not_fetch():
    lone = LoneCore()
    lone.lead(commit=False)
    assert [each.to.id for each in begins(lone)] == [2, 3]
    expected = BeginQuorumEpoch("cluster", 2, directory(2), 1, 1, (endpoint(1),))
    assert begins(lone)[0].request == expected
    for sent in begins(lone):
        lone.answer(sent, BeginQuorumEpochResponse(leader=LeaderAndEpoch(1, 1)))
    lone.advance(500)
    lone.fetch_as(2)
    lone.advance(600)
    assert [each.to.id for each in begins(lone)] == [3]
    lone.advance(900)
    assert 2 in [each.to.id for each in begins(lone)]


def test_check_quorum_ends_a_leader_that_nobody_hears():
    lone = LoneCore()
    lone.lead(commit=False)
    lone.advance(2999)
    assert isinstance(lone.core.role, Leader)
    lone.advance(1)
    assert isinstance(lone.core.role, Resigned)
    assert lone.noted(NoteKind.CHECK_QUORUM_FAILED) == 1
    assert [each.preferred for each in lone.requests(EndQuorumEpoch)] == [(key(2), key(3))] * 2


def test_one_of_two_others_is_a_majority_with_the_leader():
    lone = LoneCore()
    lone.lead()
    for _ in range(5):
        lone.advance(2000)
        lone.fetch_as(3)
    assert isinstance(lone.core.role, Leader)


def test_in_five_two_others_must_be_heard():
    lone = LoneCore(voters=history(1, 2, 3, 4, 5))
    lone.stand_and_win()
    lone.advance(2000)
    lone.fetch_as(2)
    lone.fetch_as(2)
    lone.advance(1000)
    assert isinstance(lone.core.role, Resigned)


def test_a_snapshot_fetch_counts_for_check_quorum_a_foreign_directory_does_not():
    for number, survives in ((2, True), (9, False)):
        stored = StoredSnapshot(OffsetAndEpoch(5, 1), 100)
        lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), snapshots=(stored,))
        role = lone.lead()
        lone.advance(2500)
        request = FetchSnapshot("cluster", key(2, number), role.epoch, stored.snapshot_id, 0)
        lone.ask(request)
        lone.advance(1000)
        assert isinstance(lone.core.role, Leader) is survives


def test_a_sole_voter_leads_for_ever():
    lone = LoneCore(voters=history(1))
    lone.advance(100_000)
    assert isinstance(lone.core.role, Leader)


def test_asked_to_resign_a_leader_prefers_those_with_the_longest_logs():
    lone = LoneCore(voters=history(1, 2, 3, 4))
    role = lone.stand_and_win()
    lone.fetch_as(3)
    lone.fetch_as(4, 0)
    lone.feed(ev.ResignRequested(role.epoch + 1))
    assert isinstance(lone.core.role, Leader)
    lone.feed(ev.ResignRequested(role.epoch))
    assert isinstance(lone.core.role, Resigned)
    preferred = lone.requests(EndQuorumEpoch)[0].preferred
    assert [each.id for each in preferred] == [3, 4, 2]


def test_nobody_is_told_of_a_leader_that_resigned():
    lone = LoneCore()
    role = lone.lead()
    effects = lone.feed(ev.ResignRequested(role.epoch))
    announced = [each for each in effects if isinstance(each, fx.AnnounceLeader)]
    assert announced == [fx.AnnounceLeader(LeaderAndEpoch(None, role.epoch))]
    assert lone.core.leader_and_epoch == LeaderAndEpoch(1, role.epoch)


def test_a_leader_that_was_alone_is_given_time_to_hear_its_first_companion():
    """Nobody could be heard while it was the only voter, so its timer had run out."""
    lone = LoneCore(voters=history(1))
    lone.until(Leader)
    lone.advance(100_000)
    lone.fetch_as(2)
    lone.ask(AddRaftVoter(None, key(2), (endpoint(2),)))
    lone.answer(lone.awaiting(ApiVersions), ApiVersionsResponse(kraft_range=VersionRange(0, 1)))
    assert lone.core.voters.ids == (1, 2)
    lone.advance(2900)
    assert isinstance(lone.core.role, Leader)
    lone.advance(200)
    assert isinstance(lone.core.role, Resigned)


def test_an_entry_in_another_order_is_not_out_of_date():
    known = (Endpoint("EXTERNAL", "out", 2), endpoint(1))
    voters = VoterSet.of([Voter(key(1), known, VersionRange(0, 1)), voter(2), voter(3)])
    lone = LoneCore(
        voters=VoterSetHistory(sets=[(3, voters)], levels=[(2, 1)]),
        log=log(4, 1),
        election=Election(2),
        changes={"endpoints": (endpoint(1), Endpoint("external", "out", 2))},
    )
    lone.lead()
    assert lone.appended[0].records == (LeaderChange(1, (1, 2, 3), (1, 2)),)


def test_a_leader_that_tells_no_address_keeps_the_one_that_is_known():
    lone = LoneCore(changes={"endpoints": ()})
    lone.lead()
    assert lone.appended[0].records[2] == Voters(voter_set(1, 2, 3))


# -- a disk that hangs -----------------------------------------------------------------------------


def leader_with_a_hanging_disk(*ids):
    """Node 1 leads; 2 and 3 have a record that it has not synced. Gives the end of that record."""
    lone = LoneCore(voters=history(*(ids or (1, 2, 3))))
    lone.lead()
    lone.slow = True
    lone.append()
    return lone, lone.core.log.end_offset


def keep_hearing(lone, duration_ms):
    """The others go on fetching from the end of the log."""
    end_ms = lone.now_ms + duration_ms
    while lone.now_ms < end_ms and isinstance(lone.core.role, Leader):
        lone.fetch_as(2)
        lone.fetch_as(3)
        lone.advance(100)


def test_leader_resigns_when_the_high_watermark_stays_above_its_durable_end():
    lone, end = leader_with_a_hanging_disk()
    keep_hearing(lone, 2900)
    role = lone.core.role
    assert role.high_watermark == end > lone.core.log.flushed_end
    began_ms = role.disk_deadline_ms - 3000
    keep_hearing(lone, 1000)
    assert isinstance(lone.core.role, Resigned)
    assert began_ms + 3000 <= lone.now_ms <= began_ms + 3100
    assert lone.noted(NoteKind.LEADER_DISK_HANGS) == 1
    lone.advance(60_000)
    assert lone.requests(Vote) == []
    assert lone.noted(NoteKind.BECAME_CANDIDATE) == 1


def test_each_move_of_the_durable_end_gives_the_disk_its_whole_time():
    lone, end = leader_with_a_hanging_disk()
    lone.append(2)
    for synced in (end, end + 1):
        keep_hearing(lone, 2900)
        lone.feed(ev.LogFlushed(0, synced))
    assert lone.core.role.disk_deadline_ms is None
    keep_hearing(lone, 10_000)
    assert isinstance(lone.core.role, Leader)


def test_disk_without_which_nothing_commits_has_any_time():
    """The high watermark does not get ahead where a majority needs the leader itself."""
    lone, end = leader_with_a_hanging_disk(1, 2)
    for _ in range(100):
        lone.fetch_as(2)
        lone.advance(100)
    assert lone.core.role.high_watermark < end
    lone.flush()
    assert lone.core.role.high_watermark == end


def test_sole_voter_waits_for_its_disk_for_ever():
    lone = LoneCore(voters=history(1))
    lone.until(Leader)
    lone.slow = True
    lone.append()
    lone.advance(60_000)
    assert isinstance(lone.core.role, Leader)


def test_completion_that_has_arrived_counts_before_the_timer():
    """After a pause everything comes at once; the sync was over long ago."""
    lone, end = leader_with_a_hanging_disk(1, 2, 3)
    keep_hearing(lone, 1000)
    lone.now_ms += 3000
    lone.core.role.check_quorum_deadline_ms += 10_000
    lone.feed(ev.RequestReceived(90_001, "CONTROLLER", DescribeQuorum()))
    lone.feed(ev.LogFlushed(0, end))
    lone.feed(ev.DeadlineReached())
    lone.feed(ev.TurnEnded())
    assert isinstance(lone.core.role, Leader)
    assert lone.noted(NoteKind.LEADER_DISK_HANGS) == 0


def test_event_at_the_very_deadline_of_the_disk_does_not_put_the_resignation_off():
    lone, _ = leader_with_a_hanging_disk()
    keep_hearing(lone, 1000)
    lone.core.role.check_quorum_deadline_ms += 10_000
    lone.now_ms = lone.core.role.disk_deadline_ms
    lone.feed(ev.RequestReceived(90_001, "CONTROLLER", DescribeQuorum()))
    assert lone.core.deadline_ms == lone.now_ms
    lone.feed(ev.TurnEnded())
    assert isinstance(lone.core.role, Resigned)
