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

from kraft_wire.exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
