from __future__ import annotations

from kraft_core.simulation.cluster import Cluster
from kraft_core.simulation.plan import CLUSTER_ID, ClusterPlan
from tests.simulation.small_clusters import led


def test_the_plan_is_what_the_nodes_are_told():
    cluster = led(1, 2, fetch_timeout_ms=1700, election_timeout_ms=800, witness_ids=(2,))
    config = cluster.nodes[2].core.config
    assert (config.node_id, config.cluster_id) == (2, CLUSTER_ID)
    assert (config.fetch_timeout_ms, config.election_timeout_ms) == (1700, 800)
    assert config.is_witness
    assert not cluster.nodes[1].core.config.is_witness


def test_releases_are_by_node_and_the_newest_where_none_is_named():
    cluster = Cluster(1, ClusterPlan(releases={2: "3.9"}))
    assert [node.release.name for node in cluster.nodes.values()] == ["4.4", "3.9", "4.4"]
