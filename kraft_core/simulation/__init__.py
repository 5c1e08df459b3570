"""A whole quorum in virtual time: the replica and the storage that production runs, and disasters.

One seed is one life of a cluster. Everything that happens follows from the seed, the same in every
process: what is drawn comes from `random.Random`, time from a heap of callbacks, messages are real
bytes, disks are `MemoryDisk`s under the real `LogDirectory`.

    scenarios, schedule, steps/      what a kind of campaign draws: faults, operators, clients
    simulator                        one seed: cluster, schedule, phase 1 breaks, phase 2 heals
    cluster, node, network, disk     adapters of the replica's ports in virtual time
    watched_core, hooks, ledger      what observers see, and what the cluster has promised so far
    invariants/                      what must hold; each with the case that it is about, counted
    plants                           deliberately wrong replicas, each found by some invariant
    campaign, shrink, trace          many seeds, the smallest schedule that fails, one seed told

Imports consensus, replica, storage and kraft_wire; never asyncio, sockets or clocks.
"""
