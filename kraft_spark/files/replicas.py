"""Of several replicas of a partition the one whose log ends highest.

A partition is its topic id where that is known, else its name; the highest end is that of leader
epoch of the last batch, then end offset; ties go to the first path.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from kraft_spark.files.aiven_segments import offset_index, open_segment
from kraft_spark.files.segment_scan import HEADER, Damage, SegmentScan, Tail
from kraft_spark.files.sidecars import begins_batch, read_index
from kraft_spark.files.store import in_parallel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_spark.files.log_file import LogFile

_NOWHERE = (-1, -1)


def select_replica(files: list[LogFile]) -> list[LogFile]:
    """The files of one directory for each partition; checkpoints go with their directory."""
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
    """The ids that the topics of a name have."""
    ids: dict[str, set[str]] = defaultdict(set)
    for file in files:
        if file.owner.topic is not None and file.owner.topic_id is not None:
            ids[file.owner.topic].add(file.owner.topic_id)
    return ids


def partition_of(file: LogFile, ids: dict[str, set[str]]) -> Any:
    """What tells a partition from others; a copy without id has the only one of its name."""
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
    """The newest segment, and those before it as long as they hold no batch."""
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
    """The last place in a segment of which its index says that a batch begins, and one does."""
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
    """The bootstrap file beside a directory that is read, else the first by path."""
    beside = {(file.store, file.folder.rpartition("/")[0] or "/") for file in kept}
    ranked = sorted(found, key=lambda file: ((file.store, file.folder) not in beside, file.uri))
    return ranked[0]
