"""Each rule about what comes to pass: a case that breaks it, and one that does not."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kraft_core.consensus.candidacy import Candidacy, Votes
from kraft_core.consensus.events import ShutdownRequested
from kraft_core.consensus.roles import Prospective, Resigned, Unattached
from kraft_core.consensus.values import OffsetAndEpoch
from kraft_core.replica.appends import AppendOutcome
from kraft_core.simulation import healing
from kraft_core.simulation.history import Kind
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.invariants.liveness import (
    AckedAppendsPresent,
    EqualLogs,
    Linearizable,
    NewAppendsCommit,
    NotStuckInProspective,
    OneLeader,
    ReconfigurationDecided,
    StableLeadership,
)
from tests.simulation.invariants.stage import Stage, broken, following, standing, voters

DEMANDS = (OneLeader, ReconfigurationDecided, EqualLogs, NewAppendsCommit, AckedAppendsPresent)


@pytest.mark.parametrize("demand", DEMANDS)
def test_a_demand_that_is_not_met(demand, monkeypatch):
    functions = {each.name: each.missing.__name__ for each in healing.DEMANDS}
    stage = Stage()
    watching = stage.watched_by(demand)
    monkeypatch.setattr(healing, functions[demand.name], lambda _: None)
    stage.moment(Moment.ENDED, 1)
    assert watching.evaluations == 1
    monkeypatch.setattr(healing, functions[demand.name], lambda _: "it is missing")
    stage.moment(Moment.HEALED, 1)
    with broken(demand.name):
        stage.moment(Moment.ENDED, 1)


def test_every_demand_of_phase_2_is_an_invariant():
    assert [each.name for each in DEMANDS] == [each.name for each in healing.DEMANDS]


def test_acked_appends_are_reached_where_the_leader_changed(monkeypatch):
    monkeypatch.setattr(healing, "acked_appends_present", lambda _: None)
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

    def test_for_ever(self):
        stage, _ = self.asking()
        stage.timeline.run_until(3400)
        with broken("NotStuckInProspective"):
            stage.timeline.run_until(3500)

    def test_it_gives_up(self):
        stage, watching = self.asking()
        stage.timeline.run_until(1500)
        stage.role(1, Unattached(1))
        stage.timeline.run_until(4000)
        assert (watching.evaluations, watching.reached) == (1, 1)

    def test_it_stands(self):
        stage, watching = self.asking()
        stage.role(1, standing(1, 2))
        stage.timeline.run_until(4000)
        assert watching.reached == 0

    def test_who_cannot_act(self):
        for happens in ("pause", "end", "shutdown"):
            stage, watching = self.asking()
            stage.nodes[1].is_paused = happens == "pause"
            stage.nodes[1].is_up = happens != "end"
            if happens == "shutdown":
                stage.event(1, ShutdownRequested())
            stage.timeline.run_until(4000)
            assert watching.evaluations == 0


class TestStableLeadership:
    def led(self, monkeypatch):
        monkeypatch.setattr(healing, "one_leader", lambda _: None)
        stage = Stage()
        watching = stage.watched_by(StableLeadership)
        stage.lead(1, 1)
        assert watching.reached == 0
        stage.moment(Moment.HEALED, 1)
        stage.role(2, following(1, 1))
        assert watching.reached == 0  # what was lost before has not timed out yet
        stage.timeline.run_until(4000)
        stage.role(2, following(1, 1))
        assert watching.reached == 1
        return stage, watching

    def test_somebody_else_stands(self, monkeypatch):
        stage, _ = self.led(monkeypatch)
        with broken("StableLeadership"):
            stage.role(2, standing(2, 2))

    def test_it_resigns_without_need(self, monkeypatch):
        stage, _ = self.led(monkeypatch)
        with broken("StableLeadership"):
            stage.role(1, Resigned(1, 1, [], (), 1000))

    def test_it_gives_way(self, monkeypatch):
        stage, watching = self.led(monkeypatch)
        stage.nodes[1].is_witness = True
        stage.role(1, Resigned(1, 1, [], (), 1000))
        stage.role(2, standing(2, 2))
        assert watching.evaluations == 1

    def test_it_ends(self, monkeypatch):
        stage, _ = self.led(monkeypatch)
        stage.stop(1)
        stage.role(2, standing(2, 2))

    def test_it_stays(self, monkeypatch):
        stage, watching = self.led(monkeypatch)
        stage.moment(Moment.ENDED, 1)
        assert watching.evaluations == 1
