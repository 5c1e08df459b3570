from kraft_wire.records.attributes import (
    Compression as Compression,
    TimestampType as TimestampType,
)
from kraft_wire.records.batch import (
    RecordBatch as RecordBatch,
    stamp as stamp,
)
from kraft_wire.records.batch_reader import (
    Batch as Batch,
    BatchReader as BatchReader,
    Stop as Stop,
    iter_batches as iter_batches,
)
from kraft_wire.records.builder import (
    RecordBatchBuilder as RecordBatchBuilder,
)
from kraft_wire.records.columns import (
    PartColumn as PartColumn,
    RecordColumns as RecordColumns,
    read_columns as read_columns,
)
from kraft_wire.records.legacy import (
    LegacyBatch as LegacyBatch,
    LegacyRecord as LegacyRecord,
)
from kraft_wire.records.record import (
    Headers as Headers,
    Record as Record,
    RecordSpan as RecordSpan,
    header_key as header_key,
    header_key_bytes as header_key_bytes,
    header_text as header_text,
)
from kraft_wire.records.record_inspection import (
    header_spans as header_spans,
)
