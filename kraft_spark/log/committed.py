"""Which batches of a part are committed, by what is known of the transactions of its partition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from kraft_spark.decoding.payloads import read_payloads
from kraft_wire.records.attributes import CONTROL_FLAG, TRANSACTIONAL_FLAG
from kraft_wire.records.control import ControlRecordType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kraft_spark.files.batch_headers import Block
    from kraft_spark.log.parts import Transactions

_MARKER_BYTES_MAX: Final = 1 << 20
_KEY_BYTES: Final = np.arange(4)


class MissingTransactionIndexError(ValueError):
    """A transaction was aborted in a log whose `.txnindex` says nothing of it."""


class CommittedFilter:
    """Chooses the batches that a consumer of committed records gets.

    Transactions of one producer follow each other, so a batch is aborted if the last aborted
    transaction of its producer that begins at or before it has not ended before it: a search, and
    not a comparison with every transaction.
    """

    def __init__(self, transactions: Transactions) -> None:
        rows = np.array(transactions.aborted, np.int64).reshape(-1, 3)
        order = np.lexsort((rows[:, 1], rows[:, 0]))
        rows = rows[order]
        self._ids, starts = np.unique(rows[:, 0], return_index=True)
        self._bounds = [*starts.tolist(), len(rows)]
        self._firsts, self._lasts = rows[:, 1], rows[:, 2]
        self._last_stable = transactions.last_stable
        self._is_indexed = transactions.is_indexed
        self._has_data: set[int] = set()

    def batches(self, block: Block) -> NDArray[np.bool_]:
        """Which batches count: no markers, nothing aborted or open.

        Blocks come in the order of the log. Raises MissingTransactionIndexError.
        """
        heads = block.heads
        base = heads["baseOffset"].astype(np.int64)
        attributes = heads["attributes"]
        is_control = (attributes & CONTROL_FLAG) != 0
        in_transaction = (attributes & TRANSACTIONAL_FLAG) != 0
        keep: NDArray[np.bool_] = ~is_control
        if self._last_stable is not None:
            keep &= base < self._last_stable
        if in_transaction.any():
            producers = heads["producerId"].astype(np.int64)
            keep &= ~(in_transaction & self._is_aborted(producers, base))
            if self._is_indexed:
                self._check_index(block, in_transaction)
        return keep

    def _is_aborted(
        self, producers: NDArray[np.int64], base: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        aborted = np.zeros(len(base), np.bool_)
        if not len(self._ids):
            return aborted
        for producer in np.unique(producers).tolist():
            place = int(np.searchsorted(self._ids, producer))
            if place == len(self._ids) or self._ids[place] != producer:
                continue
            part = slice(self._bounds[place], self._bounds[place + 1])
            firsts, lasts = self._firsts[part], self._lasts[part]
            mine = np.flatnonzero(producers == producer)
            at = np.searchsorted(firsts, base[mine], side="right") - 1
            aborted[mine] = (at >= 0) & (base[mine] <= lasts[at])
        return aborted

    def _check_index(self, block: Block, in_transaction: NDArray[np.bool_]) -> None:
        """Raise if a marker aborts batches that went by and that no `.txnindex` has."""
        for producer, offset, kind in transaction_events(block.part(in_transaction)):
            if kind is None:
                self._has_data.add(producer)
                continue
            if kind == ControlRecordType.ABORT and producer in self._has_data:
                one = np.array([producer], np.int64), np.array([offset], np.int64)
                if not self._is_aborted(*one)[0]:
                    raise MissingTransactionIndexError(
                        f"the transaction of producer {producer} that the marker at offset "
                        f"{offset} aborts is in no .txnindex: copy the .txnindex files too, or "
                        "remove the .snapshot files, and the markers are read instead"
                    )
            self._has_data.discard(producer)


def transaction_events(block: Block) -> Iterator[tuple[int, int, int | None]]:
    """Producer id and offset of each transactional batch, in order; of markers the type too.

    Batches with data have the type None. Markers that are no such records are left out.
    """
    heads = block.heads
    attributes = heads["attributes"]
    chosen = np.flatnonzero((attributes & TRANSACTIONAL_FLAG) != 0)
    if not len(chosen):
        return
    is_control = (attributes[chosen] & CONTROL_FLAG) != 0
    producers = heads["producerId"][chosen].tolist()
    offsets = heads["baseOffset"][chosen].tolist()
    markers = _markers(block.part(chosen[is_control])) if is_control.any() else []
    number = 0
    for producer, offset, control in zip(producers, offsets, is_control.tolist(), strict=True):
        if not control:
            yield producer, offset, None
            continue
        for delta, kind in markers[number]:
            yield producer, offset + delta, kind
        number += 1


def _markers(block: Block) -> list[list[tuple[int, int]]]:
    """Offset delta and type of the markers of each batch."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(len(block))]
    first = 0
    for one in read_payloads(block, max_bytes=_MARKER_BYTES_MAX):
        spans = one.spans
        fits = spans.key_size >= len(_KEY_BYTES)
        data = np.frombuffer(one.buffer, np.uint8)
        keys = data[spans.key_start[fits][:, None] + _KEY_BYTES].view(">i2")
        columns = spans.batch[fits].tolist(), spans.delta[fits].tolist(), keys.tolist()
        for batch, delta, (version, kind) in zip(*columns, strict=True):
            if version >= 0 and kind in (ControlRecordType.COMMIT, ControlRecordType.ABORT):
                found[first + batch].append((delta, kind))
        first += len(one.block)
    return found
