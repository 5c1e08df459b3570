# Generated from RequestHeader.json by `python -m codegen generate`. Do not edit.
"""RequestHeader, header, versions 0-2, flexible from 2. Stands before every request; version 1 brought the client id, version 2 tagged fields."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_hhi = Layout(">hhi").pack
_PACK_hhih = Layout(">hhih").pack
_UNPACK_hhi = Layout(">hhi").unpack_from
_UNPACK_hhih = Layout(">hhih").unpack_from


class RequestHeader(Message):
    """Stands before every request; version 1 brought the client id, version 2 tagged fields."""

    __slots__ = ("request_api_key", "request_api_version", "correlation_id", "client_id", "unknown_tagged_fields")
    __match_args__ = ("request_api_key", "request_api_version", "correlation_id", "client_id")
    KIND = "header"
    API_KEY = None
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    request_api_key: Final[int]
    """Number of the API. (int16)"""
    request_api_version: Final[int]
    """Version of the API, which decides about the form of body and header. (int16)"""
    correlation_id: Final[int]
    """Number that ties a response to its request. (int32)"""
    client_id: Final[str | None]
    """What the client calls itself. (string, versions 1-2)"""

    def __init__(
        self,
        *,
        request_api_key: int = 0,
        request_api_version: int = 0,
        correlation_id: int = 0,
        client_id: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.request_api_key = request_api_key
        self.request_api_version = request_api_version
        self.correlation_id = correlation_id
        self.client_id = client_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            request_api_key: int = ...,
            request_api_version: int = ...,
            correlation_id: int = ...,
            client_id: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RequestHeader = new(RequestHeader)


def _read_RequestHeader_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RequestHeader()
    o.client_id = ""
    o.request_api_key, o.request_api_version, o.correlation_id = _UNPACK_hhi(buf, pos)
    pos += 8
    o.unknown_tagged_fields = ()
    return o, pos


def _write_RequestHeader_0(put: Append, o: Any) -> None:
    if o.client_id != "":
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_hhi(o.request_api_key, o.request_api_version, o.correlation_id))


def _read_RequestHeader_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RequestHeader()
    o.request_api_key, o.request_api_version, o.correlation_id, n = _UNPACK_hhih(buf, pos)
    pos += 10
    if n >= 0:
        end = pos + n
        o.client_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.client_id = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_RequestHeader_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.client_id
    if items is None:
        put(_PACK_hhih(o.request_api_key, o.request_api_version, o.correlation_id, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_hhih(o.request_api_key, o.request_api_version, o.correlation_id, n))
        put(items)


def _read_RequestHeader_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RequestHeader()
    o.request_api_key, o.request_api_version, o.correlation_id, n = _UNPACK_hhih(buf, pos)
    pos += 10
    if n >= 0:
        end = pos + n
        o.client_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.client_id = None
    else:
        raise ValueError("length is below -1")
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RequestHeader_2(put: Append, o: Any) -> None:
    items = o.client_id
    if items is None:
        put(_PACK_hhih(o.request_api_key, o.request_api_version, o.correlation_id, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_hhih(o.request_api_key, o.request_api_version, o.correlation_id, n))
        put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


RequestHeader._READERS = {
    0: _read_RequestHeader_0,
    1: _read_RequestHeader_1,
    2: _read_RequestHeader_2,
}
RequestHeader._WRITERS = {
    0: _write_RequestHeader_0,
    1: _write_RequestHeader_1,
    2: _write_RequestHeader_2,
}
