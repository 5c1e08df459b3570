"""The directories of a node: checked and opened at start, formatted for embedding, reported.

All directories of a process belong to one node of one cluster, and one of them has the metadata
log (Kafka's MetaPropertiesEnsemble.verify). What `kraft storage format` writes is in `formatting`.
"""

from __future__ import annotations

import shlex
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kraft_core.operations.examination import Examination
from kraft_core.raft.storage.disk_files import DiskFolder, make_directory, wide_mode
from kraft_core.raft.storage.election_file import NAME as QUORUM_STATE
from kraft_core.raft.storage.errors import NotFormattedError, StorageError, WrongDirectoryError
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.meta_properties import MetaProperties, encode_id, read_meta_properties
from kraft_core.raft.topic import PARTITION

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.storage.files import Folder


# -- opened by a node ------------------------------------------------------------------------------


def open_directory(
    configuration: NodeConfiguration, disk: Callable[[str], Folder] = DiskFolder
) -> LogDirectory:
    """Check every directory and open the one of the log; raises StorageError.

    Nothing is checked, and the directory made, where the configuration says whose it is. An
    examination gives another `disk`, which keeps in memory what would be changed.
    """
    process, identity = configuration.process, configuration.identity
    if identity is None:
        cluster_id = check_directories(configuration)
    else:
        cluster_id = identity.cluster_id
        make_directory(process.metadata_log_dir)
    _check_topic(configuration)
    return LogDirectory.open(
        disk(process.metadata_log_dir),
        settings=configuration.storage,
        node_id=process.node_id,
        cluster_id=cluster_id,
        accepted_loss=configuration.accepted_loss,
        wall_ms=time.time_ns() // 1_000_000,
        topic=configuration.topic,
        identity=identity,
    )


def examination_of(configuration: NodeConfiguration) -> Examination:
    """Return the examination of the directories that `open_directory` opens."""
    process = configuration.process
    return Examination(
        partial(open_directory, configuration),
        directories=process.directories,
        path=process.metadata_log_dir,
        topic=configuration.topic,
        settings=configuration.storage,
        static_voters=configuration.static_voters,
        accepted_loss=configuration.accepted_loss,
    )


def prepare_directory(
    configuration: NodeConfiguration,
    cluster_id: str,
    directory_id: bytes,
    voters: VoterSet | None = None,
) -> bool:
    """Format the directory of an embedded node if needed; return True if this call did so.

    `voters` are those that the quorum begins with, the same at all its nodes; a node without them
    learns its voters from the quorum. Raises StorageError.
    """
    path = Path(configuration.process.metadata_log_dir)
    make_directory(path)
    root = DiskFolder(path)
    found = read_meta_properties(root)
    if found is not None:
        _check_topic(configuration)
        if found.cluster_id != cluster_id:
            raise WrongDirectoryError(
                f"{path} belongs to cluster {found.cluster_id!r}, but this quorum belongs to "
                "cluster"
                f" {cluster_id!r}. Use a separate directory."
            )
        return False
    meta = MetaProperties(configuration.node_id, cluster_id, directory_id)
    wall_ms = time.time_ns() // 1_000_000
    format_directory(root, meta, wall_ms=wall_ms, voters=voters, topic=configuration.topic)
    return True


def _check_topic(configuration: NodeConfiguration) -> None:
    """Refuse a directory with the log of another quorum: this quorum's log would begin empty."""
    path, topic = Path(configuration.process.metadata_log_dir), configuration.topic
    for folder in sorted(path.glob(f"*-{PARTITION}")):
        # only replicas of a quorum have such files
        is_quorums = (folder / QUORUM_STATE).exists() or any(folder.glob("*-*.checkpoint"))
        if folder.name != topic.folder and is_quorums:
            name = folder.name.removesuffix(f"-{PARTITION}")
            raise WrongDirectoryError(
                f"{path} contains the log of quorum {name!r}, but this node belongs to "
                f"{topic.name!r}."
                " Use a separate directory."
            )


def check_directories(configuration: NodeConfiguration) -> str:
    """Return the cluster id, which must be the same in all directories; raises StorageError.

    Nothing is opened.
    """
    process = configuration.process
    cluster_ids: dict[str, str] = {}
    directory_ids: dict[bytes | None, str] = {}
    for path in process.directories:
        if Path(path).exists() and not Path(path).is_dir():
            raise NotFormattedError(f"{path} is not a directory: correct log.dirs.")
        if not Path(path).is_dir():
            raise NotFormattedError(
                f"{path} does not exist: format it with `kraft storage format`, or correct"
                " log.dirs."
            )
        meta = read_meta_properties(DiskFolder(path))
        if meta is None:
            raise NotFormattedError(f"{path} is not formatted: it has no meta.properties.")
        if meta.node_id != process.node_id:
            raise WrongDirectoryError(
                f"{path} belongs to node {meta.node_id}, but this is node {process.node_id}."
            )
        cluster_ids.setdefault(meta.cluster_id, path)
        same = directory_ids.setdefault(meta.directory_id, path)
        if meta.directory_id is not None and same != path:
            raise WrongDirectoryError(
                f"{path} has the directory id of {same}, {encode_id(meta.directory_id)}: one of"
                " them is a copy."
            )
        is_other = path != process.metadata_log_dir
        if is_other and (Path(path) / configuration.topic.folder).exists():
            raise WrongDirectoryError(
                f"{path} contains a metadata log, but the metadata log directory is "
                f"{process.metadata_log_dir}."
            )
    if len(cluster_ids) > 1:
        (first, where), (second, other) = sorted(cluster_ids.items())[:2]
        raise WrongDirectoryError(
            f"{where} belongs to cluster {first}, but {other} to cluster {second}."
        )
    return next(iter(cluster_ids))


@dataclass(frozen=True, slots=True)
class WideDirectory:
    """A directory that others can open or its group can change, with a remedy."""

    path: str
    mode: int

    @property
    def reason(self) -> str:
        """The problem, as a sentence."""
        return (
            f"{self.path} has mode {self.mode:04o}: users other than its owner can open it, and the"
            " metadata log has the SCRAM keys of users."
        )

    @property
    def command(self) -> str:
        """The command that removes these permissions; the group keeps its right to read."""
        return f"chmod g-w,o-rwx {shlex.quote(self.path)}"


def wide_directories(paths: Sequence[str]) -> list[WideDirectory]:
    """Return the directories whose modes are wider than those that formatting sets.

    A mode is reported and never changed: another program can depend on it.
    """
    found = []
    for path in paths:
        with suppress(OSError):  # a missing directory has its own error
            mode = wide_mode(path)
            if mode is not None:
                found.append(WideDirectory(path, mode))
    return found


# -- reported by `kraft storage info` --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DirectoryReport:
    """The existing directories, the content of the first formatted one, and all problems."""

    directories: tuple[str, ...]
    meta: MetaProperties | None
    problems: tuple[str, ...]

    @classmethod
    def of(cls, paths: Sequence[str]) -> Self:
        """Read meta.properties of each directory and compare them."""
        found: list[str] = []
        problems: list[str] = []
        first: MetaProperties | None = None
        for path in map(str, map(Path, paths)):
            meta, problem = _look_at(path)
            if meta is not None and first is not None:
                problem = _mismatch(first, meta)
            if problem is not None:
                problems.append(problem)
            if Path(path).is_dir():
                found.append(path)
            first = first or meta
        return cls(tuple(found), first, tuple(problems))

    def fields(self) -> dict[str, str]:
        """Return the lines of meta.properties, by key and sorted; empty without one."""
        if self.meta is None:
            return {}
        fields = {"cluster.id": self.meta.cluster_id}
        if self.meta.directory_id is not None:
            fields["directory.id"] = encode_id(self.meta.directory_id)
        return fields | {"node.id": str(self.meta.node_id), "version": "1"}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "directories": list(self.directories),
            "metadata": self.fields(),
            "problems": list(self.problems),
        }


def _look_at(path: str) -> tuple[MetaProperties | None, str | None]:
    if not Path(path).exists():
        return None, f"{path} does not exist"
    if not Path(path).is_dir():
        return None, f"{path} is not a directory"
    try:
        meta = read_meta_properties(DiskFolder(path))
    except (OSError, StorageError) as error:
        return None, f"Error loading {path}/meta.properties: {error}"
    return meta, None if meta is not None else f"{path} is not formatted."


def _mismatch(first: MetaProperties, other: MetaProperties) -> str | None:
    if other.cluster_id != first.cluster_id:
        return "Mismatched cluster IDs between storage directories."
    if other.node_id != first.node_id:
        return "Mismatched node IDs between storage directories."
    return None


def report_lines(report: DirectoryReport) -> list[str]:
    """Return the lines of the report, as Kafka's tool prints it."""
    blocks = []
    if report.directories:
        word = "directory" if len(report.directories) == 1 else "directories"
        blocks.append([f"Found log {word}:", *(f"  {each}" for each in report.directories)])
    if report.meta is not None:
        fields = ", ".join(f"{key}={value}" for key, value in report.fields().items())
        blocks.append([f"Found metadata: {{{fields}}}"])
    if report.problems:
        word = "problem" if len(report.problems) == 1 else "problems"
        blocks.append([f"Found {word}:", *(f"  {each}" for each in report.problems)])
    return [line for block in blocks for line in (*block, "")]
