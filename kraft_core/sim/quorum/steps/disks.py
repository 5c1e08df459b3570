"""Disks that are slow, full, hang, fail to sync, or are lost; and operators who replace them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kraft_core.sim.quorum.steps.operators import add_voter_until, remove_voter_until
from kraft_core.sim.quorum.steps.targets import chance, come_back, later, pick_up, start_when_down
from kraft_core.sim.quorum.steps.tolerance import may_lose_disk

if TYPE_CHECKING:
    from random import Random

    from kraft_core.raft.consensus.values import ReplicaKey
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode

_WAVES = 4
_WAVE_MS = 400


def failed_sync(cluster: Cluster, rng: Random) -> None:
    """Fail a sync: the node ends, and unsynced data can be lost."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.disk.fail_sync_in = rng.randrange(8)
        node.disk.arm()
        come_back(cluster, node, rng)


def slow_disk(cluster: Cluster, rng: Random) -> None:
    """Slow down syncs for a while."""
    node = pick_up(cluster, rng)
    if node is None:
        return
    node.flush_delay_ms = rng.choice(((10, 60), (50, 300), (200, 1200)))
    _later_fast(cluster, node, rng.randrange(500, 5000))


def _later_fast(cluster: Cluster, node: SimulatedNode, delay_ms: int) -> None:
    def restore() -> None:
        node.flush_delay_ms = cluster.plan.flush_delay_ms

    later(cluster, delay_ms, restore)


def hanging_disk(cluster: Cluster, rng: Random) -> None:
    """Make syncs hang for a while, mostly on the leader; then they complete at once."""
    node = pick_up(cluster, rng, leader_chance=700)
    if node is None:
        return
    node.disk_hangs = True

    def go_on() -> None:
        node.disk_hangs = False

    later(cluster, rng.choice((rng.randrange(100, 2500), rng.randrange(2500, 8000))), go_on)


def hanging_then_failing_disk(cluster: Cluster, rng: Random) -> None:
    """Make a sync hang for a while and then fail, which ends the node."""
    node = pick_up(cluster, rng, leader_chance=700)
    if node is None:
        return
    node.disk_hangs = True

    def fail() -> None:
        node.disk.fail_sync_in = rng.randrange(2)
        node.disk_hangs = False
        come_back(cluster, node, rng)

    later(cluster, rng.randrange(100, 5000), fail)


def nearly_full_disk(cluster: Cluster, rng: Random) -> None:
    """Reduce free space below `kraft.log.reserve.bytes` for a while, mostly on the leader.

    Before enough space is free again, it varies around the reserve.
    """
    node = pick_up(cluster, rng, leader_chance=800)
    if node is None:
        return
    disk = node.disk
    disk.lacks_room = disk.is_near_reserve = True
    room_ms = rng.randrange(1500, 9000)
    for turn in range(_WAVES):
        lacks = bool(turn % 2)
        later(cluster, room_ms + turn * _WAVE_MS, partial(setattr, disk, "lacks_room", lacks))

    def make_room() -> None:
        disk.lacks_room = disk.is_near_reserve = False

    later(cluster, room_ms + _WAVES * _WAVE_MS, make_room)


def nearly_full_disks(cluster: Cluster, rng: Random) -> None:
    """Reduce free space below `kraft.log.reserve.bytes` on all nodes; restore it one by one."""
    for node in cluster.up_nodes():
        disk = node.disk
        disk.lacks_room = True
        later(cluster, rng.randrange(2500, 7000), partial(setattr, disk, "lacks_room", False))


def full_disk(cluster: Cluster, rng: Random) -> None:
    """Fill a disk, which ends the node; free it later."""
    node = pick_up(cluster, rng)
    if node is None:
        return
    disk = node.disk
    disk.is_full = True
    disk.arm()
    room_ms = rng.randrange(300, 3500)

    def make_room() -> None:
        disk.is_full = False
        disk.arm()

    later(cluster, room_ms, make_room)
    start_when_down(cluster, node, rng.randrange(50, room_ms + 500), looks=8)


def lost_disk(cluster: Cluster, rng: Random) -> None:
    """Replace a disk that lost all its data, if the cluster tolerates that."""
    node = pick_up(cluster, rng, leader_chance=400)
    if node is not None:
        lose_and_replace(cluster, node, rng)


def lose_and_replace(cluster: Cluster, node: SimulatedNode, rng: Random) -> bool:
    """Lose the disk of a node that is up; sometimes an operator puts the new one in its place."""
    if not node.is_up or not may_lose_disk(cluster, node):
        return False
    old = node.key
    node.crash(None)
    node.lose_disk()
    start_when_down(cluster, node, rng.randrange(20, 1500))
    if chance(rng, 650):
        _later_replaced(cluster, node, old, rng)
    return True


def _later_replaced(cluster: Cluster, node: SimulatedNode, old: ReplicaKey, rng: Random) -> None:
    """Schedule the removal of the old key and then the addition of the new one (KIP-853)."""
    pause_ms = rng.randrange(50, 900)

    def remove() -> None:
        remove_voter_until(cluster, old, lambda: later(cluster, pause_ms, add))

    def add() -> None:
        add_voter_until(cluster, node)

    later(cluster, rng.randrange(300, 2500), remove)


def replace_disk(cluster: Cluster, rng: Random) -> None:
    """Remove a voter, give it an empty disk, and add it again, as an operator."""
    node = pick_up(cluster, rng, leader_chance=300)
    if node is None:
        return
    old = node.key

    def replace() -> None:
        if node.is_up and node.key == old and may_lose_disk(cluster, node):
            node.crash(None)
            node.lose_disk()
            node.start()
            later(cluster, rng.randrange(400, 1200), lambda: add_voter_until(cluster, node))

    remove_voter_until(cluster, old, lambda: later(cluster, rng.randrange(200), replace))
