"""The batches of one segment from a position on, without what is damaged or torn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_spark.files.segment_scan import (
    CHUNK_BYTES,
    HEADER,
    Damage,
    SegmentScan,
    Tail,
    without_wrong_crcs,
)
from kraft_spark.files.segments import offset_index, open_segment
from kraft_spark.files.sidecars import begins_batch, read_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Block

NO_END: Final = (-1, -1)
"""Epoch and end of a segment without a batch."""


def blocks(file: LogFile, start: int, *, chunk_bytes: int = CHUNK_BYTES) -> Iterator[Block]:
    """Yield batches of every format; checksums are not computed."""
    with open_segment(file) as source:
        for event in SegmentScan(
            source,
            start,
            source.file.size,
            check_crcs=False,
            may_have_tail=True,
            chunk_bytes=chunk_bytes,
        ):
            if not isinstance(event, Damage | Tail):
                yield event


def sound_blocks(file: LogFile, start: int, *, check_crcs: bool) -> Iterator[Block]:
    """Yield the batches of format 2, all of which are wanted, without wrong checksums."""
    with open_segment(file) as source:
        source.read_on(start, source.file.size)
        events = SegmentScan(
            source,
            start,
            source.file.size,
            check_crcs=check_crcs,
            may_have_tail=file.is_last_segment,
        )
        for event in events:
            if isinstance(event, Damage | Tail) or event.is_legacy:
                continue
            for block in without_wrong_crcs(event):
                if not isinstance(block, Damage):
                    yield block


def log_end(file: LogFile) -> tuple[int, int]:
    """Return the leader epoch of the last batch and the offset after it."""
    end = NO_END
    for block in blocks(file, _late_start(file)):
        last = block.part(slice(len(block) - 1, None))
        epoch = -1 if block.is_legacy else int(last.heads[0]["partitionLeaderEpoch"])
        end = (epoch, last.end_offset())
    return end


def _late_start(file: LogFile) -> int:
    """Return the last position in the index at which a batch begins; 0 without a valid one."""
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
