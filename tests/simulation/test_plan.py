"""Tests of cluster plans and releases."""

from __future__ import annotations

import pytest

from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.plan import CLUSTER_ID, RELEASES, ClusterPlan, shared_version
from tests.simulation.small_clusters import led


def test_nodes_are_configured_by_the_plan():
    cluster = led(1, 2, fetch_timeout_ms=1700, election_timeout_ms=800, witness_ids=(2,))
    config = cluster.nodes[2].core.config
    assert (config.node_id, config.cluster_id) == (2, CLUSTER_ID)
    assert (config.fetch_timeout_ms, config.election_timeout_ms) == (1700, 800)
    assert config.is_witness
    assert not cluster.nodes[1].core.config.is_witness


def test_releases_are_by_node_and_the_newest_where_none_is_named():
    cluster = Cluster(1, ClusterPlan(releases={2: "3.9"}))
    assert [node.release.name for node in cluster.nodes.values()] == ["4.4", "3.9", "4.4"]


FETCH, VOTE, ADD_RAFT_VOTER, BEGIN_QUORUM_EPOCH = 1, 52, 80, 53


@pytest.mark.parametrize(
    ("one", "other", "api_key", "version"),
    [
        ("3.9", "4.4", VOTE, 1),
        ("4.0", "4.4", VOTE, 2),
        ("4.0", "4.1", FETCH, 17),
        ("4.1", "4.3", FETCH, 18),
        ("3.9", "4.4", ADD_RAFT_VOTER, 0),
        ("4.0", "4.4", ADD_RAFT_VOTER, 0),
        ("4.1", "4.2", ADD_RAFT_VOTER, 0),
        ("4.2", "4.3", ADD_RAFT_VOTER, 1),
        ("3.9", "4.4", BEGIN_QUORUM_EPOCH, 1),
    ],
)
def test_two_releases_speak_the_lower_of_their_highest(one, other, api_key, version):
    highest = {FETCH: 18, VOTE: 2}.get(api_key, 1)
    assert shared_version(api_key, highest, RELEASES[one], RELEASES[other]) == version
    assert shared_version(api_key, highest, RELEASES[other], RELEASES[one]) == version


def test_shared_version_is_at_most_that_of_the_request():
    newest = RELEASES["4.4"]
    assert shared_version(FETCH, 16, newest, newest) == 16


def test_every_release_speaks_what_kraft_version_1_needs():
    assert all(each.vote >= 1 and each.fetch >= 17 for each in RELEASES.values())


def test_pre_votes_are_known_from_4_0_on():
    knowing = [name for name, each in RELEASES.items() if each.peer_versions.has_pre_vote]
    assert knowing == ["4.0", "4.1", "4.2", "4.3", "4.4"]
