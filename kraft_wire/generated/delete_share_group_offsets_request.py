# Generated from DeleteShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""DeleteShareGroupOffsetsRequest, request of API key 92, version 0, flexible from 0. Deletes what a share group knows of topics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
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
    from .delete_share_group_offsets_response import DeleteShareGroupOffsetsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append


class DeleteShareGroupOffsetsRequestTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "unknown_tagged_fields")
    __match_args__ = ("topic_name",)
    __qualname__ = "DeleteShareGroupOffsetsRequest.DeleteShareGroupOffsetsRequestTopic"
    topic_name: Final[str]
    """Name of the topic. (string)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteShareGroupOffsetsRequestTopic = DeleteShareGroupOffsetsRequestTopic
_new_DeleteShareGroupOffsetsRequestTopic = new(DeleteShareGroupOffsetsRequestTopic)


class DeleteShareGroupOffsetsRequest(Request["DeleteShareGroupOffsetsResponse"]):
    """Deletes what a share group knows of topics."""

    __slots__ = ("group_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics")
    KIND = "request"
    API_KEY = 92
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "DeleteShareGroupOffsetsResponse"
    if TYPE_CHECKING:
        DeleteShareGroupOffsetsRequestTopic: TypeAlias = _DeleteShareGroupOffsetsRequestTopic
    else:  # no annotation of a field
        DeleteShareGroupOffsetsRequestTopic = _DeleteShareGroupOffsetsRequestTopic
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[DeleteShareGroupOffsetsRequestTopic, ...]]
    """One entry for each topic. ([]DeleteShareGroupOffsetsRequestTopic)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[DeleteShareGroupOffsetsRequestTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            topics: Iterable[DeleteShareGroupOffsetsRequestTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteShareGroupOffsetsRequest = new(DeleteShareGroupOffsetsRequest)


def _read_DeleteShareGroupOffsetsRequestTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteShareGroupOffsetsRequestTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeleteShareGroupOffsetsRequestTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DeleteShareGroupOffsetsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteShareGroupOffsetsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_DeleteShareGroupOffsetsRequestTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteShareGroupOffsetsRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_DeleteShareGroupOffsetsRequestTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DeleteShareGroupOffsetsRequest._READERS = {
    0: _read_DeleteShareGroupOffsetsRequest_0,
}
DeleteShareGroupOffsetsRequest._WRITERS = {
    0: _write_DeleteShareGroupOffsetsRequest_0,
}
