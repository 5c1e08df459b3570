"""Where to fetch: from the leader, or from anybody who may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.rpc import NO_REPLICA, Fetch
from kraft_core.consensus.values import Node, endpoint_for

if TYPE_CHECKING:
    from kraft_core.consensus.state import CoreState


def fetch_request(core: CoreState) -> Fetch:
    """Fetch from our log end, which is durable: the offset acknowledges everything below it."""
    end = core.log.end
    high_watermark = -1 if core.high_watermark is None else core.high_watermark
    return Fetch(
        cluster_id=core.config.cluster_id,
        replica=core.key or NO_REPLICA,
        epoch=core.epoch,
        fetch_offset=end.offset,
        last_fetched_epoch=end.epoch,
        max_wait_ms=core.config.fetch_max_wait_ms,
        max_bytes=core.config.fetch_max_bytes,
        high_watermark=high_watermark,
    )


def fetch_from_bootstrap(core: CoreState) -> None:
    """Fetch from a random server that is ready, if no request is under way at all."""
    if not core.may_claim or core.in_flight.has_any(core.now_ms):
        return
    ready = [node for node in _servers(core) if core.in_flight.is_ready(node.id, core.now_ms)]
    if ready:
        core.send(ready[core.random_below(len(ready))], fetch_request(core))


def _servers(core: CoreState) -> list[Node]:
    """The configured servers and the voters that are not among them; never ourselves.

    Java asks the configured ones alone, and is lost when the voters have all moved elsewhere.
    """
    nodes = list(core.config.bootstrap_nodes)
    own = endpoint_for(core.config.endpoints, core.config.listener)
    known = {(node.host, node.port) for node in nodes}
    for voter in core.voters:
        node = voter.node(core.config.listener)
        if node is not None and node.id != core.own_id and (node.host, node.port) not in known:
            nodes.append(node)
    if own is not None:
        nodes = [node for node in nodes if (node.host, node.port) != (own.host, own.port)]
    return nodes
