"""The directories of a read: each is listed once for all that need it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from kraft_spark.files.log_file import (
    FileName,
    LogFile,
    PartitionName,
    PreviousSegment,
    is_leftover_folder,
    read_file_name,
    read_partition,
    read_producer_snapshot_name,
    topic_ids_of,
)
from kraft_spark.files.store import in_parallel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_spark.files.store import Entry, Store

_SIDECARS: Final = (".index", ".timeindex", ".txnindex", ".rsm-manifest", ".indexes")

_READ: Final = (".log", ".checkpoint")
"""The file name endings that a listing returns; leftover files have other endings."""

_ID_FILE: Final = "partition.metadata"

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
            # one shared object: most segments have the same endings
            known = self._sidecars[entry.path] = _SETS.setdefault(found, found)
        return known


class Folders:
    """The directories of a read, each listed once, and facts about their files."""

    def __init__(self, layout: str, *, with_previous: bool = False) -> None:
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
        """Note the result of listing a directory."""
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

    def segments_of(self, topic: str) -> list[LogFile]:
        """Return the segments of a topic in the directories that were listed; no leftovers."""
        return [
            self.file(store, entry, name)
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

    def segments_beside(self, file: LogFile) -> list[LogFile]:
        """Return all segments in the directory of a file, by offset, selected or not."""
        folder = self.folder(file.store, file.folder)
        found = [self.file(file.store, one, name) for _, one, name in folder.segments]
        if all(one.path != file.path for one in found):
            found.append(file)
        return sorted(found, key=lambda one: one.name.base_offset or 0)

    def begin_of(self, file: LogFile) -> int:
        """Return the first offset of the directory that a segment is in."""
        segments = self.folder(file.store, file.folder).segments
        return min(file.begin, segments[0][0]) if segments else file.begin

    def has_file(self, file: LogFile, name: str) -> bool:
        """Return True if the directory of a file has one of this name."""
        return name in self.folder(file.store, file.folder).names

    def snapshot_end(self, file: LogFile) -> int | None:
        """Return the end of the newest snapshot in the directory of a file; None without one."""
        names = self.folder(file.store, file.folder).readable
        ends = [name.snapshot_end_offset for _, name in names if name.kind == "snapshot"]
        return max((end for end in ends if end is not None), default=None)

    def snapshots_beside(self, file: LogFile) -> list[tuple[int, str]]:
        """Return offset and path of each producer state in the directory of a file."""
        folder = self.folder(file.store, file.folder)
        home = file.folder.rstrip("/")
        offsets = ((read_producer_snapshot_name(name), name) for name in folder.names)
        return [(offset, f"{home}/{name}") for offset, name in offsets if offset is not None]


def _read_topic_id(content: bytes) -> str | None:
    for line in content.decode("utf-8", "replace").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "topic_id":
            return value.strip() or None
    return None


@dataclass(frozen=True)
class Listing:
    """The files of a read, in the order of their URIs, and the directories of its paths."""

    files: list[LogFile]
    folders: Folders

    @cached_property
    def topic_ids(self) -> dict[str, set[str]]:
        """The ids of the topics with this name."""
        return topic_ids_of(self.files)
