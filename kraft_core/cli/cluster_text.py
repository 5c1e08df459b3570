"""What `kraft cluster list-endpoints` prints: the table of kafka-cluster 4.3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_wire.messages import DescribeClusterResponse

_NO_HOSTS_WIDTH: Final = 100
_NO_RACKS_WIDTH: Final = 10


def endpoint_lines(response: DescribeClusterResponse, *, of_controllers: bool) -> list[str]:
    """The header and one line for each node; that of a controller has no state."""
    nodes = in_order_of_java(response.brokers)
    host = max((len(node.host) for node in nodes), default=_NO_HOSTS_WIDTH)
    rack = max((len(node.rack) for node in nodes if node.rack is not None), default=_NO_RACKS_WIDTH)
    rows = [("ID", "HOST", "PORT", "RACK", "STATE", "ENDPOINT_TYPE")]
    for node in nodes:
        state = "fenced" if node.is_fenced else "unfenced"
        kind = "controller" if of_controllers else "broker"
        rack_text = "null" if node.rack is None else node.rack
        rows.append((str(node.broker_id), node.host, str(node.port), rack_text, state, kind))
    widths = (10, host, 10, rack, 10, 15)
    kept = (0, 1, 2, 3, 5) if of_controllers else range(6)
    return [" ".join(f"{row[place]:<{widths[place]}}" for place in kept) for row in rows]


def in_order_of_java(
    nodes: Sequence[DescribeClusterResponse.DescribeClusterBroker],
) -> list[DescribeClusterResponse.DescribeClusterBroker]:
    """The order of a java.util.HashMap by id, in which Kafka's tool lists what was answered."""
    size = 16
    while len(nodes) > size * 3 // 4:
        size *= 2
    return sorted(nodes, key=lambda node: _hash(node.broker_id) & (size - 1))


def _hash(number: int) -> int:
    bits = number & 0xFFFFFFFF
    return bits ^ (bits >> 16)
