"""Tests of a simulated node, its ports and its turns."""

from __future__ import annotations

import random
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from kraft_core.raft.consensus.effects import SendResponse, StoreElection
from kraft_core.raft.consensus.events import DeadlineReached, LogFlushed, RequestReceived, Started
from kraft_core.raft.consensus.values import Endpoint
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.sim.quorum.disk import NodeEnded
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.machine import write_record
from kraft_core.sim.quorum.network import LISTENER, Asked
from kraft_core.sim.quorum.node import NotRunningError
from kraft_core.sim.quorum.plan import CLUSTER_ID
from kraft_core.sim.quorum.result import InvariantFailed
from kraft_wire.messages import ApiVersionsResponse, DescribeQuorumRequest, VoteRequest
from kraft_wire.primitives import Uuid
from tests.simulation.small_clusters import (
    await_leader,
    await_written,
    begun,
    done,
    follower,
    heard,
    led,
    until,
    write,
)

if TYPE_CHECKING:
    from kraft_core.raft.consensus.values import Election
    from kraft_core.sim.quorum.cluster import Cluster


def moments(cluster: Cluster, *kinds: Moment) -> list[tuple[Moment, int]]:
    """A list that gets these moments and the node ids from now on."""
    found: list[tuple[Moment, int]] = []
    for kind in kinds:
        cluster.hooks.moments[kind].append(
            lambda node, kind=kind: found.append((kind, node.node_id))  # type: ignore[misc]
        )
    return found


# -- ends and starts ----------------------------------------------------------------------------


@pytest.mark.parametrize("power", [None, 1])
def test_a_node_that_ended_comes_back_with_what_it_had_synced(power):
    cluster = led()
    await_written(cluster, "name", "value")
    seen = moments(cluster, Moment.STOPPED, Moment.STARTED)
    node = follower(cluster)
    before, flushed_end = node.log, node.flushed_end
    node.crash(None if power is None else random.Random(power))
    assert (node.is_up, node.is_dark) == (False, power is not None)
    assert node.previous_log is before
    with pytest.raises(NotRunningError, match=f"node {node.node_id} is down"):
        node.core  # noqa: B018 - it raises
    incarnation = node.incarnation
    node.start()
    assert (node.incarnation, node.is_up, node.is_dark) == (incarnation + 1, True, False)
    assert node.log.end_offset >= flushed_end
    assert seen == [(Moment.STOPPED, node.node_id), (Moment.STARTED, node.node_id)]
    until(cluster, lambda: node.machine.get("name") == "value")


def test_starting_what_is_up_and_ending_what_is_down_does_nothing():
    cluster = led()
    node = follower(cluster)
    seen = moments(cluster, Moment.STOPPED, Moment.STARTED)
    node.start()
    assert seen == []
    node.crash()
    node.crash()
    assert seen == [(Moment.STOPPED, node.node_id)]


@pytest.mark.parametrize("has_power", [True, False])
def test_unsynced_records_outlive_the_process_but_not_always_the_power(has_power):
    kept = set()
    for operations in range(8):
        cluster = led()
        leader = await_leader(cluster)
        synced = leader.flushed_end
        leader.crash_in(operations, None if has_power else random.Random(operations))
        write(cluster, "name", "value")
        until(cluster, lambda leader=leader: not leader.is_up)
        if leader.flushed_end == synced:
            leader.start()
            kept.add(leader.log.end_offset - synced)
    assert kept == {0, 1}


def test_shutdown_hands_over_and_completes():
    cluster = led()
    leader = await_leader(cluster)
    leader.shut_down()
    until(cluster, lambda: not leader.is_up, limit_ms=1000)
    assert await_leader(cluster) is not leader
    assert not leader.is_dark
    assert leader.flushed_end == leader.log.end_offset


def test_resumed_node_handles_everything_that_waited():
    cluster = led()
    node = follower(cluster)
    came = heard(cluster, RequestReceived, Started)
    node.pause(700)
    assert (node.is_up, node.is_paused) == (True, True)
    steps: list[int] = []
    node.later(0, lambda: steps.append(cluster.now_ms))
    node.later(5, lambda: steps.append(cluster.now_ms))
    node.pause(10)
    begun_ms = cluster.now_ms
    cluster.timeline.run_until(begun_ms + 699)
    assert steps == []
    assert node.node_id not in {node_id for node_id, _ in came}
    cluster.timeline.run_until(begun_ms + 700)
    assert steps == [begun_ms + 700] * 2
    assert not node.is_paused
    await_written(cluster, "name", "value")


def test_a_pause_that_was_ended_early_does_not_end_the_next_one():
    cluster = led()
    node = follower(cluster)
    node.pause(100)
    node.resume()
    node.pause(1000)
    cluster.timeline.run_until(cluster.now_ms + 500)
    assert node.is_paused
    cluster.timeline.run_until(cluster.now_ms + 600)
    assert not node.is_paused


def test_a_paused_node_that_ends_forgets_what_it_held():
    cluster = led()
    node = follower(cluster)
    node.pause(700)
    done: list[int] = []
    node.later(0, lambda: done.append(1))
    node.crash()
    assert not node.is_paused
    node.start()
    cluster.timeline.run_until(cluster.now_ms + 1000)
    assert done == []
    assert not node.is_paused
    await_written(cluster, "name", "value")


def test_callbacks_of_an_earlier_incarnation_do_not_run():
    cluster = led()
    node = follower(cluster)
    done: list[int] = []
    node.later(10, lambda: done.append(1))
    node.crash()
    node.start()
    node.later(10, lambda: done.append(2))
    cluster.timeline.run_until(cluster.now_ms + 20)
    assert done == [2]


# -- ends in between ----------------------------------------------------------------------------


def test_a_node_ends_between_any_two_operations_and_always_comes_back():
    cluster = led()
    ends = []
    for operations in range(45):
        node = await_leader(cluster) if operations % 2 else follower(cluster)
        node.crash_in(operations, random.Random(operations) if operations % 3 else None)
        write(cluster, "name", str(operations))
        if not cluster.timeline.run_while(lambda node=node: node.is_up, 3000, every_ms=1):
            node.crash()
        ends.append(node.disk.end_in)
        node.start()
    assert set(ends) == {None}
    await_written(cluster, "name", "last")


def test_a_node_that_is_down_ends_within_its_recovery():
    cluster = led()
    await_written(cluster, "name", "value")
    node = follower(cluster)
    node.crash()
    seen = moments(cluster, Moment.STOPPED, Moment.STARTED)
    starts = 0
    while not node.is_up:
        node.crash_in(starts, random.Random(starts) if starts % 2 else None)
        node.start()
        starts += 1
        assert starts < 200
    assert starts > 10
    node.disk.end_in = None
    stopped = [(Moment.STOPPED, node.node_id)] * (starts - 1)
    assert seen == [*stopped, (Moment.STARTED, node.node_id)]
    until(cluster, lambda: node.machine.get("name") == "value")


def test_an_end_that_was_ordered_is_forgotten_when_another_comes_first():
    cluster = led()
    node = follower(cluster)
    node.crash_in(1000, random.Random(1))
    node.crash()
    node.start()
    node.disk.fail_sync_in = 0
    write(cluster, "name", "value")
    until(cluster, lambda: not node.is_up)
    assert not node.is_dark, "the sync failed; the power did not"


# -- disks --------------------------------------------------------------------------------------


def test_failed_sync_or_full_disk_ends_the_node_and_a_restart_recovers():
    cluster = led()
    for fault in ("sync", "room"):
        node = follower(cluster)
        if fault == "sync":
            node.disk.fail_sync_in = 0
        else:
            node.disk.is_full = True
        write(cluster, "name", fault)
        until(cluster, lambda node=node: not node.is_up)
        node.start()
        if fault == "room":
            write(cluster, "name", "more")
            cluster.timeline.run_until(cluster.now_ms + 1000)
            assert not node.is_up, "the disk is still full"
            node.disk.is_full = False
            node.start()
        await_written(cluster, "name", fault)


def test_os_error_without_an_injected_fault_is_raised():
    node = follower(led())

    def broken() -> None:
        raise OSError("no fault was set")

    with pytest.raises(OSError, match="no fault was set"):
        node.later(0, broken)


@pytest.mark.parametrize("error", [InvariantFailed("name", "detail"), KeyError("bug")])
def test_a_broken_disk_hides_nothing_else(error):
    node = follower(led())
    node.disk.has_failed = True

    def broken() -> None:
        raise error

    with pytest.raises(type(error)):
        node.later(0, broken)


def test_a_lost_disk_is_another_replica():
    cluster = led()
    await_written(cluster, "name", "value")
    node = follower(cluster)
    with pytest.raises(ValueError, match="keeps its disk"):
        node.lose_disk()
    node.crash()
    seen = moments(cluster, Moment.DISK_LOST)
    before = node.directory_id
    node.lose_disk()
    assert seen == [(Moment.DISK_LOST, node.node_id)]
    assert node.directory_id != before
    assert node.key.directory_id == node.directory_id
    assert (node.has_lost_disk, node.stored_election, node.log.end_offset) == (True, None, 0)
    node.start()
    assert not node.core.is_voter
    until(cluster, lambda: node.machine.get("name") == "value")


# -- what it is ---------------------------------------------------------------------------------


def test_node_moves_at_its_next_start():
    cluster = led()
    node = follower(cluster)
    before = node.endpoint
    assert before == Endpoint(LISTENER, "localhost", node.port)
    node.move()
    assert node.endpoint == before
    node.crash()
    assert node.endpoint == before
    node.start()
    assert node.endpoint.port == before.port + 1
    await_written(cluster, "name", "value")
    leader = await_leader(cluster)

    def is_known() -> bool:
        return any(node.endpoint in each.endpoints for each in leader.core.voters.voters)

    until(cluster, is_known)


def test_only_an_active_controller_appends():
    cluster = led()
    leader = await_leader(cluster)
    assert follower(cluster).append([write_record("name", "value")]) is None
    ticket = leader.append([write_record("name", "value")])
    assert ticket is not None
    leader.pause(10)
    assert leader.append([write_record("name", "value")]) is None
    leader.crash()
    assert leader.append([write_record("name", "value")]) is None
    assert ticket.has_ended


def test_the_first_record_is_the_level_of_metadata_version_and_there_is_one():
    cluster = led()
    await_written(cluster, "name", "value")
    for _ in range(3):
        await_leader(cluster).crash()
        for node in cluster.nodes.values():
            node.start()
        await_written(cluster, "name", "value")
    leader = await_leader(cluster)
    data = [entry for entry in leader.log.entries if not entry.control_records]
    assert len({entry.digest for entry in data}) == len(data)
    assert leader.machine.is_initialized
    assert next(iter(leader.machine.values)) == "metadata.version"


def test_a_witness_gives_way_from_now_on_or_no_longer():
    cluster = led()
    leader = await_leader(cluster)
    leader.set_witness(True)
    until(cluster, lambda: cluster.leader() not in {None, leader})
    assert not leader.may_lead
    leader.set_witness(False)
    assert leader.may_lead
    await_written(cluster, "name", "value")


def test_a_request_is_answered_once_and_its_number_is_no_other_s():
    cluster = led()
    node = follower(cluster)
    answers: list[bytes] = []
    asked = Asked(55, 2, node.port, answers.append)
    replied = done(cluster, SendResponse)
    node.act(lambda: node.link.receive(4711, asked, DescribeQuorumRequest()))
    node.act(lambda: node.link.receive(4712, asked, DescribeQuorumRequest()))
    assert len(answers) == 2
    with pytest.raises(KeyError):
        node.link.respond(4711, ApiVersionsResponse(), 3)
    del replied


def test_sending_and_answering_are_operations_before_which_the_process_may_end():
    cluster = led()
    node = follower(cluster)
    answers: list[bytes] = []
    asked = Asked(55, 2, node.port, answers.append)
    node.crash_in(0)
    link = node.link
    with pytest.raises(NodeEnded):
        link.receive(4711, asked, DescribeQuorumRequest())
    assert answers == []


def test_stored_election_is_reported_once_it_is_durable():
    cluster = begun()
    told: list[tuple[int, Election]] = []
    stored = done(cluster, StoreElection)

    def look(node):
        on_disk = node.directory.election.read()
        assert node.stored_election == on_disk
        told.append((node.node_id, on_disk))

    cluster.hooks.moments[Moment.ELECTION_STORED].append(look)
    cluster.timeline.run_until(5000)
    first = told[:3]  # of the starts, before anybody looked
    assert {(node_id, election.epoch) for node_id, election in first} == {(1, 0), (2, 0), (3, 0)}
    assert told[3:] == [(node_id, effect.election) for node_id, effect in stored]
    assert {node_id for node_id, _ in told} == {1, 2, 3}


@pytest.mark.parametrize("end", ["process", "power", "pause", "shutdown", "failed sync", "hang"])
def test_response_waits_until_quorum_state_is_durable(end):
    """Nothing leaves the node before its election is durable, whatever happens meanwhile."""
    cluster = led()
    node = follower(cluster)
    node.flush_delay_ms = (300, 300)
    answered = done(cluster, SendResponse)
    stored = []
    cluster.hooks.moments[Moment.ELECTION_STORED].append(lambda each: stored.append(each.node_id))
    asked_in = node.core.role.epoch + 7
    vote = vote_request(node, asked_in)
    node.act(lambda: node.link.receive(4711, Asked(52, 2, node.port, lambda _: None), vote))
    assert node.replica.is_storing
    assert node.replica.deadline_ms is None
    before = node.stored_election
    if end == "process":
        node.crash()
    elif end == "power":
        node.crash(Random(1))
    elif end == "pause":
        node.pause(1000)
    elif end == "shutdown":
        node.shut_down()
    elif end == "hang":
        node.disk_hangs = True
    else:
        node.disk.fail_sync_in = 0
    of_node = [each for each in answered if each[0] == node.node_id]
    cluster.timeline.run_until(cluster.now_ms + 290)
    assert [each for each in answered if each[0] == node.node_id] == of_node
    assert node.stored_election == before
    cluster.timeline.run_until(cluster.now_ms + 15_000)
    if end == "hang":
        assert (node.replica.is_storing, node.stored_election) == (True, before)
        node.disk_hangs = False
        cluster.timeline.run_until(cluster.now_ms + 100)
    has_stored = node.node_id in stored
    has_answered = any(effect.reply_to == 4711 for _, effect in answered)
    assert has_stored == has_answered == (end in {"pause", "shutdown", "hang"})
    assert node.is_up == (end in {"pause", "hang"})


def vote_request(node, epoch):
    """A vote that may not be granted, but whose epoch has to be stored."""
    partition = VoteRequest.PartitionData(
        partition_index=0,
        replica_epoch=epoch,
        replica_id=9,
        replica_directory_id=Uuid(bytes([9]) * 16),
        voter_directory_id=Uuid(node.directory_id),
        last_offset_epoch=0,
        last_offset=0,
        pre_vote=False,
    )
    topic = VoteRequest.TopicData(topic_name="__cluster_metadata", partitions=[partition])
    return VoteRequest(cluster_id=CLUSTER_ID, voter_id=node.node_id, topics=[topic])


def test_election_that_was_not_written_is_not_reported():
    cluster = led()
    node = follower(cluster)
    before = node.stored_election
    assert before is not None
    cluster.leader().crash()  # type: ignore[union-attr]
    told = []
    cluster.hooks.moments[Moment.ELECTION_STORED].append(lambda each: told.append(each.node_id))
    for each in cluster.up_nodes():
        each.disk.is_full = True
    cluster.timeline.run_until(cluster.now_ms + 5000)
    assert (told, node.stored_election, node.is_up) == ([], before, False)


def rung(cluster: Cluster, node_id: int) -> list[tuple[int, int]]:
    """Record from now on how late each deadline is reported, by the node's clock, and when."""
    node = cluster.nodes[node_id]
    found: list[tuple[int, int]] = []
    wanted: list[int | None] = [None]

    def turned(each: Any) -> None:
        if each is node:
            wanted[0] = node.core.deadline_ms

    def told(each: Any, _: DeadlineReached) -> None:
        if each is node and wanted[0] is not None:
            found.append((node.clock.now_ms() - wanted[0], cluster.now_ms))

    cluster.hooks.moments[Moment.TURNED].append(turned)
    cluster.hooks.events[DeadlineReached].append(told)
    return found


@pytest.mark.parametrize("drift_ppm", [0, 100_000, -100_000, 333, -1])
def test_alarms_ring_when_the_clock_of_the_node_says_so(drift_ppm):
    cluster = led(1, 2)
    other = follower(cluster)
    other.clock.drift_ppm = drift_ppm
    found = rung(cluster, other.node_id)
    await_leader(cluster).crash()
    cluster.timeline.run_until(cluster.now_ms + 20_000)
    assert len(found) > 5
    assert {late_ms for late_ms, _ in found} <= {0, 1}, "1: its clock shows no such instant"
    if drift_ppm <= 0:
        assert {late_ms for late_ms, _ in found} == {0}


def test_an_alarm_costs_one_turn():
    """No node spins while it waits: whatever its clock does, an instant has few turns."""
    cluster = led()
    for node, drift_ppm in zip(cluster.nodes.values(), (-100_000, 99_999, -7), strict=True):
        node.clock.drift_ppm = drift_ppm
    turns: dict[tuple[int, int], int] = {}

    def turned(node: Any) -> None:
        key = (node.node_id, cluster.now_ms)
        turns[key] = turns.get(key, 0) + 1

    cluster.hooks.moments[Moment.TURNED].append(turned)
    cluster.timeline.run_until(cluster.now_ms + 10_000)
    assert len(turns) < 3 * 1000
    assert max(turns.values()) <= 2


def test_a_clock_that_runs_faster_from_now_on_makes_no_alarm_late():
    cluster = led(1, 2)
    other = follower(cluster)
    await_leader(cluster).crash()
    cluster.timeline.run_until(cluster.now_ms + 3000)
    found = rung(cluster, other.node_id)
    for drift_ppm in (900_000, 0) * 40:
        other.clock.drift_ppm = drift_ppm
        cluster.timeline.run_until(cluster.now_ms + 133)
    assert len(found) > 5
    assert max(late_ms for late_ms, _ in found) <= 1


def test_callbacks_of_one_instant_are_one_turn():
    cluster = led()
    node = follower(cluster)
    cluster.timeline.run_until(cluster.now_ms + 7)
    turns: list[int] = []
    cluster.hooks.moments[Moment.TURNED].append(lambda each: turns.append(each.node_id))
    for _ in range(5):
        node.later(0, lambda: None)
    cluster.timeline.run_until(cluster.now_ms)
    assert turns == [node.node_id]


def test_disk_is_as_slow_as_configured_and_serves_many_at_once():
    cluster = led()
    leader = await_leader(cluster)
    leader.flush_delay_ms = (100, 100)
    cluster.timeline.run_until(cluster.now_ms + 300)
    flushed = heard(cluster, LogFlushed)
    tickets = []
    for number in range(3):
        tickets.append(write(cluster, "name", str(number)))
        cluster.timeline.run_until(cluster.now_ms + 30)
    own = [event for node_id, event in flushed if node_id == leader.node_id]
    assert own == []
    cluster.timeline.run_until(cluster.now_ms + 220)
    own = [event.end_offset for node_id, event in flushed if node_id == leader.node_id]
    end = leader.log.end_offset
    assert own == [end - 2, end], "what came while the first was written was written together"
    assert all(ticket.has_ended for ticket in tickets)


def test_the_sync_of_the_durable_mark_takes_as_long_as_any_other():
    """What is appended meanwhile waits for it."""
    storage = StorageSettings(mark_interval_ms=1_000)
    cluster = led(1, storage=storage)
    node = cluster.nodes[1]
    write(cluster, "alpha", "1")
    cluster.timeline.run_until(cluster.now_ms + 100)
    node.flush_delay_ms = (700, 700)
    syncs = node.disk.syncs
    assert cluster.timeline.run_while(lambda: node.disk.syncs == syncs, 2_000, every_ms=1)
    began_ms = cluster.now_ms
    ticket = node.append([write_record("alpha", "2")])
    assert cluster.timeline.run_while(lambda: not ticket.has_ended, 3_000, every_ms=1)
    assert 1_390 <= cluster.now_ms - began_ms <= 1_420


def test_the_chores_are_done_about_once_a_second():
    cluster = led(storage=StorageSettings(mark_interval_ms=100))
    await_written(cluster, "name", "value")
    cluster.timeline.run_until(cluster.now_ms + 2500)
    for node in cluster.nodes.values():
        assert node.directory.log._files.mark.end_offset == node.log.end_offset


def test_crashed_node_has_no_turns():
    cluster = led()
    node = follower(cluster)
    turns = heard(cluster)
    node.later(0, lambda: None)
    node.crash()
    cluster.timeline.run_until(cluster.now_ms + 3000)
    assert node.node_id not in {node_id for node_id, _ in turns}
