"""A cluster with brokers in virtual time: the active controller of production, under faults.

`kraft_core.sim.quorum` has a quorum whose state machine holds names and values. Here the state
machine of each node is the controller of production with `kraft.controller=active`: the queue,
decisions, replay, the undo at the loss of leadership, snapshots. Brokers and an operator ask it,
over links that lose requests and answers, while everything that `kraft_core.sim.quorum` can do to
controllers happens to them.

    simulator       one seed: draw a cluster, inject faults, repair all, check what must follow
    controllers     nodes whose state machine is a controller, and their host in virtual time
    requests        requests to controllers, which get lost
    brokers         brokers that register, send heartbeats, change ISRs, stop, end and come back
    operator        what tools ask: topics, configs, elections, reassignments, removed brokers
    model           the committed records, replayed once, and everything that was acknowledged
    invariants      what must always hold; each with a counted coverage condition
    bounds          how large each table of a controller can be
    long            a month or a year without faults, in which brokers come and go
    injected_bugs   deliberately wrong controllers, each detected by some invariant
    campaign        many seeds: `kraft simulate --scenario cluster`

Everything follows from the seed. Never asyncio, sockets or clocks of its own.
"""

from typing import Final

CLUSTER: Final = "cluster"
"""The scenario of `kraft simulate` that these seeds are."""

WITH_BROKERS: Final = frozenset({CLUSTER, "month", "year"})
"""All scenarios that run clusters with brokers."""
