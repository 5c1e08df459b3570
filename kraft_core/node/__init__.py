"""The node: a replica with sockets, threads and a clock. The only place with asyncio.

Where to find what:

- Life cycle of a node, appends, waiting for leadership: `node`. Turns of the replica: `driver`.
  Tasks, timers and conditions that end with the node: `tasks`.
- Connections in and out: `transport`. What is answered besides the requests of the replica:
  `service`.
- Threads of the disk, for writes and reads: `disk_threads`.
- Configuration of a node: `configuration`, above the syntax and process keys of `config`.
- `kraft storage`: `formatting` (what is written), `directories` (what is checked and reported).
- `kraft start` as a process, its signals and exit code: `running`. Log lines: `log_lines`. Metrics
  and readiness, and the listener that serves them: `metrics`. What blocks the event loop:
  `watchdog`.
- Embedding, with voters and snapshots: `own_quorum`.

A controller is a service in a package of its own above this one. No module of this package is
imported before somebody asks for a name of it, so that a command starts with what it needs.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from kraft_wire.exports import lazy_exports

if TYPE_CHECKING:
    from kraft_core.config.errors import (
        AppendError,
        AppendRejectedError,
        AppendUnknownError,
        ConfigurationError,
        ListenError,
        MembershipError,
        NodeEndedError,
        NodeError,
        NodeUsedError,
    )
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.node import RaftNode
    from kraft_core.node.own_quorum import Membership, OwnQuorum, write_snapshot
    from kraft_core.node.service import ServedRequest, Service

# as libraries do it: without a handler of the program's own, nothing is written
logging.getLogger("kraft").addHandler(logging.NullHandler())

_MODULES = {
    "AppendError": "kraft_core.config.errors",
    "AppendRejectedError": "kraft_core.config.errors",
    "AppendUnknownError": "kraft_core.config.errors",
    "ConfigurationError": "kraft_core.config.errors",
    "ListenError": "kraft_core.config.errors",
    "Membership": "own_quorum",
    "MembershipError": "kraft_core.config.errors",
    "NodeConfiguration": "configuration",
    "NodeEndedError": "kraft_core.config.errors",
    "NodeError": "kraft_core.config.errors",
    "NodeUsedError": "kraft_core.config.errors",
    "OwnQuorum": "own_quorum",
    "RaftNode": "node",
    "ServedRequest": "service",
    "Service": "service",
    "write_snapshot": "own_quorum",
}

__all__ = [
    "AppendError",
    "AppendRejectedError",
    "AppendUnknownError",
    "ConfigurationError",
    "ListenError",
    "Membership",
    "MembershipError",
    "NodeConfiguration",
    "NodeEndedError",
    "NodeError",
    "NodeUsedError",
    "OwnQuorum",
    "RaftNode",
    "ServedRequest",
    "Service",
    "write_snapshot",
]


if not TYPE_CHECKING:  # a type checker would take any name for one of these
    __getattr__ = lazy_exports(__name__, _MODULES)
