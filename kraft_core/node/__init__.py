"""The node: a replica with sockets, threads and a clock, on asyncio.

Where to find what:

- States of a node, and what embedders call: `node`. The parts of a node that runs, and its
  housekeeping (free space, names, certificates): `running_node`. Appends that wait for room:
  `append_queue`. Turns of the replica: `driver`. Tasks, timers and conditions that end with the
  node: `tasks`.
- Connections in and out: `transport`. What is answered besides the requests of the replica:
  `service`. Who may ask for what, and the audit log: `access`.
- Threads of the disk, for writes and reads: `disk_threads`.
- Configuration of a node: `configuration`, above the syntax and process keys of `config`.
- `kraft storage`: `formatting` (what is written), `directories` (what is checked and reported).
- `kraft start` as a process, its signals and exit code: `running`. Log lines: `log_lines`. What
  blocks the event loop: `watchdog`.
- Metrics: `metrics` (those of raft) and `telemetry` (the other ones of a node). `/ready`:
  `readiness`. The listener that serves both: `http`.
- What a node says of itself: `states` (lasting states as log lines and findings) and `own_state`
  (the document that `kraft status` reads).
- Embedding, with voters and snapshots: `own_quorum`.

A controller is a service in a package of its own above this one. What embedding needs is imported
from `kraft_core`.
"""

import logging

# as in libraries: without a handler in the program, nothing is written
logging.getLogger("kraft").addHandler(logging.NullHandler())
