"""A segment or snapshot: facts from its name, its directory and its neighbours.

A log directory has `<topic>-<partition>/<20 digits>.log`. Kafka's LocalTieredStorage has
`<topic>-<partition>-<topic id>/<offset>-<segment id>.log`, the offset with or without zeros in
front by release (its RemoteLogSegmentFileset; `.snapshot` alongside is the producer state where the
segment ends, not at the offset of its name), Aiven's plugin
`<topic>-<topic id>/<partition>/<20 digits>-<segment id>.log`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from kraft_core.raft.directory import BOOTSTRAP_CHECKPOINT, parse_snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_spark.files.store import Store

METADATA_TOPIC: Final = "__cluster_metadata"
_ID: Final = r"[A-Za-z0-9_-]{22}"
_SEGMENT: Final = re.compile(rf"(\d{{20}}|\d{{1,20}}(?=-))(?:-({_ID}))?\.log")
_PRODUCER_SNAPSHOT: Final = re.compile(r"(\d{20})\.snapshot")
_LEADING_OFFSET: Final = re.compile(r"(\d{20})")
_PARTITION: Final = re.compile(
    r"([A-Za-z0-9._-]{1,249}?)-(\d{1,10})(?:\.[0-9a-f]{32}-(?:delete|stray|future))?"
)
_LOCAL_TIERED: Final = re.compile(rf"([A-Za-z0-9._-]{{1,249}})-(\d{{1,10}})-({_ID})")
_AIVEN_TOPIC: Final = re.compile(rf"([A-Za-z0-9._-]{{1,249}})-({_ID})")
_NUMBER: Final = re.compile(r"\d{1,10}")
_PARTITION_MAX: Final = (1 << 31) - 1
_LEFTOVERS: Final = (".deleted", ".part", ".tmp", ".swap", ".cleaned")
_LEFTOVER_FOLDERS: Final = ("-delete", "-stray", "-future")
TEMPORARY: Final = "_temporary"
"""The directory in which writers prepare files."""


@dataclass(frozen=True, slots=True)
class FileName:
    """The parts of a file's name; offsets are None if the name has none."""

    kind: str
    base_offset: int | None = None
    snapshot_end_offset: int | None = None
    snapshot_epoch: int | None = None
    segment_id: str | None = None


@dataclass(frozen=True, slots=True)
class PartitionName:
    """The partition of a directory; all None if its name has no partition."""

    topic: str | None = None
    partition: int | None = None
    topic_id: str | None = None


def read_file_name(name: str) -> FileName | None:
    """Return the kind of a file: segment, snapshot or bootstrap file; None for others."""
    if name == BOOTSTRAP_CHECKPOINT:
        return FileName("bootstrap")
    if (found := parse_snapshot(name)) and found.is_final:
        end, epoch = found.snapshot_id.offset, found.snapshot_id.epoch
        return FileName("snapshot", end, end, epoch)
    if match := _SEGMENT.fullmatch(name):
        return FileName("segment", int(match[1]), segment_id=match[2])
    return None


def read_producer_snapshot_name(name: str) -> int | None:
    """Return the offset of a producer state; None for other files."""
    match = _PRODUCER_SNAPSHOT.fullmatch(name)
    return int(match[1]) if match else None


def read_named_file(name: str) -> FileName:
    """Parse the name of a file that a user named. It is read whatever its name."""
    found = read_file_name(name)
    if found is not None:
        return found
    for ending in _LEFTOVERS:
        inner = read_file_name(name.removesuffix(ending))
        if name.endswith(ending) and inner is not None:
            return inner
    match = _LEADING_OFFSET.match(name)
    kind = "snapshot" if ".checkpoint" in name else "segment"
    return FileName(kind, int(match[1]) if match else None)


def is_leftover(name: str) -> bool:
    """Return True if a file is unfinished, or about to be deleted by Kafka."""
    return name.endswith(_LEFTOVERS)


def is_leftover_folder(name: str) -> bool:
    """Return True if a directory is unfinished, or about to be deleted by Kafka."""
    return name.endswith(_LEFTOVER_FOLDERS) or name == TEMPORARY


def read_partition(folders: tuple[str, ...], file: FileName, layout: str) -> PartitionName:
    """Return topic and partition by the directories above a file, the innermost last."""
    if file.kind == "bootstrap":
        return PartitionName(METADATA_TOPIC, 0)
    if layout == "flat" or not folders:
        return PartitionName()
    if layout == "aiven" or (layout == "auto" and file.segment_id and _is_aiven(folders)):
        return _aiven(folders)
    inner = folders[-1]
    if layout == "local-tiered" or (layout == "auto" and file.segment_id):
        match = _LOCAL_TIERED.fullmatch(inner)
        if match or layout == "local-tiered":
            return PartitionName(match[1], int(match[2]), match[3]) if match else PartitionName()
    match = _PARTITION.fullmatch(inner)
    if match is None or int(match[2]) > _PARTITION_MAX:
        return PartitionName()
    return PartitionName(match[1], int(match[2]))


def _is_aiven(folders: tuple[str, ...]) -> bool:
    return len(folders) > 1 and bool(
        _NUMBER.fullmatch(folders[-1]) and _AIVEN_TOPIC.fullmatch(folders[-2])
    )


def _aiven(folders: tuple[str, ...]) -> PartitionName:
    if not _is_aiven(folders):
        return PartitionName()
    match = _AIVEN_TOPIC.fullmatch(folders[-2])
    if match is None:
        return PartitionName()
    return PartitionName(match[1], int(folders[-1]), match[2])


@dataclass(frozen=True, slots=True)
class RemoteSegment:
    """A segment of a tier as the topic `__remote_log_metadata` has it; `end` is its last offset.

    `epochs` are leader epochs and the first offset of each, `state` is a name of Kafka's
    RemoteLogSegmentState.
    """

    id: str
    state: str
    start: int
    end: int
    broker: int
    max_timestamp: int
    event_timestamp: int
    size: int
    epochs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PreviousSegment:
    """The segment with the next lower base offset in the same directory."""

    path: str
    size: int
    name: FileName
    sidecars: frozenset[str]


@dataclass(frozen=True, slots=True)
class LogFile:
    """A file to read, with the facts from its name and its neighbours.

    `modified` is microseconds since the epoch. `sidecars` are the endings of the files that
    are next to it: indexes, the manifest of a tier. Offsets below `first` and from `end` on are
    read from other files of the partition; `remote` is what the metadata of a tier says. Only view
    `files` has `previous`.
    """

    store: Store
    path: str
    size: int
    modified: int | None
    name: FileName
    owner: PartitionName
    is_last_segment: bool
    sidecars: frozenset[str]
    previous: PreviousSegment | None = None
    first: int | None = None
    end: int | None = None
    remote: RemoteSegment | None = None

    @property
    def uri(self) -> str:
        """The path as Spark spells it."""
        return self.store.uri(self.path)

    @property
    def folder(self) -> str:
        """The directory that holds it."""
        return self.path.rpartition("/")[0] or "/"

    @property
    def is_log(self) -> bool:
        """Return True if the file is a segment, not a checkpoint."""
        return self.name.kind == "segment"

    @property
    def is_tiered(self) -> bool:
        """Return True if the file is a segment of a remote tier."""
        return self.name.segment_id is not None

    @property
    def begin(self) -> int:
        """The lowest offset that is read from it."""
        return (self.name.base_offset or 0) if self.first is None else self.first

    @property
    def source(self) -> str:
        """The source of its records: log, snapshot or bootstrap."""
        return "log" if self.is_log else self.name.kind

    def previous_file(self) -> LogFile | None:
        """Return the segment before this one, None for the first and for checkpoints."""
        one = self.previous
        if one is None:
            return None
        return replace(
            self,
            path=one.path,
            size=one.size,
            modified=None,
            name=one.name,
            is_last_segment=False,
            sidecars=one.sidecars,
            previous=None,
        )

    def sidecar(self, ending: str) -> str:
        """Return the path of a file next to it: `.index` and so on."""
        return self.path.removesuffix(".log") + ending


def topic_ids_of(files: Iterable[LogFile]) -> dict[str, set[str]]:
    """Return the ids of the topics with this name."""
    ids: dict[str, set[str]] = defaultdict(set)
    for file in files:
        if file.owner.topic is not None and file.owner.topic_id is not None:
            ids[file.owner.topic].add(file.owner.topic_id)
    return ids


def partition_of(file: LogFile, ids: dict[str, set[str]]) -> Any:
    """Return the identity of a partition; a copy without id has the only one of its name."""
    owner = file.owner
    if owner.topic is None:
        return file.uri
    known = ids.get(owner.topic, set())
    topic_id = owner.topic_id or (next(iter(known)) if len(known) == 1 else None)
    return (topic_id or owner.topic, owner.partition)
