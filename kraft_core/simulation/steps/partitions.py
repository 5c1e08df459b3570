"""Partitions: who can talk to whom, for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.simulation.steps.links import mend_links
from kraft_core.simulation.steps.targets import chance, later, pick_up

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from kraft_core.simulation.cluster import Cluster

_SHORT_MS = (200, 1500)
_LONG_MS = (2000, 7000)


def draw_duration_ms(rng: Random) -> int:
    """Shorter than the fetch timeout, or so long that others are elected."""
    return rng.randrange(*rng.choice((_SHORT_MS, _LONG_MS)))


def split(cluster: Cluster, side: Sequence[int]) -> list[tuple[int, int]]:
    """Cut these nodes from all others, both ways; give the links."""
    others = [each for each in cluster.nodes if each not in side]
    links = [link for one in side for other in others for link in ((one, other), (other, one))]
    for link in links:
        cluster.network.cut(*link)
    return links


def split_for(cluster: Cluster, side: Sequence[int], duration_ms: int) -> None:
    """Cut these nodes from all others, both ways, for so long."""
    links = split(cluster, side)
    later(cluster, duration_ms, lambda: mend_links(cluster, links))


def partition(cluster: Cluster, rng: Random) -> None:
    """Two sides; the leader is on the smaller one, the larger one, or wherever it happens to be."""
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
    """One node alone, mostly the leader."""
    node = pick_up(cluster, rng, leader_chance=700)
    if node is not None:
        split_for(cluster, [node.node_id], draw_duration_ms(rng))


def ring(cluster: Cluster, rng: Random) -> None:
    """Each node reaches its two neighbours alone, or all but one bridge are two halves."""
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
    later(cluster, draw_duration_ms(rng), lambda: mend_links(cluster, links))


def cut_minority(cluster: Cluster, rng: Random) -> None:
    """As many voters as a majority can do without, never the leader, are cut off to the end."""
    leader = cluster.leader()
    if leader is None:
        return
    voters = leader.core.voters
    others = [each for each in voters.ids if each != leader.node_id]
    size = len(voters) - voters.majority
    split(cluster, rng.sample(others, rng.randint(1, size)) if size else [])
