"""What `kraft perf-server` runs: the twin of Kafka's `kafka.tools.TestRaftServer`.

`configuration` (a quorum that nobody formats), `workload` (records at a steady rate while leading),
`throttle` and `commit_statistics` with `commit_window` (the lines that it prints).
"""

from __future__ import annotations
