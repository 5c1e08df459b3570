"""Reading a snapshot back, batch by batch, a piece a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.consensus.invariants import ensure
from kraft_wire.errors import CorruptRecordError, TruncatedError
from kraft_wire.records import BatchReader, RecordBatch
from kraft_wire.records.control import ControlRecordType, decode_control_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.consensus.values import SnapshotId
    from kraft_core.replica.ports import SnapshotStore

_STOPS_SHORT: Final = "incomplete"


class SnapshotLoading:
    """One pass over a stored snapshot.

    `timestamp_ms` is what its header says of the last record that it holds, once that was read.
    """

    def __init__(self, store: SnapshotStore, snapshot_id: SnapshotId, read_bytes: int) -> None:
        self._store = store
        self.snapshot_id = snapshot_id
        self._read_bytes = read_bytes
        self._position = 0
        self._rest = b""
        self._has_header = False
        self.timestamp_ms = -1
        self.is_done = False

    def data_batches(self, max_bytes: int) -> Iterator[RecordBatch]:
        """The next data batches, out of about that many bytes of the file.

        Raises DecodeError where the file is no sound snapshot, InvariantBroken if it is gone.
        """
        taken = 0
        while taken < max_bytes and not self.is_done:
            size = min(self._read_bytes, max_bytes)
            piece = self._store.read(self.snapshot_id, self._position, size)
            ensure(piece is not None, "snapshot-is-there", self.snapshot_id)
            self._position += len(piece or b"")
            taken += len(piece or b"")
            if not piece:
                self._finish()
                return
            yield from self._batches(piece)

    def _batches(self, piece: bytes) -> Iterator[RecordBatch]:
        data = self._rest + piece
        reader = BatchReader(data, check_crc=True)
        for batch in reader:
            if not isinstance(batch, RecordBatch):
                raise CorruptRecordError(f"magic {batch.magic} in snapshot {self.snapshot_id}")
            if batch.is_control:
                self._take_control(batch)
            else:
                ensure(self._has_header, "snapshot-begins-with-header", self.snapshot_id)
                yield batch
        stop = reader.stop
        if stop is not None and stop.kind not in {"end", _STOPS_SHORT}:
            detail = f"snapshot {self.snapshot_id}: {stop.reason}"
            raise CorruptRecordError(detail, offset=stop.position, path=stop.path)
        self._rest = data[reader.position :]

    def _take_control(self, batch: RecordBatch) -> None:
        for record in batch.records():
            control = decode_control_record(record)
            if control.type is ControlRecordType.SNAPSHOT_HEADER:
                self._has_header = True
                self.timestamp_ms = getattr(control.message, "last_contained_log_timestamp", -1)

    def _finish(self) -> None:
        if self._rest:
            raise TruncatedError(f"snapshot {self.snapshot_id} ends within a batch")
        ensure(self._has_header, "snapshot-begins-with-header", self.snapshot_id)
        self.is_done = True
