"""What of a partition is committed, from the markers in its log.

Per producer id: batches of a transaction are pending until the next marker of that id; ABORT drops
them, COMMIT lets them through. What is pending at the end of the log sets the last stable offset:
nothing at or behind it counts, whoever wrote it.

Where an index of aborted transactions tells all there is to know of a segment, the segment is not
read: on an object store that saves its download.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.decoding.payloads import read_payloads
from kraft_spark.files.aborted_index import AbortedIndexes
from kraft_spark.files.batch_headers import block_of, follow, follow_in_windows
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail
from kraft_spark.log.parts import Transactions
from kraft_spark.log.reading import without_wrong_crcs
from kraft_wire.errors import WireError
from kraft_wire.records.attributes import CONTROL_FLAG, TRANSACTIONAL_FLAG
from kraft_wire.records.control import ControlRecordType, control_record_type

if TYPE_CHECKING:
    from kraft_spark.files.batch_headers import Block
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions

_MARKER_BYTES_MAX: Final = 1 << 20


@dataclass(slots=True)
class OpenTransactions:
    """The transactions of a partition while its log goes by."""

    began: dict[int, int] = field(default_factory=dict)
    """First offsets of those that are open, by producer id."""

    aborted: list[tuple[int, int, int]] = field(default_factory=list)
    """Producer id, first and last offset."""

    aborts: int = 0
    """How many markers said that a transaction was aborted, be it an empty one."""

    def data(self, producer_id: int, offset: int) -> None:
        """A batch of a transaction begins at this offset."""
        self.began.setdefault(producer_id, offset)

    def marker(self, producer_id: int, offset: int, *, is_commit: bool) -> None:
        """A transaction ends with a marker at this offset."""
        first = self.began.pop(producer_id, None)
        self.aborts += not is_commit
        if first is not None and not is_commit:
            self.aborted.append((producer_id, first, offset))

    def result(self) -> Transactions:
        """What is not committed at the end of the log."""
        return Transactions(tuple(self.aborted), min(self.began.values(), default=None))


def read_transactions(files: list[LogFile], options: LogOptions) -> Transactions:
    """What is committed of one partition; `files` are its segments, in order."""
    try:
        return _ended(files, options, AbortedIndexes(files)).result()
    except _MissingIndexError:
        return _ended(files, options, AbortedIndexes([])).result()


class _MissingIndexError(Exception):
    """Indexes of some segments were not copied with them: they do not tell everything."""


def _ended(files: list[LogFile], options: LogOptions, indexes: AbortedIndexes) -> OpenTransactions:
    """Go over the segments; of those that have an index it tells the aborted transactions."""
    state = OpenTransactions()
    for file in files:
        if indexes.spares(file):
            state.began.clear()  # all of them end in it or have ended before
        else:
            before = state.aborts
            known = len(state.aborted)
            _read(file, options, state)
            if state.aborts > before and not indexes.may_lack(file):
                raise _MissingIndexError
            if file in indexes:  # where a transaction began in a segment that was spared
                del state.aborted[known:]
        state.aborted += indexes.aborted(file)
    return state


def _read(file: LogFile, options: LogOptions, state: OpenTransactions) -> None:
    if not _hop(file, state):
        _scan(file, options, state)


def _hop(file: LogFile, state: OpenTransactions) -> bool:
    """Go from header to header of a whole local segment of format 2; False for any other.

    Only headers and markers are read, so that data costs nothing; checksums of markers count.
    """
    path = file.store.local_path(file.path)
    if path is None or not file.size:
        return False
    with Path(path).open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as content:
        view = memoryview(content)
        try:
            batches = _transactional(view, min(file.size, len(view)))
        finally:
            view.release()
    if batches is None:
        return False
    for batch in batches:
        if isinstance(batch, bytes):
            _take(_alone(batch), state)
        else:
            state.data(*batch)
    return True


def _transactional(view: memoryview, size: int) -> list[bytes | tuple[int, int]] | None:
    """The batches of transactions: producer id and offset of those with data, bytes of markers.

    None for a segment that is not whole batches of format 2.
    """
    found: list[bytes | tuple[int, int]] = []
    for chain in follow_in_windows(view, size):
        if chain.is_legacy or not chain.places:
            return None
        block = block_of(view, 0, chain, check_crcs=False)
        attributes = block.heads["attributes"]
        for index in np.flatnonzero((attributes & TRANSACTIONAL_FLAG) != 0).tolist():
            head = block.heads[index]
            if int(head["attributes"]) & CONTROL_FLAG:
                found.append(block.batch_bytes(index))
            else:
                found.append((int(head["producerId"]), int(head["baseOffset"])))
    return found


def _alone(content: bytes) -> Block:
    """One batch as a block; empty where its checksum is wrong."""
    chain = follow(memoryview(content), 0, len(content))
    block = block_of(content, 0, chain, check_crcs=True)
    return block.part(slice(0, int(block.valid is not None and bool(block.valid[0]))))


def _scan(file: LogFile, options: LogOptions, state: OpenTransactions) -> None:
    """Go over all of a segment: damaged ones, old formats, other stores."""
    with file.store.open(file.path) as source:
        events = SegmentScan(
            source,
            0,
            file.size,
            check_crcs=options.check_crcs,
            may_have_tail=file.is_last_segment,
        )
        for event in events:
            if isinstance(event, Damage | Tail) or event.is_legacy:
                continue
            for block in without_wrong_crcs(event):
                if not isinstance(block, Damage):
                    _take(block, state)


def _take(block: Block, state: OpenTransactions) -> None:
    """Go over the batches of transactions in a block."""
    attributes = block.heads["attributes"]
    chosen = np.flatnonzero((attributes & TRANSACTIONAL_FLAG) != 0)
    for index in chosen.tolist():
        head = block.heads[index]
        producer_id, offset = int(head["producerId"]), int(head["baseOffset"])
        if not int(head["attributes"]) & CONTROL_FLAG:
            state.data(producer_id, offset)
            continue
        for kind, at in _markers(block.part(slice(index, index + 1)), offset):
            if kind in (ControlRecordType.COMMIT, ControlRecordType.ABORT):
                state.marker(producer_id, at, is_commit=kind == ControlRecordType.COMMIT)


def _markers(block: Block, offset: int) -> list[tuple[int, int]]:
    """The types and offsets of the control records of one batch."""
    found_ones: list[tuple[int, int]] = []
    for found in read_payloads(block, max_bytes=_MARKER_BYTES_MAX):
        data: Any = memoryview(found.buffer)
        spans = found.spans
        for start, size, delta in zip(
            spans.key_start.tolist(), spans.key_size.tolist(), spans.delta.tolist(), strict=True
        ):
            try:
                kind = control_record_type(None if size < 0 else bytes(data[start : start + size]))
            except WireError:
                continue
            found_ones.append((kind, offset + delta))
    return found_ones
