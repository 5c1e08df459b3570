# Generated from MetadataRequest.json by `python -m codegen generate`. Do not edit.
"""MetadataRequest, request of API key 3, versions 0-13, flexible from 9. Asks for brokers, topics, partitions and leaders."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .metadata_response import MetadataResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_Z = Layout(">?").pack
_PACK_ZZ = Layout(">??").pack
_PACK_ZZZ = Layout(">???").pack
_PACK_ZZZx = Layout(">???x").pack
_PACK_ZZx = Layout(">??x").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_ZZB = Layout(">??B").unpack_from
_UNPACK_ZZZ = Layout(">???").unpack_from
_UNPACK_ZZZB = Layout(">???B").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class MetadataRequestTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "name", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "name")
    __qualname__ = "MetadataRequest.MetadataRequestTopic"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 10-13, ignorable)"""
    name: Final[str | None]
    """Name of the topic. (string, null in 10-13)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        name: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.name = name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            name: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_MetadataRequestTopic = MetadataRequestTopic
_new_MetadataRequestTopic = new(MetadataRequestTopic)


class MetadataRequest(Request["MetadataResponse"]):
    """Asks for brokers, topics, partitions and leaders."""

    __slots__ = ("topics", "allow_auto_topic_creation", "include_cluster_authorized_operations", "include_topic_authorized_operations", "unknown_tagged_fields")
    __match_args__ = ("topics", "allow_auto_topic_creation", "include_cluster_authorized_operations", "include_topic_authorized_operations")
    KIND = "request"
    API_KEY = 3
    VERSIONS = (0, 13)
    FLEXIBLE_VERSIONS = (9, 13)
    _RESPONSE_NAME = "MetadataResponse"
    _IDENTITIES = ((("topics",), (("name", 0, 13), ("topic_id", 10, 13))),)
    if TYPE_CHECKING:
        MetadataRequestTopic: TypeAlias = _MetadataRequestTopic
    else:  # no annotation of a field
        MetadataRequestTopic = _MetadataRequestTopic
    topics: Final[tuple[MetadataRequestTopic, ...] | None]
    """One entry for each topic. ([]MetadataRequestTopic, null in 1-13)"""
    allow_auto_topic_creation: Final[bool]
    """Whether a topic that is asked for and missing may be created. (bool, versions 4-13)"""
    include_cluster_authorized_operations: Final[bool]
    """Whether to tell what the client may do with the cluster. (bool, versions 8-10)"""
    include_topic_authorized_operations: Final[bool]
    """Whether to tell what the client may do with topics. (bool, versions 8-13)"""

    def __init__(
        self,
        *,
        topics: Iterable[MetadataRequestTopic] | None = (),
        allow_auto_topic_creation: bool = True,
        include_cluster_authorized_operations: bool = False,
        include_topic_authorized_operations: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = None if topics is None else tuple(topics)
        self.allow_auto_topic_creation = allow_auto_topic_creation
        self.include_cluster_authorized_operations = include_cluster_authorized_operations
        self.include_topic_authorized_operations = include_topic_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[MetadataRequestTopic] | None = ...,
            allow_auto_topic_creation: bool = ...,
            include_cluster_authorized_operations: bool = ...,
            include_topic_authorized_operations: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_MetadataRequest = new(MetadataRequest)


def _read_MetadataRequestTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataRequestTopic()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MetadataRequestTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)


def _read_MetadataRequestTopic_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataRequestTopic()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MetadataRequestTopic_many_9(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_MetadataRequestTopic_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataRequestTopic()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.name = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.name = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MetadataRequestTopic_many_10(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.name
        if items is None:
            put(_PACK_uB(o.topic_id, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_uB(o.topic_id, n))
            else:
                put(_PACK_u(o.topic_id))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_MetadataRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataRequest()
    o.allow_auto_topic_creation = True
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_MetadataRequestTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataRequest_0(put: Append, o: Any) -> None:
    if o.allow_auto_topic_creation is not True or o.include_cluster_authorized_operations is not False or o.include_topic_authorized_operations is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_MetadataRequestTopic_many_0(put, items)


def _read_MetadataRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataRequest()
    o.allow_auto_topic_creation = True
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.topics, pos = _read_MetadataRequestTopic_many_0(buf, pos, n)
    elif n == -1:
        o.topics = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataRequest_1(put: Append, o: Any) -> None:
    if o.allow_auto_topic_creation is not True or o.include_cluster_authorized_operations is not False or o.include_topic_authorized_operations is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    if items is None:
        put(_PACK_i(-1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_MetadataRequestTopic_many_0(put, items)


def _read_MetadataRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataRequest()
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.topics, pos = _read_MetadataRequestTopic_many_0(buf, pos, n)
    elif n == -1:
        o.topics = None
    else:
        raise ValueError("length is below -1")
    (o.allow_auto_topic_creation,) = _UNPACK_Z(buf, pos)
    pos += 1
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataRequest_4(put: Append, o: Any) -> None:
    if o.include_cluster_authorized_operations is not False or o.include_topic_authorized_operations is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    if items is None:
        put(_PACK_i(-1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_MetadataRequestTopic_many_0(put, items)
    if o.allow_auto_topic_creation is not True and o.allow_auto_topic_creation is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_Z(o.allow_auto_topic_creation))


def _read_MetadataRequest_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.topics, pos = _read_MetadataRequestTopic_many_0(buf, pos, n)
    elif n == -1:
        o.topics = None
    else:
        raise ValueError("length is below -1")
    o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations = _UNPACK_ZZZ(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataRequest_8(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    if items is None:
        put(_PACK_i(-1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_MetadataRequestTopic_many_0(put, items)
    if o.allow_auto_topic_creation is not True and o.allow_auto_topic_creation is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_cluster_authorized_operations is not True and o.include_cluster_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_topic_authorized_operations is not True and o.include_topic_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_ZZZ(o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations))


def _read_MetadataRequest_9(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataRequest()
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topics, pos = _read_MetadataRequestTopic_many_9(buf, pos + 1, n - 1)
    else:
        o.topics = None
        pos += 1
    o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations, n = _UNPACK_ZZZB(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_MetadataRequest_9(put: Append, o: Any) -> None:
    items = o.topics
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_MetadataRequestTopic_many_9(put, items)
    if o.allow_auto_topic_creation is not True and o.allow_auto_topic_creation is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_cluster_authorized_operations is not True and o.include_cluster_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_topic_authorized_operations is not True and o.include_topic_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ZZZ(o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ZZZx(o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations))


def _read_MetadataRequest_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataRequest()
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topics, pos = _read_MetadataRequestTopic_many_10(buf, pos + 1, n - 1)
    else:
        o.topics = None
        pos += 1
    o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations, n = _UNPACK_ZZZB(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_MetadataRequest_10(put: Append, o: Any) -> None:
    items = o.topics
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_MetadataRequestTopic_many_10(put, items)
    if o.allow_auto_topic_creation is not True and o.allow_auto_topic_creation is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_cluster_authorized_operations is not True and o.include_cluster_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_topic_authorized_operations is not True and o.include_topic_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ZZZ(o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ZZZx(o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations))


def _read_MetadataRequest_11(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataRequest()
    o.include_cluster_authorized_operations = False
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topics, pos = _read_MetadataRequestTopic_many_10(buf, pos + 1, n - 1)
    else:
        o.topics = None
        pos += 1
    o.allow_auto_topic_creation, o.include_topic_authorized_operations, n = _UNPACK_ZZB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_MetadataRequest_11(put: Append, o: Any) -> None:
    if o.include_cluster_authorized_operations is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_MetadataRequestTopic_many_10(put, items)
    if o.allow_auto_topic_creation is not True and o.allow_auto_topic_creation is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_topic_authorized_operations is not True and o.include_topic_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ZZ(o.allow_auto_topic_creation, o.include_topic_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ZZx(o.allow_auto_topic_creation, o.include_topic_authorized_operations))


MetadataRequest._READERS = {
    0: _read_MetadataRequest_0,
    1: _read_MetadataRequest_1,
    2: _read_MetadataRequest_1,
    3: _read_MetadataRequest_1,
    4: _read_MetadataRequest_4,
    5: _read_MetadataRequest_4,
    6: _read_MetadataRequest_4,
    7: _read_MetadataRequest_4,
    8: _read_MetadataRequest_8,
    9: _read_MetadataRequest_9,
    10: _read_MetadataRequest_10,
    11: _read_MetadataRequest_11,
    12: _read_MetadataRequest_11,
    13: _read_MetadataRequest_11,
}
MetadataRequest._WRITERS = {
    0: _write_MetadataRequest_0,
    1: _write_MetadataRequest_1,
    2: _write_MetadataRequest_1,
    3: _write_MetadataRequest_1,
    4: _write_MetadataRequest_4,
    5: _write_MetadataRequest_4,
    6: _write_MetadataRequest_4,
    7: _write_MetadataRequest_4,
    8: _write_MetadataRequest_8,
    9: _write_MetadataRequest_9,
    10: _write_MetadataRequest_10,
    11: _write_MetadataRequest_11,
    12: _write_MetadataRequest_11,
    13: _write_MetadataRequest_11,
}
