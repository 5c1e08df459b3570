"""Invariants of a cluster, named as in the published TLA+ specifications.

    invariant      what all share: a name, a source, counters
    models         reference models of ballots, voter sets, disks and snapshots
    elections      who leads, by whose votes, and whom pre-votes may not disturb
    replication    what is in logs, what is claimed, what is committed
    membership     who votes
    storage        what snapshots hold and what recovery must find
    liveness       what must happen in the end, and when a leader must resign
    registry       all of them, other names for them, docs/simulation-invariants.md

An invariant is checked only when its subject changes, by effects, events and moments. What follows
from those is computed again in a naive way; the code under test is never asked.
"""
