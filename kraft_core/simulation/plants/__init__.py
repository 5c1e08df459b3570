"""Deliberately wrong replicas, storages, drivers and operators, each of which must be found.

    patch           code that is replaced for a while
    plant           what a plant is
    elections, commits, membership, disks    what is wrong
    registry        all of them: who finds them, in how many seeds of which scenario

A campaign that finds none of these finds nothing.
"""

from kraft_core.simulation.plants.plant import Plant
from kraft_core.simulation.plants.registry import PLANTS, planted

__all__ = ["PLANTS", "Plant", "planted"]
