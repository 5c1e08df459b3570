# Generated from FindCoordinatorRequest.json by `python -m codegen generate`. Do not edit.
"""FindCoordinatorRequest, request of API key 10, versions 0-6, flexible from 3. Asks which broker coordinates groups, transactions or share state."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    write_compact_texts,
)
from kraft_wire.message import Request
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
    from .find_coordinator_response import FindCoordinatorResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bx = Layout(">bx").pack
_PACK_h = Layout(">h").pack
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_h = Layout(">h").unpack_from


class FindCoordinatorRequest(Request["FindCoordinatorResponse"]):
    """Asks which broker coordinates groups, transactions or share state."""

    __slots__ = ("key", "key_type", "coordinator_keys", "unknown_tagged_fields")
    __match_args__ = ("key", "key_type", "coordinator_keys")
    KIND = "request"
    API_KEY = 10
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (3, 6)
    _RESPONSE_NAME = "FindCoordinatorResponse"
    key: Final[str]
    """Group or transactional id whose coordinator is wanted. (string, versions 0-3)"""
    key_type: Final[int]
    """0 group, 1 transaction, 2 share. (int8, versions 1-6)"""
    coordinator_keys: Final[tuple[str, ...]]
    """Groups, transactional ids or share partitions whose coordinator is wanted. ([]string, versions 4-6)"""

    def __init__(
        self,
        *,
        key: str = "",
        key_type: int = 0,
        coordinator_keys: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.key = key
        self.key_type = key_type
        self.coordinator_keys = _text_tuple(coordinator_keys)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            key: str = ...,
            key_type: int = ...,
            coordinator_keys: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_FindCoordinatorRequest = new(FindCoordinatorRequest)


def _read_FindCoordinatorRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FindCoordinatorRequest()
    o.key_type = 0
    o.coordinator_keys = ()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.key = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FindCoordinatorRequest_0(put: Append, o: Any) -> None:
    if o.key_type != 0 or o.coordinator_keys != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.key.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)


def _read_FindCoordinatorRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FindCoordinatorRequest()
    o.coordinator_keys = ()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.key = buf[pos:end].decode()
    pos = end
    (o.key_type,) = _UNPACK_b(buf, pos)
    pos += 1
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FindCoordinatorRequest_1(put: Append, o: Any) -> None:
    if o.coordinator_keys != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.key.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    put(_PACK_b(o.key_type))


def _read_FindCoordinatorRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FindCoordinatorRequest()
    o.coordinator_keys = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.key = buf[pos + 1 : (pos := pos + n)].decode()
    o.key_type, n = _UNPACK_bB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_FindCoordinatorRequest_3(put: Append, o: Any) -> None:
    if o.coordinator_keys != ():
        raise ValueError("this version lacks a field that is set")
    items = o.key.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_b(o.key_type))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_bx(o.key_type))


def _read_FindCoordinatorRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FindCoordinatorRequest()
    o.key = ""
    o.key_type, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.coordinator_keys, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_FindCoordinatorRequest_4(put: Append, o: Any) -> None:
    if o.key != "":
        raise ValueError("this version lacks a field that is set")
    items = o.coordinator_keys
    n = len(items) + 1
    if n < 128:
        put(_PACK_bB(o.key_type, n))
    else:
        put(_PACK_b(o.key_type))
        put(count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


FindCoordinatorRequest._READERS = {
    0: _read_FindCoordinatorRequest_0,
    1: _read_FindCoordinatorRequest_1,
    2: _read_FindCoordinatorRequest_1,
    3: _read_FindCoordinatorRequest_3,
    4: _read_FindCoordinatorRequest_4,
    5: _read_FindCoordinatorRequest_4,
    6: _read_FindCoordinatorRequest_4,
}
FindCoordinatorRequest._WRITERS = {
    0: _write_FindCoordinatorRequest_0,
    1: _write_FindCoordinatorRequest_1,
    2: _write_FindCoordinatorRequest_1,
    3: _write_FindCoordinatorRequest_3,
    4: _write_FindCoordinatorRequest_4,
    5: _write_FindCoordinatorRequest_4,
    6: _write_FindCoordinatorRequest_4,
}
