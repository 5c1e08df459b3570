"""The commit of a write: tasks prepare files aside, and a crash loses nothing.

Files are prepared below the path that is written, out of readers' sight. To overwrite on the local
disk, the new directories are complete before the first old one is moved aside, and a journal that
is written last before that lets a later write finish the job. On object stores, where a directory
cannot be renamed, new files get names that no old one has, and the old ones are deleted when all
new ones are complete: after a crash both can exist until `cleanup=true` decides by the journal.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from kraft_spark.files.log_file import TEMPORARY
from kraft_spark.files.store import locate

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class WrittenSegment:
    """A segment that waits to be moved to its place; `end` is the offset after its last record.

    `endings` are those of the files that belong to it.
    """

    topic: str
    partition: int
    base: int
    end: int
    stem: str
    endings: tuple[str, ...]


class JobFolder:
    """The folder of one job below the path that it writes; `store` and `root` are that path's."""

    def __init__(self, path: str, job: str) -> None:
        self._given = path
        self.job: Final = job
        self.store, self.root = locate(path)
        self.path: Final = f"{self.root}/{TEMPORARY}/{job}"

    def others(self) -> list[JobFolder]:
        """Return the folders of other jobs."""
        above = f"{self.root}/{TEMPORARY}"
        if self.store.entry(above) is None:
            return []
        names = [one.name for one in self.store.children(above) if not one.is_file]
        return [JobFolder(self._given, name) for name in names if name != self.job]

    def write_note(self, name: str, form: dict[str, Any]) -> None:
        """Write a note of the job, atomically."""
        with self.store.create(f"{self.path}/{name}.part") as stream:
            stream.write(json.dumps(form).encode())
        self.store.move(f"{self.path}/{name}.part", f"{self.path}/{name}")

    def has_note(self, name: str) -> bool:
        """Return True if this note exists."""
        return self.store.entry(f"{self.path}/{name}") is not None

    def read_note(self, name: str) -> dict[str, Any] | None:
        """Return a note, None if there is none."""
        if not self.has_note(name):
            return None
        form: dict[str, Any] = json.loads(self.store.read_all(f"{self.path}/{name}"))
        return form

    def remove_note(self, name: str) -> None:
        """Remove a note, if there is one."""
        self.store.remove_file(f"{self.path}/{name}")

    def remove(self) -> None:
        """Remove what tasks prepared, and the folder of all jobs if it is empty."""
        self.store.remove_folder(self.path)
        above = self.path.rpartition("/")[0]
        if self.store.entry(above) is not None and not self.store.children(above):
            self.store.remove_folder(above)


_BEGUN: Final = "begun.json"
_COMMITTED: Final = "commit.json"


class UnfinishedWriteError(ValueError):
    """An earlier overwrite of the path was interrupted."""


def segment_id(job: str) -> str:
    """Return the part of the names of new files that identifies a job, in the form of tiers."""
    return base64.urlsafe_b64encode(UUID(job).bytes).rstrip(b"=").decode()


def replace_all(folder: JobFolder, segments: Iterable[WrittenSegment]) -> None:
    """Put the segments in place and remove all other directories below the path."""
    if folder.store.local_path(folder.root) is not None:
        _replace_directories(folder, segments)
    else:
        _replace_files(folder, segments)


def repair(folder: JobFolder) -> None:
    """Finish or undo interrupted jobs below the path; no job may be running."""
    for job in folder.others():
        committed, begun = job.read_note(_COMMITTED), job.read_note(_BEGUN)
        if committed is not None:
            _finish(job, committed)
        elif begun is not None:
            _undo(job, begun["id"])
        else:
            job.remove()


def check_finished(folder: JobFolder) -> None:
    """Raise UnfinishedWriteError if an interrupted job waits for `repair`."""
    for job in folder.others():
        if job.has_note(_COMMITTED) or job.has_note(_BEGUN):
            raise UnfinishedWriteError(
                f"an overwrite of {folder.store.uri(folder.root)} was interrupted: to finish "
                "or undo it, write with option cleanup=true while no other job writes there"
            )


def _replace_directories(folder: JobFolder, segments: Iterable[WrittenSegment]) -> None:
    store = folder.store
    names = set()
    for segment in segments:
        name = f"{segment.topic}-{segment.partition}"
        names.add(name)
        for ending in segment.endings:
            to = f"{folder.path}/new/{name}/{segment.base:020}{ending}"
            store.move(segment.stem + ending, to)
    old = [
        entry.name
        for entry in store.children(folder.root)
        if not entry.is_file and entry.name != TEMPORARY
    ]
    note = {"new": sorted(names), "old": old}
    folder.write_note(_COMMITTED, note)
    _finish(folder, note)


def _replace_files(folder: JobFolder, segments: Iterable[WrittenSegment]) -> None:
    store = folder.store
    prepared = f"{folder.root}/{TEMPORARY}/"
    old = [
        entry.path
        for entry in store.children(folder.root, deep=True)
        if entry.is_file and entry.parent != folder.root and not entry.path.startswith(prepared)
    ]
    name = segment_id(folder.job)
    folder.write_note(_BEGUN, {"id": name})
    for segment in segments:
        home = f"{folder.root}/{segment.topic}-{segment.partition}"
        for ending in segment.endings:
            store.move(segment.stem + ending, f"{home}/{segment.base:020}-{name}{ending}")
    note = {"delete": old}
    folder.write_note(_COMMITTED, note)
    _finish(folder, note)


def _finish(folder: JobFolder, note: dict[str, Any]) -> None:
    """Finish a job whose journal is written; can be repeated after a crash."""
    store = folder.store
    for path in note.get("delete", ()):
        store.remove_file(path)
    for name in note.get("new", ()):
        made, to = f"{folder.path}/new/{name}", f"{folder.root}/{name}"
        if store.entry(made) is None:
            continue  # it is in its place
        if store.entry(to) is not None:
            store.move(to, f"{folder.path}/old/{name}")
        store.move(made, to)
    for name in set(note.get("old", ())) - set(note.get("new", ())):
        if store.entry(f"{folder.root}/{name}") is not None:
            store.move(f"{folder.root}/{name}", f"{folder.path}/old/{name}")
    # a job that has begun and not committed is undone, so the commit must outlive the begin
    folder.remove_note(_BEGUN)
    folder.remove_note(_COMMITTED)
    folder.remove()


def _undo(folder: JobFolder, name: str) -> None:
    """Remove the new files of a job that had not written all of them."""
    for entry in folder.store.children(folder.root, deep=True):
        if entry.is_file and f"-{name}." in entry.name and f"/{TEMPORARY}/" not in entry.path:
            folder.store.remove_file(entry.path)
    folder.remove_note(_BEGUN)
    folder.remove()
