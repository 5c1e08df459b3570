"""The records of a segment or snapshot as JSON Lines: one object for each record.

Key and value are base64 of the bytes as they are; control records are decoded, and metadata records
where the decoder of the cluster's metadata was asked for. Unlike the text, which shows what Kafka's
tool shows, this stops at the first batch that Kafka's readers refuse.
"""

from __future__ import annotations

from base64 import b64encode
from json import JSONEncoder
from typing import TYPE_CHECKING, Any, Final

from kraft_core.cli.dump.batches import (
    LogFile,
    checksum,
    compression_name,
    legacy_checksum,
    read_header,
    read_legacy_header,
)
from kraft_core.cli.dump.java_values import INT_MAX
from kraft_core.cli.dump.log_text import MODERN_MAGIC, records_of
from kraft_core.cli.dump.record_text import control_json, sequence_of
from kraft_core.cli.dump.records import key_of, messages_of, value_of
from kraft_core.cli.dump.report import Report, StoppedError
from kraft_wire.records.batch import LOG_OVERHEAD
from kraft_wire.records.record import header_key_bytes, header_text
from kraft_wire.secrets import REDACTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.cli.dump.batches import BatchHeader, Frame
    from kraft_core.cli.dump.report import DumpOptions

_ENCODE: Final = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_NONE: Final = -1
Json = dict[str, Any]


def dump_records(
    path: str, options: DumpOptions, report: Report, write: Callable[[bytes], object]
) -> None:
    """Write the records of one log as JSON lines with `write`.

    Raises StoppedError at the first invalid batch, after the records before it are written.
    """
    with LogFile(path) as log:
        position = 0
        end = log.end_of_slice(0, options.max_bytes)
        for frame in log.frames(0, end):
            if frame.magic < MODERN_MAGIC:
                records = _messages(log, frame, options)
            else:
                records = _records(log, frame, options)
            try:
                for record in records:
                    line = _ENCODE({"file": path, **record})
                    write(f"{line}\n".encode("utf-8", "replace"))
            except StoppedError as error:
                raise error.at(frame.position) from None
            position = frame.position + frame.size
        if position < end and options.max_bytes == INT_MAX:
            report.damaged(path, f"{end - position} bytes are not a whole batch", position)


def _records(log: LogFile, frame: Frame, options: DumpOptions) -> Iterator[Json]:
    header = read_header(log, frame)
    batch = log.read(frame.position, frame.size)
    _check(checksum(batch), header.crc)
    shared = _batch_part(frame, header)
    data, runs = records_of(batch, header, options.max_batch_bytes)
    for row in (row for rows in runs for row in rows):
        key, value = key_of(data, row), value_of(data, row)
        record = {
            "offset": row[0],
            "timestamp": row[1],
            "timestampType": header.timestamp_type,
            "keySize": row[2],
            "valueSize": row[4],
            "key": _base64(key),
            "value": _base64(value),
            "headers": [_header(name, content) for name, content in row[6]],
            "producerId": header.producer_id,
            "producerEpoch": header.producer_epoch,
            "sequence": sequence_of(header, row[0]),
            **shared,
        }
        if header.is_control:
            record["control"] = control_json(key, value)
        elif options.topic == "cluster-metadata":
            _add_metadata(record, value, options)
        yield record


def _add_metadata(record: Json, value: bytes | None, options: DumpOptions) -> None:
    from kraft_core.cli.dump.topic_payloads import metadata_json, redacted_json

    if not options.redact:
        record["metadata"] = metadata_json(value)
        return
    record["metadata"], is_secret = redacted_json(value)
    if is_secret:
        record["value"] = REDACTED


def _batch_part(frame: Frame, header: BatchHeader) -> Json:
    return {
        "isTransactional": header.is_transactional,
        "isControl": header.is_control,
        "partitionLeaderEpoch": header.partition_leader_epoch,
        "compression": compression_name(header.codec, frame.position),
        "magic": frame.magic,
        "batchPosition": frame.position,
        "batchSize": frame.size,
        "batchBaseOffset": header.base_offset,
        "batchLastOffset": header.last_offset,
        "crc": header.crc,
    }


def _messages(log: LogFile, frame: Frame, options: DumpOptions) -> Iterator[Json]:
    header = read_legacy_header(log, frame)
    batch = log.read(frame.position, frame.size)
    _check(legacy_checksum(batch[LOG_OVERHEAD:]), header.crc)
    shared: Json | None = None
    for message in messages_of(batch, options.max_batch_bytes):
        shared = shared or {
            "headers": [],
            "producerId": _NONE,
            "producerEpoch": _NONE,
            "sequence": _NONE,
            "isTransactional": False,
            "isControl": False,
            "partitionLeaderEpoch": _NONE,
            "compression": compression_name(header.codec, frame.position),
            "magic": frame.magic,
            "batchPosition": frame.position,
            "batchSize": frame.size,
            "batchBaseOffset": message.offset,
            "batchLastOffset": frame.offset,
            "crc": header.crc,
        }
        yield {
            "offset": message.offset,
            "timestamp": message.header.timestamp,
            "timestampType": header.timestamp_type,
            "keySize": message.key_size,
            "valueSize": message.value_size,
            "key": _base64(message.key),
            "value": _base64(message.value),
            **shared,
        }


def _header(name: str, content: bytes | None) -> list[Any]:
    """Return a header as key and value; if the key is not UTF-8, its bytes follow (base64)."""
    text = header_text(name)
    pair = [text, _base64(content)]
    return pair if text == name else [*pair, {"keyBytes": _base64(header_key_bytes(name))}]


def _check(found: int | None, stored: int) -> None:
    if found is None:
        raise StoppedError("the batch is too short for its header")
    if found != stored:
        raise StoppedError(f"the checksum of the batch is {found}, but {stored} is stored in it")


def _base64(data: bytes | None) -> str | None:
    return None if data is None else b64encode(data).decode()
