# Generated from ConsumerGroupRegularExpressionValue.json by `python -m codegen generate`. Do not edit.
"""ConsumerGroupRegularExpressionValue, coordinator value of type 16, version 0, flexible from 0. The topics that a regular expression stood for when it was resolved."""

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
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_qq = Layout(">qq").pack
_PACK_qqx = Layout(">qqx").pack
_UNPACK_qqB = Layout(">qqB").unpack_from


class ConsumerGroupRegularExpressionValue(Message):
    """The topics that a regular expression stood for when it was resolved."""

    __slots__ = ("topics", "version", "timestamp", "unknown_tagged_fields")
    __match_args__ = ("topics", "version", "timestamp")
    KIND = "coordinator-value"
    API_KEY = 16
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    topics: Final[tuple[str, ...]]
    """Names of the topics. ([]string)"""
    version: Final[int]
    """Metadata offset at which the expression was resolved. (int64)"""
    timestamp: Final[int]
    """Timestamp, in milliseconds since 1970. (int64)"""

    def __init__(
        self,
        *,
        topics: Iterable[str] = (),
        version: int = 0,
        timestamp: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = _text_tuple(topics)
        self.version = version
        self.timestamp = timestamp
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[str] = ...,
            version: int = ...,
            timestamp: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerGroupRegularExpressionValue = new(ConsumerGroupRegularExpressionValue)


def _read_ConsumerGroupRegularExpressionValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupRegularExpressionValue()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = read_compact_texts(buf, pos + 1, n - 1)
    o.version, o.timestamp, n = _UNPACK_qqB(buf, pos)
    pos += 17
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ConsumerGroupRegularExpressionValue_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_qq(o.version, o.timestamp))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qqx(o.version, o.timestamp))


ConsumerGroupRegularExpressionValue._READERS = {
    0: _read_ConsumerGroupRegularExpressionValue_0,
}
ConsumerGroupRegularExpressionValue._WRITERS = {
    0: _write_ConsumerGroupRegularExpressionValue_0,
}
