from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.plan import ClusterPlan
from kraft_core.sim.quorum.result import InvariantFailed
from tests.simulation.small_clusters import await_leader, await_written, begun, led, until

_RUN = """
import random
from kraft_core.sim.quorum.machine import write_record
from tests.simulation.small_clusters import led
cluster = led(1, 2, 3, seed=5, releases={1: "3.9"}, observer_ids=(4,))
cluster.network.loss, cluster.network.duplicates, cluster.network.reordering = 20, 50, 100
for number in range(12):
    leader = cluster.leader()
    if leader is not None:
        leader.append([write_record("name", str(number))])
        if number % 3 == 2:
            leader.crash(random.Random(number) if number % 2 else None)
    cluster.timeline.run_until(cluster.now_ms + 900)
    for node in cluster.nodes.values():
        node.start()
print(cluster.digest, cluster.step, cluster.network.messages, cluster.ledger.end_offset)
"""


def run(hash_seed: str) -> str:
    """A short run in its own process."""
    return subprocess.run(
        [sys.executable, "-c", _RUN],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_same_seed_gives_the_same_run_in_every_process():
    one, other = run("1"), run("2")
    assert one == other
    assert int(one.split()[2]) > 500


def test_other_seed_gives_another_run():
    assert len({led(seed=seed).digest for seed in range(4)}) == 4


@pytest.mark.parametrize("level", [0, 1])
def test_the_first_voters_are_formatted_or_configured(level):
    cluster = led(1, 2, kraft_level=level)
    await_written(cluster, "name", "value")
    assert cluster.kraft_level == level
    for node in cluster.nodes.values():
        assert node.core.kraft_version == level
        assert sorted(node.core.voters.ids) == [1, 2]


def test_added_observer_follows_and_its_id_is_unique():
    cluster = led(1, observer_ids=(2,))
    node = cluster.add_node(7, "4.0")
    assert node.release.name == "4.0"
    await_written(cluster, "name", "value")
    assert not cluster.nodes[2].core.is_voter
    assert not node.core.is_voter
    with pytest.raises(ValueError, match="node 7 already exists"):
        cluster.add_node(7)


def test_the_leader_is_who_leads_the_highest_epoch():
    cluster = led(seed=3)
    old = await_leader(cluster)
    for other in cluster.nodes:
        cluster.network.cut(old.node_id, other)
        cluster.network.cut(other, old.node_id)
    until(cluster, lambda: cluster.leader() not in {None, old})
    assert cluster.leader() is not old
    for node in cluster.nodes.values():
        node.crash()
    assert cluster.leader() is None
    assert cluster.up_nodes() == []


def test_a_directory_id_is_never_given_twice():
    cluster = begun()
    given = [node.directory_id for node in cluster.nodes.values()]
    given += [cluster.new_directory_id() for _ in range(300)]
    assert len(set(given)) == len(given)
    assert {len(each) for each in given} == {16}


def test_the_digest_is_of_what_was_delivered():
    cluster = Cluster(1, ClusterPlan())
    before = cluster.digest
    cluster.record((1, 2), b"abc")
    once = cluster.digest
    cluster.record((2, 1), b"abc")
    assert len({before, once, cluster.digest}) == 3


def test_fail_names_the_invariant():
    with pytest.raises(InvariantFailed, match="equal-logs: 1 and 2"):
        Cluster(1, ClusterPlan()).fail("equal-logs", "1 and 2")
