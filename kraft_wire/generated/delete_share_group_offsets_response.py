# Generated from DeleteShareGroupOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""DeleteShareGroupOffsetsResponse, response of API key 92, version 0, flexible from 0. Answers DeleteShareGroupOffsetsRequest."""

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

_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_uh = Layout(">16sh").pack
_PACK_uhB = Layout(">16shB").pack
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_uhB = Layout(">16shB").unpack_from


class DeleteShareGroupOffsetsResponseTopic(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("topic_name", "topic_id", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "topic_id", "error_code", "error_message")
    __qualname__ = "DeleteShareGroupOffsetsResponse.DeleteShareGroupOffsetsResponseTopic"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        topic_id: Uuid = ZERO_UUID,
        error_code: int = 0,
        error_message: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.topic_id = topic_id
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            topic_id: Uuid = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteShareGroupOffsetsResponseTopic = DeleteShareGroupOffsetsResponseTopic
_new_DeleteShareGroupOffsetsResponseTopic = new(DeleteShareGroupOffsetsResponseTopic)


class DeleteShareGroupOffsetsResponse(Message):
    """Answers DeleteShareGroupOffsetsRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "responses", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "responses")
    KIND = "response"
    API_KEY = 92
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        DeleteShareGroupOffsetsResponseTopic: TypeAlias = _DeleteShareGroupOffsetsResponseTopic
    else:  # no annotation of a field
        DeleteShareGroupOffsetsResponseTopic = _DeleteShareGroupOffsetsResponseTopic
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    responses: Final[tuple[DeleteShareGroupOffsetsResponseTopic, ...]]
    """One result for each thing that was asked for. ([]DeleteShareGroupOffsetsResponseTopic)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        responses: Iterable[DeleteShareGroupOffsetsResponseTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.responses = tuple(responses)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            responses: Iterable[DeleteShareGroupOffsetsResponseTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteShareGroupOffsetsResponse = new(DeleteShareGroupOffsetsResponse)


def _read_DeleteShareGroupOffsetsResponseTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteShareGroupOffsetsResponseTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
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


def _write_DeleteShareGroupOffsetsResponseTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
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


def _read_DeleteShareGroupOffsetsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteShareGroupOffsetsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_DeleteShareGroupOffsetsResponseTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteShareGroupOffsetsResponse_0(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.responses
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_DeleteShareGroupOffsetsResponseTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DeleteShareGroupOffsetsResponse._READERS = {
    0: _read_DeleteShareGroupOffsetsResponse_0,
}
DeleteShareGroupOffsetsResponse._WRITERS = {
    0: _write_DeleteShareGroupOffsetsResponse_0,
}
