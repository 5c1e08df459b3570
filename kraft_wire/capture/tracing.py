"""Segments of many TCP connections in, exchanges of connections with Kafka's protocol out."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.capture.files import captured_packets
from kraft_wire.capture.packets import segment_of
from kraft_wire.capture.streams import TcpStream
from kraft_wire.connection.observer import Observer
from kraft_wire.errors import CaptureError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_wire.capture.packets import Host, Segment
    from kraft_wire.connection.observer import ObserverEvent
    from kraft_wire.registry import MessageSet

__all__ = ["CONNECTIONS_MAX", "Traced", "TracedConnection", "Tracer", "trace"]

CONNECTIONS_MAX: Final = 500
"""Connections at a time; a new one replaces the one that was silent longest."""

_EARLY_MAX: Final = 16
"""Segments that wait for bytes that they acknowledge; above this these count as lost."""


class TracedConnection(NamedTuple):
    """The two ends of a connection. Numbers count the connections of the capture from 1 on."""

    number: int
    client: Host
    server: Host


class Traced(NamedTuple):
    """An exchange or a fault of a connection."""

    connection: TracedConnection
    event: ObserverEvent


class _View:
    """One hypothesis about which side of a connection is the client."""

    def __init__(self, client: Host, server: Host, observer: Observer) -> None:
        self.client = client
        self.server = server
        self.observer = observer

    def feed(self, source: Host, piece: bytes | int, time_s: float) -> list[ObserverEvent]:
        observer, is_client = self.observer, source == self.client
        if isinstance(piece, int):
            lose = observer.client_lost if is_client else observer.server_lost
            return lose(piece, time_s)
        take = observer.client_bytes if is_client else observer.server_bytes
        return take(piece, time_s)


class _Tracked:
    """A connection; without its SYN, the first side with requests is the client."""

    def __init__(self, number: int, segment: Segment, messages: MessageSet | None) -> None:
        one, other = segment.source, segment.target
        self.number = number
        self.first = segment.sequence
        self.last_s = segment.time_s
        self.streams = {one: TcpStream(), other: TcpStream()}
        self._early: list[Segment] = []
        pairs = [(one, other), (other, one)]
        if segment.is_syn:
            # the answer to a SYN has an acknowledgement
            pairs = pairs[:1] if segment.acknowledged is None else pairs[1:]
        self._views = [
            _View(*pair, Observer(is_from_start=segment.is_syn, message_set=messages))
            for pair in pairs
        ]

    def take(self, segment: Segment) -> Iterator[Traced]:
        """Process a segment, or keep it until the bytes that it acknowledges have arrived.

        The two directions can be captured in queues of their own, a response before its request.
        """
        self.last_s = segment.time_s
        self._early.append(segment)
        while (ready := self._ready()) is not None:
            self._early.remove(ready)
            yield from self._deliver(ready)

    def _ready(self) -> Segment | None:
        for segment in self._early:
            sequence = segment.acknowledged
            if sequence is None or not self.streams[segment.target].lacks(sequence):
                return segment
        return self._early[0] if len(self._early) > _EARLY_MAX else None

    def _deliver(self, segment: Segment) -> Iterator[Traced]:
        source, target, time_s = segment.source, segment.target, segment.time_s
        sequence = segment.sequence
        if segment.is_syn:
            sequence = (sequence + 1) % (1 << 32)
        # first the sender's input: a request comes before its response
        if segment.acknowledged is not None:
            for piece in self.streams[target].acknowledge(segment.acknowledged):
                yield from self._feed(target, piece, time_s)
        for piece in self.streams[source].take(sequence, segment.data, segment.lost):
            yield from self._feed(source, piece, time_s)

    def finish(self) -> Iterator[Traced]:
        for segment in self._early:
            yield from self._deliver(segment)
        for host, stream in self.streams.items():
            for piece in stream.finish():
                yield from self._feed(host, piece, self.last_s)
        for view in self._views:
            yield from self._told(view, view.observer.finish(self.last_s))

    def _feed(self, source: Host, piece: bytes | int, time_s: float) -> Iterator[Traced]:
        for view in self._views:
            events = view.feed(source, piece, time_s)
            yield from self._told(view, events)
            if view.observer.has_found_requests:
                self._views = [view]
                return

    def _told(self, view: _View, events: list[ObserverEvent]) -> Iterator[Traced]:
        """Yield the events of a connection with Kafka's protocol."""
        if not view.observer.has_found_requests:
            return
        connection = TracedConnection(self.number, view.client, view.server)
        for event in events:
            yield Traced(connection, event)


class Tracer:
    """All connections of a capture. `connections` counts them, of any protocol."""

    def __init__(self, message_set: MessageSet | None = None) -> None:
        self._messages = message_set
        self._tracked: OrderedDict[tuple[Host, ...], _Tracked] = OrderedDict()
        self.connections = 0

    def take(self, segment: Segment) -> Iterator[Traced]:
        """Add a segment; yield the exchanges that it completes."""
        key = tuple(sorted((segment.source, segment.target)))
        tracked = self._tracked.get(key)
        is_opening = segment.is_syn and segment.acknowledged is None
        if tracked is not None and is_opening and segment.sequence != tracked.first:
            # the same ports again
            yield from self._end(key)
            tracked = None
        if tracked is None:
            if segment.is_rst or not (segment.data or segment.is_syn):
                return
            self.connections += 1
            tracked = self._tracked[key] = _Tracked(self.connections, segment, self._messages)
            if len(self._tracked) > CONNECTIONS_MAX:
                yield from self._end(next(iter(self._tracked)))
        self._tracked.move_to_end(key)
        yield from tracked.take(segment)
        if segment.is_rst:
            yield from self._end(key)

    def finish(self) -> Iterator[Traced]:
        """End all connections. Yields the remaining exchanges and faults."""
        for key in list(self._tracked):
            yield from self._end(key)

    def _end(self, key: tuple[Host, ...]) -> Iterator[Traced]:
        yield from self._tracked.pop(key).finish()


def trace(chunks: Iterable[bytes], message_set: MessageSet | None = None) -> Iterator[Traced]:
    """Yield the exchanges and faults in a capture, whose bytes come in pieces of any size.

    Raises CaptureError for bytes that are not a capture, or for one that ends inside a packet,
    after everything before that.
    """
    tracer = Tracer(message_set)
    fault = None
    try:
        for packet in captured_packets(chunks):
            segment = segment_of(packet)
            if segment is not None:
                yield from tracer.take(segment)
    except CaptureError as error:
        fault = error
    yield from tracer.finish()
    if fault is not None:
        raise fault
