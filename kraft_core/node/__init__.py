"""The node: a replica with sockets, threads and a clock, on asyncio.

Modules by topic:

- States of a node, and the interface for embedders: `node`. The parts of a running node, and its
  housekeeping (free space, names, certificates): `running_node`. Appends that wait for room:
  `append_queue`. Turns of the replica: `driver`. Tasks, timers and conditions that end with the
  node: `tasks`.
- Connections in and out: `transport`. Requests that the replica does not handle: `service`.
  Authorization and the audit log: `access`.
- Threads of the disk, for writes and reads: `disk_threads`.
- Configuration of a node: `configuration`, above the syntax and process keys of `config`.
- `kraft storage`: `formatting` (writes directories), `directories` (checks and reports them).
- `kraft start` as a process, its signals and exit code: `running`. Log lines: `log_lines`.
  Detection of a blocked event loop: `watchdog`.
- Metrics: `metrics` (those of raft) and `telemetry` (the other ones of a node). `/ready`:
  `readiness`. The listener that serves both: `http`.
- The node's own state: `states` (lasting states as log lines and findings) and `own_state` (the
  document that `kraft status` reads).
- Embedding, with voters and snapshots: `own_quorum`.

A controller is a service in a package of its own above this one. Embedders import from
`kraft_core`.
"""

import logging

# as in libraries: without a handler in the program, nothing is written
logging.getLogger("kraft").addHandler(logging.NullHandler())
