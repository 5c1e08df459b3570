from __future__ import annotations

from kraft_core.simulation.steps import operating
from kraft_wire.errors import ErrorCode
from tests.support.simulated import led_cluster, run_for


def ids(cluster):
    return cluster.leader().core.voters.ids


def test_an_observer_becomes_a_voter():
    cluster = led_cluster(observer_ids=(4,))
    done = []
    operating.add_voter_until(cluster, cluster.nodes[4], lambda: done.append(cluster.now_ms))
    run_for(cluster, 4000)
    assert ids(cluster) == (1, 2, 3, 4)
    assert len(done) == 1
    assert cluster.voter_changes == 1
    assert all(each.is_add for each in cluster.changes_asked)


def test_a_voter_is_removed():
    cluster = led_cluster()
    gone = next(each for each in cluster.nodes.values() if each is not cluster.leader())
    done = []
    operating.remove_voter_until(cluster, gone.key, lambda: done.append("done"))
    run_for(cluster, 4000)
    assert gone.node_id not in ids(cluster)
    assert done == ["done"]


def test_who_is_there_already_is_done():
    cluster = led_cluster()
    done = []
    operating.add_voter_until(cluster, cluster.nodes[1], lambda: done.append("add"))
    run_for(cluster, 2000)
    assert done == ["add"]


def test_a_request_that_is_lost_is_made_again():
    cluster = led_cluster()
    gone = next(each for each in cluster.nodes.values() if each is not cluster.leader())
    cluster.network.loss = 1000
    operating.remove_voter_until(cluster, gone.key)
    run_for(cluster, 500)
    cluster.network.loss = 0
    run_for(cluster, 6000)
    assert gone.node_id not in ids(cluster)


def test_patience_ends():
    cluster = led_cluster()
    cluster.network.loss = 1000
    operating.remove_voter_until(cluster, cluster.nodes[1].key)
    run_for(cluster, 12_000)
    assert len(cluster.changes_asked) == 4


def test_what_is_refused_for_good_is_not_asked_again():
    cluster = led_cluster(kraft_level=0)
    answers, done = [], []
    operating.add_voter_once(cluster, cluster.nodes[1], answers.append)
    operating.remove_voter_until(cluster, cluster.nodes[1].key, lambda: done.append("done"))
    run_for(cluster, 5000)
    assert answers == [ErrorCode.UNSUPPORTED_VERSION]
    assert len(cluster.changes_asked) == 2
    assert done == []


def test_a_removal_that_would_strand_the_rest_is_not_asked_for():
    cluster = led_cluster()
    lost = next(each for each in cluster.nodes.values() if each is not cluster.leader())
    lost.crash()
    lost.lose_disk()
    assert not operating.remove_voter_once(cluster, cluster.leader().key)
    assert cluster.changes_asked == []


def test_nobody_is_asked_where_nobody_is_up():
    cluster = led_cluster()
    key = cluster.nodes[1].key
    for node in cluster.up_nodes():
        node.crash()
    assert operating.believed_leader(cluster) is None
    operating.add_voter_once(cluster, cluster.nodes[1])
    assert not operating.remove_voter_once(cluster, key)
    assert cluster.changes_asked == []


def test_a_release_that_cannot_wait_less_is_asked_for_what_it_can():
    releases = dict.fromkeys((1, 2, 3, 4), "3.9")
    cluster = led_cluster(observer_ids=(4,), releases=releases)
    run_for(cluster, 1500)
    answers = []
    operating.add_voter_once(cluster, cluster.nodes[4], answers.append, ack_when_committed=False)
    run_for(cluster, 2000)
    assert answers == [ErrorCode.NONE]
