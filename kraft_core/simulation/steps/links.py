"""Networks that lose, delay, double and reorder; links that are cut one way, flap, are reset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.simulation.steps.targets import chance, later, pick_up

if TYPE_CHECKING:
    from random import Random

    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode


def bad_network(cluster: Cluster, rng: Random) -> None:
    """Messages get lost, come twice or overtake each other, everywhere and for a while."""
    network = cluster.network
    network.loss = rng.choice((0, 20, 100, 300))
    network.duplicates = rng.choice((0, 50, 200))
    network.reordering = rng.choice((0, 100, 500))

    def mend() -> None:
        network.loss = network.duplicates = network.reordering = 0

    later(cluster, rng.randrange(400, 4000), mend)


def slow_network(cluster: Cluster, rng: Random) -> None:
    """Messages take long, everywhere and for a while."""
    network = cluster.network
    network.delay_ms = rng.choice(((20, 60), (5, 400), (300, 700)))

    def mend() -> None:
        network.delay_ms = cluster.plan.delay_ms

    later(cluster, rng.randrange(400, 4000), mend)


def one_way_cut(cluster: Cluster, rng: Random) -> None:
    """A node is heard by some or all others no longer, or does not hear them."""
    node = pick_up(cluster, rng)
    if node is None:
        return
    others = _some_others(cluster, node, rng)
    is_mute = chance(rng, 500)
    links = [(node.node_id, other) if is_mute else (other, node.node_id) for other in others]
    for link in links:
        cluster.network.cut(*link)
    later(cluster, rng.randrange(300, 5000), lambda: mend_links(cluster, links))


def mend_links(cluster: Cluster, links: list[tuple[int, int]]) -> None:
    """Let all of them through again."""
    for link in links:
        cluster.network.mend(*link)


def _some_others(cluster: Cluster, node: SimulatedNode, rng: Random) -> list[int]:
    others = [each for each in cluster.nodes if each != node.node_id]
    if chance(rng, 400) or not others:
        return others
    return rng.sample(others, rng.randint(1, len(others)))


def flapping_link(cluster: Cluster, rng: Random) -> None:
    """The link between two nodes goes down and comes up, again and again."""
    node = pick_up(cluster, rng)
    others = [each for each in cluster.nodes if node is not None and each != node.node_id]
    if node is None or not others:
        return
    one, other = node.node_id, rng.choice(others)
    rounds, every_ms = rng.randint(3, 10), rng.choice((30, 120, 500))

    def flap(left: int) -> None:
        if left % 2:
            mend_links(cluster, [(one, other), (other, one)])
        else:
            cluster.network.cut(one, other)
            cluster.network.cut(other, one)
        if left > 1:
            later(cluster, every_ms, lambda: flap(left - 1))

    flap(rounds * 2)


def reset(cluster: Cluster, rng: Random) -> None:
    """The connections of a node break, with one other or with all."""
    node = pick_up(cluster, rng, leader_chance=700)
    if node is not None:
        for other in _some_others(cluster, node, rng):
            cluster.network.reset(node.node_id, other)
