"""One replica of a partition as its files are now: its end, its epochs, its committed part.

Log directories are read before segments are listed: an entry of `replication-offset-checkpoint`
that is older than the listing is still below the high watermark, so no election replaces listed
records below it. A newer entry could count records of segments that were listed and are deleted by
then.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.files.blocks import NO_END, blocks, log_end
from kraft_spark.files.log_file import (
    METADATA_TOPIC,
    FileName,
    is_leftover_folder,
    partition_of,
    read_partition,
    topic_ids_of,
)
from kraft_spark.files.sidecars import start_before
from kraft_spark.files.store import in_parallel, locate
from kraft_spark.log.position import (
    END_CLOSED_SEGMENTS,
    END_HIGH_WATERMARK,
    BatchSpan,
    EndFacts,
    LogPosition,
    Outcome,
    allowed_end,
    continues,
    read_epoch_checkpoint,
    read_offset_checkpoint,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_spark.files.listing import Listing
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Block
    from kraft_spark.files.store import Store
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.position import AllowedEnd, Verdict

_HIGH_WATERMARKS: Final = "replication-offset-checkpoint"
_PROPERTIES: Final = "meta.properties"
EPOCHS_FILE: Final = "leader-epoch-checkpoint"
_MARKS: Final = (
    _PROPERTIES,
    _HIGH_WATERMARKS,
    "recovery-point-offset-checkpoint",
    "log-start-offset-checkpoint",
    "cleaner-offset-checkpoint",
)
"""Files of a log directory, next to the directories of partitions."""

_heads: Final = partial(blocks, chunk_bytes=1 << 16)
"""Only a few batches are needed, so little is read at a time."""

_ANY: Final = "one of several directories"

Folder = tuple["Store", str]


@dataclass(frozen=True, slots=True)
class LogDirectory:
    """The facts of a log directory about all its partitions."""

    cluster_id: str | None = None
    high_watermarks: dict[tuple[str, int], int] = field(default_factory=dict)


_NOTHING_KNOWN: Final = LogDirectory()


def log_directories(options: LogOptions) -> dict[Folder, LogDirectory]:
    """Return the log directories of the paths; call it before segments are listed."""
    found: dict[Folder, LogDirectory] = {}
    for given in options.paths:
        store, pattern = locate(given)
        paths = [pattern] if store.entry(pattern) is not None else store.glob(pattern)
        for path in paths:
            _look(store, path, options, found)
    return found


def _look(store: Store, path: str, options: LogOptions, found: dict[Folder, LogDirectory]) -> None:
    entry = store.entry(path)
    if entry is None:
        return
    home = entry.parent if entry.is_file else path
    names = tuple(part for part in home.split("/") if part)
    if entry.is_file or read_partition(names, _ANY_SEGMENT, options.layout).topic is not None:
        above = home.rpartition("/")[0] or "/"
        if (store, above) not in found:
            found[store, above] = _read(store, above, {_HIGH_WATERMARKS, _PROPERTIES})
    if entry.is_file:
        return
    is_remote = store.local_path(path) is None
    level = [path]
    while level:
        listed = in_parallel(store.children, level, is_remote=is_remote)
        deeper = []
        for folder, entries in zip(level, listed, strict=True):
            inside = {one.name for one in entries if one.is_file}
            if not inside.isdisjoint(_MARKS):
                found[store, folder] = _read(store, folder, inside)
            elif options.recursive_file_lookup and not any(_is_segment(name) for name in inside):
                deeper += [
                    one.path
                    for one in entries
                    if not (
                        one.is_file or is_leftover_folder(one.name) or store.is_dead_end(one.path)
                    )
                ]
        level = deeper


_ANY_SEGMENT: Final = FileName("segment", 0)


def _is_segment(name: str) -> bool:
    return name.endswith(".log")


def _read(store: Store, folder: str, names: set[str]) -> LogDirectory:
    marks = _text(store, folder, _HIGH_WATERMARKS) if _HIGH_WATERMARKS in names else ""
    cluster = cluster_id_in(store, folder) if _PROPERTIES in names else None
    return LogDirectory(cluster, read_offset_checkpoint(marks))


def cluster_id_in(store: Store, folder: str) -> str | None:
    """Return the cluster id in the meta.properties of a log directory."""
    for line in _text(store, folder, _PROPERTIES).splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "cluster.id":
            return value.strip() or None
    return None


def _text(store: Store, folder: str, name: str) -> str:
    try:
        return store.read_all(f"{folder.rstrip('/')}/{name}").decode("utf-8", "replace")
    except FileNotFoundError:
        return ""


def replica_of(file: LogFile) -> str:
    """Return the URI of a file's log directory; without a name, that of its directory."""
    above = file.folder.rpartition("/")[0] or "/"
    return file.store.uri(above if file.owner.topic is not None else file.folder)


class Recall:
    """Cached facts about files, by their sizes and times; `turn` drops unused ones.

    A living stream looks at every partition again and again. Only what was used since the turn
    before the last is kept, so that the table has at most some entries for each partition.
    """

    def __init__(self) -> None:
        self._old: dict[Any, Any] = {}
        self._new: dict[Any, Any] = {}

    def turn(self) -> None:
        """Drop facts that were not used since the last turn."""
        self._old, self._new = self._new, {}

    def get(self, key: Any, find: Callable[[], Any]) -> Any:
        """Return a fact; compute it if it is not cached."""
        if key not in self._new:
            self._new[key] = self._old[key] if key in self._old else find()
        return self._new[key]


class Replica:
    """The segments of one partition, in order, as a `Log` of positions.

    Segments of a tier come before those on disk. Raises OSError where files are read.
    """

    def __init__(
        self,
        segments: list[LogFile],
        listing: Listing,
        directories: dict[Folder, LogDirectory],
        recall: Recall | None = None,
    ) -> None:
        self._segments = segments
        self._listing = listing
        self._recall = Recall() if recall is None else recall
        newest = self.newest
        above = newest.folder.rpartition("/")[0] or "/"
        self._is_on_disk = not newest.is_tiered
        self._directory = directories.get((newest.store, above), _NOTHING_KNOWN)
        self.replica = replica_of(newest)

    @property
    def newest(self) -> LogFile:
        """The segment with the highest offsets."""
        return self._segments[-1]

    @property
    def segments(self) -> list[LogFile]:
        """All segments, in order."""
        return self._segments

    @property
    def name(self) -> str:
        """The partition for messages."""
        owner = self.newest.owner
        if owner.topic is None:
            return self.newest.store.uri(self.newest.folder)
        return f"{owner.topic}-{owner.partition}"

    @property
    def topic_id(self) -> str | None:
        """The id of partition.metadata or of the layout; without one, the only id of its name."""
        ids = (one.owner.topic_id for one in reversed(self._segments))
        own = next((one for one in ids if one is not None), None)
        known = self._listing.topic_ids.get(self.newest.owner.topic or "", set())
        return next(iter(known)) if own is None and len(known) == 1 else own

    @property
    def cluster_id(self) -> str | None:
        """The id in meta.properties of the log directory."""
        return self._directory.cluster_id

    @property
    def begin(self) -> int:
        """The first remaining offset."""
        return self._segments[0].begin

    @cached_property
    def end(self) -> int:
        """The offset after the last whole batch, at least the base offset of the last segment."""
        newest = self.newest
        if newest.remote is not None:
            return newest.remote.end + 1
        end: int = self._known(newest, "end", lambda: log_end(newest)[1])
        return max(end, newest.name.base_offset or 0)

    def judge(self, position: LogPosition) -> Verdict:
        """Decide whether this log continues a position, or the replica that was read has lost it.

        Where this log ends lower and another replica was read, only that one can say more, if its
        directory is still under the paths. Exports do not note which replica they read: of several
        ones a lower end alone proves nothing.
        """
        verdict = continues(position, self)
        is_open = verdict.outcome in (Outcome.UNKNOWN, Outcome.TRUNCATED)
        if not is_open or self.end >= position.offset or position.epoch is None:
            return verdict
        copies = self._copies()
        if position.replica is None:
            is_one = len(copies) < 2
            return verdict if is_one else continues(replace(position, replica=_ANY), self)
        if verdict.is_loss or position.replica not in copies:
            return verdict
        files = sorted(copies[position.replica], key=lambda file: file.begin)
        other = continues(position, Replica(files, self._listing, {}, self._recall))
        return other if other.is_loss else verdict

    def _copies(self) -> dict[str, list[LogFile]]:
        """Return the segments on disk of this partition under the paths, by log directory."""
        owner = self.newest.owner
        found: dict[str, list[LogFile]] = {}
        for file in self._listing.files:
            is_same = (file.owner.topic, file.owner.partition) == (owner.topic, owner.partition)
            if file.is_log and not file.is_tiered and is_same:
                found.setdefault(replica_of(file), []).append(file)
        return found

    def allowed_end(self, end: str) -> AllowedEnd:
        """Return the offset up to which option `end` allows reads of the partition."""
        newest = self.newest
        key = (newest.owner.topic or "", newest.owner.partition or 0)
        mark = self._directory.high_watermarks.get(key) if self._is_on_disk else None
        base = newest.begin
        # offsets up to the newest base offset are never above the end: nothing has to be read
        is_below = end == END_HIGH_WATERMARK and mark is not None and mark <= base
        facts = EndFacts(
            log_end=base if is_below or end == END_CLOSED_SEGMENTS else self.end,
            newest_base=base,
            high_watermark=mark,
            tier_end=None if self._is_on_disk else self.end,
            snapshot_end=self._snapshot_end(),
        )
        return allowed_end(end, facts)

    def position(self, offset: int) -> LogPosition:
        """Return the position at an offset of this log."""
        before = self.batch_before(offset)
        epoch = None
        if before is not None and before.end >= offset:
            epoch = before.epoch
        elif offset > 0:
            known = [one for one, start in self.lineage() if start < offset]
            epoch = known[-1] if known else None
        return LogPosition(
            name=self.name,
            offset=offset,
            epoch=epoch,
            topic_id=self.topic_id,
            cluster_id=self.cluster_id,
            replica=self.replica,
        )

    def batch_before(self, offset: int) -> BatchSpan | None:
        """Return the last batch that begins below an offset."""
        for file in reversed(self._segments):
            if file.begin < offset:
                found: BatchSpan | None = self._known(
                    file, ("before", offset), partial(_last_below, file, offset)
                )
                if found is not None:
                    return found
        return None

    def batch_from(self, offset: int) -> BatchSpan | None:
        """Return the first batch that begins at or above an offset."""
        for number, file in enumerate(self._segments):
            is_below = number + 1 < len(self._segments) and (
                self._segments[number + 1].begin <= offset
            )
            if is_below:
                continue
            for heads in _heads(file, start_before(file, offset)):
                for found in _spans(heads):
                    if found.first >= offset:
                        return found
        return None

    def first_above(self, epoch: int) -> int | None:
        """Return the base offset of the first batch whose epoch is above this one.

        Epochs never fall within a log, so the segments are searched by halves.
        """
        low, high = 0, len(self._segments)
        while low < high:
            middle = (low + high) // 2
            first = self._first_epoch(middle)
            if first is None or first > epoch:  # None: a new segment without a batch
                high = middle
            else:
                low = middle + 1
        for file in self._segments[max(low - 1, 0) :]:
            for block in _heads(file, 0):
                if block.is_legacy:
                    continue
                above = np.flatnonzero(block.heads["partitionLeaderEpoch"] > epoch)
                if len(above):
                    return int(block.heads["baseOffset"][above[0]])
        return None

    def _first_epoch(self, number: int) -> int | None:
        """Return the epoch of the first batch of a segment or, if it has none, of a later one."""
        for file in self._segments[number:]:
            for block in _heads(file, 0):
                return -1 if block.is_legacy else int(block.heads["partitionLeaderEpoch"][0])
        return None

    def lineage(self) -> list[tuple[int, int]]:
        """Return the leader epochs and their start offsets, from leader-epoch-checkpoint."""
        newest = self.newest
        if newest.remote is not None:
            return list(newest.remote.epochs)
        if newest.is_tiered or not self._listing.folders.has_file(newest, EPOCHS_FILE):
            return []
        return read_epoch_checkpoint(_text(newest.store, newest.folder, EPOCHS_FILE))

    def _snapshot_end(self) -> int | None:
        if self.newest.owner.topic != METADATA_TOPIC:
            return None
        return self._listing.folders.snapshot_end(self.newest)

    def _known(self, file: LogFile, what: Any, find: Callable[[], Any]) -> Any:
        return self._recall.get((file.store, file.path, file.size, file.modified, what), find)


def _last_below(file: LogFile, offset: int) -> BatchSpan | None:
    last = None
    for block in _heads(file, start_before(file, offset)):
        for found in _spans(block):
            if found.first >= offset:
                return last
            last = found
    return last


def _spans(block: Block) -> Iterator[BatchSpan]:
    if block.is_legacy:
        for number in range(len(block)):
            one = block.part(slice(number, number + 1))
            end = one.end_offset()
            yield BatchSpan(end - 1, end, None)
        return
    heads = block.heads
    bases = heads["baseOffset"].tolist()
    deltas = heads["lastOffsetDelta"].tolist()
    epochs = heads["partitionLeaderEpoch"].tolist()
    for base, delta, epoch in zip(bases, deltas, epochs, strict=True):
        yield BatchSpan(base, base + delta + 1, epoch if epoch >= 0 else None)


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
        return end_of.get(uri, NO_END), uri

    for folders in places.values():
        best: list[LogFile] = min(folders.values(), key=rank)
        kept += best
    if bootstraps:
        kept.append(_bootstrap(bootstraps, kept))
    return sorted(kept, key=lambda file: file.uri)


def _descending_end(group: list[LogFile]) -> tuple[int, int]:
    epoch, end = max((log_end(file) for file in _newest(group)), default=NO_END)
    return -epoch, -end


def _newest(group: list[LogFile]) -> list[LogFile]:
    """Return the newest segment with bytes, else the oldest one."""
    logs = sorted(
        (file for file in group if file.is_log), key=lambda file: file.name.base_offset or 0
    )
    while len(logs) > 1 and logs[-1].size == 0:
        logs.pop()
    return logs[-1:]


def _bootstrap(found: list[LogFile], kept: list[LogFile]) -> LogFile:
    """Return the bootstrap file next to a directory that is read, else the first by path."""
    beside = {(file.store, file.folder.rpartition("/")[0] or "/") for file in kept}
    ranked = sorted(found, key=lambda file: ((file.store, file.folder) not in beside, file.uri))
    return ranked[0]
