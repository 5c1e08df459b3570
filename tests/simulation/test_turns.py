from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kraft_core.consensus.events import DeadlineReached, LogFlushed
from kraft_core.simulation.hooks import Moment
from kraft_core.storage.settings import StorageSettings
from tests.simulation.small_clusters import await_leader, await_written, follower, heard, led, write

if TYPE_CHECKING:
    from kraft_core.simulation.cluster import Cluster


def rung(cluster: Cluster, node_id: int) -> list[tuple[int, int]]:
    """How late each deadline of a node is told from now on, by its own clock, and when."""
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


def test_what_comes_at_one_instant_is_one_turn():
    cluster = led()
    node = follower(cluster)
    cluster.timeline.run_until(cluster.now_ms + 7)
    turns: list[int] = []
    cluster.hooks.moments[Moment.TURNED].append(lambda each: turns.append(each.node_id))
    for _ in range(5):
        node.later(0, lambda: None)
    cluster.timeline.run_until(cluster.now_ms)
    assert turns == [node.node_id]


def test_the_disk_is_as_slow_as_it_is_told_to_be_and_serves_many_at_once():
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


def test_the_chores_are_done_about_once_a_second():
    cluster = led(storage=StorageSettings(mark_interval_ms=100))
    await_written(cluster, "name", "value")
    cluster.timeline.run_until(cluster.now_ms + 2500)
    for node in cluster.nodes.values():
        assert node.directory.log._files.mark.end_offset == node.log.end_offset


def test_a_life_that_has_ended_has_no_turns():
    cluster = led()
    node = follower(cluster)
    turns = heard(cluster)
    node.later(0, lambda: None)
    node.crash()
    cluster.timeline.run_until(cluster.now_ms + 3000)
    assert node.node_id not in {node_id for node_id, _ in turns}
