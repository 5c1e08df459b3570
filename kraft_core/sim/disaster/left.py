"""The remains of a disaster: production's report, and the truth to compare it with.

The truth is the content of each log on a remaining disk, batch by batch, and the voter sets that
keep a majority. It is read without the code that computes verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.operations.read_only import ReadOnlyFolder
from kraft_core.operations.recovery.directories import read_directory
from kraft_core.operations.recovery.planning import BACKUP_NODE_ID
from kraft_core.operations.recovery.verdicts import (
    LeftDirectory,
    RecoveryError,
    UnreadDirectory,
    survey_of,
)
from kraft_core.raft.consensus.values import Voters
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.sim.quorum.ledger import read_shadow_log
from kraft_core.sim.quorum.steps.tolerance import sets_in_logs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kraft_core.operations.recovery.verdicts import Survey
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.storage.files import Folder
    from kraft_core.sim.disaster.backups import TakenBackup
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.ledger import ShadowLog
    from kraft_core.sim.quorum.node import SimulatedNode

_ALL_BYTES = 1 << 40


@dataclass(frozen=True, slots=True)
class Report:
    """A survey of the directories that are left, or the sentence that refuses it.

    `nodes` are those whose directories were read, and `logs` what a naive reader finds in them and
    in backups, by path. `has_majority` is true if each voter set that can be in force keeps a
    majority of its disks.
    """

    survey: Survey | None
    refusal: str
    nodes: tuple[SimulatedNode, ...]
    logs: Mapping[str, ShadowLog]
    unread: tuple[UnreadDirectory, ...]
    has_majority: bool
    high_watermarks: Mapping[int, int]
    static_voters: tuple[int, ...]
    backups: tuple[str, ...] = ()
    """The paths of `logs` that are backups."""


def report_on(
    cluster: Cluster,
    left: Iterable[SimulatedNode],
    high_watermarks: Mapping[int, int],
    folder: str,
    backups: Sequence[TakenBackup] = (),
) -> Report:
    """Copy the disks of nodes that are down to a real folder, and survey them there with backups.

    `high_watermarks` are known from metrics.
    """
    left = list(left)
    read: list[LeftDirectory] = []
    unread: list[UnreadDirectory] = []
    logs: dict[str, ShadowLog] = {}
    nodes: list[SimulatedNode] = []
    for node in left:
        target = DiskFolder(folder).folder(f"node-{node.node_id}")
        node.disk.copy(target)
        found = read_directory(target.path)
        if isinstance(found, UnreadDirectory):
            unread.append(found)
        else:
            read.append(found)
            nodes.append(node)
            logs[target.path] = log_of(node)
    marks = dict(high_watermarks)
    for backup in backups:
        found = read_directory(backup.path)
        assert isinstance(found, LeftDirectory)  # noqa: S101  # a backup was verified
        read.append(found)
        logs[backup.path] = backup.log
        marks[BACKUP_NODE_ID] = backup.end_offset
    static = () if cluster.static_voters is None else cluster.static_voters.ids
    survey, refusal = None, ""
    try:
        survey = survey_of(read, unread, high_watermarks=marks, static_voters=static)
    except RecoveryError as error:
        refusal = str(error)
    return Report(
        survey=survey,
        refusal=refusal,
        nodes=tuple(nodes),
        logs=logs,
        unread=tuple(unread),
        has_majority=has_majority(cluster, left),
        high_watermarks=high_watermarks,
        static_voters=static,
        backups=tuple(each.path for each in backups),
    )


def log_of(node: SimulatedNode) -> ShadowLog:
    """Return the log on the disk of a node, read batch by batch from a copy of it."""
    copy = MemoryDisk(f"copy of node {node.node_id}")
    node.disk.copy(copy.root)
    return _shadow_log(copy.root)


def log_at(path: str) -> ShadowLog:
    """Return the log in a real folder, read batch by batch."""
    return _shadow_log(ReadOnlyFolder(path))


def _shadow_log(folder: Folder) -> ShadowLog:
    directory = LogDirectory.open(folder)
    try:
        log = directory.log
        end = log.end_offset
        return read_shadow_log(
            lambda start: log.read(start, end, _ALL_BYTES), log.start_offset, end
        )
    finally:
        directory.abandon()


def has_majority(cluster: Cluster, left: Iterable[SimulatedNode]) -> bool:
    """Return True if each voter set that can be in force keeps a majority of its disks.

    Without evidence the last committed change can be uncommitted as well, so that the set before it
    counts too.
    """
    keys = [node.key for node in left]
    sets = [*sets_in_logs(cluster), *_committed_sets(cluster)[-2:]]
    return all(
        sum(any(voter.key.matches(key) for key in keys) for voter in voters) >= voters.majority
        for voters in sets
    )


def _committed_sets(cluster: Cluster) -> list[VoterSet]:
    sets = [cluster.first_voters]
    for committed in cluster.ledger.committed:
        for record in committed.entry.control_records:
            if isinstance(record, Voters) and record.voter_set != sets[-1]:
                sets.append(record.voter_set)
    return sets
