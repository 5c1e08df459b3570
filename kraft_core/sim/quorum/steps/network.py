"""Links that lose, delay, duplicate and reorder; one-way cuts, flapping links and partitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.sim.quorum.names import Answer
from kraft_core.sim.quorum.network import OPERATOR
from kraft_core.sim.quorum.steps.targets import chance, later, pick_up

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode


def bad_network(cluster: Cluster, rng: Random) -> None:
    """Lose, duplicate and reorder messages on all links for a while."""
    network = cluster.network
    network.loss = rng.choice((0, 20, 100, 300))
    network.duplicates = rng.choice((0, 50, 200))
    network.reordering = rng.choice((0, 100, 500))

    def restore() -> None:
        network.loss = network.duplicates = network.reordering = 0

    later(cluster, rng.randrange(400, 4000), restore)


def slow_network(cluster: Cluster, rng: Random) -> None:
    """Delay messages on all links for a while."""
    network = cluster.network
    network.delay_ms = rng.choice(((20, 60), (5, 400), (300, 700)))

    def restore() -> None:
        network.delay_ms = cluster.plan.delay_ms

    later(cluster, rng.randrange(400, 4000), restore)


def one_way_cut(cluster: Cluster, rng: Random) -> None:
    """Cut one direction between a node and some or all others."""
    node = pick_up(cluster, rng)
    if node is None:
        return
    others = _some_others(cluster, node, rng)
    is_mute = chance(rng, 500)
    links = [(node.node_id, other) if is_mute else (other, node.node_id) for other in others]
    for link in links:
        cluster.network.cut(*link)
    later(cluster, rng.randrange(300, 5000), lambda: restore_links(cluster, links))


def restore_links(cluster: Cluster, links: list[tuple[int, int]]) -> None:
    """Restore cut links."""
    for link in links:
        cluster.network.restore(*link)


def _some_others(cluster: Cluster, node: SimulatedNode, rng: Random) -> list[int]:
    others = [each for each in cluster.nodes if each != node.node_id]
    if chance(rng, 400) or not others:
        return others
    return rng.sample(others, rng.randint(1, len(others)))


def flapping_link(cluster: Cluster, rng: Random) -> None:
    """Cut the link between two nodes and restore it, repeatedly."""
    node = pick_up(cluster, rng)
    others = [each for each in cluster.nodes if node is not None and each != node.node_id]
    if node is None or not others:
        return
    one, other = node.node_id, rng.choice(others)
    rounds, every_ms = rng.randint(3, 10), rng.choice((30, 120, 500))

    def flap(left: int) -> None:
        if left % 2:
            restore_links(cluster, [(one, other), (other, one)])
        else:
            cluster.network.cut(one, other)
            cluster.network.cut(other, one)
        if left > 1:
            later(cluster, every_ms, lambda: flap(left - 1))

    flap(rounds * 2)


def reset(cluster: Cluster, rng: Random) -> None:
    """Break the connections of a node with one other or with all."""
    node = pick_up(cluster, rng, leader_chance=700)
    if node is not None:
        for other in _some_others(cluster, node, rng):
            cluster.network.reset(node.node_id, other)


_SHORT_MS = (200, 1500)
_LONG_MS = (2000, 7000)


def draw_duration_ms(rng: Random) -> int:
    """Draw a duration: shorter than the fetch timeout, or long enough for an election."""
    return rng.randrange(*rng.choice((_SHORT_MS, _LONG_MS)))


def split(cluster: Cluster, side: Sequence[int]) -> list[tuple[int, int]]:
    """Cut these nodes from all others, both ways; return the links."""
    others = [each for each in cluster.nodes if each not in side]
    links = [link for one in side for other in others for link in ((one, other), (other, one))]
    for link in links:
        cluster.network.cut(*link)
    return links


def cut_all(cluster: Cluster, node: SimulatedNode, *, hears: bool, is_heard: bool) -> None:
    """Cut a node from all others and from operators, in one direction or in both."""
    others = [each for each in cluster.nodes if each != node.node_id]
    for other in (*others, OPERATOR):
        if not hears:
            cluster.network.cut(other, node.node_id)
        if not is_heard:
            cluster.network.cut(node.node_id, other)


def split_for(cluster: Cluster, side: Sequence[int], duration_ms: int) -> None:
    """Cut these nodes from all others, both ways, for this long."""
    links = split(cluster, side)
    later(cluster, duration_ms, lambda: restore_links(cluster, links))


def partition(cluster: Cluster, rng: Random) -> None:
    """Split the cluster in two; the leader is in the minority, in the majority, or anywhere."""
    ids = list(cluster.nodes)
    if len(ids) < 2:
        return
    rng.shuffle(ids)
    leader = cluster.leader()
    if leader is not None and chance(rng, 700):
        ids.remove(leader.node_id)
        ids.insert(0, leader.node_id)
    minority = max(1, (len(ids) - 1) // 2)
    size = rng.choice((minority, len(ids) - minority, rng.randint(1, len(ids) - 1)))
    split_for(cluster, ids[:size], draw_duration_ms(rng))


def isolate(cluster: Cluster, rng: Random) -> None:
    """Isolate one node, mostly the leader."""
    node = pick_up(cluster, rng, leader_chance=700)
    if node is not None:
        split_for(cluster, [node.node_id], draw_duration_ms(rng))


def ring(cluster: Cluster, rng: Random) -> None:
    """Let each node reach its two neighbours only, or join two halves by one node."""
    ids = list(cluster.nodes)
    rng.shuffle(ids)
    if chance(rng, 500):
        near = {(one, ids[place - 1]) for place, one in enumerate(ids)}
        links = [
            (one, other)
            for one in ids
            for other in ids
            if one != other and (one, other) not in near and (other, one) not in near
        ]
    else:
        half = (len(ids) - 1) // 2
        left, right = ids[1 : 1 + half], ids[1 + half :]
        links = [link for one in left for other in right for link in ((one, other), (other, one))]
    for link in links:
        cluster.network.cut(*link)
    later(cluster, draw_duration_ms(rng), lambda: restore_links(cluster, links))


def cut_minority(cluster: Cluster, rng: Random) -> None:
    """Cut off as many voters as a majority can lose, never the leader, until the end."""
    leader = cluster.leader()
    if leader is None:
        return
    voters = leader.core.voters
    others = [each for each in voters.ids if each != leader.node_id]
    size = len(voters) - voters.majority
    split(cluster, rng.sample(others, rng.randint(1, size)) if size else [])


# -- names -----------------------------------------------------------------------------------------


def hanging_names(cluster: Cluster, rng: Random) -> None:
    """Make look-ups of some or all names hang for a while, on one node or all nodes."""
    _disturb_names(cluster, rng, Answer.HANGS)


def failing_names(cluster: Cluster, rng: Random) -> None:
    """Make look-ups of some or all names fail for a while, on one node or all nodes."""
    _disturb_names(cluster, rng, Answer.REFUSES)


def _disturb_names(cluster: Cluster, rng: Random, answer: Answer) -> None:
    ids, names = list(cluster.nodes), cluster.network.names
    askers = ids if chance(rng, 700) else [rng.choice(ids)]
    about = ids if chance(rng, 500) else rng.sample(ids, rng.randint(1, len(ids)))
    pairs = [(asker, node_id) for asker in askers for node_id in about]
    for pair in pairs:
        names.set(*pair, answer)

    def restore() -> None:
        for pair in pairs:
            names.set(*pair, Answer.ANSWERS)

    later(cluster, rng.randrange(1000, 8000), restore)


def changed_address(cluster: Cluster, rng: Random) -> None:
    """Change the address of a machine, mostly the leader's."""
    node = pick_up(cluster, rng)
    if node is not None:
        cluster.network.move_machine(node.node_id)
