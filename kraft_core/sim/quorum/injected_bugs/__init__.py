"""Deliberately wrong replicas, storages, drivers and operators, each of which must be detected.

    patch           code that is replaced for a while
    elections, replication, membership    what is wrong
    registry        all of them: who detects them, in how many seeds of which scenario

The option that injects one is `--plant NAME`. A campaign that detects none of these finds nothing.
"""

from kraft_core.sim.quorum.injected_bugs.registry import INJECTED_BUGS, InjectedBug, injected

__all__ = ["INJECTED_BUGS", "InjectedBug", "injected"]
