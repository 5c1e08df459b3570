"""A whole quorum in virtual time: the replica and storage of production, under injected faults.

One seed is one simulated run of a cluster. All events follow from the seed, the same in every
process: random choices come from `random.Random`, time from a heap of callbacks, messages are real
bytes, disks are `MemoryDisk`s under the real `LogDirectory`.

    simulator            one seed: draw a cluster, inject faults, break a minority, repair all
    scenarios, plan      kinds of campaigns: random clusters and schedules of steps
    steps/               faults, operators and clients; the faults that a cluster tolerates
    cluster, node        nodes, and the events that change them
    driver, network, names, disk, timeline    the replica's ports in virtual time
    machine, workload    the state machine; clients and the check of their history
    hooks, ledger, digest    observers of a run, committed records, the digest that compares runs
    minority             demands on the majority while a minority stays broken
    convergence          demands on a repaired cluster
    invariants/          conditions that always hold; each with a counted coverage condition
    injected_bugs/       deliberately wrong replicas, each detected by some invariant
    campaign, result, shrink, trace    many seeds, their sums, the smallest schedule that fails
    picture              the events of a run for `kraft_core.sim.pages`

Imports consensus, replica, storage and kraft_wire; never asyncio, sockets or clocks.
"""
