"""The state of an accepted connection, its transitions, and the only function that makes them.

`Connection` changes its state through `change` and nowhere else. The state says what a connection
may do: whether its bytes are a handshake, tokens or requests, whether the next request is taken,
and whether anything is read or written any more.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class State(IntEnum):
    """Ordered: requests are taken in SASL and SERVING, and nothing is read from CLOSING on."""

    ACCEPTED = 0
    """It has a place, and waits if the rate of new connections is exceeded (KIP-612)."""
    TLS = 1
    """The TLS handshake is in progress."""
    SASL = 2
    """Frames go to the authenticator: the peer authenticates, for the first time or again."""
    SERVING = 3
    PAUSED = 4
    """The peer does not read: it gets no further answers until it does (SocketServer mutes it)."""
    CLOSING = 5
    """It was refused: an answer or an alert is still on its way to the peer, input is dropped."""
    CLOSED = 6
    """Nothing more is written; the transport closes when it has sent what it has."""


TRANSITIONS: Final[dict[tuple[State, State], str]] = {
    (State.ACCEPTED, State.TLS): "the rate allows it, and the listener has TLS",
    (State.ACCEPTED, State.SASL): "the rate allows it, and the listener has SASL without TLS",
    (State.ACCEPTED, State.SERVING): "the rate allows it, and the listener is plain text",
    (State.ACCEPTED, State.CLOSED): "no place, evicted, peer gone, or node closed",
    (State.TLS, State.SASL): "handshake done, and the listener has SASL",
    (State.TLS, State.SERVING): "handshake done, without SASL",
    (State.TLS, State.PAUSED): "the peer does not read",
    (State.TLS, State.CLOSING): "handshake failed",
    (State.TLS, State.CLOSED): "evicted, timeout, peer gone, node closed, or no name for the peer",
    (State.SASL, State.SERVING): "authenticated",
    (State.SASL, State.PAUSED): "the peer does not read",
    (State.SASL, State.CLOSING): "authentication failed, or TLS did",
    (State.SASL, State.CLOSED): "evicted, timeout, peer gone, or node closed",
    (State.SERVING, State.SASL): "the peer authenticates again (KIP-368)",
    (State.SERVING, State.PAUSED): "the peer does not read",
    (State.SERVING, State.CLOSING): "session ended (KIP-368), or TLS failed",
    (State.SERVING, State.CLOSED): "fault, idle, evicted, peer gone, or node closed",
    (State.PAUSED, State.TLS): "the peer reads again",
    (State.PAUSED, State.SASL): "the peer reads again",
    (State.PAUSED, State.SERVING): "the peer reads again",
    (State.PAUSED, State.CLOSING): "authentication failed, or TLS did",
    (State.PAUSED, State.CLOSED): "the peer has not read in time, is gone, or node closed",
    (State.CLOSING, State.CLOSED): "the peer is gone, or did not read its answer in time",
}
"""Every change that exists, and when."""


class WrongTransitionError(Exception):
    """A change of state that is not in the table."""


def change(old: State, new: State) -> State:
    """Return the new state; raises WrongTransitionError for a change that is not in the table."""
    if (old, new) not in TRANSITIONS:
        raise WrongTransitionError(f"connection: {old.name} to {new.name}")
    return new
