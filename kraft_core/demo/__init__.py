"""`kraft demo`: a quorum of processes on this machine that is hurt and loses nothing.

Reading order: `ledger` (the state that is replicated, and what a record looks like), `plan` and
`member` (one node as a process), `processes` (all of them, from outside), `workload` (the client
that appends), `stage` and `acts` (what happens, in order), `audit` (what the disks hold in the
end), `view`, `table` and `screens` (how it is shown), `performance` (all of it, once). The nodes
are those of `kraft_core.node`: nothing here is simulated.
"""

from __future__ import annotations
