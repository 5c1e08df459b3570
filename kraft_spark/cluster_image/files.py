"""A cluster at an offset, out of files: the newest snapshot at or below it, then the log.

Read in this process, record after record: the state of a cluster is one thing and has one place.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa

from kraft_core.image import ClusterImage, ReplayError
from kraft_spark.columns import BOOLEAN, BYTES, INT64
from kraft_spark.files.replicas import select_replica
from kraft_spark.log.layout import Bounds, LogPart, find_files
from kraft_spark.log.options import parse_options
from kraft_spark.log.views import picked_columns, reader_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions

_COLUMNS: Final = pa.schema({"offset": INT64, "isControl": BOOLEAN, "key": BYTES, "value": BYTES})


class ImageError(ValueError):
    """Files that do not tell the state that was asked for."""


class ImageAt(NamedTuple):
    """A state, and the offset that it is the state at: that of the first record not in it."""

    state: ClusterImage
    offset: int


def read_image(path: str | Sequence[str], at: int | None = None) -> ImageAt:
    """Read the state after all records below `at`, or after all there are.

    Of several replicas under the path the one is read whose log ends highest. Raises ImageError
    where the files do not reach `at` or have a hole before it, and what reading raises.
    """
    if at is not None and at < 0:
        raise ImageError(f"there is no offset {at}")
    paths = [path] if isinstance(path, str) else list(path)
    listed = json.dumps(paths)
    files = _files(parse_options({"paths": listed, "view": "metadata"}))
    # as plain records: nothing is decoded but what is replayed
    options = parse_options({"paths": listed, "view": "records", "includeControl": "true"})
    snapshot = _snapshot(files, at)
    start = 0 if snapshot is None else snapshot.name.snapshot_end_offset or 0
    image = ClusterImage()
    if snapshot is not None:
        for offset, *record in _records([LogPart(snapshot, 0, snapshot.size)], options):
            _replay(image, snapshot.uri, offset, record)
    end = _replay_log(image, _log_parts(files, start, at), options, start)
    if at is not None and end < at:
        raise ImageError(f"the log ends at offset {end}, before {at}")
    return ImageAt(image, end)


def earliest_offset(path: str | Sequence[str]) -> int:
    """The first offset from which the log is whole, and at which `read_image` finds a state.

    That is 0, or the end of the oldest snapshot from which the log goes on; of snapshots without a
    log, the end of the newest. Raises ImageError where there is no such snapshot.
    """
    files = _files(_options(path))
    begins = min((_base(file) for file in files if file.is_log), default=None)
    if begins == 0:
        return 0
    ends = [file.name.snapshot_end_offset or 0 for file in files if file.name.kind == "snapshot"]
    if begins is None:
        return max(ends)
    reaching = [end for end in ends if end >= begins]
    if not reaching:
        raise ImageError(f"the log begins at offset {begins}, and no snapshot ends there or behind")
    return min(reaching)


def _options(path: str | Sequence[str]) -> LogOptions:
    paths = [path] if isinstance(path, str) else list(path)
    return parse_options({"paths": json.dumps(paths), "view": "metadata", "includeSecrets": "true"})


def _files(options: LogOptions) -> list[LogFile]:
    """Segments and snapshots of one replica, at least one."""
    found = [file for file in find_files(options) if file.name.kind != "bootstrap"]
    files = select_replica(found)
    if not files:
        raise ImageError(f"{', '.join(options.paths)} holds no metadata log")
    folders = sorted({file.folder for file in files})
    if len(folders) > 1:
        raise ImageError(f"these are several logs, name one: {', '.join(folders)}")
    return files


def _snapshot(files: list[LogFile], at: int | None) -> LogFile | None:
    """The newest that ends at or below the offset."""
    ends = [
        (file.name.snapshot_end_offset, file.name.snapshot_epoch or 0, file)
        for file in files
        if file.name.kind == "snapshot" and file.name.snapshot_end_offset is not None
    ]
    below = [one for one in ends if at is None or one[0] <= at]
    return max(below, key=lambda one: one[:2])[2] if below else None


def _log_parts(files: list[LogFile], start: int, at: int | None) -> list[LogPart]:
    """The segments that may hold offsets from `start` to `at`."""
    logs = sorted((file for file in files if file.is_log), key=_base)
    ends: dict[str, int] = {file.path: _base(after) for file, after in pairwise(logs)}
    bounds = Bounds(first=start, end=at)
    return [
        LogPart(file, 0, file.size, bounds)
        for file in logs
        if (at is None or _base(file) < at) and ends.get(file.path, start + 1) > start
    ]


def _base(file: LogFile) -> int:
    return file.name.base_offset or 0


def _records(parts: list[LogPart], options: LogOptions) -> Iterator[tuple[Any, ...]]:
    for batch in reader_of(options, picked_columns(options, _COLUMNS)).read(parts):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _replay_log(image: ClusterImage, parts: list[LogPart], options: LogOptions, start: int) -> int:
    """Replay what follows on `start`; return the offset behind the last record."""
    expected = start
    for part in parts:
        for offset, *record in _records([part], options):
            if offset != expected:
                raise ImageError(
                    f"offsets {expected} to {offset - 1} are missing before {part.file.uri}: no "
                    "snapshot bridges them"
                )
            _replay(image, part.file.uri, offset, record)
            expected = offset + 1
    return expected


def _replay(image: ClusterImage, uri: str, offset: int, record: list[Any]) -> None:
    is_control, key, value = record
    try:
        image.replay(key, value, is_control=is_control)
    except ReplayError as error:
        raise ImageError(f"{uri}, offset {offset}: {error}") from None
