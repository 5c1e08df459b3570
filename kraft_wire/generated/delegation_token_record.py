# Generated from DelegationTokenRecord.json by `python -m codegen generate`. Do not edit.
"""DelegationTokenRecord, metadata of type 10, version 0, flexible from 0. Adds or renews a delegation token."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    write_compact_texts,
)
from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_qqq = Layout(">qqq").pack
_PACK_qqqB = Layout(">qqqB").pack
_UNPACK_qqqB = Layout(">qqqB").unpack_from


class DelegationTokenRecord(Message):
    """Adds or renews a delegation token."""

    __slots__ = ("owner", "requester", "renewers", "issue_timestamp", "max_timestamp", "expiration_timestamp", "token_id", "unknown_tagged_fields")
    __match_args__ = ("owner", "requester", "renewers", "issue_timestamp", "max_timestamp", "expiration_timestamp", "token_id")
    KIND = "metadata"
    API_KEY = 10
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    owner: Final[str]
    """Principal that owns the token, as type:name. (string)"""
    requester: Final[str]
    """Principal that asked for the token, as type:name. (string)"""
    renewers: Final[tuple[str, ...]]
    """Principals that may renew the token. ([]string)"""
    issue_timestamp: Final[int]
    """When the token was issued, in milliseconds since 1970. (int64)"""
    max_timestamp: Final[int]
    """When the token ends even if renewed, in milliseconds since 1970. (int64)"""
    expiration_timestamp: Final[int]
    """When the token expires unless it is renewed, in milliseconds since 1970. (int64)"""
    token_id: Final[str]
    """Id of the token. (string)"""

    def __init__(
        self,
        *,
        owner: str = "",
        requester: str = "",
        renewers: Iterable[str] = (),
        issue_timestamp: int = 0,
        max_timestamp: int = 0,
        expiration_timestamp: int = 0,
        token_id: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.owner = owner
        self.requester = requester
        self.renewers = _text_tuple(renewers)
        self.issue_timestamp = issue_timestamp
        self.max_timestamp = max_timestamp
        self.expiration_timestamp = expiration_timestamp
        self.token_id = token_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            owner: str = ...,
            requester: str = ...,
            renewers: Iterable[str] = ...,
            issue_timestamp: int = ...,
            max_timestamp: int = ...,
            expiration_timestamp: int = ...,
            token_id: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DelegationTokenRecord = new(DelegationTokenRecord)


def _read_DelegationTokenRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DelegationTokenRecord()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.owner = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.requester = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.renewers, pos = read_compact_texts(buf, pos + 1, n - 1)
    o.issue_timestamp, o.max_timestamp, o.expiration_timestamp, n = _UNPACK_qqqB(buf, pos)
    pos += 24
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.token_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DelegationTokenRecord_0(put: Append, o: Any) -> None:
    items = o.owner.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.requester.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.renewers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    items = o.token_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_qqqB(o.issue_timestamp, o.max_timestamp, o.expiration_timestamp, n))
    else:
        put(_PACK_qqq(o.issue_timestamp, o.max_timestamp, o.expiration_timestamp))
        put(text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DelegationTokenRecord._READERS = {
    0: _read_DelegationTokenRecord_0,
}
DelegationTokenRecord._WRITERS = {
    0: _write_DelegationTokenRecord_0,
}
