# Generated from DeleteTopicsResponse.json by `python -m codegen generate`. Do not edit.
"""DeleteTopicsResponse, response of API key 20, versions 0-6, flexible from 4. Answers DeleteTopicsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hx = Layout(">hx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_PACK_uh = Layout(">16sh").pack
_PACK_uhB = Layout(">16shB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_uhB = Layout(">16shB").unpack_from


class DeletableTopicResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("name", "topic_id", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "error_code", "error_message")
    __qualname__ = "DeleteTopicsResponse.DeletableTopicResult"
    name: Final[str | None]
    """Name of the topic. (string, null in 6)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 6, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, versions 5-6, ignorable)"""

    def __init__(
        self,
        *,
        name: str | None = "",
        topic_id: Uuid = ZERO_UUID,
        error_code: int = 0,
        error_message: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str | None = ...,
            topic_id: Uuid = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeletableTopicResult = DeletableTopicResult
_new_DeletableTopicResult = new(DeletableTopicResult)


class DeleteTopicsResponse(Message):
    """Answers DeleteTopicsRequest."""

    __slots__ = ("throttle_time_ms", "responses", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "responses")
    KIND = "response"
    API_KEY = 20
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (4, 6)
    _IDENTITIES = ((("responses",), (("name", 0, 6), ("topic_id", 6, 6))),)
    if TYPE_CHECKING:
        DeletableTopicResult: TypeAlias = _DeletableTopicResult
    else:  # no annotation of a field
        DeletableTopicResult = _DeletableTopicResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-6, ignorable)"""
    responses: Final[tuple[DeletableTopicResult, ...]]
    """One result for each thing that was asked for. ([]DeletableTopicResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        responses: Iterable[DeletableTopicResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.responses = tuple(responses)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            responses: Iterable[DeletableTopicResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteTopicsResponse = new(DeleteTopicsResponse)


def _read_DeletableTopicResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeletableTopicResult()
        o.topic_id = ZERO_UUID
        o.error_message = None
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (o.error_code,) = _UNPACK_h(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeletableTopicResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_h(o.error_code))


def _read_DeletableTopicResult_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeletableTopicResult()
        o.topic_id = ZERO_UUID
        o.error_message = None
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeletableTopicResult_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_h(o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hx(o.error_code))


def _read_DeletableTopicResult_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeletableTopicResult()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeletableTopicResult_many_5(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.error_message
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DeletableTopicResult_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeletableTopicResult()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.name = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.name = None
            pos += 1
        u0, o.error_code, n = _UNPACK_uhB(buf, pos)
        pos += 18
        o.topic_id = UUIDS[u0]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeletableTopicResult_many_6(put: Append, many: Any) -> None:
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
        items = o.error_message
        if items is None:
            put(_PACK_uhB(o.topic_id, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_uhB(o.topic_id, o.error_code, n))
            else:
                put(_PACK_uh(o.topic_id, o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DeleteTopicsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteTopicsResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_DeletableTopicResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteTopicsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_DeletableTopicResult_many_0(put, items)


def _read_DeleteTopicsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteTopicsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_DeletableTopicResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteTopicsResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DeletableTopicResult_many_0(put, items)


def _read_DeleteTopicsResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteTopicsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_DeletableTopicResult_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteTopicsResponse_4(put: Append, o: Any) -> None:
    items = o.responses
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DeletableTopicResult_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DeleteTopicsResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteTopicsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_DeletableTopicResult_many_5(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteTopicsResponse_5(put: Append, o: Any) -> None:
    items = o.responses
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DeletableTopicResult_many_5(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DeleteTopicsResponse_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteTopicsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_DeletableTopicResult_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteTopicsResponse_6(put: Append, o: Any) -> None:
    items = o.responses
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DeletableTopicResult_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DeleteTopicsResponse._READERS = {
    0: _read_DeleteTopicsResponse_0,
    1: _read_DeleteTopicsResponse_1,
    2: _read_DeleteTopicsResponse_1,
    3: _read_DeleteTopicsResponse_1,
    4: _read_DeleteTopicsResponse_4,
    5: _read_DeleteTopicsResponse_5,
    6: _read_DeleteTopicsResponse_6,
}
DeleteTopicsResponse._WRITERS = {
    0: _write_DeleteTopicsResponse_0,
    1: _write_DeleteTopicsResponse_1,
    2: _write_DeleteTopicsResponse_1,
    3: _write_DeleteTopicsResponse_1,
    4: _write_DeleteTopicsResponse_4,
    5: _write_DeleteTopicsResponse_5,
    6: _write_DeleteTopicsResponse_6,
}
