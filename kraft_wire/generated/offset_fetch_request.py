# Generated from OffsetFetchRequest.json by `python -m codegen generate`. Do not edit.
"""OffsetFetchRequest, request of API key 9, versions 0-10, flexible from 6. Asks for committed offsets of groups."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    UNPACK_INT32S,
    pack_many,
    read_numbers,
    unpack_many,
)
from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
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
    from .offset_fetch_response import OffsetFetchResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class OffsetFetchRequestTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partition_indexes", "unknown_tagged_fields")
    __match_args__ = ("name", "partition_indexes")
    __qualname__ = "OffsetFetchRequest.OffsetFetchRequestTopic"
    name: Final[str]
    """Name of the topic. (string, versions 0-7)"""
    partition_indexes: Final[tuple[int, ...]]
    """Numbers of partitions. ([]int32, versions 0-7)"""

    def __init__(
        self,
        *,
        name: str = "",
        partition_indexes: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partition_indexes = tuple(partition_indexes)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partition_indexes: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetFetchRequestTopic = OffsetFetchRequestTopic
_new_OffsetFetchRequestTopic = new(OffsetFetchRequestTopic)


class OffsetFetchRequestTopics(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "topic_id", "partition_indexes", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "partition_indexes")
    __qualname__ = "OffsetFetchRequest.OffsetFetchRequestTopics"
    name: Final[str]
    """Name of the topic. (string, versions 8-9, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 10, ignorable)"""
    partition_indexes: Final[tuple[int, ...]]
    """Numbers of partitions. ([]int32, versions 8-10)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partition_indexes: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.partition_indexes = tuple(partition_indexes)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            topic_id: Uuid = ...,
            partition_indexes: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetFetchRequestTopics = OffsetFetchRequestTopics
_new_OffsetFetchRequestTopics = new(OffsetFetchRequestTopics)


class OffsetFetchRequestGroup(Struct):
    """One entry for each group."""

    __slots__ = ("group_id", "member_id", "member_epoch", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id", "member_epoch", "topics")
    __qualname__ = "OffsetFetchRequest.OffsetFetchRequestGroup"
    group_id: Final[str]
    """Id of the group. (string, versions 8-10)"""
    member_id: Final[str | None]
    """Id of the member. (string, versions 9-10, ignorable)"""
    member_epoch: Final[int]
    """Epoch of the member. (int32, versions 9-10, ignorable)"""
    topics: Final[tuple[OffsetFetchRequestTopics, ...] | None]
    """One entry for each topic. ([]OffsetFetchRequestTopics, versions 8-10)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str | None = None,
        member_epoch: int = -1,
        topics: Iterable[OffsetFetchRequestTopics] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.topics = None if topics is None else tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            member_id: str | None = ...,
            member_epoch: int = ...,
            topics: Iterable[OffsetFetchRequestTopics] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetFetchRequestGroup = OffsetFetchRequestGroup
_new_OffsetFetchRequestGroup = new(OffsetFetchRequestGroup)


class OffsetFetchRequest(Request["OffsetFetchResponse"]):
    """Asks for committed offsets of groups."""

    __slots__ = ("group_id", "topics", "groups", "require_stable", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics", "groups", "require_stable")
    KIND = "request"
    API_KEY = 9
    VERSIONS = (0, 10)
    FLEXIBLE_VERSIONS = (6, 10)
    _RESPONSE_NAME = "OffsetFetchResponse"
    _IDENTITIES = ((("groups", "topics"), (("name", 8, 9), ("topic_id", 10, 10))),)
    if TYPE_CHECKING:
        OffsetFetchRequestTopic: TypeAlias = _OffsetFetchRequestTopic
        OffsetFetchRequestTopics: TypeAlias = _OffsetFetchRequestTopics
        OffsetFetchRequestGroup: TypeAlias = _OffsetFetchRequestGroup
    else:  # no annotation of a field
        OffsetFetchRequestTopic = _OffsetFetchRequestTopic
        OffsetFetchRequestTopics = _OffsetFetchRequestTopics
        OffsetFetchRequestGroup = _OffsetFetchRequestGroup
    group_id: Final[str]
    """Id of the group. (string, versions 0-7)"""
    topics: Final[tuple[OffsetFetchRequestTopic, ...] | None]
    """One entry for each topic. ([]OffsetFetchRequestTopic, versions 0-7, null in 2-7)"""
    groups: Final[tuple[OffsetFetchRequestGroup, ...]]
    """One entry for each group. ([]OffsetFetchRequestGroup, versions 8-10)"""
    require_stable: Final[bool]
    """Whether offsets of open transactions are an error instead of being left out. (bool, versions 7-10)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[OffsetFetchRequestTopic] | None = (),
        groups: Iterable[OffsetFetchRequestGroup] = (),
        require_stable: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.topics = None if topics is None else tuple(topics)
        self.groups = tuple(groups)
        self.require_stable = require_stable
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            topics: Iterable[OffsetFetchRequestTopic] | None = ...,
            groups: Iterable[OffsetFetchRequestGroup] = ...,
            require_stable: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetFetchRequest = new(OffsetFetchRequest)


def _read_OffsetFetchRequestTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchRequestTopic()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partition_indexes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchRequestTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_indexes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_OffsetFetchRequestTopic_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchRequestTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partition_indexes = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchRequestTopic_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_indexes
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchRequestTopics_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchRequestTopics()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partition_indexes = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchRequestTopics_many_8(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_indexes
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchRequestTopics_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchRequestTopics()
        o.name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partition_indexes = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchRequestTopics_many_10(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partition_indexes
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchRequestGroup_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchRequestGroup()
        o.member_id = None
        o.member_epoch = -1
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.topics, pos = _read_OffsetFetchRequestTopics_many_8(buf, pos + 1, n - 1)
        else:
            o.topics = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchRequestGroup_many_8(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topics
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            if items:
                _write_OffsetFetchRequestTopics_many_8(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchRequestGroup_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchRequestGroup()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.member_id = None
            pos += 1
        o.member_epoch, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.topics, pos = _read_OffsetFetchRequestTopics_many_8(buf, pos + 1, n - 1)
        else:
            o.topics = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchRequestGroup_many_9(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.member_id
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.topics
        if items is None:
            put(_PACK_iB(o.member_epoch, 0))
        else:
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.member_epoch, n))
            else:
                put(_PACK_i(o.member_epoch))
                put(count_uvarint(n))
            if items:
                _write_OffsetFetchRequestTopics_many_8(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchRequestGroup_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchRequestGroup()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.member_id = None
            pos += 1
        o.member_epoch, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.topics, pos = _read_OffsetFetchRequestTopics_many_10(buf, pos + 1, n - 1)
        else:
            o.topics = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchRequestGroup_many_10(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.member_id
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.topics
        if items is None:
            put(_PACK_iB(o.member_epoch, 0))
        else:
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.member_epoch, n))
            else:
                put(_PACK_i(o.member_epoch))
                put(count_uvarint(n))
            if items:
                _write_OffsetFetchRequestTopics_many_10(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchRequest()
    o.groups = ()
    o.require_stable = False
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetFetchRequestTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetFetchRequest_0(put: Append, o: Any) -> None:
    if o.groups != () or o.require_stable is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetFetchRequestTopic_many_0(put, items)


def _read_OffsetFetchRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchRequest()
    o.groups = ()
    o.require_stable = False
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.topics, pos = _read_OffsetFetchRequestTopic_many_0(buf, pos, n)
    elif n == -1:
        o.topics = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetFetchRequest_2(put: Append, o: Any) -> None:
    if o.groups != () or o.require_stable is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.topics
    if items is None:
        put(_PACK_i(-1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_OffsetFetchRequestTopic_many_0(put, items)


def _read_OffsetFetchRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchRequest()
    o.groups = ()
    o.require_stable = False
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topics, pos = _read_OffsetFetchRequestTopic_many_6(buf, pos + 1, n - 1)
    else:
        o.topics = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetFetchRequest_6(put: Append, o: Any) -> None:
    if o.groups != () or o.require_stable is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetFetchRequestTopic_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_OffsetFetchRequest_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchRequest()
    o.groups = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topics, pos = _read_OffsetFetchRequestTopic_many_6(buf, pos + 1, n - 1)
    else:
        o.topics = None
        pos += 1
    o.require_stable, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetFetchRequest_7(put: Append, o: Any) -> None:
    if o.groups != ():
        raise ValueError("this version lacks a field that is set")
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetFetchRequestTopic_many_6(put, items)
    if o.require_stable is not True and o.require_stable is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.require_stable))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.require_stable))


def _read_OffsetFetchRequest_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchRequest()
    o.group_id = ""
    o.topics = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_OffsetFetchRequestGroup_many_8(buf, pos + 1, n - 1)
    o.require_stable, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetFetchRequest_8(put: Append, o: Any) -> None:
    if o.group_id != "" or o.topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.groups
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_OffsetFetchRequestGroup_many_8(put, items)
    if o.require_stable is not True and o.require_stable is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.require_stable))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.require_stable))


def _read_OffsetFetchRequest_9(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchRequest()
    o.group_id = ""
    o.topics = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_OffsetFetchRequestGroup_many_9(buf, pos + 1, n - 1)
    o.require_stable, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetFetchRequest_9(put: Append, o: Any) -> None:
    if o.group_id != "" or o.topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.groups
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_OffsetFetchRequestGroup_many_9(put, items)
    if o.require_stable is not True and o.require_stable is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.require_stable))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.require_stable))


def _read_OffsetFetchRequest_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchRequest()
    o.group_id = ""
    o.topics = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_OffsetFetchRequestGroup_many_10(buf, pos + 1, n - 1)
    o.require_stable, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetFetchRequest_10(put: Append, o: Any) -> None:
    if o.group_id != "" or o.topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.groups
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_OffsetFetchRequestGroup_many_10(put, items)
    if o.require_stable is not True and o.require_stable is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.require_stable))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.require_stable))


OffsetFetchRequest._READERS = {
    0: _read_OffsetFetchRequest_0,
    1: _read_OffsetFetchRequest_0,
    2: _read_OffsetFetchRequest_2,
    3: _read_OffsetFetchRequest_2,
    4: _read_OffsetFetchRequest_2,
    5: _read_OffsetFetchRequest_2,
    6: _read_OffsetFetchRequest_6,
    7: _read_OffsetFetchRequest_7,
    8: _read_OffsetFetchRequest_8,
    9: _read_OffsetFetchRequest_9,
    10: _read_OffsetFetchRequest_10,
}
OffsetFetchRequest._WRITERS = {
    0: _write_OffsetFetchRequest_0,
    1: _write_OffsetFetchRequest_0,
    2: _write_OffsetFetchRequest_2,
    3: _write_OffsetFetchRequest_2,
    4: _write_OffsetFetchRequest_2,
    5: _write_OffsetFetchRequest_2,
    6: _write_OffsetFetchRequest_6,
    7: _write_OffsetFetchRequest_7,
    8: _write_OffsetFetchRequest_8,
    9: _write_OffsetFetchRequest_9,
    10: _write_OffsetFetchRequest_10,
}
