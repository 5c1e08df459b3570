"""Paths to files: which files a read takes, and whose topic and partition they are.

A directory is searched to any depth for segments, snapshots and `bootstrap.checkpoint`. A file that
is named itself, or by a glob, is read whatever its name; a directory that is named is decoded as
the view says, even under another name.
"""

from __future__ import annotations

import fnmatch
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kraft_spark.files.log_file import LogFile
from kraft_spark.files.names import (
    METADATA_TOPIC,
    FileName,
    is_leftover,
    is_leftover_folder,
    read_file_name,
    read_named_file,
    read_partition,
)
from kraft_spark.files.store import Entry, Store, locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_spark.log.options import LogOptions

_CHECKPOINT_VIEWS: Final = ("batches", "metadata", "control", "files")
"""The views that read snapshots too."""

_TOPICS: Final = {
    "metadata": (METADATA_TOPIC,),
    "offsets": ("__consumer_offsets", "__share_group_state"),
    "transactions": ("__transaction_state",),
}
"""The topics that a view is about; the others take all."""

_SIDECARS: Final = (".index", ".timeindex", ".txnindex", ".rsm-manifest")


class MissingPathError(FileNotFoundError):
    """A path that leads to nothing."""


def find_files(options: LogOptions) -> list[LogFile]:
    """All files that a read takes, in the order of their paths.

    Raises MissingPathError where a path leads to nothing, unless that is to be ignored.
    """
    found: dict[str, LogFile] = {}
    folders = Folders(options)
    for given in options.paths:
        store, pattern = locate(given)
        literal = store.entry(pattern)
        paths = [pattern] if literal is not None else store.glob(pattern)
        if not paths and not options.ignore_missing_files:
            raise MissingPathError(f"{given} leads to no file and no directory")
        for path in paths:
            for file in _under(store, path, options, folders):
                found.setdefault(file.uri, file)
    return [found[uri] for uri in sorted(found)]


def segments_beside(file: LogFile, options: LogOptions) -> list[LogFile]:
    """All segments of the directory that a file stands in, by offset, asked for or not."""
    folders = Folders(options)
    found = []
    for entry in file.store.children(file.folder):
        name = read_file_name(entry.name)
        if entry.is_file and name is not None and name.kind == "segment":
            found.append(folders.file(file.store, entry, name))
    if all(one.path != file.path for one in found):
        found.append(file)
    return sorted(found, key=lambda one: one.name.base_offset or 0)


def check_paths(options: LogOptions) -> None:
    """Raise MissingPathError if a path leads to nothing, unless that is to be ignored."""
    if options.ignore_missing_files:
        return
    for given in options.paths:
        store, pattern = locate(given)
        if store.entry(pattern) is None and not store.glob(pattern):
            raise MissingPathError(f"{given} leads to no file and no directory")


def _under(store: Store, path: str, options: LogOptions, folders: Folders) -> Iterator[LogFile]:
    entry = store.entry(path)
    if entry is None:
        return
    if entry.is_file:
        if _passes(entry, options):
            file = folders.file(store, entry, read_named_file(entry.name))
            if options.has_topic(file.owner.topic, file.owner.partition):
                yield file
        return
    for one in store.children(path, deep=options.recursive_file_lookup):
        if not one.is_file or is_leftover(one.name) or not _passes(one, options):
            continue
        inner = one.parent.removeprefix(path).strip("/")
        if any(is_leftover_folder(part) for part in inner.split("/")):
            continue
        name = read_file_name(one.name)
        if name is None:
            continue
        file = folders.file(store, one, name)
        if _is_for(options.view, file, is_named=not inner) and options.has_topic(
            file.owner.topic, file.owner.partition
        ):
            yield file


def _passes(entry: Entry, options: LogOptions) -> bool:
    """Whether name and age of a file are those that were asked for."""
    pattern = options.path_glob_filter
    if pattern is not None and not fnmatch.fnmatchcase(entry.name, pattern):
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


def _is_for(view: str, file: LogFile, *, is_named: bool) -> bool:
    """Whether a view reads a file that a directory yields; `is_named`: its own directory is."""
    if not file.is_log and view not in _CHECKPOINT_VIEWS:
        return False
    topics = _TOPICS.get(view)
    if topics is None or is_named or file.owner.topic in topics:
        return True
    return view == "metadata" and not file.is_log


class Folders:
    """What the directories say of the files in them, each looked at once."""

    def __init__(self, options: LogOptions) -> None:
        self._layout = options.layout
        self._seen: dict[tuple[Store, str], list[Entry]] = {}
        self._ids: dict[tuple[Store, str], str | None] = {}

    def file(self, store: Store, entry: Entry, name: FileName) -> LogFile:
        """Describe a file."""
        neighbours = self._neighbours(store, entry.parent)
        parts = tuple(part for part in entry.parent.split("/") if part)
        owner = read_partition(parts, name, self._layout)
        if owner.topic_id is None and name.kind != "bootstrap":
            owner = replace(owner, topic_id=self._topic_id(store, entry.parent, neighbours))
        stem = entry.name.removesuffix(".log")
        beside = {one.name for one in neighbours}
        return LogFile(
            store,
            entry.path,
            entry.size,
            entry.modified,
            name,
            owner,
            name.kind == "segment" and self._is_last(name, neighbours),
            frozenset(ending for ending in _SIDECARS if stem + ending in beside),
        )

    def _neighbours(self, store: Store, folder: str) -> list[Entry]:
        key = (store, folder)
        if key not in self._seen:
            self._seen[key] = store.children(folder)
        return self._seen[key]

    def _is_last(self, name: FileName, neighbours: Iterable[Entry]) -> bool:
        """Whether no segment of the directory begins behind this one."""
        if name.base_offset is None:
            return True
        others = (read_file_name(one.name) for one in neighbours if one.is_file)
        bases = [one.base_offset or 0 for one in others if one and one.kind == "segment"]
        return name.base_offset >= max(bases, default=0)

    def _topic_id(self, store: Store, folder: str, neighbours: Iterable[Entry]) -> str | None:
        key = (store, folder)
        if key not in self._ids:
            self._ids[key] = None
            path = f"{folder.rstrip('/')}/partition.metadata"
            if any(one.path == path for one in neighbours):
                self._ids[key] = _read_topic_id(store.read_all(path))
        return self._ids[key]


def _read_topic_id(content: bytes) -> str | None:
    for line in content.decode("utf-8", "replace").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "topic_id":
            return value.strip() or None
    return None
