"""Tests of the invariants of progress and resignation."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kraft_core.raft.consensus.effects import AppendRecords
from kraft_core.raft.consensus.events import ShutdownRequested
from kraft_core.raft.consensus.roles import Candidacy, Prospective, Resigned, Unattached, Votes
from kraft_core.raft.consensus.rpc import Fetch
from kraft_core.raft.consensus.values import OffsetAndEpoch
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.sim.quorum import convergence
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.liveness import (
    AckedAppendsPresent,
    AppendDecidedInTime,
    EqualLogs,
    LeaderHasRoom,
    LeaderKeepsReserve,
    LeaderResignsInTime,
    Linearizable,
    NewAppendsCommit,
    NotStuckInProspective,
    OneLeader,
    OthersCommit,
    OthersDecide,
    OthersElect,
    OthersServe,
    ReconfigurationDecided,
    StableLeadership,
)
from kraft_core.sim.quorum.workload import Kind
from tests.simulation.invariants.stage import Stage, broken, following, key, standing, voters

DEMANDS = (OneLeader, ReconfigurationDecided, EqualLogs, NewAppendsCommit, AckedAppendsPresent)

MINORITY = (OthersElect, OthersCommit, OthersServe, OthersDecide)


@pytest.mark.parametrize("demand", DEMANDS)
def test_a_demand_that_is_not_met(demand, monkeypatch):
    functions = {each.name: each.missing.__name__ for each in convergence.DEMANDS}
    stage = Stage()
    watching = stage.watched_by(demand)
    monkeypatch.setattr(convergence, functions[demand.name], lambda _: None)
    stage.moment(Moment.ENDED, 1)
    assert watching.evaluations == 1
    monkeypatch.setattr(convergence, functions[demand.name], lambda _: "it is missing")
    stage.moment(Moment.REPAIRED, 1)
    with broken(demand.name):
        stage.moment(Moment.ENDED, 1)


def test_every_demand_of_phase_2_is_an_invariant():
    assert [each.name for each in DEMANDS] == [each.name for each in convergence.DEMANDS]


def test_acked_appends_are_reached_where_the_leader_changed(monkeypatch):
    monkeypatch.setattr(convergence, "acked_appends_present", lambda _: None)
    stage = Stage()
    watching = stage.watched_by(AckedAppendsPresent)
    acked = SimpleNamespace(node_id=2)
    stage.workload = SimpleNamespace(history=SimpleNamespace(committed=[acked]))
    stage.lead(2, 1)
    stage.moment(Moment.ENDED, 1)
    assert watching.reached == 0
    stage.lead(1, 2)
    stage.moment(Moment.ENDED, 1)
    assert watching.reached == 1


def test_linearizable_counts_reads_of_what_others_wrote():
    stage = Stage()
    watching = stage.watched_by(Linearizable)
    stage.moment(Moment.ENDED, 1)
    write = SimpleNamespace(kind=Kind.WRITE, value="1.1", node_id=1)
    reads = [SimpleNamespace(kind=Kind.READ, value="1.1", node_id=each) for each in (1, 2)]
    operations = [write, *reads]

    class History(list):
        committed = operations

    stage.workload = SimpleNamespace(history=History(operations))
    stage.moment(Moment.ENDED, 1)
    assert (watching.evaluations, watching.reached) == (3, 1)
    assert AppendOutcome.COMMITTED


def prospective(epoch):
    basis = Candidacy(voters(1, 2, 3), OffsetAndEpoch(0, 0))
    return Prospective(epoch, basis, Votes(basis.voters, 1), 1500)


class TestNotStuckInProspective:
    def asking(self):
        stage = Stage()
        watching = stage.watched_by(NotStuckInProspective)
        stage.role(1, prospective(1))
        return stage, watching

    def test_replica_that_stays_prospective_is_detected(self):
        stage, _ = self.asking()
        stage.timeline.run_until(3400)
        with broken("NotStuckInProspective"):
            stage.timeline.run_until(3500)

    def test_prospective_replica_that_gives_up_passes(self):
        stage, watching = self.asking()
        stage.timeline.run_until(1500)
        stage.role(1, Unattached(1))
        stage.timeline.run_until(4000)
        assert (watching.evaluations, watching.reached) == (1, 1)

    def test_prospective_replica_that_becomes_a_candidate_passes(self):
        stage, watching = self.asking()
        stage.role(1, standing(1, 2))
        stage.timeline.run_until(4000)
        assert watching.reached == 0

    def test_paused_stopped_or_ending_replica_passes(self):
        for happens in ("pause", "end", "shutdown"):
            stage, watching = self.asking()
            stage.nodes[1].is_paused = happens == "pause"
            stage.nodes[1].is_up = happens != "end"
            if happens == "shutdown":
                stage.event(1, ShutdownRequested())
            stage.timeline.run_until(4000)
            assert watching.evaluations == 0


class TestLeaderKeepsReserve:
    def append(self, stage, append_id=1):
        stage.effect(1, AppendRecords(0, 0, 1, (), b"", append_id))

    def test_user_append_after_room_ran_out_is_a_violation(self):
        stage = Stage()
        watching = stage.watched_by(LeaderKeepsReserve)
        self.append(stage)
        stage.nodes[1].lacks_room = True
        self.append(stage)  # handed over before it knew
        stage.moment(Moment.APPEND_REFUSED, 1)
        assert watching.reached == 1
        stage.turn(1)
        self.append(stage, None)  # from another leader
        with broken("LeaderKeepsReserve"):
            self.append(stage)


class TestLeaderHasRoom:
    def staged(self):
        """Node 1 leads without room; node 2 is level with it and has room."""
        stage = Stage()
        watching = stage.watched_by(LeaderHasRoom)
        stage.lead(1, 1)
        stage.role(2, following(1, 1))
        node = stage.nodes[1]
        node.lacks_room = node.disk.lacks_room = True
        stage.turn(1)
        return stage, watching

    def later(self, stage, time_ms):
        stage.timeline.run_until(time_ms)
        stage.turn(1)

    def test_leader_without_room_keeps_leading(self):
        stage, _ = self.staged()
        self.later(stage, 4000)
        with broken("LeaderHasRoom"):
            self.later(stage, 4001)

    def test_hand_over_is_counted_and_a_later_one_may_take_longer(self):
        stage, watching = self.staged()
        stage.role(1, Resigned(1, 1, [], (), 1000))
        assert watching.reached == 1
        stage.lead(1, 2)
        stage.role(2, following(1, 2))
        for time_ms in (1000, 9000):
            self.later(stage, time_ms)

    @pytest.mark.parametrize("lacking", ["lacks_room", "is_witness", "is_stalled"])
    def test_no_other_voter_can_lead(self, lacking):
        stage, watching = self.staged()
        setattr(stage.nodes[2], lacking, True)
        for time_ms in (1000, 9000):
            self.later(stage, time_ms)
        assert watching.evaluations == 1

    def test_the_other_voter_is_not_level(self):
        stage, watching = self.staged()
        stage.write(1, 1)
        stage.commit(1)
        for time_ms in (1000, 9000):
            self.later(stage, time_ms)
        assert watching.evaluations == 1


class TestAppendDecidedInTime:
    LIMIT_MS = 12_000

    def appended(self):
        stage = Stage()
        watching = stage.watched_by(AppendDecidedInTime)
        operation = SimpleNamespace(ended=None)
        for callback in stage.hooks.appends:
            callback(stage.nodes[1], operation)
        return stage, watching, operation

    def test_undecided_append_is_a_violation(self):
        stage, watching, _ = self.appended()
        stage.timeline.run_until(self.LIMIT_MS - 1)
        assert watching.reached == 1
        with broken("AppendDecidedInTime"):
            stage.timeline.run_until(self.LIMIT_MS)

    def test_append_decided_in_time_passes(self):
        stage, watching, operation = self.appended()
        stage.timeline.run_until(1000)
        operation.ended = 1
        stage.timeline.run_until(self.LIMIT_MS)
        assert (watching.evaluations, watching.reached) == (1, 0)

    def test_time_counts_from_the_end_of_a_pause(self):
        stage, _, _ = self.appended()
        node = stage.nodes[1]
        stage.timeline.run_until(5000)
        node.stalled_at_ms = 5000
        stage.timeline.run_until(self.LIMIT_MS + 4999)
        with broken("AppendDecidedInTime"):
            stage.timeline.run_until(self.LIMIT_MS + 5000)

    def test_append_at_a_stalled_or_restarted_node_may_stay_undecided(self):
        stage, _, _ = self.appended()
        node = stage.nodes[1]
        node.is_stalled = True
        stage.timeline.run_until(self.LIMIT_MS)
        node.incarnation += 1
        node.is_stalled = False
        node.stalled_at_ms = 13_000
        stage.timeline.run_until(5 * self.LIMIT_MS)


class TestMinorityDemands:
    def minority(self, stage, *, has_met=True):
        leader = stage.nodes[1]
        leader.core.role = SimpleNamespace(epoch=3)
        stage.cluster = stage
        names = [each.name for each in MINORITY]
        stage.minority = SimpleNamespace(
            has_met=dict.fromkeys(names, has_met),
            broken={2: "down"},
            change_asked=True,
            others=list(stage.nodes.values()),
            leader=lambda: leader,
        )

    @pytest.mark.parametrize("demand", MINORITY)
    @pytest.mark.parametrize("has_met", [True, False])
    def test_demand_is_counted_only_while_a_minority_is_broken(self, demand, has_met):
        stage = Stage(observers=(4,))
        watching = stage.watched_by(demand)
        stage.minority = None
        stage.moment(Moment.MINORITY_ENDED, 1)
        assert watching.evaluations == 0
        stage.moment(Moment.MINORITY_BROKEN, 1)
        self.minority(stage, has_met=has_met)
        for node_id in stage.nodes:
            stage.moment(Moment.MINORITY_ENDED, node_id)
        assert (watching.evaluations, watching.reached) == (1, has_met)


class TestStableLeadership:
    def test_stable_leadership_is_not_checked_while_a_minority_is_broken(self, monkeypatch):
        stage, _ = self.led(monkeypatch)
        stage.moment(Moment.MINORITY_BROKEN, 1)
        stage.role(2, standing(2, 2))

    def led(self, monkeypatch):
        monkeypatch.setattr(convergence, "one_leader", lambda _: None)
        stage = Stage()
        watching = stage.watched_by(StableLeadership)
        stage.lead(1, 1)
        assert watching.reached == 0
        stage.moment(Moment.REPAIRED, 1)
        stage.role(2, following(1, 1))
        assert watching.reached == 0  # what was lost before has not timed out yet
        stage.timeline.run_until(4000)
        stage.role(2, following(1, 1))
        assert watching.reached == 1
        return stage, watching

    def test_candidate_next_to_a_heard_leader_is_detected(self, monkeypatch):
        stage, _ = self.led(monkeypatch)
        with broken("StableLeadership"):
            stage.role(2, standing(2, 2))

    def test_unneeded_resignation_is_a_violation(self, monkeypatch):
        stage, _ = self.led(monkeypatch)
        with broken("StableLeadership"):
            stage.role(1, Resigned(1, 1, [], (), 1000))

    def test_witness_that_hands_over_passes(self, monkeypatch):
        stage, watching = self.led(monkeypatch)
        stage.nodes[1].is_witness = True
        stage.role(1, Resigned(1, 1, [], (), 1000))
        stage.role(2, standing(2, 2))
        assert watching.evaluations == 1

    def test_election_after_the_end_of_the_leader_passes(self, monkeypatch):
        stage, _ = self.led(monkeypatch)
        stage.stop(1)
        stage.role(2, standing(2, 2))

    def test_leader_that_stays_passes(self, monkeypatch):
        stage, watching = self.led(monkeypatch)
        stage.moment(Moment.ENDED, 1)
        assert watching.evaluations == 1


CHECK_QUORUM_MS = 3000


def led(*node_ids):
    stage = Stage(*node_ids)
    watching = stage.watched_by(LeaderResignsInTime)
    stage.lead(1, 1)
    stage.turn(1)
    return stage, watching


def pass_time(stage, duration_ms):
    stage.timeline.run_until(stage.now_ms + duration_ms)


def fetch(stage, *node_ids):
    for node_id in node_ids:
        stage.ask(1, Fetch("cluster", key(node_id), 1, 0, 0, 0, 0, 0), None)


def hear(stage, duration_ms, *node_ids):
    for _ in range(duration_ms // 100):
        pass_time(stage, 100)
        fetch(stage, *node_ids)
        stage.turn(1)


def test_leader_that_hears_a_majority_may_stay():
    stage, watching = led()
    hear(stage, 20_000, 2)
    assert watching.evaluations > 100


@pytest.mark.parametrize("heard", [(), (2,)])
def test_leader_of_five_with_fetches_from_fewer_than_two_must_resign(heard):
    stage, _ = led(1, 2, 3, 4, 5)
    hear(stage, 2 * CHECK_QUORUM_MS, *heard)
    with broken("LeaderResignsInTime"):
        hear(stage, 200, *heard)


def test_sole_voter_needs_no_check_quorum():
    stage, _ = led(1)
    hear(stage, 20_000)


def test_voter_set_that_changes_gives_the_leader_its_time_again():
    stage, _ = led()
    hear(stage, 5000)
    stage.change(1, 1, voters(1, 2, 3, 4))
    hear(stage, 5000)
    with broken("LeaderResignsInTime"):
        hear(stage, 1200)


def lag(stage):
    stage.write(1, 1)
    stage.commit(1)


def test_durable_end_that_does_not_move_below_the_high_watermark_ends_the_leader():
    stage, _ = led()
    lag(stage)
    hear(stage, CHECK_QUORUM_MS, 2, 3)
    with broken("LeaderResignsInTime"):
        hear(stage, 200, 2, 3)


def test_durable_end_that_moves_keeps_the_leader():
    stage, _ = led()
    for _ in range(5):
        lag(stage)
        stage.write(1, 1)
        hear(stage, 2900, 2, 3)
        stage.nodes[1].flushed_end += 1
    stage.flush(1)
    hear(stage, 10_000, 2, 3)


@pytest.mark.parametrize("heard", [(), (2, 3)])
def test_resignation_in_time_is_what_it_looks_for(heard):
    stage, watching = led()
    lag(stage)
    hear(stage, CHECK_QUORUM_MS, *heard)
    pass_time(stage, 100)
    stage.role(1, Resigned(1, 1, [], (), 9000))
    stage.turn(1)
    assert watching.reached == 1
    hear(stage, 20_000)


def test_end_of_the_process_ends_the_leadership():
    stage, watching = led()
    stage.stop(1)
    hear(stage, 20_000)
    stage.moment(Moment.TURNED, 1)
    assert watching.reached == 0
