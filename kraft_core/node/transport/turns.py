"""Turns of the event loop: a fixed amount of work for all connections together, voters first.

The rest waits for the next turn, so that raft's own timers and answers come in between. TLS
handshakes come last in a turn, and few of them: each step can cost a signature.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from kraft_core.node.transport.admission import Rank
from kraft_core.node.transport.states import State

if TYPE_CHECKING:
    import asyncio

    from kraft_core.node.transport.connection import Connection

FRAMES_PER_TURN: Final = 16
BYTES_IN_PER_TURN: Final = 128 << 10
BYTES_OUT_PER_TURN: Final = 256 << 10
"""When a turn has decoded or written so much, it takes no further request.

Raft's own messages wait for the rest of a turn: 16 small requests are about a millisecond."""

HANDSHAKE_STEPS_PER_TURN: Final = 2


@dataclass(slots=True)
class TurnWork:
    """Work of a turn of the event loop for connections. Sizes in bytes.

    `handshake_steps` are steps of TLS handshakes, each of which can cost a signature.
    """

    frames: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    handshake_steps: int = 0

    def is_spent(self) -> bool:
        """Return True if the next request has to wait for another turn."""
        return (
            self.frames >= FRAMES_PER_TURN
            or self.bytes_in >= BYTES_IN_PER_TURN
            or self.bytes_out >= BYTES_OUT_PER_TURN
        )


class _Next(Enum):
    """State of the call for the next turn of the event loop."""

    NONE = auto()
    DUE = auto()
    STOPPED = auto()


class Turns:
    """The queues of connections. `work` is that of this turn, `most` the most of any turn."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.work = TurnWork()
        self.most = TurnWork()
        self._loop = loop
        self._next = _Next.NONE
        self._voters: OrderedDict[Connection, None] = OrderedDict()
        self._others: OrderedDict[Connection, None] = OrderedDict()
        self._shaking: OrderedDict[Connection, None] = OrderedDict()

    def stop(self) -> None:
        """Start no further turn."""
        self._next = _Next.STOPPED

    def serve(self, connection: Connection) -> None:
        """Serve a connection, now if this turn has work left, else in the next one."""
        if self.work.is_spent() or self._others or self._voters:
            self.continue_with(connection)
            return
        self._begin()
        while connection.serve_one(self.work):
            if self.work.is_spent():
                self.continue_with(connection)
                return

    def continue_with(self, connection: Connection) -> None:
        """Serve a connection in a later turn: its answer can come while another one is served."""
        if connection.state is State.CLOSED:
            return
        # the rank can change while it waits: it keeps its place in the queue it is in
        if connection not in self._voters and connection not in self._others:
            queue = self._voters if connection.rank is Rank.VOTER else self._others
            queue[connection] = None
            self._begin()

    def shake_hands(self, connection: Connection) -> None:
        """Continue a TLS handshake in this turn or a later one; voters first."""
        if connection.state is State.CLOSED or connection in self._shaking:
            return
        self._shaking[connection] = None
        if connection.rank is Rank.VOTER:
            self._shaking.move_to_end(connection, last=False)
        self._begin()

    def is_shaking(self, connection: Connection) -> bool:
        """Return True if a step of its handshake waits for its turn."""
        return connection in self._shaking

    def note_output(self, size: int) -> None:
        """Note that bytes were written in this turn."""
        self.work.bytes_out += size
        self._begin()

    def _begin(self) -> None:
        if self._next is _Next.NONE:
            self._next = _Next.DUE
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Start a turn with no work done, and serve the queues."""
        work, most = self.work, self.most
        most.frames = max(most.frames, work.frames)
        most.bytes_in = max(most.bytes_in, work.bytes_in)
        most.bytes_out = max(most.bytes_out, work.bytes_out)
        most.handshake_steps = max(most.handshake_steps, work.handshake_steps)
        work.frames = work.bytes_in = work.bytes_out = work.handshake_steps = 0
        if self._next is _Next.DUE:
            self._next = _Next.NONE
        while (self._voters or self._others) and not work.is_spent():
            connection, _ = (self._voters or self._others).popitem(last=False)
            if connection.serve_one(work):
                self.continue_with(connection)
        while self._shaking and work.handshake_steps < HANDSHAKE_STEPS_PER_TURN:
            connection, _ = self._shaking.popitem(last=False)
            work.handshake_steps += 1
            connection.shake_hands()
        if work.frames or self._others or self._voters or self._shaking:
            self._begin()
