"""The directories of a run, as files of this machine: for Kafka's tools and controllers, and ours.

They are what a disk would show after the last moment of the run if every process ended right then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.quorum_topic import KAFKAS_TOPIC
from kraft_core.storage.files import copy_folder

if TYPE_CHECKING:
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.storage.files import Folder


def leave_directories(cluster: Cluster, target: Folder) -> list[str]:
    """Copy each node's log directory to `node-<id>` in that folder; the names of these."""
    names = []
    for node in cluster.nodes.values():
        disk = node.disk.files
        disk.before = None  # faults of the run are none of ours
        name = f"node-{node.node_id}"
        place = target.folder(name)
        copy_folder(disk.root, place)
        if disk.root.has_folder(KAFKAS_TOPIC.folder):
            copy_folder(disk.root.folder(KAFKAS_TOPIC.folder), place.folder(KAFKAS_TOPIC.folder))
        names.append(name)
    return names
