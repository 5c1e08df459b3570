"""What the client's logic asks of the world: the only words between it and sockets and clocks.

The logic is written as generators: it yields a step, and whoever drives it (`blocking`,
`asynchronous`, or a test with a clock of its own) performs it and sends the result back in. A step
that fails in the network is thrown in as ConnectionLostError. One connection is open at a time.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from kraft_core.client.endpoints import Endpoint


class Connect(NamedTuple):
    """Open a connection, in place of the one that is open."""

    endpoint: Endpoint
    timeout_s: float


class Send(NamedTuple):
    """Write all of the bytes."""

    data: bytes
    timeout_s: float


class Receive(NamedTuple):
    """Wait for bytes; the result is what came, empty when the peer has closed."""

    timeout_s: float


class Disconnect(NamedTuple):
    """Close the connection, if one is open."""


class Sleep(NamedTuple):
    """Wait."""

    seconds: float


class AskTime(NamedTuple):
    """Read the monotonic clock; the result is seconds."""


class Deliver(NamedTuple):
    """Hand something to the user."""

    item: object


Step = Connect | Send | Receive | Disconnect | Sleep | AskTime | Deliver

T = TypeVar("T")
Operation = Generator[Step, Any, T]
"""Logic that ends with a T."""


def connect(endpoint: Endpoint, timeout_s: float) -> Operation[None]:
    """Open a connection."""
    yield Connect(endpoint, timeout_s)


def send(data: bytes, timeout_s: float) -> Operation[None]:
    """Write bytes."""
    yield Send(data, timeout_s)


def receive(timeout_s: float) -> Operation[bytes]:
    """Wait for bytes."""
    chunk: bytes = yield Receive(timeout_s)
    return chunk


def disconnect() -> Operation[None]:
    """Close the connection."""
    yield Disconnect()


def sleep(seconds: float) -> Operation[None]:
    """Wait."""
    yield Sleep(seconds)


def now() -> Operation[float]:
    """Tell the time, in seconds of a clock that never goes back."""
    seconds: float = yield AskTime()
    return seconds


def deliver(item: object) -> Operation[None]:
    """Hand something to the user."""
    yield Deliver(item)
