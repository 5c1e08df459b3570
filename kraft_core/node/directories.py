"""The directories of a node at its start: all formatted, all of one node, one of them opened."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.errors import NotFormattedError, WrongDirectoryError
from kraft_core.storage.formatting import format_directory
from kraft_core.storage.log_directory import LogDirectory
from kraft_core.storage.meta_properties import MetaProperties, read_meta_properties

if TYPE_CHECKING:
    from kraft_core.consensus.voters import VoterSet
    from kraft_core.node.configuration import NodeConfiguration


def open_directory(configuration: NodeConfiguration) -> LogDirectory:
    """Check every directory and open the one of the log; raises StorageError.

    Nothing is checked, and the directory made, where the configuration says whose it is.
    """
    process, identity = configuration.process, configuration.identity
    if identity is None:
        cluster_id = check_directories(configuration)
    else:
        cluster_id = identity.cluster_id
        Path(process.metadata_log_dir).mkdir(parents=True, exist_ok=True)
    return LogDirectory.open(
        DiskFolder(process.metadata_log_dir),
        settings=configuration.storage,
        node_id=process.node_id,
        cluster_id=cluster_id,
        accepted_loss=configuration.accepted_loss,
        wall_ms=time.time_ns() // 1_000_000,
        topic=configuration.topic,
        identity=identity,
    )


def prepare_directory(
    configuration: NodeConfiguration,
    cluster_id: str,
    directory_id: bytes,
    voters: VoterSet | None = None,
) -> bool:
    """Format the directory of an embedded node if it is not formatted; whether that was done.

    `voters` are those that the quorum begins with, the same at all its nodes; a node without them
    hears of its voters from the quorum. Raises StorageError.
    """
    path = Path(configuration.process.metadata_log_dir)
    path.mkdir(parents=True, exist_ok=True)
    root = DiskFolder(path)
    if read_meta_properties(root) is not None:
        return False
    meta = MetaProperties(configuration.node_id, cluster_id, directory_id)
    wall_ms = time.time_ns() // 1_000_000
    format_directory(root, meta, wall_ms=wall_ms, voters=voters, topic=configuration.topic)
    return True


def check_directories(configuration: NodeConfiguration) -> str:
    """The cluster id, in which all directories agree; raises StorageError. Nothing is opened."""
    process = configuration.process
    cluster_ids: dict[str, str] = {}
    for path in process.directories:
        if not Path(path).is_dir():
            raise NotFormattedError(f"{path} is not there: `kraft storage format` makes it.")
        meta = read_meta_properties(DiskFolder(path))
        if meta is None:
            raise NotFormattedError(f"{path} is not formatted: it has no meta.properties.")
        if meta.node_id != process.node_id:
            raise WrongDirectoryError(
                f"{path} belongs to node {meta.node_id}, but this is node {process.node_id}."
            )
        cluster_ids.setdefault(meta.cluster_id, path)
        is_other = path != process.metadata_log_dir
        if is_other and (Path(path) / configuration.topic.folder).exists():
            raise WrongDirectoryError(
                f"{path} has a metadata log, but {process.metadata_log_dir} is the directory for"
                " it."
            )
    if len(cluster_ids) > 1:
        (first, where), (second, other) = sorted(cluster_ids.items())[:2]
        raise WrongDirectoryError(
            f"{where} belongs to cluster {first}, but {other} to cluster {second}."
        )
    return next(iter(cluster_ids))
