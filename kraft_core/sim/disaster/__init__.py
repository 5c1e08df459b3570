"""Quorums that lose disks permanently: production code recovers them, and every commit is checked.

The run of a seed is one of `kraft_core.sim.quorum` until all nodes end. Some disks are lost, mostly
of a majority of the voters. What is left is copied to a real folder, where `kraft_core.operations`
surveys it, and the report is compared with what the run knows to be committed.

    simulator       one seed: a run of a quorum, its end, what is left of it
    left            the disks that are left, read by production code and in a naive way
    metadata        nodes that keep brokers and partitions, and a client that writes them
    brokers         their replicas, and the directories that a plan is made with
    backups         an operator who makes a backup while the quorum runs
    recovery        the new quorum, planned and written by production code
    aftermath       the new quorum starts; old disks come back before and after the fence
    invariants      what must hold of the report; each with a counted coverage condition
    injected_bugs   deliberately wrong recoveries, each detected by some invariant
    campaign        many seeds: `kraft simulate --scenario disaster`
"""

from typing import Final

DISASTER: Final = "disaster"
"""The scenario of `kraft simulate` that these seeds are."""
