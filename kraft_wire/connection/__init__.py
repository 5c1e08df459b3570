"""One connection, without IO: bytes in, events out, bytes to send.

`ClientConnection` numbers requests, chooses versions from the peer's ApiVersions answer and matches
responses; `ServerConnection` reads requests and sends the replies in the order of the requests.
Both pass on unreadable frames on request, as a proxy needs it. The owner of the socket passes
chunks of any size to `receive` and writes the result of `data_to_send`.

A fault is the last event of its connection, after everything that came before it, so that the
events do not depend on how the stream was cut into chunks.

`Observer` takes no part: it pairs the requests and responses of a connection between others.

Reading order: `events`, `side`, `versions`, `client`, `server`, `observed`, `observer`. No
IO, no clock, no asyncio here.
"""

from __future__ import annotations

from kraft_wire.connection.client import ClientConnection, ClientEvent
from kraft_wire.connection.events import (
    ConnectionFault,
    OpaqueRequestReceived,
    OpaqueResponseReceived,
    RequestReceived,
    ResponseReceived,
    SaslTokenReceived,
    Sent,
    VersionsAgreed,
)
from kraft_wire.connection.observed import ObservedFrame
from kraft_wire.connection.observer import (
    Exchange,
    ObservedFault,
    Observer,
    ObserverEvent,
    error_counts,
)
from kraft_wire.connection.server import ServerConnection, ServerEvent
from kraft_wire.connection.versions import (
    decode_versions_answer,
    highest_common,
    own_versions,
    versions_answer,
)

__all__ = [
    "ClientConnection",
    "ClientEvent",
    "ConnectionFault",
    "Exchange",
    "ObservedFault",
    "ObservedFrame",
    "Observer",
    "ObserverEvent",
    "OpaqueRequestReceived",
    "OpaqueResponseReceived",
    "RequestReceived",
    "ResponseReceived",
    "SaslTokenReceived",
    "Sent",
    "ServerConnection",
    "ServerEvent",
    "VersionsAgreed",
    "decode_versions_answer",
    "error_counts",
    "highest_common",
    "own_versions",
    "versions_answer",
]
