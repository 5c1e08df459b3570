"""Preparing a log directory for its first start, as `kafka-storage format` leaves it (Formatter).

The least that replicas, simulations and tests need; meta.properties is written last, so that a
directory is formatted wholly or not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.values import BOOTSTRAP_SNAPSHOT_ID, ControlRecord, KRaftVersion, Voters
from kraft_core.log_batches import control_message
from kraft_core.quorum_topic import KAFKAS_TOPIC
from kraft_core.storage import bootstrap_checkpoint, meta_properties
from kraft_core.storage.bootstrap_checkpoint import snapshot_content
from kraft_core.storage.errors import StorageError
from kraft_core.storage.file_names import snapshot_file
from kraft_core.storage.files import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.consensus.voters import VoterSet
    from kraft_core.quorum_topic import QuorumTopic
    from kraft_core.storage.files import Folder
    from kraft_core.storage.meta_properties import MetaProperties


def format_directory(
    root: Folder,
    meta: MetaProperties,
    *,
    wall_ms: int,
    voters: VoterSet | None = None,
    records: Sequence[bytes] = (),
    in_one_file: bool = False,
    topic: QuorumTopic = KAFKAS_TOPIC,
) -> None:
    """Format an empty directory; durable on return. Raises StorageError if it is formatted already.

    `voters` make it a directory of a dynamic quorum (kraft.version 1); without, voters are static
    or come from the quorum. `records` are the first metadata records, framed as in the log; from
    Kafka 4.4 on they stand `in_one_file` with the voters.
    """
    if meta_properties.NAME in root.names():
        raise StorageError(f"{root.path} is already formatted.")
    control: list[ControlRecord] = []
    if voters is not None:
        control = [KRaftVersion(1), Voters(voters)]
    in_snapshot = records if in_one_file else ()
    if control or in_snapshot:
        content = snapshot_content(
            in_snapshot,
            timestamp_ms=wall_ms,
            last_log_timestamp_ms=wall_ms,
            control=[control_message(each) for each in control],
        )
        _write_snapshot(root.folder(topic.folder), content)
    if not in_one_file:
        content = snapshot_content(records, timestamp_ms=wall_ms, last_log_timestamp_ms=0)
        replace_file(root, bootstrap_checkpoint.NAME, content)
    meta_properties.write_meta_properties(root, meta, wall_ms)


def _write_snapshot(folder: Folder, content: bytes) -> None:
    name = snapshot_file(BOOTSTRAP_SNAPSHOT_ID)
    replace_file(folder, name, content)
    folder.make_read_only(name)
