"""Kafka for tests: mock brokers with faults by rule, and real clusters as processes.

Nothing but `plugin` (fixtures) knows pytest; each module is imported when a name is first used.
`real_cluster` starts Kafka's brokers as processes, `quorum` controllers of kraft in a thread.
`mock` is the cluster of mock brokers as a test sees it: a thread and its loop. `serving` has its
sockets and carries out what `rules` decided, `answering` chooses between rule, model (`models/`)
and schema (`errors_by_schema`, `entries`). `voter` is a scripted member of a quorum. `proxy` is the
same for a test in front of a cluster that runs, `proxying` its sockets; `background` is the thread
of both, `connections` their tasks, `security` their TLS and SASL. Only these, `quorum` and
`real_cluster` know clocks, threads and sockets.
"""

from __future__ import annotations

from kraft_wire.exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
