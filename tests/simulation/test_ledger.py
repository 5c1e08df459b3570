from __future__ import annotations

from kraft_core.consensus.effects import AdvanceHighWatermark
from kraft_core.simulation.cluster import Cluster
from kraft_core.simulation.plan import ClusterPlan
from tests.simulation.small_clusters import await_written, led, until


def test_everything_committed_is_in_it_once_and_without_a_gap():
    cluster = led()
    for number in range(10):
        await_written(cluster, "name", str(number))
    ledger = cluster.ledger
    offset = 0
    for committed in ledger.committed:
        assert committed.entry.base_offset == offset
        offset = committed.entry.end_offset
    assert offset == ledger.end_offset
    assert ledger.end_offset == max(node.high_watermark for node in cluster.nodes.values())


def test_find_gives_the_batch_with_that_record():
    cluster = led()
    await_written(cluster, "name", "value")
    for committed in cluster.ledger.committed:
        for offset in range(committed.entry.base_offset, committed.entry.end_offset):
            assert cluster.ledger.find(offset) is committed


def test_the_leader_is_the_first_to_know_in_its_own_epoch():
    cluster = led()
    await_written(cluster, "name", "value")
    leader = cluster.leader()
    assert leader is not None
    last = cluster.ledger.committed[-1]
    assert (last.node_id, last.epoch) == (leader.node_id, leader.core.role.epoch)


def test_observers_hear_of_each_entry_before_the_effect_is_performed():
    cluster = Cluster(1, ClusterPlan(voter_ids=(1, 2, 3)))
    told: list[int] = []
    cluster.hooks.commits.append(lambda _, committed: told.append(committed.entry.base_offset))
    cluster.hooks.effects[AdvanceHighWatermark].append(
        lambda node, effect: told.append(-effect.offset)
    )
    cluster.begin()
    until(cluster, lambda: len(cluster.ledger.committed) > 1)
    assert told[0] == 0
    assert [base for base in told if base >= 0] == [
        each.entry.base_offset for each in cluster.ledger.committed
    ]
    assert told.index(-cluster.ledger.end_offset) > told.index(
        cluster.ledger.committed[-1].entry.base_offset
    )


def test_the_state_at_an_offset_is_that_of_the_first_machine_there():
    cluster = led()
    await_written(cluster, "name", "value")
    for node in cluster.nodes.values():
        machine = node.machine
        assert cluster.ledger.state_digest_at(machine.applied_end) == machine.digest
    assert cluster.ledger.state_digest_at(10_000) is None
