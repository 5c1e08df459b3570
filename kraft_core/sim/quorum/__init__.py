"""A whole quorum in virtual time: the replica and storage of production, under injected faults.

One seed is one simulated run of a cluster. Everything that happens follows from the seed, the same
in every process: what is drawn comes from `random.Random`, time from a heap of callbacks, messages
are real bytes, disks are `MemoryDisk`s under the real `LogDirectory`.

    simulator            one seed: draw a cluster, inject faults, break a minority, repair all
    scenarios, plan      what a kind of campaign draws: clusters, and schedules of steps
    steps/               faults, operators and clients; what a cluster can tolerate
    cluster, node        nodes and what happens to them
    driver, network, names, disk, timeline    the replica's ports in virtual time
    machine, workload    the state machine; clients and the check of their history
    hooks, ledger, digest    what observers see, what is committed, what makes two runs equal
    minority             what the others must show while a minority stays broken
    convergence          what a repaired cluster must bring about
    invariants/          what must always hold; each with a counted coverage condition
    injected_bugs/       deliberately wrong replicas, each detected by some invariant
    campaign, result, shrink, trace    many seeds, their sums, the smallest schedule that fails
    picture              the events of a run for `kraft_core.sim.pages`

Imports consensus, replica, storage and kraft_wire; never asyncio, sockets or clocks.
"""
