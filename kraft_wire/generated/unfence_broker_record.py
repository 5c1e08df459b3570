# Generated from UnfenceBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""UnfenceBrokerRecord, metadata of type 8, version 0, flexible from 0. Unfences a broker; superseded by BrokerRegistrationChangeRecord."""

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


class UnfenceBrokerRecord(Message):
    """Unfences a broker; superseded by BrokerRegistrationChangeRecord."""

    __slots__ = ("id", "epoch", "unknown_tagged_fields")
    __match_args__ = ("id", "epoch")
    KIND = "metadata"
    API_KEY = 8
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    id: Final[int]
    """Node id of the broker. (int32)"""
    epoch: Final[int]
    """Broker epoch of the registration that is meant. (int64)"""

    def __init__(
        self,
        *,
        id: int = 0,
        epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.id = id
        self.epoch = epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            id: int = ...,
            epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UnfenceBrokerRecord = new(UnfenceBrokerRecord)


def _read_UnfenceBrokerRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UnfenceBrokerRecord()
    o.id, o.epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UnfenceBrokerRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_iq(o.id, o.epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqx(o.id, o.epoch))


UnfenceBrokerRecord._READERS = {
    0: _read_UnfenceBrokerRecord_0,
}
UnfenceBrokerRecord._WRITERS = {
    0: _write_UnfenceBrokerRecord_0,
}
