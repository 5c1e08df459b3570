"""Paths to files: which files a read takes, whose topic and partition they are, parts of them.

A directory is searched to any depth for segments, snapshots and `bootstrap.checkpoint`. A file that
is named itself, or by a glob, is read whatever its name; a directory that is named is decoded as
the view says, even under another name.

Of several replicas of a partition one is read on request: the one whose log ends highest, by leader
epoch of the last batch, then end offset; ties go to the first path. A partition is its topic id
where that is known, else its name.

Parts, and what of them counts, are sent to the workers as they are.
"""

from __future__ import annotations

import difflib
import os
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.files.log_file import (
    METADATA_TOPIC,
    FileName,
    LogFile,
    PartitionName,
    PreviousSegment,
    is_leftover_folder,
    read_file_name,
    read_named_file,
    read_partition,
    read_producer_snapshot_name,
)
from kraft_spark.files.segment_scan import HEADER, Damage, SegmentScan, Tail
from kraft_spark.files.segments import offset_index, open_segment
from kraft_spark.files.sidecars import begins_batch, read_index
from kraft_spark.files.store import Entry, Store, fits, in_parallel, locate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from kraft_spark.log.options import LogOptions


@dataclass(frozen=True, slots=True)
class Transactions:
    """The uncommitted part of a partition.

    `aborted` are rows of producer id, first and last offset; from `last_stable` on nothing counts,
    None where no transaction is open. `is_indexed` says that `aborted` comes from the indexes of
    the partition and not from its markers. `opened` are producer id and first offset of what is
    open. Markers from `end` on did not count, None where all did.
    """

    aborted: tuple[tuple[int, int, int], ...] = ()
    last_stable: int | None = None
    is_indexed: bool = False
    opened: tuple[tuple[int, int], ...] = ()
    end: int | None = None

    def within(self, first: int, end: int | None) -> Transactions:
        """Return the transactions for the offsets from `first` up to `end`; None for no end."""
        aborted = tuple(
            one for one in self.aborted if one[2] >= first and (end is None or one[1] < end)
        )
        return replace(self, aborted=aborted, opened=())


@dataclass(frozen=True, slots=True)
class UnreadTransactions:
    """Tasks find what is committed of a partition: its sidecar files do not say it.

    `last` and `size` are the path and the size of the last segment when the read was planned, so
    that all tasks see the same log, `modified` its time: an election can replace a marker by
    another one of the same size, and workers remember. `files` are the segments of a partition that
    is in a tier too; of others the directory is listed. Markers from `end` on do not count.
    """

    last: str
    size: int
    files: tuple[LogFile, ...] = ()
    end: int | None = None
    modified: int | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """The offsets to read, from `first` up to and without `end`; None for no bound.

    Batches whose newest timestamp is below `since` are not wanted.
    """

    first: int | None = None
    end: int | None = None
    since: int | None = None

    def batches(self, heads: NDArray[Any]) -> NDArray[np.bool_]:
        """Return a mask of the batches of format 2 that can hold a record within the bounds."""
        base = heads["baseOffset"].astype(np.int64)
        keep = np.ones(len(heads), np.bool_)
        if self.first is not None:
            keep &= base + heads["lastOffsetDelta"] >= self.first
        if self.end is not None:
            keep &= base < self.end
        if self.since is not None:
            keep &= heads["maxTimestamp"] >= self.since
        return keep

    def is_open(self) -> bool:
        """Return True if every offset counts."""
        return self.first is None and self.end is None

    def offsets(self, offsets: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return a mask of the offsets to read."""
        keep = np.ones(len(offsets), np.bool_)
        if self.first is not None:
            keep &= offsets >= self.first
        if self.end is not None:
            keep &= offsets < self.end
        return keep


UNBOUNDED: Final = Bounds()
"""Every offset counts; one object for the parts of very many segments."""


@dataclass(frozen=True, slots=True)
class LogPart:
    """The bytes of a file from `start` to `end`, and what of them counts."""

    file: LogFile
    start: int
    end: int
    bounds: Bounds = UNBOUNDED
    transactions: Transactions | UnreadTransactions | None = None

    @property
    def size(self) -> int:
        """Bytes to read."""
        return self.end - self.start


_CHECKPOINT_VIEWS: Final = ("batches", "metadata", "control", "files")
"""The views that read snapshots too."""

_TOPICS: Final = {
    "metadata": (METADATA_TOPIC,),
    "offsets": ("__consumer_offsets", "__share_group_state"),
    "transactions": ("__transaction_state",),
}
"""The topics that a view is about; the others take all."""

_SIDECARS: Final = (".index", ".timeindex", ".txnindex", ".rsm-manifest", ".indexes")


_READ: Final = (".log", ".checkpoint")
"""How the names of files end that a directory yields; leftovers end otherwise."""

_ID_FILE: Final = "partition.metadata"


class MissingPathError(FileNotFoundError):
    """A path that does not exist."""


class EmptyPathError(FileNotFoundError):
    """A path without a segment or snapshot under it."""


class UnknownTopicError(FileNotFoundError):
    """A topic or partition that options name and no directory has."""


def find_files(options: LogOptions) -> list[LogFile]:
    """Return all files that a read takes, in the order of their URIs.

    Raises MissingPathError where a path does not exist, unless that is ignored, EmptyPathError and
    UnknownTopicError, unless `allowEmpty` is set.
    """
    return Listing(options).files


class Listing:
    """The files that a read takes, and the other files in their directories.

    Every directory is listed once, not once for each file. Raises what `find_files`
    raises.
    """

    def __init__(self, options: LogOptions) -> None:
        self._folders = Folders(options.layout, with_previous=options.view == "files")
        chosen: dict[tuple[Store, str], tuple[Entry, FileName]] = {}
        for given in options.paths:
            store, pattern = locate(given)
            literal = store.entry(pattern)
            paths = [pattern] if literal is not None else store.glob(pattern)
            if not paths and not options.ignore_missing_files:
                raise MissingPathError(f"no such file or directory: {given}")
            is_empty = True
            for path in paths:
                found = _under(store, path, options, self._folders)
                is_empty &= found.is_empty
                for entry, name in found.files:
                    chosen.setdefault((store, entry.path), (entry, name))
            if paths and is_empty and not options.allow_empty:
                raise EmptyPathError(
                    f"{given} contains no segment and no snapshot of Kafka (allowEmpty=true reads "
                    "nothing)"
                )
        if not options.allow_empty:
            self._check_topics(options)
        self._folders.read_topic_ids(
            {(store, one.parent) for (store, _), (one, _) in chosen.items()}
        )
        files: dict[str, LogFile] = {}
        for (store, _), (entry, name) in chosen.items():
            file = self._folders.file(store, entry, name)
            files.setdefault(file.uri, file)
        self.files = [files[uri] for uri in sorted(files)]

    @classmethod
    def unsearched(cls, options: LogOptions) -> Listing:
        """Return a listing without files, for the directories of files that are already known.

        Topics that options name were checked when the paths were searched.
        """
        return cls(replace(options, paths=(), ignore_missing_files=True, allow_empty=True))

    @cached_property
    def topic_ids(self) -> dict[str, set[str]]:
        """The ids that the topics of a name have."""
        return topic_ids_of(self.files)

    def partitions(self) -> set[tuple[str, int]]:
        """Return the partitions of the directories and files that were searched."""
        return self._folders.partitions()

    def _check_topics(self, options: LogOptions) -> None:
        """Raise UnknownTopicError as Spark's Kafka source does for a topic that does not exist."""
        wanted = options.named_partitions()
        if not wanted:
            return
        known = self.partitions()
        topics = {topic for topic, _ in known}
        for topic, partition in wanted:
            if (topic in topics) if partition is None else ((topic, partition) in known):
                continue
            close = difflib.get_close_matches(topic, topics, n=1) if topic not in topics else []
            hint = f"; did you mean {close[0]}?" if close else ""
            name = topic if partition is None else f"{topic}-{partition}"
            raise UnknownTopicError(
                f"no directory of {name} under {', '.join(options.paths)}{hint} (allowEmpty=true "
                "reads nothing of it)"
            )

    def segments_beside(self, file: LogFile) -> list[LogFile]:
        """Return all segments in the directory of a file, by offset, selected or not."""
        folder = self._folders.folder(file.store, file.folder)
        found = [self._folders.file(file.store, one, name) for _, one, name in folder.segments]
        if all(one.path != file.path for one in found):
            found.append(file)
        return sorted(found, key=lambda one: one.name.base_offset or 0)

    def begin_of(self, file: LogFile) -> int:
        """Return the first offset of the directory that a segment is in."""
        segments = self._folders.folder(file.store, file.folder).segments
        return min(file.begin, segments[0][0]) if segments else file.begin

    def segments_of(self, topic: str) -> list[LogFile]:
        """Return all segments of a topic in the searched directories, selected or not."""
        return [
            self._folders.file(store, entry, name)
            for store, entry, name in self._folders.segments_of(topic)
        ]

    def has_file(self, file: LogFile, name: str) -> bool:
        """Return True if the directory of a file has one of this name."""
        return name in self._folders.folder(file.store, file.folder).names

    def snapshot_end(self, file: LogFile) -> int | None:
        """Return the end of the newest snapshot in the directory of a file; None without one."""
        names = self._folders.folder(file.store, file.folder).readable
        ends = [name.snapshot_end_offset for _, name in names if name.kind == "snapshot"]
        return max((end for end in ends if end is not None), default=None)

    def snapshots_beside(self, file: LogFile) -> list[tuple[int, str]]:
        """Offset and path of each producer state in the directory of a file."""
        folder = self._folders.folder(file.store, file.folder)
        home = file.folder.rstrip("/")
        offsets = ((read_producer_snapshot_name(name), name) for name in folder.names)
        return [(offset, f"{home}/{name}") for offset, name in offsets if offset is not None]


def segments_beside(file: LogFile, options: LogOptions) -> list[LogFile]:
    """Do as `Listing.segments_beside`, but list the directory now."""
    return Listing.unsearched(options).segments_beside(file)


def check_paths(options: LogOptions) -> None:
    """Raise MissingPathError if a path does not exist, unless that is ignored."""
    if options.ignore_missing_files:
        return
    for given in options.paths:
        store, pattern = locate(given)
        if store.entry(pattern) is None and not store.glob(pattern):
            raise MissingPathError(f"no such file or directory: {given}")


@dataclass(slots=True)
class _Under:
    """The files that a read takes from a path; `is_empty` if it has none of any view and topic."""

    files: list[tuple[Entry, FileName]]
    is_empty: bool = True


def _under(store: Store, path: str, options: LogOptions, folders: Folders) -> _Under:
    entry = store.entry(path)
    found = _Under([])
    if entry is None:
        return found
    if entry.is_file:
        name = read_named_file(entry.name)
        owner = folders.owner(store, entry.parent, name)
        folders.name(owner)
        found.is_empty = False
        if _passes(entry, options) and options.has_topic(owner.topic, owner.partition):
            found.files.append((entry, name))
        return found
    by_folder: dict[str, list[Entry]] = {path: []}
    for one in store.children(path, deep=options.recursive_file_lookup):
        by_folder.setdefault(one.parent, []).append(one)
        if not one.is_file and options.recursive_file_lookup:
            by_folder.setdefault(one.path, [])
            _check_link(store, one, options)
    for folder, entries in by_folder.items():
        known = folders.seen(store, folder, entries)
        inner = folder.removeprefix(path).strip("/")
        if any(is_leftover_folder(part) for part in inner.split("/")):
            continue
        folders.name(folders.owner(store, folder, _SEGMENT))
        for one, read in known.readable:
            found.is_empty = False
            if not _passes(one, options):
                continue
            owner = folders.owner(store, folder, read)
            folders.name(owner)
            if _is_for(options.view, read, owner.topic, is_named=not inner) and options.has_topic(
                owner.topic, owner.partition
            ):
                found.files.append((one, read))
    return found


_SEGMENT: Final = FileName("segment")


def _check_link(store: Store, entry: Entry, options: LogOptions) -> None:
    """Raise MissingPathError for a link to nothing in place of a partition or a segment."""
    path = entry.path
    if options.ignore_missing_files or store.local_path(path) is None:
        return
    if os.path.islink(path) and not os.path.exists(path):  # noqa: PTH110, PTH114
        owner = read_partition((entry.name,), _SEGMENT, options.layout)
        if owner.topic is not None or read_file_name(entry.name) is not None:
            raise MissingPathError(
                f"{path} is a link to {os.readlink(path)}, which does not exist"  # noqa: PTH115
            )


def _passes(entry: Entry, options: LogOptions) -> bool:
    """Return True if name and age of a file are the requested ones."""
    pattern = options.path_glob_filter
    if pattern is not None and not fits(entry.name, pattern):
        return False
    if options.modified_after is None and options.modified_before is None:
        return True
    if entry.modified is None:
        return False
    seconds = entry.modified / 1_000_000
    after, before = options.modified_after, options.modified_before
    return (after is None or seconds > after.timestamp()) and (
        before is None or seconds < before.timestamp()
    )


def _is_for(view: str, name: FileName, topic: str | None, *, is_named: bool) -> bool:
    """Return True if a view reads a file that a directory yields.

    `is_named`: its own directory is.
    """
    is_log = name.kind == "segment"
    if view == "tiers":
        return is_log
    if not is_log and view not in _CHECKPOINT_VIEWS:
        return False
    topics = _TOPICS.get(view)
    if topics is None or is_named or topic in topics:
        return True
    return view == "metadata" and not is_log


_SETS: Final[dict[frozenset[str], frozenset[str]]] = {}


class Folder:
    """One directory and its files, listed once."""

    def __init__(self, path: str, entries: list[Entry]) -> None:
        self.path = path
        self.names: set[str] = set()
        self.readable: list[tuple[Entry, FileName]] = []
        """The files that a directory yields, and what their names say: parsed once for each."""

        for entry in entries:
            if not entry.is_file:
                continue
            name = entry.name
            self.names.add(name)
            read = read_file_name(name) if name.endswith(_READ) else None
            if read is not None:
                self.readable.append((entry, read))
        segments = [
            (read.base_offset or 0, entry, read)
            for entry, read in self.readable
            if read.kind == "segment"
        ]
        self.segments = sorted(segments, key=lambda one: (one[0], one[1].path))
        """Base offset, entry and name of each segment, by offset."""

        self._bases = [base for base, _, _ in self.segments]
        self._sidecars: dict[str, frozenset[str]] = {}

    def is_last(self, name: FileName) -> bool:
        """Return True if no segment of the directory begins at a higher offset."""
        base = name.base_offset
        return base is None or not self._bases or base >= self._bases[-1]

    def previous(self, name: FileName) -> PreviousSegment | None:
        """Return the segment with the next lower base offset."""
        if name.base_offset is None:
            return None
        index = bisect_left(self._bases, name.base_offset)
        if not index:
            return None
        _, entry, found = self.segments[index - 1]
        return PreviousSegment(entry.path, entry.size, found, self.sidecars(entry))

    def sidecars(self, entry: Entry) -> frozenset[str]:
        """Return the endings of the files that belong to a segment."""
        known = self._sidecars.get(entry.path)
        if known is None:
            stem = entry.name.removesuffix(".log")
            found = frozenset([ending for ending in _SIDECARS if stem + ending in self.names])
            # one object for all: very many segments have the same
            known = self._sidecars[entry.path] = _SETS.setdefault(found, found)
        return known


class Folders:
    """The directories of a read, each listed once, and what they say of the files in them."""

    def __init__(self, layout: str, *, with_previous: bool) -> None:
        self._layout = layout
        self._with_previous = with_previous
        self._seen: dict[tuple[Store, str], Folder] = {}
        self._ids: dict[tuple[Store, str], str | None] = {}
        self._owners: dict[tuple[Store, str, bool, bool], PartitionName] = {}
        self._owners_with_ids: dict[tuple[Store, str, bool, bool], PartitionName] = {}
        self._partitions: set[tuple[str, int]] = set()

    def name(self, owner: PartitionName) -> None:
        """Note a partition that has a directory or a file."""
        if owner.topic is not None and owner.partition is not None:
            self._partitions.add((owner.topic, owner.partition))

    def partitions(self) -> set[tuple[str, int]]:
        """Return the partitions of the directories and files that were searched."""
        return self._partitions

    def seen(self, store: Store, path: str, entries: list[Entry]) -> Folder:
        """Note what a listing of a directory gave."""
        return self._seen.setdefault((store, path), Folder(path, entries))

    def folder(self, store: Store, path: str) -> Folder:
        """Return a directory, listed if it was not."""
        found = self._seen.get((store, path))
        return self.seen(store, path, store.children(path)) if found is None else found

    def owner(self, store: Store, folder: str, name: FileName) -> PartitionName:
        """Return the partition that owns a file of a directory, by names alone."""
        key = (store, folder, name.kind == "bootstrap", name.segment_id is None)
        owner = self._owners.get(key)
        if owner is None:
            parts = tuple(part for part in folder.split("/") if part)
            owner = self._owners[key] = read_partition(parts, name, self._layout)
        return owner

    def segments_of(self, topic: str) -> list[tuple[Store, Entry, FileName]]:
        """Return the segments of a topic in the directories that were listed; no leftovers."""
        return [
            (store, entry, name)
            for (store, path), folder in list(self._seen.items())
            if not any(is_leftover_folder(part) for part in path.split("/"))
            for _, entry, name in folder.segments
            if self.owner(store, path, name).topic == topic
        ]

    def read_topic_ids(self, folders: Iterable[tuple[Store, str]]) -> None:
        """Read `partition.metadata` of these directories, many at a time on other stores."""
        wanted = [
            (store, path)
            for store, path in folders
            if (store, path) not in self._ids and _ID_FILE in self.folder(store, path).names
        ]
        is_remote = any(store.local_path(path) is None for store, path in wanted)
        contents = in_parallel(
            lambda one: one[0].read_all(f"{one[1].rstrip('/')}/{_ID_FILE}"),
            wanted,
            is_remote=is_remote,
        )
        self._ids |= {
            key: _read_topic_id(content) for key, content in zip(wanted, contents, strict=True)
        }

    def _owner_with_id(self, store: Store, folder: str, name: FileName) -> PartitionName:
        """Return the partition that owns a file, with the topic id of `partition.metadata`."""
        key = (store, folder, name.kind == "bootstrap", name.segment_id is None)
        known = self._owners_with_ids.get(key)
        if known is None:
            known = self.owner(store, folder, name)
            if known.topic_id is None and name.kind != "bootstrap":
                if (store, folder) not in self._ids:
                    self.read_topic_ids([(store, folder)])
                known = replace(known, topic_id=self._ids.get((store, folder)))
            self._owners_with_ids[key] = known
        return known

    def file(self, store: Store, entry: Entry, name: FileName) -> LogFile:
        """Return the description of a log file."""
        home = entry.parent
        folder = self.folder(store, home)
        is_log = name.kind == "segment"
        return LogFile(
            store,
            entry.path,
            entry.size,
            entry.modified,
            name,
            self._owner_with_id(store, home, name),
            is_log and folder.is_last(name),
            folder.sidecars(entry),
            folder.previous(name) if is_log and self._with_previous else None,
        )


def _read_topic_id(content: bytes) -> str | None:
    for line in content.decode("utf-8", "replace").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "topic_id":
            return value.strip() or None
    return None


_NOWHERE = (-1, -1)


def select_replica(files: list[LogFile]) -> list[LogFile]:
    """Return the files of one directory for each partition; checkpoints go with their directory."""
    places: dict[Any, dict[tuple[Any, str], list[LogFile]]] = defaultdict(dict)
    ids = topic_ids_of(files)
    bootstraps = []
    for file in files:
        if file.name.kind == "bootstrap":
            bootstraps.append(file)
            continue
        folder = (file.store, file.folder)
        places[partition_of(file, ids)].setdefault(folder, []).append(file)
    kept: list[LogFile] = []
    several = [
        group for folders in places.values() if len(folders) > 1 for group in folders.values()
    ]
    is_remote = any(group[0].store.local_path(group[0].path) is None for group in several)
    ends = in_parallel(_descending_end, several, is_remote=is_remote)
    end_of = {group[0].uri: end for group, end in zip(several, ends, strict=True)}

    def rank(group: list[LogFile]) -> tuple[tuple[int, int], str]:
        uri = group[0].uri
        return end_of.get(uri, _NOWHERE), uri

    for folders in places.values():
        best: list[LogFile] = min(folders.values(), key=rank)
        kept += best
    if bootstraps:
        kept.append(_bootstrap(bootstraps, kept))
    return sorted(kept, key=lambda file: file.uri)


def topic_ids_of(files: Iterable[LogFile]) -> dict[str, set[str]]:
    """Return the ids that the topics of a name have."""
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


def _descending_end(group: list[LogFile]) -> tuple[int, int]:
    epoch, end = max((log_end(file) for file in _newest(group)), default=_NOWHERE)
    return -epoch, -end


def _newest(group: list[LogFile]) -> list[LogFile]:
    """Return the newest segment, and those before it as long as they hold no batch."""
    logs = sorted(
        (file for file in group if file.is_log), key=lambda file: file.name.base_offset or 0
    )
    while len(logs) > 1 and logs[-1].size == 0:
        logs.pop()
    return logs[-1:]


def log_end(file: LogFile) -> tuple[int, int]:
    """Leader epoch of the last batch and the offset after it."""
    end = _NOWHERE
    start = _late_start(file)
    with open_segment(file) as source:
        for event in SegmentScan(
            source, start, source.file.size, check_crcs=False, may_have_tail=True
        ):
            if isinstance(event, Damage | Tail):
                continue
            last = event.part(slice(len(event) - 1, None))
            epoch = -1 if event.is_legacy else int(last.heads[0]["partitionLeaderEpoch"])
            end = (epoch, last.end_offset())
    return end


def _late_start(file: LogFile) -> int:
    """Return the last place at which the index says that a batch begins, and one does."""
    content = offset_index(file)
    if content is None:
        return 0
    offsets, positions = read_index(content, file.name.base_offset or 0)
    with open_segment(file) as source:
        size = source.file.size
        for offset, place in zip(offsets[::-1].tolist(), positions[::-1].tolist(), strict=True):
            head = bytes(source.read(place, HEADER.itemsize)) if 0 < place < size else b""
            if begins_batch(head, offset, size - place):
                return int(place)
    return 0


def _bootstrap(found: list[LogFile], kept: list[LogFile]) -> LogFile:
    """Return the bootstrap file next to a directory that is read, else the first by path."""
    beside = {(file.store, file.folder.rpartition("/")[0] or "/") for file in kept}
    ranked = sorted(found, key=lambda file: ((file.store, file.folder) not in beside, file.uri))
    return ranked[0]
