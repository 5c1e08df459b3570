"""Bytes that wait for other reasons than the network: requests not decoded, answers not read."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from kraft_core.node.transport.admission import Rank

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence

    from kraft_core.node.transport.connection import Connection

    Buffers = Sequence[bytes | memoryview]

UNREAD_BYTES_MAX: Final = 128 << 20
"""Bytes of answers that wait for all peers that do not read them."""


class RequestMemory:
    """Received bytes of requests not yet decoded, and the connections paused for them."""

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._held: OrderedDict[Connection, None] = OrderedDict()
        self.bytes = 0

    @property
    def is_full(self) -> bool:
        """Return True if the bytes have reached the limit."""
        return self.bytes >= self._bytes_max

    def count(self, more: int) -> None:
        """Add bytes that arrived, or subtract released bytes, so that others can continue."""
        self.bytes += more
        while more < 0 and self._held and not self.is_full:
            connection, _ = self._held.popitem(last=False)
            connection.release()

    def hold(self, connection: Connection) -> None:
        """Pause reading from a connection until others have released memory."""
        self._held[connection] = None

    def holds(self, connection: Connection) -> bool:
        """Return True if a connection is not read for lack of memory."""
        return connection in self._held

    def forget(self, connection: Connection) -> None:
        """Remove a lost connection."""
        self._held.pop(connection, None)


class UnreadAnswers:
    """Bytes of answers not read by peers. Above a limit, peers that wait longest are dropped.

    Voters are never dropped. `drop` ends a connection.
    """

    def __init__(self, drop: Callable[[Connection], None]) -> None:
        self._drop = drop
        self._sizes: OrderedDict[Connection, int] = OrderedDict()
        self.bytes = 0

    def note(self, connection: Connection, size: int) -> None:
        """Note the number of bytes that wait for a peer."""
        sizes = self._sizes
        self.bytes += size - sizes.pop(connection, 0)
        if not size:
            return
        sizes[connection] = size
        while self.bytes > UNREAD_BYTES_MAX:
            slow = next((each for each in sizes if each.rank is not Rank.VOTER), None)
            if slow is None:
                return
            self.bytes -= sizes.pop(slow)
            self._drop(slow)


class Intake:
    """Reading from a transport: on or off."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.is_paused = False

    def set(self, *, is_wanted: bool) -> None:
        """Resume or pause reading."""
        if is_wanted is not self.is_paused:
            return
        self.is_paused = not is_wanted
        if is_wanted:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()


class Outflow:
    """Bytes written to a transport, and the time since which none of the waiting ones were sent."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._written = 0
        self._left = -1
        self._since_s = 0.0

    def write(self, buffers: Buffers, size: int) -> None:
        """Write buffers of `size` bytes together, which must not change until they have left."""
        self._written += size
        if len(buffers) == 1:
            self._transport.write(buffers[0])
        else:
            self._transport.writelines(buffers)

    @property
    def waiting(self) -> int:
        """Return the number of bytes that the operating system has not accepted."""
        return self._transport.get_write_buffer_size()

    def stuck_s(self, now_s: float) -> float:
        """Return the seconds since waiting bytes were last sent; call it regularly."""
        waiting = self.waiting
        left = self._written - waiting
        if not waiting:
            self._left = -1
            return 0.0
        if left != self._left:
            self._left, self._since_s = left, now_s
        return now_s - self._since_s
