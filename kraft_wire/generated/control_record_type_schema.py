# Generated from ControlRecordTypeSchema.json by `python -m codegen generate`. Do not edit.
"""ControlRecordTypeSchema, data, version 0. The key of a control record, which tells its type."""

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

_PACK_h = Layout(">h").pack
_UNPACK_h = Layout(">h").unpack_from


class ControlRecordTypeSchema(Message):
    """The key of a control record, which tells its type."""

    __slots__ = ("type", "unknown_tagged_fields")
    __match_args__ = ("type",)
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    type: Final[int]
    """0 abort, 1 commit, 2 leader change, 3 snapshot header, 4 snapshot footer, 5 kraft version, 6 voters. (int16)"""

    def __init__(
        self,
        *,
        type: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.type = type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            type: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ControlRecordTypeSchema = new(ControlRecordTypeSchema)


def _read_ControlRecordTypeSchema_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ControlRecordTypeSchema()
    (o.type,) = _UNPACK_h(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ControlRecordTypeSchema_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_h(o.type))

ControlRecordTypeSchema._READERS = {
    0: _read_ControlRecordTypeSchema_0,
}
ControlRecordTypeSchema._WRITERS = {
    0: _write_ControlRecordTypeSchema_0,
}
