"""Steps of the client's logic: its only interface to sockets and clocks.

The logic is written as generators that yield steps. A driver (`blocking`, `asynchronous`, or a test
with its own clock) performs each step and sends the result back. A step that fails in the network
is thrown in as ConnectionLostError.

Operations can run at the same time over the same connection. A connection on which one of them
waits stays open; an exception that no operation expects (a cancelled task, Ctrl-C) closes the
connection, because its answer would otherwise reach the next request.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from kraft_core.client.settings import Endpoint


class Connect(NamedTuple):
    """Open a connection; the result is its number. Unused connections are closed."""

    endpoint: Endpoint
    timeout_s: float


class Send(NamedTuple):
    """Write all of the bytes."""

    connection: int
    data: bytes
    timeout_s: float


class Receive(NamedTuple):
    """Wait for bytes; the result is what arrived, empty if the peer has closed.

    None: another operation has received in the meantime, so the answer may already be available.
    """

    connection: int
    timeout_s: float


class Disconnect(NamedTuple):
    """Close a connection, if it is open."""

    connection: int


class Enter(NamedTuple):
    """Wait until no other operation is between `Enter` and `Leave`.

    An operation that ends in between leaves by that.
    """


class Leave(NamedTuple):
    """Let the next operation enter."""


class Sleep(NamedTuple):
    """Pause the operation."""

    seconds: float


class AskTime(NamedTuple):
    """Read the monotonic clock; the result is seconds."""


class Deliver(NamedTuple):
    """Pass a value to the user."""

    item: object


Step = Connect | Send | Receive | Disconnect | Enter | Leave | Sleep | AskTime | Deliver

T = TypeVar("T")
Operation = Generator[Step, Any, T]
"""Logic that ends with a T."""


def connect(endpoint: Endpoint, timeout_s: float) -> Operation[int]:
    """Open a connection and return its number."""
    connection: int = yield Connect(endpoint, timeout_s)
    return connection


def send(connection: int, data: bytes, timeout_s: float) -> Operation[None]:
    """Write bytes to a connection."""
    yield Send(connection, data, timeout_s)


def receive(connection: int, timeout_s: float) -> Operation[bytes | None]:
    """Wait for bytes; None if another operation has received."""
    chunk: bytes | None = yield Receive(connection, timeout_s)
    return chunk


def disconnect(connection: int) -> Operation[None]:
    """Close a connection."""
    yield Disconnect(connection)


def enter() -> Operation[None]:
    """Wait for a turn that only one operation has at a time."""
    yield Enter()


def leave() -> Operation[None]:
    """End the turn that `enter` began."""
    yield Leave()


def sleep(seconds: float) -> Operation[None]:
    """Wait for a time in seconds."""
    yield Sleep(seconds)


def now() -> Operation[float]:
    """Return the time, in seconds of a clock that never goes back."""
    seconds: float = yield AskTime()
    return seconds


def deliver(item: object) -> Operation[None]:
    """Pass a value to the user."""
    yield Deliver(item)
