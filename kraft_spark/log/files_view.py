"""View `files`: a row for each file, the health report. Damage never fails it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from kraft_spark.columns.schemas import arrow_schema
from kraft_spark.decoding.arrow_decode import column_of, timestamp_of
from kraft_spark.files.offset_index import read_index, read_time_index
from kraft_spark.files.replicas import log_end
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail
from kraft_spark.files.tiered_manifest import refusal
from kraft_spark.log.reading import without_wrong_crcs
from kraft_spark.log.segment_health import Health, IndexCheck, TimeIndexCheck, headers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.columns.schemas import Picked
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import LogPart

Row = dict[str, Any]


class FilesReader:
    """Reads whole files as rows of view `files`."""

    def __init__(self, options: LogOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked
        self._schema = arrow_schema(picked)

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """The rows of all files."""
        rows = [self._row(part.file) for part in parts]
        if rows:
            columns = [
                column_of([row.get(one.column) for row in rows], field.type)
                for one, field in zip(self._picked, self._schema, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=self._schema)

    def _row(self, file: LogFile) -> Row:
        row = _names(file)
        try:
            row["error"] = refusal(file)
            if row["error"] is None:
                row |= self._looked_at(file)
        except (OSError, ValueError) as error:
            row["error"] = f"{type(error).__name__}: {error}"
        return row

    def _looked_at(self, file: LogFile) -> Row:
        health = Health(_previous_end(file))
        index, time_index = _checks(file)
        bad_regions = bad_bytes = wrong_crcs = 0
        tail: Tail | None = None
        with file.store.open(file.path) as source:
            events = SegmentScan(
                source,
                0,
                file.size,
                check_crcs=self._options.check_crcs,
                may_have_tail=file.is_last_segment,
            )
            for event in events:
                if isinstance(event, Tail):
                    tail = event
                    continue
                pieces = [event] if isinstance(event, Damage) else without_wrong_crcs(event)
                for piece in pieces:
                    if isinstance(piece, Damage):
                        bad_regions += 1
                        bad_bytes += piece.length
                        wrong_crcs += not isinstance(event, Damage)
                        continue
                    headers = headers_of(piece)
                    health.add(piece, headers)
                    for check in (index, time_index):
                        if check is not None:
                            check.add(headers)
        return {
            **_summed(health, file),
            "batches": health.batches + wrong_crcs,
            "trailingBytes": tail.length if tail else 0,
            "trailingKind": tail.kind if tail else None,
            "badRegions": bad_regions,
            "badBytes": bad_bytes,
            "crcFailures": wrong_crcs if self._options.check_crcs else None,
            "indexMismatches": index.mismatches() if index else None,
            "timeIndexMismatches": time_index.mismatches() if time_index else None,
        }


def _previous_end(file: LogFile) -> int | None:
    """The end of the segment before this one, None for the first and for checkpoints."""
    before = file.previous_file()
    if before is None:
        return None
    _, end = log_end(before)
    return end if end >= 0 else before.name.base_offset


def _names(file: LogFile) -> Row:
    return {
        "path": file.uri,
        "kind": file.name.kind,
        "topic": file.owner.topic,
        "partition": file.owner.partition,
        "topicId": file.owner.topic_id,
        "sizeInBytes": file.size,
        "modificationTime": file.modified,
        "baseOffset": file.name.base_offset if file.is_log else None,
        "snapshotEndOffset": file.name.snapshot_end_offset,
        "snapshotEpoch": file.name.snapshot_epoch,
        "isLastSegment": file.is_last_segment if file.is_log else None,
    }


def _summed(health: Health, file: LogFile) -> Row:
    last = health.last_offset
    empty_end = file.name.base_offset if file.is_log else None
    return {
        "firstOffset": health.first_offset,
        "lastOffset": last,
        "endOffset": empty_end if last is None else last + 1,
        "minTimestamp": timestamp_of(health.oldest),
        "maxTimestamp": timestamp_of(health.newest),
        "records": health.records,
        "validBytes": health.valid_bytes,
        "offsetGaps": health.gaps,
        "outOfOrderBatches": health.out_of_order,
    }


def _checks(file: LogFile) -> tuple[IndexCheck | None, TimeIndexCheck | None]:
    base = file.name.base_offset or 0
    index = time_index = None
    if ".index" in file.sidecars:
        index = IndexCheck(*read_index(file.store.read_all(file.sidecar(".index")), base))
    if ".timeindex" in file.sidecars:
        content = file.store.read_all(file.sidecar(".timeindex"))
        time_index = TimeIndexCheck(*read_time_index(content, base))
    return index, time_index
