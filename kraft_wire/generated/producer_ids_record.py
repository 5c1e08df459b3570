# Generated from ProducerIdsRecord.json by `python -m codegen generate`. Do not edit.
"""ProducerIdsRecord, metadata of type 15, version 0, flexible from 0. Tells up to where producer ids were handed out."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_iqq = Layout(">iqq").pack
_PACK_iqqx = Layout(">iqqx").pack
_UNPACK_iqqB = Layout(">iqqB").unpack_from


class ProducerIdsRecord(Message):
    """Tells up to where producer ids were handed out."""

    __slots__ = ("broker_id", "broker_epoch", "next_producer_id", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch", "next_producer_id")
    KIND = "metadata"
    API_KEY = 15
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""
    next_producer_id: Final[int]
    """First producer id that is still free. (int64)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        next_producer_id: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.next_producer_id = next_producer_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            broker_epoch: int = ...,
            next_producer_id: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ProducerIdsRecord = new(ProducerIdsRecord)


def _read_ProducerIdsRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProducerIdsRecord()
    o.broker_id, o.broker_epoch, o.next_producer_id, n = _UNPACK_iqqB(buf, pos)
    pos += 21
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ProducerIdsRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_iqq(o.broker_id, o.broker_epoch, o.next_producer_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqqx(o.broker_id, o.broker_epoch, o.next_producer_id))


ProducerIdsRecord._READERS = {
    0: _read_ProducerIdsRecord_0,
}
ProducerIdsRecord._WRITERS = {
    0: _write_ProducerIdsRecord_0,
}
