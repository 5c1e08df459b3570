# Generated from UnregisterBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""UnregisterBrokerRecord, metadata of type 1, version 0, flexible from 0. Removes a broker's registration."""

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

_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_UNPACK_iqB = Layout(">iqB").unpack_from


class UnregisterBrokerRecord(Message):
    """Removes a broker's registration."""

    __slots__ = ("broker_id", "broker_epoch", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch")
    KIND = "metadata"
    API_KEY = 1
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            broker_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UnregisterBrokerRecord = new(UnregisterBrokerRecord)


def _read_UnregisterBrokerRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UnregisterBrokerRecord()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UnregisterBrokerRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqx(o.broker_id, o.broker_epoch))


UnregisterBrokerRecord._READERS = {
    0: _read_UnregisterBrokerRecord_0,
}
UnregisterBrokerRecord._WRITERS = {
    0: _write_UnregisterBrokerRecord_0,
}
