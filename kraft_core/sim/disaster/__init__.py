"""Quorums that lose disks permanently: production code recovers them, and every commit is checked.

The run of a seed is one of `kraft_core.sim.quorum` until all nodes end. Some disks are lost, mostly
of a majority of the voters. The remaining disks are copied to a real folder, which
`kraft_core.operations` surveys, and the report is compared with the commits of the run.

    simulator       one seed: a run of a quorum, its loss, the remaining disks
    left            the remaining disks, read by production code and by a naive reader
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
