from __future__ import annotations

from kraft_core.raft.consensus.values import Voters
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.sim.quorum.ledger import Entry
from kraft_core.sim.quorum.minority import Minority
from kraft_core.sim.quorum.steps.operators import add_voter_until, remove_voter_until
from kraft_core.sim.quorum.steps.tolerance import (
    ChangeAsked,
    excuse,
    is_at_level_1,
    may_break,
    may_lose_disk,
    may_move,
    may_remove,
    sets_in_logs,
    sets_in_play,
)
from tests.support.simulated import led_cluster, run_for, run_until_led


def lose(cluster, node_id):
    node = cluster.nodes[node_id]
    node.crash()
    node.lose_disk()
    node.start()
    return node


def write_set(node, voters):
    """Put a voter set into a log, as observers see it."""
    log = node.log
    log.append(Entry(log.end_offset, log.end_offset, 99, 0, (Voters(voters),)))


def without(cluster, *voter_ids):
    return VoterSet(tuple(each for each in cluster.first_voters if each.id not in voter_ids))


def test_three_voters_bear_one_lost_disk_and_five_bear_two():
    cluster = led_cluster()
    assert may_lose_disk(cluster, cluster.nodes[1])
    lose(cluster, 1)
    assert not may_lose_disk(cluster, cluster.nodes[2])
    cluster = led_cluster(voter_ids=(1, 2, 3, 4, 5))
    lose(cluster, 1)
    assert may_lose_disk(cluster, cluster.nodes[2])
    lose(cluster, 2)
    assert not may_lose_disk(cluster, cluster.nodes[3])


def test_a_lost_disk_may_be_lost_again():
    cluster = led_cluster()
    assert may_lose_disk(cluster, lose(cluster, 1))


def test_disk_of_one_or_two_voters_may_not_be_lost():
    assert not may_lose_disk(*_with_node(led_cluster(voter_ids=(1,))))
    assert not may_lose_disk(*_with_node(led_cluster(voter_ids=(1, 2))))


def _with_node(cluster):
    return cluster, cluster.nodes[1]


def test_an_observers_disk_is_no_loss():
    cluster = led_cluster(voter_ids=(1,), observer_ids=(2,))
    assert may_lose_disk(cluster, cluster.nodes[2])


def test_static_voters_keep_their_disks():
    cluster = led_cluster(kraft_level=0)
    assert not is_at_level_1(cluster)
    assert not may_lose_disk(cluster, cluster.nodes[1])
    assert not may_move(cluster, cluster.nodes[1])


def test_an_upgraded_cluster_may_lose_a_disk_once_level_1_is_durable_everywhere():
    cluster = led_cluster(kraft_level=0)
    run_for(cluster, 6000)  # voters tell the leader who they are
    leader = cluster.leader()
    leader.later(0, lambda: leader.replica.upgrade_nowait(1))
    assert not is_at_level_1(cluster)
    run_for(cluster, 3000)
    assert leader.core.kraft_version == 1
    assert is_at_level_1(cluster)
    assert may_lose_disk(cluster, cluster.nodes[1])
    behind = cluster.nodes[2]
    end, behind.flushed_end = behind.flushed_end, 1
    assert not is_at_level_1(cluster)
    behind.flushed_end = end


def test_uncommitted_set_counts_in_any_log():
    cluster = led_cluster()
    smaller = without(cluster, 3)
    down = cluster.nodes[2]
    down.crash()
    write_set(down, smaller)
    assert sets_in_logs(cluster) == [cluster.first_voters, smaller]
    assert not may_lose_disk(cluster, cluster.nodes[1])
    assert may_lose_disk(cluster, cluster.nodes[3])


def test_a_set_below_the_committed_one_is_history():
    cluster = led_cluster(observer_ids=(4,))
    add_voter_until(cluster, cluster.nodes[4])
    run_for(cluster, 4000)
    assert [voters.ids for voters in sets_in_logs(cluster)] == [(1, 2, 3, 4)]


def test_requested_change_counts_until_it_cannot_take_effect():
    cluster = led_cluster()
    asked = ChangeAsked(cluster.now_ms, cluster.nodes[3].key, is_add=False)
    cluster.changes_asked.append(asked)
    assert [voters.ids for voters in sets_in_play(cluster)] == [(1, 2, 3), (1, 2)]
    assert not may_lose_disk(cluster, cluster.nodes[1])
    run_for(cluster, 9000)
    assert may_lose_disk(cluster, cluster.nodes[1])


def test_requests_are_taken_together():
    cluster = led_cluster(voter_ids=(1, 2, 3, 4, 5))
    for voter_id in (4, 5):
        cluster.changes_asked.append(
            ChangeAsked(cluster.now_ms, cluster.nodes[voter_id].key, is_add=False)
        )
    found = [voters.ids for voters in sets_in_play(cluster)]
    assert sorted(found) == [(1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 5)]


def test_auto_joining_node_may_be_a_voter_at_any_time():
    cluster = led_cluster(voter_ids=(1, 2, 3), observer_ids=(4,), auto_join=True)
    assert (1, 2, 3, 4) in [voters.ids for voters in sets_in_play(cluster)]


def test_remaining_voters_must_be_able_to_commit():
    cluster = led_cluster()
    assert may_remove(cluster, cluster.nodes[1].key)
    lost = cluster.nodes[3].key
    lose(cluster, 3)
    assert not may_remove(cluster, cluster.nodes[1].key)
    assert may_remove(cluster, lost)


def test_moves_count_until_the_committed_set_has_them():
    cluster = led_cluster()
    assert may_move(cluster, cluster.nodes[2])
    node = cluster.nodes[2]
    node.crash()
    node.move()
    node.start()
    assert not may_move(cluster, cluster.nodes[3])
    assert not may_lose_disk(cluster, cluster.nodes[3])
    run_for(cluster, 8000)
    assert run_until_led(cluster)
    assert may_move(cluster, cluster.nodes[3])


def test_a_bootstrap_server_that_knows_something_must_stay_where_it_is():
    cluster = led_cluster(voter_ids=(1,), observer_ids=(2,))
    assert not may_move(cluster, cluster.nodes[1])
    cluster = led_cluster(voter_ids=(1, 2, 3))
    cluster.nodes[1].flushed_end = cluster.nodes[3].flushed_end = 0
    assert not may_lose_disk(cluster, cluster.nodes[2])
    assert may_lose_disk(cluster, cluster.nodes[1])


def test_removed_bootstrap_server_is_a_guide_only_through_those_whom_it_knows():
    """Of bootstrap servers 1 and 2 the first was removed when 3 was the newest voter."""
    cluster = led_cluster(voter_ids=(1, 2), observer_ids=(3, 4, 5))
    first, other, third = (cluster.nodes[each] for each in (1, 2, 3))
    change(cluster, add_voter_until, third)
    change(cluster, remove_voter_until, first.key)
    first.crash()
    change(cluster, add_voter_until, cluster.nodes[4])
    change(cluster, add_voter_until, cluster.nodes[5])
    change(cluster, remove_voter_until, third.key)
    run_for(cluster, 9000)
    assert [voters.ids for voters in sets_in_play(cluster)] == [(2, 4, 5)]
    assert may_lose_disk(cluster, other)
    lose(cluster, 3).crash()
    assert not may_lose_disk(cluster, other)
    assert may_lose_disk(cluster, cluster.nodes[4])


def change(cluster, ask, whom):
    ask(cluster, whom)
    run_for(cluster, 4000)
    assert run_until_led(cluster)


def test_witnesses_alone_are_excused():
    cluster = led_cluster(witness_ids=(2,))
    minority = Minority(cluster, {1: "down"})
    assert excuse(cluster, minority, "others-commit") is None
    cluster.nodes[3].is_witness = True
    assert excuse(cluster, minority, "others-commit") == "only witnesses are left"
    # a witness can lead, and decide a change of voters
    assert excuse(cluster, minority, "others-elect") is None
    assert excuse(cluster, minority, "others-decide") is None


def test_a_minority_may_stay_broken_and_a_majority_may_not():
    cluster = led_cluster()
    assert may_break(cluster, {1})
    assert not may_break(cluster, {1, 2})
    assert may_break(cluster, {1}, removed=cluster.nodes[1].key)
    assert not may_break(cluster, {1}, removed=cluster.nodes[2].key)
