from __future__ import annotations

from random import Random

from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.steps import disks
from tests.support.simulated import led_cluster, run_for, run_until_led


def stopped(cluster):
    seen = []
    cluster.hooks.moments[Moment.STOPPED].append(lambda node: seen.append(node.node_id))
    return seen


def test_a_sync_that_fails_ends_the_node():
    cluster = led_cluster()
    seen = stopped(cluster)
    disks.failed_sync(cluster, Random(1))
    assert seen == []
    for _ in range(8):
        cluster.workload.burst(2)
        run_for(cluster, 300)
    assert len(seen) == 1
    run_for(cluster, 8000)
    assert run_until_led(cluster)


def test_a_slow_disk_is_slow_for_a_while():
    cluster = led_cluster()
    disks.slow_disk(cluster, Random(1))
    assert sum(node.flush_delay_ms[1] >= 60 for node in cluster.nodes.values()) == 1
    run_for(cluster, 6000)
    assert all(node.flush_delay_ms == (0, 2) for node in cluster.nodes.values())


def test_a_disk_that_hung_fails_and_the_node_ends():
    cluster = led_cluster()
    seen = stopped(cluster)
    disks.hanging_then_failing_disk(cluster, Random(1))
    (node,) = (each for each in cluster.nodes.values() if each.disk_hangs)
    for _ in range(60):
        cluster.workload.burst(2)
        run_for(cluster, 100)
    assert not node.disk_hangs
    assert seen == [node.node_id]
    run_for(cluster, 8000)
    assert run_until_led(cluster)


def test_leader_whose_disk_is_nearly_full_hands_over():
    cluster = led_cluster()
    disks.nearly_full_disk(cluster, Random(1))
    (node,) = (each for each in cluster.nodes.values() if each.disk.lacks_room)
    assert node is cluster.leader()
    run_for(cluster, 1400)
    assert node.lacks_room
    assert cluster.leader() is not node
    run_for(cluster, 12_000)
    assert not node.lacks_room
    assert node.may_lead


def test_free_space_that_goes_up_and_down_about_the_reserve_moves_leadership_once():
    cluster = led_cluster()
    epochs = set()
    for _ in range(10):
        for lacks in (True, False):
            for node in cluster.nodes.values():
                node.disk.is_near_reserve, node.disk.lacks_room = True, lacks
                run_for(cluster, 500)
                epochs.add(node.core.role.epoch)
    assert len(epochs) <= 3  # each hands over once at most
    assert not any(node.may_lead for node in cluster.nodes.values())
    for node in cluster.nodes.values():
        node.disk.is_near_reserve = False
    run_for(cluster, 2000)
    assert all(node.may_lead for node in cluster.nodes.values())
    assert run_until_led(cluster)
    assert run_until_led(cluster)


def test_nearly_full_disks_of_all_take_control_records_alone():
    cluster = led_cluster()
    refused = []
    cluster.hooks.moments[Moment.APPEND_REFUSED].append(refused.append)
    for node in cluster.nodes.values():
        node.disk.lacks_room = True
    # who notices first hands over to one that will notice next; then three election timeouts pass
    run_for(cluster, 6000)
    assert all(node.lacks_room for node in cluster.nodes.values())
    assert run_until_led(cluster)
    leader = cluster.leader()
    before = leader.log.end_offset
    cluster.workload.burst(5)
    run_for(cluster, 100)
    assert refused
    assert leader.log.end_offset == before
    disks.nearly_full_disks(cluster, Random(1))  # room comes back
    run_for(cluster, 8000)
    assert not any(node.lacks_room for node in cluster.nodes.values())
    assert run_until_led(cluster)


def test_hanging_disk_completes_no_sync_until_it_resumes():
    cluster = led_cluster()
    disks.hanging_disk(cluster, Random(1))
    (hanging,) = (node for node in cluster.nodes.values() if node.disk_hangs)
    flushed = hanging.flushed_end
    while hanging.disk_hangs:
        assert hanging.flushed_end == flushed
        cluster.workload.burst(2)
        run_for(cluster, 100)
    assert hanging.log.end_offset > flushed
    run_for(cluster, 5000)
    assert hanging.flushed_end == hanging.log.end_offset > flushed
    assert run_until_led(cluster)


def test_a_full_disk_ends_the_node_until_there_is_room():
    cluster = led_cluster()
    seen = stopped(cluster)
    disks.full_disk(cluster, Random(2))
    for _ in range(10):
        cluster.workload.burst(2)
        run_for(cluster, 100)
    assert seen
    run_for(cluster, 8000)
    assert not any(node.disk.is_full for node in cluster.nodes.values())
    assert run_until_led(cluster)
    assert len(cluster.up_nodes()) == 3


def test_a_lost_disk_is_another_replica_and_is_put_in_its_place():
    replaced = 0
    for seed in range(5):
        cluster = led_cluster()
        keys = [node.key for node in cluster.nodes.values()]
        disks.lost_disk(cluster, Random(seed))
        run_for(cluster, 12_000)
        assert run_until_led(cluster)
        lost = [node for node in cluster.nodes.values() if node.key not in keys]
        assert len(lost) == 1
        assert lost[0].has_lost_disk
        replaced += cluster.leader().core.voters.has(lost[0].key)
    assert replaced >= 2


def test_no_disk_is_lost_that_cannot_be_spared():
    cluster = led_cluster(voter_ids=(1, 2))
    for seed in range(5):
        disks.lost_disk(cluster, Random(seed))
        assert not disks.lose_and_replace(cluster, cluster.nodes[1], Random(seed))
    assert not any(node.has_lost_disk for node in cluster.nodes.values())


def test_an_operator_replaces_a_disk():
    cluster = led_cluster()
    disks.replace_disk(cluster, Random(1))
    run_for(cluster, 15_000)
    assert run_until_led(cluster)
    replaced = [node for node in cluster.nodes.values() if node.has_lost_disk]
    assert len(replaced) == 1
    assert cluster.leader().core.voters.has(replaced[0].key)
    assert cluster.voter_changes == 2


def test_disk_steps_without_a_running_node_do_nothing():
    cluster = led_cluster()
    for node in cluster.up_nodes():
        node.crash()
    faults = (disks.failed_sync, disks.slow_disk, disks.hanging_disk, disks.full_disk)
    for step in (*faults, disks.lost_disk):
        step(cluster, Random(1))
    disks.replace_disk(cluster, Random(1))
    assert cluster.up_nodes() == []
