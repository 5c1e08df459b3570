"""The minority phase: who stays broken, what the others must show, and what fails otherwise."""

from __future__ import annotations

from random import Random

import pytest

from kraft_core.raft.consensus import leader_discovery
from kraft_core.raft.consensus.roles import Leader
from kraft_core.sim.quorum import minority as phase
from kraft_core.sim.quorum.convergence import check, repair
from kraft_core.sim.quorum.minority import BREAKS, DEMANDS, draw_broken, run_minority_phase
from kraft_core.sim.quorum.result import InvariantFailed
from kraft_core.sim.quorum.steps.tolerance import excuse
from kraft_core.sim.quorum.workload import MINORITY_CLIENT, Workload
from tests.simulation.small_clusters import led


def run_phase(monkeypatch, cluster, broken, *, seed=1, asks_change=False):
    """Run it with just these broken nodes."""
    workload = cluster.workload or Workload(cluster, Random(seed))
    monkeypatch.setattr(phase, "_CHANCE", 1000)
    monkeypatch.setattr(phase, "_CHANGE_CHANCE", 1000 if asks_change else 0)
    monkeypatch.setattr(phase, "draw_broken", lambda *_: broken)
    return run_minority_phase(cluster, workload, Random(seed))


@pytest.mark.parametrize("kind", BREAKS)
def test_remaining_voters_continue_without_their_leader(monkeypatch, kind):
    cluster = led(retry_backoff_ms=100)
    leader = cluster.leader()
    epoch = leader.core.role.epoch
    minority = run_phase(monkeypatch, cluster, {leader.node_id: kind})
    assert all(minority.has_met.values())
    new = minority.leader()
    assert new is not leader
    assert new.core.role.epoch > epoch
    assert len(cluster.workload.acknowledged(MINORITY_CLIENT)) >= 2
    repair(cluster)
    check(cluster, cluster.workload)
    assert not cluster.excused


@pytest.mark.parametrize("kind", BREAKS)
def test_a_broken_follower_and_an_observer_that_is_served(monkeypatch, kind):
    cluster = led(observer_ids=(4,), retry_backoff_ms=100)
    leader = cluster.leader()
    follower = next(each for each in (1, 2, 3) if each != leader.node_id)
    minority = run_phase(monkeypatch, cluster, {follower: kind}, asks_change=True)
    assert all(minority.has_met.values())
    assert minority.change_asked
    assert minority.change_answers
    repair(cluster)
    check(cluster, cluster.workload)


def test_a_demand_that_is_not_met_in_time_fails_by_its_name(monkeypatch):
    cluster = led()
    began_ms, leader_id = cluster.now_ms, cluster.leader().node_id
    broken = {leader_id: "down", leader_id % 3 + 1: "dark"}
    with pytest.raises(InvariantFailed) as failed:
        run_phase(monkeypatch, cluster, broken)
    assert failed.value.invariant == "others-elect"
    assert f"broken: {broken}" in failed.value.detail
    assert cluster.now_ms - began_ms == cluster.minority.limit_ms == 16_000


def test_excused_expectations_are_counted(monkeypatch):
    monkeypatch.setattr(phase, "excuse", lambda *_: "no majority is left")
    cluster = led()
    minority = run_phase(monkeypatch, cluster, {1: "down", 2: "down"})
    assert not minority.has_met["others-commit"]
    assert cluster.excused == {"no majority is left": 1}


@pytest.mark.parametrize("kind", ["deaf", "hanging-disk"])
def test_observer_that_draws_only_silent_bootstrap_servers_is_excused(monkeypatch, kind):
    """What is drawn at random may be the broken server each time; elections are not excused."""
    cluster = led(observer_ids=(4,), retry_backoff_ms=100)
    leader = cluster.leader()
    drawn = []

    def draw_broken_server(core):
        nodes = servers(core)
        if core.own_id == 4:
            drawn.append(core.now_ms)
            nodes = tuple(each for each in nodes if each.port == leader.endpoint.port)
        return nodes

    servers = leader_discovery._bootstrap_servers
    monkeypatch.setattr(leader_discovery, "_bootstrap_servers", draw_broken_server)
    # the new leader sends BeginQuorumEpoch to voters only, so the observer does not know it
    minority = run_phase(monkeypatch, cluster, {leader.node_id: kind})
    assert drawn
    assert not minority.has_met["others-serve"]
    assert minority.stranded_observers() == [4]
    assert cluster.excused == {"an observer found no living bootstrap server by chance": 1}
    assert excuse(cluster, minority, "others-elect") is None


def test_observer_that_sends_no_request_is_not_excused(monkeypatch):
    cluster = led(observer_ids=(4,), retry_backoff_ms=100)
    leader = cluster.leader()
    servers = leader_discovery._bootstrap_servers
    monkeypatch.setattr(
        leader_discovery,
        "_bootstrap_servers",
        lambda core: () if core.own_id == 4 else servers(core),
    )
    with pytest.raises(InvariantFailed) as failed:
        run_phase(monkeypatch, cluster, {leader.node_id: "deaf"})
    assert failed.value.invariant == "others-serve"


@pytest.mark.parametrize(("voter_ids", "most"), [((1, 2), 0), ((1, 2, 3), 1), ((1, 2, 3, 4, 5), 2)])
def test_a_majority_of_every_set_stays_whole(voter_ids, most):
    cluster = led(*voter_ids)
    sizes = {len(draw_broken(cluster, Random(seed))) for seed in range(30)}
    assert max(sizes) == most


def test_steps_that_come_later_have_no_effect(monkeypatch):
    """A link that a step restores later on stays cut here."""
    cluster = led(retry_backoff_ms=100)
    leader = cluster.leader()
    run_phase(monkeypatch, cluster, {leader.node_id: "cut"})
    assert cluster.are_faults_over
    assert not isinstance(cluster.nodes[leader.node_id].core.role, Leader)
    others = [each for each in (1, 2, 3) if each != leader.node_id]
    assert all(cluster.network.is_cut(leader.node_id, each) for each in others)
    repair(cluster)
    assert not any(cluster.network.is_cut(leader.node_id, each) for each in others)


def test_the_demands_have_the_names_of_invariants():
    assert list(DEMANDS) == ["others-elect", "others-commit", "others-serve", "others-decide"]
