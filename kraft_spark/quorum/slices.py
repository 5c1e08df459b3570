"""Committed batches as they travel from the driver to a task, and the rows that a task makes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from kraft_spark.columns import Picked, arrow_schema
from kraft_spark.decoding.decoded_batches import DecodedBatches, read_payloads
from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.files.segment_scan import block_of, follow
from kraft_spark.log.layout import Bounds
from kraft_spark.log.message_views import MetadataView
from kraft_spark.log.reading import DamagedLogError, in_pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_spark.quorum.options import QuorumOptions

BYTES_PER_TASK: Final = 4 << 20
"""A task gets no more than this, unless one batch has more."""

_ROWS_PER_BATCH: Final = 50_000
_DECOMPRESSED_BYTES_MAX: Final = 256 << 20


@dataclass(frozen=True, slots=True)
class QuorumSlice:
    """Whole batches of the log or of a snapshot.

    `bounds` says which offsets of the log count. `position` is where the bytes stand in the
    snapshot; `end_offset` and `epoch` are the snapshot's, None in the log.
    """

    data: bytes
    cluster_id: str | None
    bounds: Bounds = field(default_factory=Bounds)
    position: int = 0
    end_offset: int | None = None
    epoch: int | None = None

    @property
    def source(self) -> str:
        """Log or snapshot."""
        return "log" if self.end_offset is None else "snapshot"

    @property
    def uri(self) -> str:
        """Where the bytes come from, for errors."""
        return f"{self.source} of cluster {self.cluster_id}"

    def constants(self) -> dict[str, Any]:
        """The columns that all rows share."""
        found = {
            "topic": METADATA_TOPIC,
            "partition": 0,
            "source": self.source,
            "snapshotEndOffset": self.end_offset,
            "snapshotEpoch": self.epoch,
            "clusterId": self.cluster_id,
        }
        if self.end_offset is None:
            found["position"] = None  # nobody tells where in a file a batch stands
        return found


class SliceReader:
    """Makes rows of slices: decodes, and leaves out the record types that are not wanted."""

    def __init__(self, options: QuorumOptions, picked: tuple[Picked, ...]) -> None:
        self._picked = picked
        self._schema = arrow_schema(picked)
        self._view = MetadataView(options, options.typed(), options.exclude)

    def read(self, slices: Iterable[QuorumSlice]) -> Iterator[pa.RecordBatch]:
        """The rows, in order. Raises DamagedLogError and UndecodableRecordError."""
        for one in slices:
            for found in _records(one):
                for piece in in_pieces(found, _ROWS_PER_BATCH):
                    table = self._view.table(piece, one.constants(), one)
                    if len(table):
                        columns = [
                            table.column(each, wanted.type)
                            for each, wanted in zip(self._picked, self._schema, strict=True)
                        ]
                        yield pa.RecordBatch.from_arrays(columns, schema=self._schema)


def _records(one: QuorumSlice) -> Iterator[DecodedBatches]:
    """The records that count; the client has looked at checksums and lengths already."""
    size = len(one.data)
    chain = follow(memoryview(one.data), 0, size)
    if chain.next != size:
        raise DamagedLogError(f"{one.uri}: no batch begins at byte {one.position + chain.next}")
    block = block_of(one.data, one.position, chain, check_crcs=False)
    for found in read_payloads(block, max_bytes=_DECOMPRESSED_BYTES_MAX):
        for index, reason in found.bad.items():
            offset = int(found.block.heads["baseOffset"][index])
            raise DamagedLogError(f"{one.uri}, batch of offset {offset}: {reason}")
        if one.bounds.is_open():
            yield found
            continue
        base = found.block.heads["baseOffset"].astype(np.int64)
        keep = one.bounds.offsets(base[found.spans.batch] + found.spans.delta)
        yield replace(found, spans=found.spans.chosen(keep))
