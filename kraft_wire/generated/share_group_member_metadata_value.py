# Generated from ShareGroupMemberMetadataValue.json by `python -m codegen generate`. Do not edit.
"""ShareGroupMemberMetadataValue, coordinator value of type 10, version 0, flexible from 0. A member of a share group: where it runs and what it subscribes to."""

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
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack


class ShareGroupMemberMetadataValue(Message):
    """A member of a share group: where it runs and what it subscribes to."""

    __slots__ = ("rack_id", "client_id", "client_host", "subscribed_topic_names", "unknown_tagged_fields")
    __match_args__ = ("rack_id", "client_id", "client_host", "subscribed_topic_names")
    KIND = "coordinator-value"
    API_KEY = 10
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string)"""
    client_id: Final[str]
    """What the client calls itself. (string)"""
    client_host: Final[str]
    """Host that the member connects from. (string)"""
    subscribed_topic_names: Final[tuple[str, ...]]
    """Topics that the member subscribes to by name. ([]string)"""

    def __init__(
        self,
        *,
        rack_id: str | None = "",
        client_id: str = "",
        client_host: str = "",
        subscribed_topic_names: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.rack_id = rack_id
        self.client_id = client_id
        self.client_host = client_host
        self.subscribed_topic_names = _text_tuple(subscribed_topic_names)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            rack_id: str | None = ...,
            client_id: str = ...,
            client_host: str = ...,
            subscribed_topic_names: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareGroupMemberMetadataValue = new(ShareGroupMemberMetadataValue)


def _read_ShareGroupMemberMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareGroupMemberMetadataValue()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack_id = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.client_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.client_host = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.subscribed_topic_names, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareGroupMemberMetadataValue_0(put: Append, o: Any) -> None:
    items = o.rack_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.client_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.client_host.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.subscribed_topic_names
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareGroupMemberMetadataValue._READERS = {
    0: _read_ShareGroupMemberMetadataValue_0,
}
ShareGroupMemberMetadataValue._WRITERS = {
    0: _write_ShareGroupMemberMetadataValue_0,
}
