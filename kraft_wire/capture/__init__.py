"""Kafka's protocol in captures of packets: pcap or pcapng in, exchanges out.

`trace` reads the bytes of a capture in pieces from any source, and yields the exchanges of every
TCP connection that uses Kafka's protocol, on any port. Connections that were open when the
capture began are recognized by their requests; lost, doubled and reordered segments are put right
as far as possible. It keeps a bounded part of the capture: see `CONNECTIONS_MAX`, `PENDING_BYTES`
and `Observer`.

Reading order: `files` (pcap, pcapng), `packets` (from the link to TCP), `streams` (TCP in order),
`tracing`.
"""

from __future__ import annotations

from kraft_wire.capture.files import CapturedPacket, captured_packets
from kraft_wire.capture.packets import Segment, segment_of
from kraft_wire.capture.streams import PENDING_BYTES
from kraft_wire.capture.tracing import CONNECTIONS_MAX, Traced, TracedConnection, Tracer, trace

__all__ = [
    "CONNECTIONS_MAX",
    "PENDING_BYTES",
    "CapturedPacket",
    "Segment",
    "Traced",
    "TracedConnection",
    "Tracer",
    "captured_packets",
    "segment_of",
    "trace",
]
