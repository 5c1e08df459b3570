# Generated from RemoveDelegationTokenRecord.json by `python -m codegen generate`. Do not edit.
"""RemoveDelegationTokenRecord, metadata of type 26, version 0, flexible from 0. Removes a delegation token."""

from __future__ import annotations

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


class RemoveDelegationTokenRecord(Message):
    """Removes a delegation token."""

    __slots__ = ("token_id", "unknown_tagged_fields")
    __match_args__ = ("token_id",)
    KIND = "metadata"
    API_KEY = 26
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    token_id: Final[str]
    """Id of the token. (string)"""

    def __init__(
        self,
        *,
        token_id: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.token_id = token_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            token_id: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RemoveDelegationTokenRecord = new(RemoveDelegationTokenRecord)


def _read_RemoveDelegationTokenRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemoveDelegationTokenRecord()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.token_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RemoveDelegationTokenRecord_0(put: Append, o: Any) -> None:
    items = o.token_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


RemoveDelegationTokenRecord._READERS = {
    0: _read_RemoveDelegationTokenRecord_0,
}
RemoveDelegationTokenRecord._WRITERS = {
    0: _write_RemoveDelegationTokenRecord_0,
}
