# Generated from StreamsGroupMemberMetadataValue.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupMemberMetadataValue, coordinator value of type 19, version 0, flexible from 0. A member of a streams group: where it runs and what it can be reached by."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_b = Layout(">b").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from


class Endpoint(Struct):
    """Where the application can be reached; null for none."""

    __slots__ = ("host", "port", "unknown_tagged_fields")
    __match_args__ = ("host", "port")
    __qualname__ = "StreamsGroupMemberMetadataValue.Endpoint"
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (uint16)"""

    def __init__(
        self,
        *,
        host: str = "",
        port: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.host = host
        self.port = port
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            host: str = ...,
            port: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Endpoint = Endpoint
_new_Endpoint = new(Endpoint)


class KeyValue(Struct):
    """Tags of the client for rack-aware assignment."""

    __slots__ = ("key", "value", "unknown_tagged_fields")
    __match_args__ = ("key", "value")
    __qualname__ = "StreamsGroupMemberMetadataValue.KeyValue"
    key: Final[str]
    """Name that the value belongs to. (string)"""
    value: Final[str]
    """Value that belongs to the key. (string)"""

    def __init__(
        self,
        *,
        key: str = "",
        value: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.key = key
        self.value = value
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            key: str = ...,
            value: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_KeyValue = KeyValue
_new_KeyValue = new(KeyValue)


class StreamsGroupMemberMetadataValue(Message):
    """A member of a streams group: where it runs and what it can be reached by."""

    __slots__ = ("instance_id", "rack_id", "client_id", "client_host", "rebalance_timeout_ms", "topology_epoch", "process_id", "user_endpoint", "client_tags", "unknown_tagged_fields")
    __match_args__ = ("instance_id", "rack_id", "client_id", "client_host", "rebalance_timeout_ms", "topology_epoch", "process_id", "user_endpoint", "client_tags")
    KIND = "coordinator-value"
    API_KEY = 19
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        Endpoint: TypeAlias = _Endpoint
        KeyValue: TypeAlias = _KeyValue
    else:  # no annotation of a field
        Endpoint = _Endpoint
        KeyValue = _KeyValue
    instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string)"""
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string)"""
    client_id: Final[str]
    """What the client calls itself. (string)"""
    client_host: Final[str]
    """Host that the member connects from. (string)"""
    rebalance_timeout_ms: Final[int]
    """Milliseconds that members have to give back what they must. (int32)"""
    topology_epoch: Final[int]
    """Epoch of the topology. (int32)"""
    process_id: Final[str]
    """Id of the process that runs the member. (string)"""
    user_endpoint: Final[Endpoint | None]
    """Where the application can be reached; null for none. (Endpoint)"""
    client_tags: Final[tuple[KeyValue, ...]]
    """Tags of the client for rack-aware assignment. ([]KeyValue)"""

    def __init__(
        self,
        *,
        instance_id: str | None = "",
        rack_id: str | None = "",
        client_id: str = "",
        client_host: str = "",
        rebalance_timeout_ms: int = -1,
        topology_epoch: int = 0,
        process_id: str = "",
        user_endpoint: Endpoint | None = None,
        client_tags: Iterable[KeyValue] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.client_id = client_id
        self.client_host = client_host
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.topology_epoch = topology_epoch
        self.process_id = process_id
        self.user_endpoint = user_endpoint
        self.client_tags = tuple(client_tags)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            instance_id: str | None = ...,
            rack_id: str | None = ...,
            client_id: str = ...,
            client_host: str = ...,
            rebalance_timeout_ms: int = ...,
            topology_epoch: int = ...,
            process_id: str = ...,
            user_endpoint: Endpoint | None = ...,
            client_tags: Iterable[KeyValue] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupMemberMetadataValue = new(StreamsGroupMemberMetadataValue)


def _read_Endpoint_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Endpoint()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.host = buf[pos + 1 : (pos := pos + n)].decode()
    o.port, n = _UNPACK_HB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Endpoint_0(put: Append, o: Any) -> None:
    items = o.host.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_H(o.port))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Hx(o.port))


def _read_KeyValue_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_KeyValue()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.key = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.value = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_KeyValue_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.key.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.value.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_StreamsGroupMemberMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupMemberMetadataValue()
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
    o.rebalance_timeout_ms, o.topology_epoch, n = _UNPACK_iiB(buf, pos)
    pos += 8
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.process_id = buf[pos + 1 : (pos := pos + n)].decode()
    (n,) = _UNPACK_b(buf, pos)
    pos += 1
    if n >= 0:
        o.user_endpoint, pos = _read_Endpoint_0(buf, pos)
    else:
        o.user_endpoint = None
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.client_tags, pos = _read_KeyValue_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupMemberMetadataValue_0(put: Append, o: Any) -> None:
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
    items = o.process_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiB(o.rebalance_timeout_ms, o.topology_epoch, n))
    else:
        put(_PACK_ii(o.rebalance_timeout_ms, o.topology_epoch))
        put(text_uvarint(n))
    put(items)
    if o.user_endpoint is None:
        put(_PACK_b(-1))
    else:
        put(_PACK_b(1))
        _write_Endpoint_0(put, o.user_endpoint)
    items = o.client_tags
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_KeyValue_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StreamsGroupMemberMetadataValue._READERS = {
    0: _read_StreamsGroupMemberMetadataValue_0,
}
StreamsGroupMemberMetadataValue._WRITERS = {
    0: _write_StreamsGroupMemberMetadataValue_0,
}
