"""Record batches and what stands in them.

Rule: bytes in, bytes out; no file, no socket. Reading order: `record`, `batch` (a view of one
batch), `batch_reader` (one after the other), `builder`; below them `record_reading`
(fast, records or spans), `columns` (without objects), `record_inspection` (careful),
`compression` with a module for each codec, `legacy` (message formats 0 and 1).
Above them `control`, `metadata_frame` and `coordinator` say what keys and values mean, and
`metadata_log` which batches KRaft takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.exports import lazy_exports

if TYPE_CHECKING:
    from kraft_wire.records.attributes import Compression, TimestampType
    from kraft_wire.records.batch import RecordBatch, stamp
    from kraft_wire.records.batch_reader import Batch, BatchReader, Stop, iter_batches
    from kraft_wire.records.builder import RecordBatchBuilder
    from kraft_wire.records.columns import PartColumn, RecordColumns, read_columns
    from kraft_wire.records.legacy import LegacyBatch, LegacyRecord
    from kraft_wire.records.record import (
        Headers,
        Record,
        RecordSpan,
        header_key,
        header_key_bytes,
        header_text,
    )
    from kraft_wire.records.record_inspection import header_spans

_MODULES = {
    "Batch": "batch_reader",
    "BatchReader": "batch_reader",
    "Compression": "attributes",
    "Headers": "record",
    "LegacyBatch": "legacy",
    "LegacyRecord": "legacy",
    "PartColumn": "columns",
    "Record": "record",
    "RecordBatch": "batch",
    "RecordBatchBuilder": "builder",
    "RecordColumns": "columns",
    "RecordSpan": "record",
    "Stop": "batch_reader",
    "TimestampType": "attributes",
    "header_key": "record",
    "header_key_bytes": "record",
    "header_spans": "record_inspection",
    "header_text": "record",
    "iter_batches": "batch_reader",
    "read_columns": "columns",
    "stamp": "batch",
}

__all__ = [
    "Batch",
    "BatchReader",
    "Compression",
    "Headers",
    "LegacyBatch",
    "LegacyRecord",
    "PartColumn",
    "Record",
    "RecordBatch",
    "RecordBatchBuilder",
    "RecordColumns",
    "RecordSpan",
    "Stop",
    "TimestampType",
    "header_key",
    "header_key_bytes",
    "header_spans",
    "header_text",
    "iter_batches",
    "read_columns",
    "stamp",
]


if not TYPE_CHECKING:  # a type checker would take any name for one of these
    __getattr__ = lazy_exports(__name__, _MODULES)
