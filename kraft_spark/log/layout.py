"""Paths to files: the files of a read, and their topics and partitions.

A directory is searched to any depth for segments, snapshots and `bootstrap.checkpoint`. A file that
is named itself, or by a glob, is read under any name; a directory that is named is decoded as
the view says, even under another name.
"""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_spark.files.listing import Folders, Listing
from kraft_spark.files.log_file import (
    METADATA_TOPIC,
    FileName,
    LogFile,
    is_leftover_folder,
    read_file_name,
    read_named_file,
    read_partition,
)
from kraft_spark.files.store import Entry, Store, fits, locate

if TYPE_CHECKING:
    from kraft_spark.log.options import LogOptions

_CHECKPOINT_VIEWS: Final = ("batches", "metadata", "control", "files")
"""The views that read snapshots too."""

_TOPICS: Final = {
    "metadata": (METADATA_TOPIC,),
    "offsets": ("__consumer_offsets", "__share_group_state"),
    "transactions": ("__transaction_state",),
}
"""The topics that a view is about; the others take all."""


class MissingPathError(FileNotFoundError):
    """A path that does not exist."""


class EmptyPathError(FileNotFoundError):
    """A path without a segment or snapshot under it."""


class UnknownTopicError(FileNotFoundError):
    """A topic or partition in the options without a directory."""


def list_files(options: LogOptions) -> Listing:
    """Return all files of a read.

    Raises MissingPathError where a path does not exist, unless that is ignored, EmptyPathError and
    UnknownTopicError, unless `allowEmpty` is set.
    """
    folders = Folders(options.layout, with_previous=options.view == "files")
    chosen: dict[tuple[Store, str], tuple[Entry, FileName]] = {}
    for given in options.paths:
        store, pattern = locate(given)
        literal = store.entry(pattern)
        paths = [pattern] if literal is not None else store.glob(pattern)
        if not paths and not options.ignore_missing_files:
            raise MissingPathError(f"no such file or directory: {given}")
        is_empty = True
        for path in paths:
            found = _under(store, path, options, folders)
            is_empty &= found.is_empty
            for entry, name in found.files:
                chosen.setdefault((store, entry.path), (entry, name))
        if paths and is_empty and not options.allow_empty:
            raise EmptyPathError(
                f"{given} contains no segment and no snapshot of Kafka (allowEmpty=true reads "
                "nothing)"
            )
    if not options.allow_empty:
        _check_topics(options, folders.partitions())
    folders.read_topic_ids({(store, one.parent) for (store, _), (one, _) in chosen.items()})
    files: dict[str, LogFile] = {}
    for (store, _), (entry, name) in chosen.items():
        file = folders.file(store, entry, name)
        files.setdefault(file.uri, file)
    return Listing([files[uri] for uri in sorted(files)], folders)


def _check_topics(options: LogOptions, known: set[tuple[str, int]]) -> None:
    """Raise UnknownTopicError as Spark's Kafka source does for a topic that does not exist."""
    wanted = options.named_partitions()
    if not wanted:
        return
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
    """The files of a read below a path; `is_empty` if there are none of any view and topic."""

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
    """Return True if name and age of a file match the request."""
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
    """Return True if a view reads this file of a directory.

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
