"""The views of decoded records: metadata, control, offsets, transactions.

Columns come from three places: the batch and the record (numbers, by numpy), the file, and the
decoded message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from kraft_spark.columns import Picked
from kraft_spark.decoding.arrow_decode import RecordTable, column_of
from kraft_spark.decoding.internal_records import (
    Decoded,
    MetadataDecoder,
    decode_control,
    offset_row,
    transaction_row,
)
from kraft_wire.records.coordinator import Coordinator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from kraft_spark.decoding.decoded_batches import DecodedBatches
    from kraft_spark.decoding.internal_records import TypedRecord
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions

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
_LOG_FROM_RECORD: Final = {"recordOffset": "offset", "timestamp": "timestamp"}
_OFFSETS_FROM_RECORD: Final = {
    **_LOG_FROM_RECORD,
    "producerId": "producerId",
    "isTransactional": "isTransactional",
}


class Place(Protocol):
    """The file or partition that records come from."""

    @property
    def uri(self) -> str:
        """The URI, for errors."""


class MessageOptions(Protocol):
    """The options that decoding uses."""

    @property
    def include_secrets(self) -> bool:
        """Return True if secrets are shown."""

    @property
    def strict(self) -> bool:
        """Return True if a value that does not decode is an error."""


class UndecodableRecordError(ValueError):
    """A record that does not decode, with `strict=true`."""


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
        """Return one column, in the requested type."""
        name = picked.column
        if name in self._from_record:
            asked = Picked(picked.name, self._from_record[name], picked.type)
            return self._records.column(asked, arrow_type)
        if name in self._file_columns:
            return column_of([self._file_columns[name]] * len(self), arrow_type)
        return column_of([row.get(name) for row in self._rows], arrow_type)


class MetadataView:
    """Makes the tables of view `metadata` and view `control`."""

    def __init__(
        self,
        options: MessageOptions,
        typed: TypedRecord | None,
        exclude: frozenset[str] = frozenset(),
    ) -> None:
        self._typed = typed
        self._exclude = exclude
        self._decoder = MetadataDecoder(include_secrets=options.include_secrets, typed=typed)
        self._strict = options.strict

    def table(self, found: DecodedBatches, constants: Row, place: Place) -> MessageTable:
        """Return the rows of some batches; `constants` are columns with one value for all rows."""
        records = RecordTable(found, constants)
        controls = records.plain_column("isControl")
        decoded = [
            decode_control(key, value, self._typed) if is_control else self._decoder.decode(value)
            for is_control, key, value in zip(controls, *_parts(records), strict=True)
        ]
        if self._strict:
            _check(decoded, records, place)
        if self._typed is not None or self._exclude:
            wanted = [self._wants(one) for one in decoded]
            decoded = [one for one in decoded if self._wants(one)]
            records = records.filtered(wanted)
        # fields of the typed record first, then the common columns
        own = {column.name for column in self._typed.columns} if self._typed else set()
        shared = {name: value for name, value in constants.items() if name not in own}
        from_record = {
            name: source
            for name, source in _METADATA_FROM_RECORD.items()
            if name not in own and name not in shared
        }
        return MessageTable(records, [_row(one) for one in decoded], from_record, shared)

    def _wants(self, one: Decoded) -> bool:
        if self._typed is not None and one.record_type != self._typed.name:
            return False
        return one.record_type not in self._exclude


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


def _check(decoded: list[Decoded], records: RecordTable, place: Place) -> None:
    for one, offset in zip(decoded, records.offsets().tolist(), strict=True):
        if one.error is not None:
            raise UndecodableRecordError(undecodable(place, offset, one.error))


def undecodable(place: Place, offset: int, error: str) -> str:
    """Return the text of an UndecodableRecordError."""
    return f"{place.uri}, offset {offset}: {error} (strict=false keeps the bytes and continues)"


class CoordinatorView:
    """Makes the tables of view `offsets` and view `transactions`."""

    def __init__(self, options: LogOptions) -> None:
        self._strict = options.strict
        self._is_transactions = options.view == "transactions"

    def table(self, found: DecodedBatches, constants: Row, file: LogFile) -> MessageTable:
        """Return the rows of some batches."""
        records = RecordTable(found, constants)
        decode = self._decoder(file)
        rows = [decode(key, value) for key, value in zip(*_parts(records), strict=True)]
        if self._strict:
            for row, offset in zip(rows, records.offsets().tolist(), strict=True):
                if row.get("decodeError") is not None:
                    raise UndecodableRecordError(undecodable(file, offset, row["decodeError"]))
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
    """Return the keys and values."""
    return iter((records.plain_column("key"), records.plain_column("value")))
