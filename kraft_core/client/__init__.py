"""Clients of a quorum of controllers: the one place with sockets for clients.

Everything is written once, as generators that ask for connections, bytes and time (`steps`), and
driven either by `blocking` sockets or in an event loop (`asynchronous`). Rule: imports only
`kraft_wire`, `kraft_core.net.addresses` and `kraft_core.security`; asyncio, ssl and the modules of
this package are imported on first use, so that a command loads only what it needs.

Modules by topic: the interface between logic and sockets: `steps`. One connection to one node:
`session`. The leader: `quorum`. Requests for the metadata log and their responses: `metadata_log`.
Committed batches and snapshots: `log_reader`. Records for users: `changes`. The interface for
users: `client` and `tailing`. Addresses, times and bounds: `settings`. Listeners with TLS or SASL:
`security`.
"""

from __future__ import annotations

from kraft_wire.exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
