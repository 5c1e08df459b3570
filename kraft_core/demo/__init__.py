"""`kraft demo`: a quorum of processes on this machine that is hurt and loses nothing.

Reading order: `ledger` (the state that is replicated, what a record looks like, and the check of
the disks at the end), `member` (one node as a process), `processes` (all of them from outside, and
the client that appends), `acts` (what happens, in order), `screens` (how it is shown). The nodes
are those of `kraft_core.node`: nothing here is simulated.
"""

from __future__ import annotations
