# Generated from RemoveUserScramCredentialRecord.json by `python -m codegen generate`. Do not edit.
"""RemoveUserScramCredentialRecord, metadata of type 22, version 0, flexible from 0. Removes one SCRAM credential."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bx = Layout(">bx").pack
_UNPACK_bB = Layout(">bB").unpack_from


class RemoveUserScramCredentialRecord(Message):
    """Removes one SCRAM credential."""

    __slots__ = ("name", "mechanism", "unknown_tagged_fields")
    __match_args__ = ("name", "mechanism")
    KIND = "metadata"
    API_KEY = 22
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    name: Final[str]
    """Name of the user. (string)"""
    mechanism: Final[int]
    """1 SCRAM-SHA-256, 2 SCRAM-SHA-512. (int8)"""

    def __init__(
        self,
        *,
        name: str = "",
        mechanism: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.mechanism = mechanism
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            mechanism: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RemoveUserScramCredentialRecord = new(RemoveUserScramCredentialRecord)


def _read_RemoveUserScramCredentialRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemoveUserScramCredentialRecord()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    o.mechanism, n = _UNPACK_bB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RemoveUserScramCredentialRecord_0(put: Append, o: Any) -> None:
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_b(o.mechanism))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_bx(o.mechanism))


RemoveUserScramCredentialRecord._READERS = {
    0: _read_RemoveUserScramCredentialRecord_0,
}
RemoveUserScramCredentialRecord._WRITERS = {
    0: _write_RemoveUserScramCredentialRecord_0,
}
