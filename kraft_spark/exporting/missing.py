"""Partitions that a table has progress of and that have no directory under the paths of an export.

Not an error: several exports can add different disks to one table, a partition can move to another
broker, and a topic can be deleted. The progress is kept, so nothing is skipped if the directory
comes back. A partition that is named with `assign` must exist; `list_files` checks that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_spark.files.log_file import FileName, PartitionName, read_partition
from kraft_spark.files.store import fits, in_parallel, is_glob, locate, without_braces

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kraft_spark.files.store import Store
    from kraft_spark.log.options import LogOptions

_SEGMENT: Final = FileName("segment")
_ANY_SEGMENT: Final = f"{0:020}.log"


def missing_partitions(
    options: LogOptions,
    known: Iterable[str],
    planned: Collection[str],
    present: Collection[tuple[str, int]],
) -> list[str]:
    """Return the keys among `known` that the options select and that have no directory, sorted.

    `planned` are the keys of the logs that are read, `present` the partitions that have a directory
    or a file. Partitions of an earlier topic of the same name are reported until the table has
    progress of the new one: what was not exported of them is lost.
    """
    known = frozenset(known)
    now = _topic_ids(planned)
    settled = _topic_ids(known.intersection(planned))
    absent: list[tuple[str, PartitionName]] = []
    for key in sorted(known.difference(planned)):
        owner = _owner(key)
        topic, ids = owner.topic or "", now.get(owner.topic or "")
        is_earlier = owner.topic_id is not None and ids is not None and owner.topic_id not in ids
        is_there = topic in settled if is_earlier else (topic, owner.partition) in present
        if not is_there and options.has_topic(owner.topic, owner.partition):
            absent.append((key, owner))
    if not absent:
        return []
    paths = [one for given in options.paths for one in _Path.all_of(given, options)]
    return [key for key, owner in absent if any(path.selects(key, owner) for path in paths)]


def _topic_ids(keys: Iterable[str]) -> dict[str, set[str]]:
    ids: dict[str, set[str]] = {}
    for owner in map(_owner, keys):
        if owner.topic is not None and owner.topic_id is not None:
            ids.setdefault(owner.topic, set()).add(owner.topic_id)
    return ids


def _owner(key: str) -> PartitionName:
    """Return the partition of a key; without a name for a log that is known by its URI."""
    if "/" in key:
        return PartitionName()
    name, _, topic_id = key.partition(":")
    owner = read_partition((name,), _SEGMENT, "auto")
    return PartitionName(owner.topic, owner.partition, topic_id or None)


@dataclass(frozen=True, slots=True)
class _Path:
    """A path without alternatives, and the directories of partitions that it would select.

    `name` is the pattern of their names, None if directories of any name are searched.
    """

    store: Store
    parts: tuple[str, ...]
    name: str | None
    is_literal: bool
    is_deep: bool

    @classmethod
    def all_of(cls, given: str, options: LogOptions) -> list[_Path]:
        """Return a path of the options, or its alternatives if it is a glob with braces."""
        store, pattern = locate(given)
        is_literal = not is_glob(pattern) or store.entry(pattern) is not None
        return [
            cls(
                store,
                _parts(one),
                _partition_name(store, one, options, is_literal=is_literal),
                is_literal,
                options.recursive_file_lookup,
            )
            for one in ([pattern] if is_literal else without_braces(pattern))
        ]

    def selects(self, key: str, owner: PartitionName) -> bool:
        """Return True if the directory of a partition would be read if it were there."""
        if owner.topic is None:
            return self._selects_folder(key)
        if self.name is None:
            return self.is_deep
        return fits(f"{owner.topic}-{owner.partition}", self.name)

    def _selects_folder(self, uri: str) -> bool:
        store, folder = locate(uri)
        if store != self.store or store.entry(folder) is not None:
            return False
        parts = _parts(folder)
        if len(parts) < len(self.parts):
            parts = (*parts, _ANY_SEGMENT)  # the path names the files of a directory
        if len(parts) != len(self.parts) and not (self.is_deep and len(parts) > len(self.parts)):
            return False
        return all(map(self._fits, parts, self.parts))  # deeper parts of the folder are free

    def _fits(self, name: str, pattern: str) -> bool:
        return name == pattern if self.is_literal else fits(name, pattern)


def _partition_name(
    store: Store, pattern: str, options: LogOptions, *, is_literal: bool
) -> str | None:
    """Return the part of a path that names partitions; None if it is above them.

    `kafka-logs-1` looks like a partition and is a log directory if it contains directories. In a
    tier the name of a directory has more than topic and partition: a glob there selects all.
    """
    found = [pattern] if is_literal else store.glob(pattern)
    is_remote = store.local_path(pattern) is None
    depth = len(_parts(pattern))
    for path, entry in zip(
        found, in_parallel(store.entry, found, is_remote=is_remote), strict=True
    ):
        is_file = entry is not None and entry.is_file
        parts = _parts(path)[: -1 if is_file else None]
        owner = read_partition(parts, _SEGMENT, options.layout)
        if owner.topic is None and is_file:
            continue  # a segment outside of the directory of a partition, or another file
        name = f"{owner.topic}-{owner.partition}"
        if owner.topic is None or not (is_literal or parts[-1] == name):
            return None
        if (
            not is_file
            and entry is not None
            and any(not one.is_file for one in store.children(path))
        ):
            return None
        if is_literal:
            return name
        depth = len(parts)
    part = _parts(pattern)[depth - 1]
    return part if is_glob(part) or read_partition((part,), _SEGMENT, "auto").topic else None


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.split("/") if part)
