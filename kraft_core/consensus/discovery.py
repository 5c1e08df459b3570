"""Where to fetch: from the leader, or from anybody who may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.rpc import NO_REPLICA, Fetch
from kraft_core.consensus.values import Node, endpoint_for

if TYPE_CHECKING:
    from kraft_core.consensus.state import CoreState


def fetch_request(core: CoreState) -> Fetch:
    """Fetch from our log end, which is durable: the offset acknowledges everything below it."""
    config = core.config
    return Fetch(
        cluster_id=config.cluster_id,
        replica=core.key or NO_REPLICA,
        epoch=core.role.epoch,
        fetch_offset=core.log.end_offset,
        last_fetched_epoch=core.log.last_epoch,
        max_wait_ms=config.fetch_max_wait_ms,
        max_bytes=config.fetch_max_bytes,
        high_watermark=-1 if core.high_watermark is None else core.high_watermark,
    )


def fetch_from_bootstrap(core: CoreState) -> None:
    """Fetch from a random server that is ready, if no request is under way at all."""
    if not core.may_claim or core.in_flight.has_any(core.now_ms):
        return
    in_flight, now_ms = core.in_flight, core.now_ms
    ready = [node for node in _servers(core) if in_flight.is_ready(node.id, now_ms)]
    if ready:
        core.send(ready[core.random_below(len(ready))], fetch_request(core))


def _servers(core: CoreState) -> tuple[Node, ...]:
    """The configured servers and the voters that are not among them; never ourselves.

    Java asks the configured ones alone, and is lost when the voters have all moved elsewhere. The
    list is made anew with each voter set.
    """
    known = core.servers
    if known is None or known[0] is not core.voters:
        known = core.servers = (core.voters, _list_servers(core))
    return known[1]


def _list_servers(core: CoreState) -> tuple[Node, ...]:
    nodes = list(core.config.bootstrap_nodes)
    own = endpoint_for(core.config.endpoints, core.config.listener)
    known = {(node.host, node.port) for node in nodes}
    for voter in core.voters:
        node = voter.node(core.config.listener)
        if node is not None and node.id != core.own_id and (node.host, node.port) not in known:
            nodes.append(node)
    if own is not None:
        nodes = [node for node in nodes if (node.host, node.port) != (own.host, own.port)]
    return tuple(nodes)
