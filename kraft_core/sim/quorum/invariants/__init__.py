"""Invariants of a cluster, named as in the published TLA+ specifications.

    invariant      common parts: a name, a source, counters
    models         reference models of ballots, voter sets, disks and snapshots
    elections      leaders, their votes, and leaders that pre-votes must not disturb
    replication    content of logs, reported offsets, commits
    membership     voter sets
    storage        content of snapshots, and results of recovery
    liveness       eventual progress, and when a leader must resign
    registry       all of them, other names for them, docs/simulation-invariants.md

An invariant is checked only when its subject changes, by effects, events and moments. The expected
results are computed by naive models, never by the code under test.
"""
