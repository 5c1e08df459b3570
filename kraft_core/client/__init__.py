"""Clients of a quorum of controllers: the one place with sockets for clients.

Everything is written once, as generators that ask for connections, bytes and time (`steps`), and
driven either by `blocking` sockets or in an event loop (`asynchronous`). Rule: imports only
`kraft_wire`, `kraft_core.net.addresses` and `kraft_core.security` alone; nothing of asyncio or
ssl is imported before it is used, and no module of this package before somebody asks for a name of
it, so that a command starts with what it needs.

Where to find what: the words between logic and sockets: `steps`. One connection to one node:
`session`. Who leads: `quorum`. Requests for the metadata log and what answers mean: `metadata_log`.
What is committed, and snapshots: `log_reader`. Records as a user gets them: `changes`. What a user
calls: `client` and `tailing`. Addresses, times and bounds: `settings`. Listeners with TLS or SASL:
`security`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.exports import lazy_exports

if TYPE_CHECKING:
    from kraft_core.client.changes import Change
    from kraft_core.client.client import AsyncClient, Client, LiveLog
    from kraft_core.client.errors import (
        AuthenticationError,
        ClientError,
        ConnectionLostError,
        LeaderNotFoundError,
        LogTruncatedError,
        NotControllerError,
        PositionError,
        RefusedError,
        SecurityConfigError,
        UnreadableRecordError,
        WrongClusterError,
    )
    from kraft_core.client.metadata_log import Committed, Position, SnapshotId, SnapshotNeeded
    from kraft_core.client.quorum import Leader
    from kraft_core.client.security import read_security
    from kraft_core.client.settings import Endpoint, Settings, parse_endpoints
    from kraft_core.client.tailing import tail, tail_async

_MODULES = {
    "AsyncClient": "client",
    "AuthenticationError": "errors",
    "Change": "changes",
    "Client": "client",
    "ClientError": "errors",
    "Committed": "metadata_log",
    "ConnectionLostError": "errors",
    "Endpoint": "settings",
    "Leader": "quorum",
    "LeaderNotFoundError": "errors",
    "LiveLog": "client",
    "LogTruncatedError": "errors",
    "NotControllerError": "errors",
    "Position": "metadata_log",
    "PositionError": "errors",
    "RefusedError": "errors",
    "SecurityConfigError": "errors",
    "Settings": "settings",
    "SnapshotId": "metadata_log",
    "SnapshotNeeded": "metadata_log",
    "UnreadableRecordError": "errors",
    "WrongClusterError": "errors",
    "parse_endpoints": "settings",
    "read_security": "security",
    "tail": "tailing",
    "tail_async": "tailing",
}

__all__ = [
    "AsyncClient",
    "AuthenticationError",
    "Change",
    "Client",
    "ClientError",
    "Committed",
    "ConnectionLostError",
    "Endpoint",
    "Leader",
    "LeaderNotFoundError",
    "LiveLog",
    "LogTruncatedError",
    "NotControllerError",
    "Position",
    "PositionError",
    "RefusedError",
    "SecurityConfigError",
    "Settings",
    "SnapshotId",
    "SnapshotNeeded",
    "UnreadableRecordError",
    "WrongClusterError",
    "parse_endpoints",
    "read_security",
    "tail",
    "tail_async",
]


if not TYPE_CHECKING:  # a type checker would take any name for one of these
    __getattr__ = lazy_exports(__name__, _MODULES)
