"""A cluster at an offset, out of files: the newest snapshot at or below it, then the log.

Read in this process, record after record: the state of a cluster is one thing and has one place.

History tables can be kept up to date, one file of Parquet for each table. An update replays what
has followed in the log and replaces the files, each by a rename; the note of how far they go comes
last. Rows are a function of the log, so what an update that was killed has already replaced is
truncated to the note. The state at the note comes from the files of the metadata log: its newest
snapshot below, and the log after that.
"""

from __future__ import annotations

import json
import logging
import math
import os
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa
from pyarrow import parquet

from kraft_core.metadata import ClusterImage, ReplayError
from kraft_spark.cluster_image.changes import (
    HISTORY_TABLES,
    Moment,
    Timeline,
    WatchedImage,
    history_columns,
)
from kraft_spark.columns import BOOLEAN, BYTES, INT32, INT64, TIMESTAMP
from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.log.layout import list_files
from kraft_spark.log.options import parse_options
from kraft_spark.log.parts import Bounds, LogPart
from kraft_spark.log.planning import offset_at
from kraft_spark.log.position import LogPosition, Outcome, Verdict
from kraft_spark.log.replicas import Replica, cluster_id_in, log_directories, select_replica
from kraft_spark.log.views import picked_columns, reader_of
from kraft_wire.errors import WireError
from kraft_wire.messages import LeaderChangeMessage
from kraft_wire.records.control import decode_control_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions

LOGGER: Final = logging.getLogger("kraft_spark.history")
_COLUMNS: Final = pa.schema({"offset": INT64, "isControl": BOOLEAN, "key": BYTES, "value": BYTES})


class ImageError(ValueError):
    """Files that do not have the requested state."""


_TIMED_COLUMNS: Final = pa.schema([*_COLUMNS, ("timestamp", TIMESTAMP), ("leaderEpoch", INT32)])


class ImageAt(NamedTuple):
    """A state, and the offset that it is the state at: that of the first record not in it.

    `cluster_id` is what `meta.properties` alongside the log says, None without that file.
    """

    state: ClusterImage
    offset: int
    cluster_id: str | None


def read_image(
    path: str | Sequence[str], at: int | datetime | None = None, *, cluster_id: str | None = None
) -> ImageAt:
    """Read the state after all records below `at`, or after all there are.

    A time means: after all records below the first one that is later. A time without zone is local.
    Of several replicas under the path the one is read whose log ends highest; `cluster_id` chooses
    where there are several clusters. Raises ImageError where the files do not reach `at` or have a
    hole before it, and errors of reading.
    """
    if isinstance(at, int) and at < 0:
        raise ImageError(f"invalid offset {at}")
    paths = [path] if isinstance(path, str) else list(path)
    found = _logs(paths)
    if cluster_id is not None:
        found = {known: files for known, files in found.items() if known == cluster_id}
    if len(found) != 1:
        names = ", ".join(sorted(known or "unknown" for known in found))
        raise ImageError(
            f"{', '.join(paths)} contains logs of several clusters: {names}; specify one"
            if found
            else f"{', '.join(paths)} contains no metadata log of cluster {cluster_id}"
        )
    ((known, files),) = found.items()
    return ImageAt(*_read(files, at), known)


def _read(files: list[LogFile], at: int | datetime | None) -> tuple[ClusterImage, int]:
    options = _record_options(files)
    if isinstance(at, datetime):
        logs = sorted((file for file in files if file.is_log), key=_base)
        at = offset_at(logs, math.floor(at.timestamp() * 1000) + 1, options)
    snapshot = _snapshot(files, at)
    start = 0 if snapshot is None else snapshot.name.snapshot_end_offset or 0
    image = ClusterImage()
    if snapshot is not None:
        for offset, *record in _records([LogPart(snapshot, 0, snapshot.size)], options):
            _replay(image, snapshot.uri, offset, record)
    end = _replay_log(image, _log_parts(files, start, at), options, start)
    if at is not None and end < at:
        raise ImageError(f"the log ends at offset {end}, before {at}")
    return image, end


def read_timelines(path: str | Sequence[str], *, include_secrets: bool = False) -> list[Timeline]:
    """Return the tables of every cluster under a path over time, each log replayed once.

    A log begins with the state of `earliest_offset`. Raises the errors of `read_image`.
    """
    paths = [path] if isinstance(path, str) else list(path)
    found = []
    for cluster_id, files in sorted(_logs(paths).items(), key=lambda one: one[0] or ""):
        timeline = Timeline(cluster_id, include_secrets)
        _watch(files, timeline)
        found.append(timeline)
    return found


@dataclass(slots=True)
class Watched:
    """A log that is replayed from time to time: `end` is the offset after the replayed part.

    It is never within a metadata transaction that is still open. `epoch` is the leader epoch of the
    record before it, None if no record was taken yet.
    """

    timeline: Timeline
    image: WatchedImage
    moment: Moment
    end: int
    epoch: int | None = None
    position: LogPosition | None = None
    """At `end`, after every update."""

    noted: str = ""
    """The last finding that was logged."""


def watch_new(
    path: str | Sequence[str], *, include_secrets: bool, kept: Kept | None = None
) -> Watched:
    """Begin with the earliest state of the only log under a path, or continue from kept tables.

    Raises ImageError, also where the log does not have the state that was kept up to.
    """
    paths = [path] if isinstance(path, str) else list(path)
    found = _logs(paths)
    if len(found) != 1:
        raise ImageError(f"{', '.join(paths)} contains logs of several clusters; specify one")
    ((cluster_id, files),) = found.items()
    timeline = Timeline(cluster_id, include_secrets)
    if kept is None:
        image, start = _image_at(files, _earliest(files))
        timeline.begin(image)
        return Watched(timeline, image, Moment(), start)
    position = kept.position
    if position.cluster_id != cluster_id:
        raise ImageError(
            f"the history is of cluster {position.cluster_id}, the log of cluster {cluster_id}"
        )
    noted = _check_continues(position, files)
    image, end = _image_at(files, position.offset)
    end = _replay_log(image, _log_parts(files, end, position.offset), _record_options(files), end)
    if end != position.offset:
        raise ImageError(
            f"the log ends at offset {end}, before {position.offset}: it was truncated, or this "
            "replica has not caught up"
        )
    try:
        timeline.resume(image, kept.rows)
    except KeyError:
        raise ImageError(f"the history does not fit the state at offset {end}") from None
    moment = Moment(None, None, kept.controller, kept.epoch)
    return Watched(timeline, image, moment, end, position.epoch, position, noted)


def watch_on(watched: Watched, path: str | Sequence[str]) -> None:
    """Replay the records added to the log since then; raises ImageError."""
    paths = [path] if isinstance(path, str) else list(path)
    (files,) = _logs(paths).values()
    if watched.position is not None:
        watched.noted = _check_continues(watched.position, files, watched.noted)
    _take(watched, files)
    found = _position(files, watched.end)
    # the epoch of the record that was replayed: the file may have been truncated since
    epoch = found.epoch if watched.epoch is None else watched.epoch
    cluster_id = watched.timeline.cluster_id
    watched.position = replace(found, epoch=epoch, cluster_id=cluster_id)


def _replica(files: list[LogFile]) -> Replica | None:
    """Return the segments as a log of positions; None for snapshots alone."""
    segments = sorted((file for file in files if file.is_log), key=_base)
    if not segments:
        return None
    options = _record_options(files)
    return Replica(segments, list_files(options), log_directories(options))


def _position(files: list[LogFile], offset: int) -> LogPosition:
    replica = _replica(files)
    if replica is not None:
        return replica.position(offset)
    epochs = {one.name.snapshot_end_offset: one.name.snapshot_epoch for one in files}
    return LogPosition(name=_NAME, offset=offset, epoch=epochs.get(offset))


def _check_continues(position: LogPosition, files: list[LogFile], noted: str = "") -> str:
    """Raise ImageError if replayed records are no longer those of the log.

    Returns what cannot be decided, which is logged once. The state at a position can be that of a
    snapshot, so that the log can begin after it; a gap is found by the replay.
    """
    replica = _replica(files)
    if replica is None:
        found = _position(files, position.offset).epoch
        if None in (found, position.epoch) or found == position.epoch:
            return noted
        verdict = Verdict(
            Outcome.TRUNCATED,
            f"read up to {position}, and the snapshot that ends there is of epoch {found}",
        )
    else:
        verdict = replica.judge(position)
    if verdict.is_loss and verdict.outcome is not Outcome.GONE:
        raise ImageError(
            f"{position.name}: {verdict.reason} (wait for a replica that has not caught up, or "
            "keep the history in a new directory)"
        )
    if verdict.outcome is Outcome.UNKNOWN and verdict.reason != noted:
        LOGGER.warning("%s: %s", position.name, verdict.reason)
    return verdict.reason


class Kept(NamedTuple):
    """The stored part of a history: its rows, their end position, and the leader there."""

    position: LogPosition
    controller: int | None
    epoch: int | None
    rows: dict[str, list[dict[str, Any]]]


def _image_at(files: list[LogFile], at: int) -> tuple[WatchedImage, int]:
    """Return the state of the newest snapshot at or below an offset, and the offset of that."""
    options = _record_options(files)
    image = WatchedImage()
    snapshot = _snapshot(files, at)
    if snapshot is None:
        return image, 0
    for offset, *record in _records([LogPart(snapshot, 0, snapshot.size)], options):
        _replay(image, snapshot.uri, offset, record)
    return image, snapshot.name.snapshot_end_offset or 0


def _watch(files: list[LogFile], timeline: Timeline) -> None:
    image, start = _image_at(files, _earliest(files))
    timeline.begin(image)
    _take(Watched(timeline, image, Moment(), start), files)


def _take(watched: Watched, files: list[LogFile]) -> None:
    options = _record_options(files)
    timeline, image, moment = watched.timeline, watched.image, watched.moment
    expected = start = watched.end
    for part in _log_parts(files, start, None):
        for row in _records([part], options, _TIMED_COLUMNS):
            offset, is_control, key, value, moment.time, moment.epoch = row
            _check_next(part.file, expected, offset)
            moment.offset, expected = offset, offset + 1
            leader = _leader(key, value) if is_control else None
            moment.controller = leader if leader is not None else moment.controller
            _replay(image, part.file.uri, offset, [is_control, key, value])
            if not image.in_transaction:
                watched.end, watched.epoch = expected, moment.epoch
                if image.touched:
                    timeline.take(image, moment)


def _leader(key: bytes | None, value: bytes | None) -> int | None:
    """Return the leader that a LeaderChange names; None for other control records."""
    try:
        message = decode_control_record(_Record(key, value)).message
    except WireError:
        return None  # the replay reports the damage
    return message.leader_id if isinstance(message, LeaderChangeMessage) else None


class _Record(NamedTuple):
    key: bytes | None
    value: bytes | None


def _record_options(files: list[LogFile]) -> LogOptions:
    """Return options for plain records: only replayed records are decoded."""
    listed = json.dumps([file.uri for file in files])
    return parse_options({"paths": listed, "view": "records", "includeControl": "true"})


def earliest_offset(path: str | Sequence[str]) -> int:
    """Return the first offset from which the log is whole, and at which `read_image` finds a state.

    That is 0, or the end of the oldest snapshot from which the log continues; of snapshots without
    a log, the end of the newest. Raises ImageError where there is no such snapshot.
    """
    paths = [path] if isinstance(path, str) else list(path)
    found = list(_logs(paths).values())
    if len(found) > 1:
        raise ImageError(f"{', '.join(paths)} contains logs of several clusters; specify one")
    return _earliest(found[0])


def check_logs(paths: list[str]) -> None:
    """Raise ImageError for a missing metadata log, or one without an initial state."""
    for files in _logs(paths).values():
        _earliest(files)


def _earliest(files: list[LogFile]) -> int:
    begins = min((_base(file) for file in files if file.is_log), default=None)
    if begins == 0:
        return 0
    ends = [file.name.snapshot_end_offset or 0 for file in files if file.name.kind == "snapshot"]
    if begins is None:
        return max(ends)
    reaching = [end for end in ends if end >= begins]
    if not reaching:
        raise ImageError(
            f"the log begins at offset {begins}, and no snapshot ends there or after it"
        )
    return min(reaching)


def _logs(paths: list[str]) -> dict[str | None, list[LogFile]]:
    """Return segments and snapshots of one replica of each cluster; raises ImageError if none."""
    given = {"paths": json.dumps(paths), "view": "metadata", "allowEmpty": "true"}
    options = parse_options(given)
    by_cluster: dict[str | None, list[LogFile]] = {}
    known: dict[str, str | None] = {}
    for file in list_files(options).files:
        if file.name.kind != "bootstrap":
            folder = file.store.uri(file.folder)
            if folder not in known:
                known[folder] = _cluster_id(file)
            by_cluster.setdefault(known[folder], []).append(file)
    if not by_cluster:
        raise ImageError(f"{', '.join(paths)} contains no metadata log")
    if len(by_cluster) == 2 and None in by_cluster:
        # a copy without meta.properties is taken for a replica of the only cluster there is
        by_cluster = {max(filter(None, by_cluster)): [*chain(*by_cluster.values())]}
    found = {}
    for cluster_id, every in by_cluster.items():
        files = found[cluster_id] = select_replica(every)
        folders = sorted({file.folder for file in files})
        if len(folders) > 1:
            raise ImageError(f"the path contains several logs; specify one: {', '.join(folders)}")
    return found


def _cluster_id(file: LogFile) -> str | None:
    """Return the cluster id in `meta.properties` of the log directory that has the partition."""
    return cluster_id_in(file.store, file.folder.rpartition("/")[0])


def _snapshot(files: list[LogFile], at: int | None) -> LogFile | None:
    """Return the newest snapshot that ends at or below the offset."""
    ends = [
        (file.name.snapshot_end_offset, file.name.snapshot_epoch or 0, file)
        for file in files
        if file.name.kind == "snapshot" and file.name.snapshot_end_offset is not None
    ]
    below = [one for one in ends if at is None or one[0] <= at]
    return max(below, key=lambda one: one[:2])[2] if below else None


def _log_parts(files: list[LogFile], start: int, at: int | None) -> list[LogPart]:
    """Return the segments that can hold offsets from `start` to `at`."""
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


def _records(
    parts: list[LogPart], options: LogOptions, columns: pa.Schema = _COLUMNS
) -> Iterator[tuple[Any, ...]]:
    for batch in reader_of(options, picked_columns(options, columns)).read(parts):
        plain = [
            one.cast(INT64) if pa.types.is_timestamp(one.type) else one for one in batch.columns
        ]
        yield from zip(*(column.to_pylist() for column in plain), strict=True)


def _replay_log(image: ClusterImage, parts: list[LogPart], options: LogOptions, start: int) -> int:
    """Replay the records from `start` on; return the offset after the last one."""
    expected = start
    for part in parts:
        for offset, *record in _records([part], options):
            _check_next(part.file, expected, offset)
            _replay(image, part.file.uri, offset, record)
            expected = offset + 1
    return expected


def _check_next(file: LogFile, expected: int, offset: int) -> None:
    if offset != expected:
        raise ImageError(
            f"offsets {expected} to {offset - 1} are missing before {file.uri}: no "
            "snapshot contains them"
        )


def _replay(image: ClusterImage, uri: str, offset: int, record: list[Any]) -> None:
    is_control, key, value = record
    try:
        image.replay(key, value, is_control=is_control)
    except ReplayError as error:
        raise ImageError(f"{uri}, offset {offset}: {error}") from None


NOTE: Final = "_kraft.json"
_NOTE_VERSION: Final = 2
_NAME: Final = f"{METADATA_TOPIC}-0"
_TABLES: Final = (*HISTORY_TABLES, "spans")


class KeptHistory:
    """Keeps `<out>/<table>/history.parquet` of one cluster; one process at a time.

    Tables that were begun without secrets continue without. Raises ImageError and OSError.
    """

    def __init__(self, paths: Sequence[str], out: str, *, include_secrets: bool = False) -> None:
        self._paths = list(paths)
        self._out = Path(out)
        self._include_secrets = include_secrets
        self._watched: Watched | None = None

    def update(self) -> int:
        """Replay new records of the log; return the offset after them."""
        # kept only when the update is complete: a failed update may have replayed only a part
        watched, self._watched = self._watched, None
        if watched is None:
            watched = watch_new(
                self._paths, include_secrets=self._include_secrets, kept=self._kept()
            )
        before = watched.end
        watch_on(watched, self._paths)
        if watched.end != before or not (self._out / NOTE).exists():
            self._write(watched)
        self._watched = watched
        return watched.end

    def _write(self, watched: Watched) -> None:
        for table in _TABLES:
            rows = pa.Table.from_pylist(watched.timeline.rows(table), history_columns(table))
            self._replace(f"{table}/history.parquet", lambda path, rows=rows: _store(rows, path))
        note = {
            "version": _NOTE_VERSION,
            "position": None if watched.position is None else watched.position.to_form(),
            "controller": watched.moment.controller,
            "epoch": watched.moment.epoch,
            "includesSecrets": self._include_secrets,
        }
        self._replace(NOTE, lambda path: path.write_text(json.dumps(note), encoding="utf-8"))

    def _replace(self, name: str, write: Any) -> None:
        path = self._out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f".{path.name}.part")
        write(aside)
        handle = os.open(aside, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        aside.replace(path)

    def _kept(self) -> Kept | None:
        path = self._out / NOTE
        if not path.exists():
            return None
        try:
            note = json.loads(path.read_text(encoding="utf-8"))
            if note["version"] not in (1, _NOTE_VERSION):
                raise ImageError(
                    f"{path} has version {note['version']}: a later release of kraft wrote it"
                )
            # releases up to 0.2 noted an offset and the cluster id
            former = {"offset": note.get("end"), "clusterId": note.get("clusterId")}
            position = LogPosition.of_form(_NAME, note.get("position", former))
            end = position.offset
            known = Kept(position, note["controller"], note["epoch"], {})
            had_secrets = bool(note["includesSecrets"])
        except (ValueError, KeyError, TypeError) as error:
            raise ImageError(f"{path} is not valid: {error}") from None
        if had_secrets != self._include_secrets:
            raise ImageError(
                f"{path}: include_secrets was {had_secrets} when the history was created"
            )
        for table in HISTORY_TABLES:
            columns = history_columns(table)
            rows = parquet.read_table(self._out / table / "history.parquet", schema=columns)
            known.rows[table] = [
                _cut(row, end)
                for row in _plain_times(rows).to_pylist()
                if row["fromOffset"] is None or row["fromOffset"] < end
            ]
        return known


def _store(rows: pa.Table, path: Path) -> None:
    parquet.write_table(rows, path, compression="zstd")


def _plain_times(rows: pa.Table) -> pa.Table:
    """Return the rows with timestamps as integers, the form that the replay uses."""
    fields = [
        pa.field(one.name, pa.int64()) if pa.types.is_timestamp(one.type) else one
        for one in rows.schema
    ]
    return rows.cast(pa.schema(fields))


def _cut(row: dict[str, Any], end: int) -> dict[str, Any]:
    """Return a row as it was at an offset."""
    if row["toOffset"] is not None and row["toOffset"] >= end:
        return {**row, "toOffset": None, "validTo": None}
    return row


def keep_history(
    spark: Any,
    paths: Sequence[str],
    out: str,
    *,
    checkpoint: str,
    include_secrets: bool = False,
    trigger: dict[str, Any] | None = None,
) -> Any:
    """Start a streaming query that updates the tables when the log has grown."""
    kept = KeptHistory(paths, out, include_secrets=include_secrets)
    kept.update()
    reader = spark.readStream.format("kafka_log").option("view", "metadata")
    reader = reader.option("activeSegment", "true").option("failOnDataLoss", "false")
    reader = reader.option("startingOffsets", "latest").option("paths", json.dumps(list(paths)))
    frame = reader.schema("offset BIGINT").load()

    def update(_: Any, number: int) -> None:
        del number  # an update takes all there is, so a repeated one does nothing
        kept.update()

    writer = frame.writeStream.foreachBatch(update).option("checkpointLocation", checkpoint)
    return writer.trigger(**(trigger or {"processingTime": "60 seconds"})).start()
