# Generated from EndTxnMarker.json by `python -m codegen generate`. Do not edit.
"""EndTxnMarker, data, version 0. The value of a commit or abort marker in a partition's log."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_UNPACK_i = Layout(">i").unpack_from


class EndTxnMarker(Message):
    """The value of a commit or abort marker in a partition's log."""

    __slots__ = ("coordinator_epoch", "unknown_tagged_fields")
    __match_args__ = ("coordinator_epoch",)
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    coordinator_epoch: Final[int]
    """Epoch of the transaction coordinator. (int32)"""

    def __init__(
        self,
        *,
        coordinator_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.coordinator_epoch = coordinator_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            coordinator_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_EndTxnMarker = new(EndTxnMarker)


def _read_EndTxnMarker_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndTxnMarker()
    (o.coordinator_epoch,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_EndTxnMarker_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_i(o.coordinator_epoch))

EndTxnMarker._READERS = {
    0: _read_EndTxnMarker_0,
}
EndTxnMarker._WRITERS = {
    0: _write_EndTxnMarker_0,
}
