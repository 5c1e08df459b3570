# Generated from DeleteTopicsRequest.json by `python -m codegen generate`. Do not edit.
"""DeleteTopicsRequest, request of API key 20, versions 0-6, flexible from 4. Deletes topics by name or id."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    read_fixed_texts,
    write_compact_texts,
    write_fixed_texts,
)
from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .delete_topics_response import DeleteTopicsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_PACK_u = Layout(">16s").pack
_PACK_ux = Layout(">16sx").pack
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class DeleteTopicState(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "topic_id", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id")
    __qualname__ = "DeleteTopicsRequest.DeleteTopicState"
    name: Final[str | None]
    """Name of the topic. (string, version 6)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 6)"""

    def __init__(
        self,
        *,
        name: str | None = None,
        topic_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str | None = ...,
            topic_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteTopicState = DeleteTopicState
_new_DeleteTopicState = new(DeleteTopicState)


class DeleteTopicsRequest(Request["DeleteTopicsResponse"]):
    """Deletes topics by name or id."""

    __slots__ = ("topics", "topic_names", "timeout_ms", "unknown_tagged_fields")
    __match_args__ = ("topics", "topic_names", "timeout_ms")
    KIND = "request"
    API_KEY = 20
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (4, 6)
    _RESPONSE_NAME = "DeleteTopicsResponse"
    _IDENTITIES = (((), (("topic_names", 0, 5), ("topics", 6, 6))),)
    if TYPE_CHECKING:
        DeleteTopicState: TypeAlias = _DeleteTopicState
    else:  # no annotation of a field
        DeleteTopicState = _DeleteTopicState
    topics: Final[tuple[DeleteTopicState, ...]]
    """One entry for each topic. ([]DeleteTopicState, version 6)"""
    topic_names: Final[tuple[str, ...]]
    """Names of topics. ([]string, versions 0-5, ignorable)"""
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""

    def __init__(
        self,
        *,
        topics: Iterable[DeleteTopicState] = (),
        topic_names: Iterable[str] = (),
        timeout_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = tuple(topics)
        self.topic_names = _text_tuple(topic_names)
        self.timeout_ms = timeout_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[DeleteTopicState] = ...,
            topic_names: Iterable[str] = ...,
            timeout_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteTopicsRequest = new(DeleteTopicsRequest)


def _read_DeleteTopicState_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteTopicState()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.name = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.name = None
            pos += 1
        u0, n = _UNPACK_uB(buf, pos)
        pos += 17
        o.topic_id = UUIDS[u0]
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeleteTopicState_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.name
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if o.unknown_tagged_fields:
            put(_PACK_u(o.topic_id))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ux(o.topic_id))


def _read_DeleteTopicsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteTopicsRequest()
    o.topics = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topic_names, pos = read_fixed_texts(buf, pos, n)
    (o.timeout_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteTopicsRequest_0(put: Append, o: Any) -> None:
    if o.topics != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topic_names
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    write_fixed_texts(put, items)
    put(_PACK_i(o.timeout_ms))


def _read_DeleteTopicsRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteTopicsRequest()
    o.topics = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_names, pos = read_compact_texts(buf, pos + 1, n - 1)
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteTopicsRequest_4(put: Append, o: Any) -> None:
    if o.topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topic_names
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.timeout_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.timeout_ms))


def _read_DeleteTopicsRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteTopicsRequest()
    o.topic_names = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_DeleteTopicState_many_6(buf, pos + 1, n - 1)
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteTopicsRequest_6(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_DeleteTopicState_many_6(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.timeout_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.timeout_ms))


DeleteTopicsRequest._READERS = {
    0: _read_DeleteTopicsRequest_0,
    1: _read_DeleteTopicsRequest_0,
    2: _read_DeleteTopicsRequest_0,
    3: _read_DeleteTopicsRequest_0,
    4: _read_DeleteTopicsRequest_4,
    5: _read_DeleteTopicsRequest_4,
    6: _read_DeleteTopicsRequest_6,
}
DeleteTopicsRequest._WRITERS = {
    0: _write_DeleteTopicsRequest_0,
    1: _write_DeleteTopicsRequest_0,
    2: _write_DeleteTopicsRequest_0,
    3: _write_DeleteTopicsRequest_0,
    4: _write_DeleteTopicsRequest_4,
    5: _write_DeleteTopicsRequest_4,
    6: _write_DeleteTopicsRequest_6,
}
