# Generated from ProducerSnapshot.json by `python -m codegen generate`. Do not edit.
"""ProducerSnapshot, data, version 1. A .snapshot file: the producers of a partition at one offset."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_Ii = Layout(">Ii").pack
_PACK_qhiqiqiq = Layout(">qhiqiqiq").pack
_UNPACK_Ii = Layout(">Ii").unpack_from
_UNPACK_qhiqiqiq = Layout(">qhiqiqiq").unpack_from


class ProducerEntry(Struct):
    """Producers."""

    __slots__ = ("producer_id", "epoch", "last_sequence", "last_offset", "offset_delta", "timestamp", "coordinator_epoch", "current_txn_first_offset", "unknown_tagged_fields")
    __match_args__ = ("producer_id", "epoch", "last_sequence", "last_offset", "offset_delta", "timestamp", "coordinator_epoch", "current_txn_first_offset")
    __qualname__ = "ProducerSnapshot.ProducerEntry"
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    epoch: Final[int]
    """Epoch of the producer. (int16)"""
    last_sequence: Final[int]
    """Sequence number of the producer's last record; -1 for none. (int32)"""
    last_offset: Final[int]
    """Last offset that the producer wrote. (int64)"""
    offset_delta: Final[int]
    """Offsets between the first and last record of the producer's last batch. (int32)"""
    timestamp: Final[int]
    """Timestamp, in milliseconds since 1970. (int64)"""
    coordinator_epoch: Final[int]
    """Epoch of the transaction coordinator. (int32)"""
    current_txn_first_offset: Final[int]
    """First offset of the open transaction; -1 without one. (int64)"""

    def __init__(
        self,
        *,
        producer_id: int = 0,
        epoch: int = 0,
        last_sequence: int = 0,
        last_offset: int = 0,
        offset_delta: int = 0,
        timestamp: int = 0,
        coordinator_epoch: int = 0,
        current_txn_first_offset: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.producer_id = producer_id
        self.epoch = epoch
        self.last_sequence = last_sequence
        self.last_offset = last_offset
        self.offset_delta = offset_delta
        self.timestamp = timestamp
        self.coordinator_epoch = coordinator_epoch
        self.current_txn_first_offset = current_txn_first_offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            producer_id: int = ...,
            epoch: int = ...,
            last_sequence: int = ...,
            last_offset: int = ...,
            offset_delta: int = ...,
            timestamp: int = ...,
            coordinator_epoch: int = ...,
            current_txn_first_offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ProducerEntry = ProducerEntry
_new_ProducerEntry = new(ProducerEntry)


class ProducerSnapshot(Message):
    """A .snapshot file: the producers of a partition at one offset."""

    __slots__ = ("crc", "producer_entries", "unknown_tagged_fields")
    __match_args__ = ("crc", "producer_entries")
    KIND = "data"
    API_KEY = None
    VERSIONS = (1, 1)
    FLEXIBLE_VERSIONS = (0, -1)
    if TYPE_CHECKING:
        ProducerEntry: TypeAlias = _ProducerEntry
    else:  # no annotation of a field
        ProducerEntry = _ProducerEntry
    crc: Final[int]
    """CRC-32C of what follows. (uint32)"""
    producer_entries: Final[tuple[ProducerEntry, ...]]
    """Producers. ([]ProducerEntry)"""

    def __init__(
        self,
        *,
        crc: int = 0,
        producer_entries: Iterable[ProducerEntry] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.crc = crc
        self.producer_entries = tuple(producer_entries)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            crc: int = ...,
            producer_entries: Iterable[ProducerEntry] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ProducerSnapshot = new(ProducerSnapshot)


def _read_ProducerEntry_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ProducerEntry()
        o.producer_id, o.epoch, o.last_sequence, o.last_offset, o.offset_delta, o.timestamp, o.coordinator_epoch, o.current_txn_first_offset = _UNPACK_qhiqiqiq(buf, pos)
        pos += 46
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ProducerEntry_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_qhiqiqiq(o.producer_id, o.epoch, o.last_sequence, o.last_offset, o.offset_delta, o.timestamp, o.coordinator_epoch, o.current_txn_first_offset))


def _read_ProducerSnapshot_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProducerSnapshot()
    o.crc, n = _UNPACK_Ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.producer_entries, pos = _read_ProducerEntry_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ProducerSnapshot_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.producer_entries
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_Ii(o.crc, n))
    if items:
        _write_ProducerEntry_many_1(put, items)


ProducerSnapshot._READERS = {
    1: _read_ProducerSnapshot_1,
}
ProducerSnapshot._WRITERS = {
    1: _write_ProducerSnapshot_1,
}
