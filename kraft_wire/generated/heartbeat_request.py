# Generated from HeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""HeartbeatRequest, request of API key 12, versions 0-4, flexible from 4. A member of a classic group tells that it lives."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .heartbeat_response import HeartbeatResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from


class HeartbeatRequest(Request["HeartbeatResponse"]):
    """A member of a classic group tells that it lives."""

    __slots__ = ("group_id", "generation_id", "member_id", "group_instance_id", "unknown_tagged_fields")
    __match_args__ = ("group_id", "generation_id", "member_id", "group_instance_id")
    KIND = "request"
    API_KEY = 12
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (4, 4)
    _RESPONSE_NAME = "HeartbeatResponse"
    group_id: Final[str]
    """Id of the group. (string)"""
    generation_id: Final[int]
    """Generation of the classic group. (int32)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 3-4)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        generation_id: int = 0,
        member_id: str = "",
        group_instance_id: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.generation_id = generation_id
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            generation_id: int = ...,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_HeartbeatRequest = new(HeartbeatRequest)


def _read_HeartbeatRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_HeartbeatRequest()
    o.group_instance_id = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_HeartbeatRequest_0(put: Append, o: Any) -> None:
    if o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.generation_id, n))
    put(items)


def _read_HeartbeatRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_HeartbeatRequest()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.group_instance_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.group_instance_id = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_HeartbeatRequest_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.generation_id, n))
    put(items)
    items = o.group_instance_id
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)


def _read_HeartbeatRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_HeartbeatRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.generation_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.group_instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.group_instance_id = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_HeartbeatRequest_4(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.generation_id, n))
    else:
        put(_PACK_i(o.generation_id))
        put(text_uvarint(n))
    put(items)
    items = o.group_instance_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


HeartbeatRequest._READERS = {
    0: _read_HeartbeatRequest_0,
    1: _read_HeartbeatRequest_0,
    2: _read_HeartbeatRequest_0,
    3: _read_HeartbeatRequest_3,
    4: _read_HeartbeatRequest_4,
}
HeartbeatRequest._WRITERS = {
    0: _write_HeartbeatRequest_0,
    1: _write_HeartbeatRequest_0,
    2: _write_HeartbeatRequest_0,
    3: _write_HeartbeatRequest_3,
    4: _write_HeartbeatRequest_4,
}
