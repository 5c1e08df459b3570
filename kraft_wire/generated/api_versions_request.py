# Generated from ApiVersionsRequest.json by `python -m codegen generate`. Do not edit.
"""ApiVersionsRequest, request of API key 18, versions 0-5, flexible from 3. Asks which APIs and versions a server speaks; the first request on a connection."""

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
    from .api_versions_response import ApiVersionsResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_iB = Layout(">iB").unpack_from


class ApiVersionsRequest(Request["ApiVersionsResponse"]):
    """Asks which APIs and versions a server speaks; the first request on a connection."""

    __slots__ = ("client_software_name", "client_software_version", "cluster_id", "node_id", "unknown_tagged_fields")
    __match_args__ = ("client_software_name", "client_software_version", "cluster_id", "node_id")
    KIND = "request"
    API_KEY = 18
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (3, 5)
    _RESPONSE_NAME = "ApiVersionsResponse"
    client_software_name: Final[str]
    """Name of the client library; letters, digits, dots and dashes. (string, versions 3-5, ignorable)"""
    client_software_version: Final[str]
    """Version of the client library; letters, digits, dots and dashes. (string, versions 3-5, ignorable)"""
    cluster_id: Final[str | None]
    """Id of the cluster that the client believes to talk to; null if it knows none. (string, version 5, ignorable)"""
    node_id: Final[int]
    """Node id that the client believes to talk to; -1 if it knows none. (int32, version 5, ignorable)"""

    def __init__(
        self,
        *,
        client_software_name: str = "",
        client_software_version: str = "",
        cluster_id: str | None = None,
        node_id: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.client_software_name = client_software_name
        self.client_software_version = client_software_version
        self.cluster_id = cluster_id
        self.node_id = node_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            client_software_name: str = ...,
            client_software_version: str = ...,
            cluster_id: str | None = ...,
            node_id: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ApiVersionsRequest = new(ApiVersionsRequest)


def _read_ApiVersionsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ApiVersionsRequest()
    o.client_software_name = ""
    o.client_software_version = ""
    o.cluster_id = None
    o.node_id = -1
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ApiVersionsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")


def _read_ApiVersionsRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ApiVersionsRequest()
    o.cluster_id = None
    o.node_id = -1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.client_software_name = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.client_software_version = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ApiVersionsRequest_3(put: Append, o: Any) -> None:
    items = o.client_software_name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.client_software_version.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ApiVersionsRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ApiVersionsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.client_software_name = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.client_software_version = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.node_id, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ApiVersionsRequest_5(put: Append, o: Any) -> None:
    items = o.client_software_name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.client_software_version.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.node_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.node_id))


ApiVersionsRequest._READERS = {
    0: _read_ApiVersionsRequest_0,
    1: _read_ApiVersionsRequest_0,
    2: _read_ApiVersionsRequest_0,
    3: _read_ApiVersionsRequest_3,
    4: _read_ApiVersionsRequest_3,
    5: _read_ApiVersionsRequest_5,
}
ApiVersionsRequest._WRITERS = {
    0: _write_ApiVersionsRequest_0,
    1: _write_ApiVersionsRequest_0,
    2: _write_ApiVersionsRequest_0,
    3: _write_ApiVersionsRequest_3,
    4: _write_ApiVersionsRequest_3,
    5: _write_ApiVersionsRequest_5,
}
