"""The views of decoded records: metadata, control, offsets, transactions.

Columns come from three places: the batch and the record (numbers, by numpy), the file, and the
decoded message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_spark.arrow_decode import RecordTable, column_of
from kraft_spark.coordinator_records import offset_row, transaction_row
from kraft_spark.metadata_records import Decoded, MetadataDecoder, decode_control
from kraft_spark.schemas import Picked
from kraft_wire.records.coordinator import Coordinator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from kraft_spark.layout import LogFile
    from kraft_spark.options import LogOptions
    from kraft_spark.payloads import Found
    from kraft_spark.typed_records import TypedRecord

Row = dict[str, Any]

_METADATA_FROM_RECORD: Final = {
    "offset": "offset",
    "epoch": "leaderEpoch",
    "timestamp": "timestamp",
    "isControl": "isControl",
    "producerId": "producerId",
    "producerEpoch": "producerEpoch",
    "key": "key",
    "batchBaseOffset": "batchBaseOffset",
    "position": "position",
}
_METADATA_FROM_FILE: Final = (
    "topic",
    "partition",
    "source",
    "snapshotEndOffset",
    "snapshotEpoch",
    "path",
)
_LOG_FROM_RECORD: Final = {"recordOffset": "offset", "timestamp": "timestamp"}
_OFFSETS_FROM_RECORD: Final = {
    **_LOG_FROM_RECORD,
    "producerId": "producerId",
    "isTransactional": "isTransactional",
}


class UndecodableRecordError(ValueError):
    """A record that does not decode, where `strict` wants every one to."""


class MessageTable:
    """Rows of decoded messages.

    `from_record` names the columns that come from the record table, by their names there. Columns
    of `rows` are the last resort; what is not in a row is null.
    """

    def __init__(
        self, records: RecordTable, rows: list[Row], from_record: dict[str, str], file_columns: Row
    ) -> None:
        self._records = records
        self._rows = rows
        self._from_record = from_record
        self._file_columns = file_columns

    def __len__(self) -> int:
        return len(self._rows)

    def column(self, picked: Picked, arrow_type: pa.DataType) -> pa.Array:
        """One column, in the type that was asked for."""
        name = picked.column
        if name in self._from_record:
            asked = Picked(picked.name, self._from_record[name], picked.type)
            return self._records.column(asked, arrow_type)
        if name in self._file_columns:
            return column_of([self._file_columns[name]] * len(self), arrow_type)
        return column_of([row.get(name) for row in self._rows], arrow_type)


class MetadataView:
    """Makes the tables of view `metadata` and view `control`."""

    def __init__(self, options: LogOptions, typed: TypedRecord | None) -> None:
        self._typed = typed
        self._decoder = MetadataDecoder(include_secrets=options.include_secrets, typed=typed)
        self._strict = options.strict

    def table(self, found: Found, constants: Row, file: LogFile) -> MessageTable:
        """The rows of some batches."""
        records = RecordTable(found, constants)
        controls = records.plain_column("isControl")
        decoded = [
            decode_control(key, value, self._typed) if is_control else self._decoder.decode(value)
            for is_control, key, value in zip(controls, *_parts(records), strict=True)
        ]
        if self._strict:
            _check(decoded, records, file)
        if self._typed is not None:
            wanted = [one.record_type == self._typed.name for one in decoded]
            decoded = [one for one in decoded if one.record_type == self._typed.name]
            records = records.filtered(wanted)
        from_record = {
            name: source
            for name, source in _METADATA_FROM_RECORD.items()
            if self._typed is None or not _has(self._typed, name)
        }
        file_columns = {
            name: constants.get(name)
            for name in _METADATA_FROM_FILE
            if self._typed is None or not _has(self._typed, name)
        }
        return MessageTable(records, [_row(one) for one in decoded], from_record, file_columns)


def _has(typed: TypedRecord, name: str) -> bool:
    return any(column.name == name for column in typed.columns)


def _row(decoded: Decoded) -> Row:
    if decoded.typed is not None:
        return decoded.typed
    return {
        "recordType": decoded.record_type,
        "recordVersion": decoded.version,
        "decoded": decoded.text,
        "decodeError": decoded.error,
        "value": decoded.value,
    }


def _check(decoded: list[Decoded], records: RecordTable, file: LogFile) -> None:
    for one, offset in zip(decoded, records.offsets().tolist(), strict=True):
        if one.error is not None:
            raise UndecodableRecordError(_sentence(file, offset, one.error))


def _sentence(file: LogFile, offset: int, error: str) -> str:
    return f"{file.uri}, offset {offset}: {error} (strict=false keeps the bytes and reads on)"


class CoordinatorView:
    """Makes the tables of view `offsets` and view `transactions`."""

    def __init__(self, options: LogOptions) -> None:
        self._strict = options.strict
        self._is_transactions = options.view == "transactions"

    def table(self, found: Found, constants: Row, file: LogFile) -> MessageTable:
        """The rows of some batches."""
        records = RecordTable(found, constants)
        decode = self._decoder(file)
        rows = [decode(key, value) for key, value in zip(*_parts(records), strict=True)]
        if self._strict:
            for row, offset in zip(rows, records.offsets().tolist(), strict=True):
                if row.get("decodeError") is not None:
                    raise UndecodableRecordError(_sentence(file, offset, row["decodeError"]))
        file_columns = {
            "logTopic": constants.get("topic"),
            "logPartition": constants.get("partition"),
            "path": constants.get("path"),
        }
        from_record = _LOG_FROM_RECORD if self._is_transactions else _OFFSETS_FROM_RECORD
        return MessageTable(records, rows, from_record, file_columns)

    def _decoder(self, file: LogFile) -> Callable[[bytes | None, bytes | None], Row]:
        if self._is_transactions:
            return transaction_row
        coordinator = Coordinator.GROUP
        if file.owner.topic == Coordinator.SHARE.value:
            coordinator = Coordinator.SHARE
        return lambda key, value: offset_row(coordinator, key, value)


def _parts(records: RecordTable) -> Iterator[list[bytes | None]]:
    """Keys and values."""
    return iter((records.plain_column("key"), records.plain_column("value")))
