# Generated from ConsumerGroupMemberMetadataValue.json by `python -m codegen generate`. Do not edit.
"""ConsumerGroupMemberMetadataValue, coordinator value of type 5, version 0, flexible from 0. A member of a consumer group: where it runs and what it subscribes to."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    write_compact_texts,
)
from kraft_wire.message import Message, Struct, shared_default
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    keep_unknown_tag,
    long_blob_length,
    new,
    octets,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    read_uvarint,
    sorted_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_UNPACK_iB = Layout(">iB").unpack_from


class ClassicProtocol(Struct):
    """Classic protocols of the member, with their metadata."""

    __slots__ = ("name", "metadata", "unknown_tagged_fields")
    __match_args__ = ("name", "metadata")
    __qualname__ = "ConsumerGroupMemberMetadataValue.ClassicProtocol"
    name: Final[str]
    """Name of the protocol (assignor). (string)"""
    metadata: Final[bytes]
    """Bytes or text of the client's own. (bytes)"""

    def __init__(
        self,
        *,
        name: str = "",
        metadata: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.metadata = metadata
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            metadata: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ClassicProtocol = ClassicProtocol
_new_ClassicProtocol = new(ClassicProtocol)


class ClassicMemberMetadata(Struct):
    """What a member of the classic protocol has beyond; null for others."""

    __slots__ = ("session_timeout_ms", "supported_protocols", "unknown_tagged_fields")
    __match_args__ = ("session_timeout_ms", "supported_protocols")
    __qualname__ = "ConsumerGroupMemberMetadataValue.ClassicMemberMetadata"
    session_timeout_ms: Final[int]
    """Milliseconds without heartbeat after which a member is gone. (int32)"""
    supported_protocols: Final[tuple[ClassicProtocol, ...]]
    """Classic protocols of the member, with their metadata. ([]ClassicProtocol)"""

    def __init__(
        self,
        *,
        session_timeout_ms: int = 0,
        supported_protocols: Iterable[ClassicProtocol] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.session_timeout_ms = session_timeout_ms
        self.supported_protocols = tuple(supported_protocols)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            session_timeout_ms: int = ...,
            supported_protocols: Iterable[ClassicProtocol] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ClassicMemberMetadata = ClassicMemberMetadata
_new_ClassicMemberMetadata = new(ClassicMemberMetadata)
_DEFAULT_ClassicMemberMetadata = shared_default(ClassicMemberMetadata)


class ConsumerGroupMemberMetadataValue(Message):
    """A member of a consumer group: where it runs and what it subscribes to."""

    __slots__ = ("instance_id", "rack_id", "client_id", "client_host", "subscribed_topic_names", "subscribed_topic_regex", "rebalance_timeout_ms", "server_assignor", "classic_member_metadata", "unknown_tagged_fields")
    __match_args__ = ("instance_id", "rack_id", "client_id", "client_host", "subscribed_topic_names", "subscribed_topic_regex", "rebalance_timeout_ms", "server_assignor", "classic_member_metadata")
    KIND = "coordinator-value"
    API_KEY = 5
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        ClassicProtocol: TypeAlias = _ClassicProtocol
        ClassicMemberMetadata: TypeAlias = _ClassicMemberMetadata
    else:  # no annotation of a field
        ClassicProtocol = _ClassicProtocol
        ClassicMemberMetadata = _ClassicMemberMetadata
    instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string)"""
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string)"""
    client_id: Final[str]
    """What the client calls itself. (string)"""
    client_host: Final[str]
    """Host that the member connects from. (string)"""
    subscribed_topic_names: Final[tuple[str, ...]]
    """Topics that the member subscribes to by name. ([]string)"""
    subscribed_topic_regex: Final[str | None]
    """Regular expression that the member subscribes with. (string)"""
    rebalance_timeout_ms: Final[int]
    """Milliseconds that members have to give back what they must. (int32)"""
    server_assignor: Final[str | None]
    """Assignor that the server shall use; null for its own choice. (string)"""
    classic_member_metadata: Final[ClassicMemberMetadata | None]
    """What a member of the classic protocol has beyond; null for others. (ClassicMemberMetadata, tag 0)"""

    def __init__(
        self,
        *,
        instance_id: str | None = "",
        rack_id: str | None = "",
        client_id: str = "",
        client_host: str = "",
        subscribed_topic_names: Iterable[str] = (),
        subscribed_topic_regex: str | None = "",
        rebalance_timeout_ms: int = -1,
        server_assignor: str | None = "",
        classic_member_metadata: ClassicMemberMetadata | None = _DEFAULT_ClassicMemberMetadata,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.client_id = client_id
        self.client_host = client_host
        self.subscribed_topic_names = _text_tuple(subscribed_topic_names)
        self.subscribed_topic_regex = subscribed_topic_regex
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.server_assignor = server_assignor
        self.classic_member_metadata = classic_member_metadata
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            instance_id: str | None = ...,
            rack_id: str | None = ...,
            client_id: str = ...,
            client_host: str = ...,
            subscribed_topic_names: Iterable[str] = ...,
            subscribed_topic_regex: str | None = ...,
            rebalance_timeout_ms: int = ...,
            server_assignor: str | None = ...,
            classic_member_metadata: ClassicMemberMetadata | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerGroupMemberMetadataValue = new(ConsumerGroupMemberMetadataValue)


def _read_ClassicProtocol_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ClassicProtocol()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n -= 128
            pos += 1
            if buf[pos] < 128:
                n += buf[pos] << 7
            else:
                n, pos = long_blob_length(buf, pos)
        if not n:
            raise ValueError("null bytes")
        end = pos + n
        o.metadata = buf[pos + 1 : end]
        pos = end
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ClassicProtocol_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.metadata
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ClassicMemberMetadata_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ClassicMemberMetadata()
    o.session_timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.supported_protocols, pos = _read_ClassicProtocol_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ClassicMemberMetadata_0(put: Append, o: Any) -> None:
    items = o.supported_protocols
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.session_timeout_ms, n))
    else:
        put(_PACK_i(o.session_timeout_ms))
        put(count_uvarint(n))
    if items:
        _write_ClassicProtocol_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ConsumerGroupMemberMetadataValue_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n, pos = read_uvarint(buf, pos)
            if 0 < n < 0x80000000:
                o.classic_member_metadata, pos = _read_ClassicMemberMetadata_0(buf, pos)
            else:
                o.classic_member_metadata = None
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_ConsumerGroupMemberMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupMemberMetadataValue()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.instance_id = None
        pos += 1
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
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.subscribed_topic_regex = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.subscribed_topic_regex = None
        pos += 1
    o.rebalance_timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.server_assignor = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.server_assignor = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.classic_member_metadata = _DEFAULT_ClassicMemberMetadata
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_ConsumerGroupMemberMetadataValue_tags_0(o, buf, pos, n)
    return o, pos


def _write_ConsumerGroupMemberMetadataValue_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if (s0 := o.classic_member_metadata) is None or s0.session_timeout_ms != 0 or s0.supported_protocols != () or s0.unknown_tagged_fields:
        piece_0: list[bytes] = []
        put = piece_0.append
        if o.classic_member_metadata is None:
            put(b"\0")
        else:
            put(b"\1")
            _write_ClassicMemberMetadata_0(put, o.classic_member_metadata)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_ConsumerGroupMemberMetadataValue_0(put: Append, o: Any) -> None:
    items = o.instance_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
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
    items = o.subscribed_topic_regex
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.server_assignor
    if items is None:
        put(_PACK_iB(o.rebalance_timeout_ms, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.rebalance_timeout_ms, n))
        else:
            put(_PACK_i(o.rebalance_timeout_ms))
            put(text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields or (s0 := o.classic_member_metadata) is None or s0.session_timeout_ms != 0 or s0.supported_protocols != () or s0.unknown_tagged_fields:
        _write_ConsumerGroupMemberMetadataValue_tags_0(put, o)
    else:
        put(b"\0")


ConsumerGroupMemberMetadataValue._READERS = {
    0: _read_ConsumerGroupMemberMetadataValue_0,
}
ConsumerGroupMemberMetadataValue._WRITERS = {
    0: _write_ConsumerGroupMemberMetadataValue_0,
}
