from __future__ import annotations

from collections import Counter

from kraft_core.replica.appends import AppendOutcome
from kraft_core.simulation.history import Kind, check
from tests.support.simulated import led_cluster, run_for


def test_clients_append_and_read_and_are_answered():
    cluster = led_cluster()
    workload = cluster.workload
    workload.begin()
    run_for(cluster, 15_000)
    outcomes = Counter(each.outcome for each in workload.history.operations)
    assert outcomes[AppendOutcome.COMMITTED] > 10
    kinds = {each.kind for each in workload.history.committed}
    assert kinds == {Kind.WRITE, Kind.READ}
    assert workload.appends == outcomes[AppendOutcome.COMMITTED]
    check(workload.history, cluster.ledger)


def test_the_values_written_are_unique_and_reads_see_them():
    cluster = led_cluster()
    workload = cluster.workload
    workload.burst(40)
    run_for(cluster, 1000)
    written = [each.value for each in workload.history.committed if each.kind is Kind.WRITE]
    assert len(written) == len(set(written)) > 15
    seen = [each.value for each in workload.history.committed if each.kind is Kind.READ]
    assert any(value in written for value in seen)
    check(workload.history, cluster.ledger)


def test_a_burst_shares_batches():
    cluster = led_cluster()
    before = cluster.leader().log.end_offset
    entries = len(cluster.leader().log.entries)
    for _ in range(8):  # the client may ask the wrong node at first
        cluster.workload.burst(5)
    run_for(cluster, 2000)
    records = cluster.leader().log.end_offset - before
    assert records >= 40
    assert len(cluster.leader().log.entries) - entries < records / 2


def test_what_a_follower_rejects_is_tried_elsewhere_under_the_same_value():
    cluster = led_cluster()
    workload, leader = cluster.workload, cluster.leader()
    client = workload._clients[0]
    client.believed = next(each for each in cluster.nodes if each != leader.node_id)
    client.want(Kind.WRITE)
    run_for(cluster, 5000)
    outcomes = [each.outcome for each in workload.history.operations]
    assert outcomes[0] is AppendOutcome.REJECTED
    assert outcomes[-1] is AppendOutcome.COMMITTED
    assert len({each.value for each in workload.history.operations}) == 1


def test_what_is_unknown_is_left_alone():
    cluster = led_cluster()
    workload, leader = cluster.workload, cluster.leader()
    workload.append_fresh()
    leader.crash()
    run_for(cluster, 100)
    leader.start()
    run_for(cluster, 5000)
    outcomes = [each.outcome for each in workload.history.operations]
    assert AppendOutcome.COMMITTED not in outcomes or outcomes[0] is AppendOutcome.REJECTED
    assert not workload.undecided


def test_clients_rest_when_the_cluster_is_healed():
    cluster = led_cluster()
    cluster.is_healed = True
    cluster.workload.begin()
    run_for(cluster, 10_000)
    assert len(cluster.workload.history) == 0


def test_fresh_operations_are_told_apart():
    cluster = led_cluster()
    cluster.workload.burst(3)
    assert cluster.workload.fresh_committed == []
    cluster.workload.append_fresh()
    run_for(cluster, 500)
    assert [each.kind for each in cluster.workload.fresh_committed] == [Kind.WRITE, Kind.READ]
