# Generated from DescribeClusterRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeClusterRequest, request of API key 60, versions 0-2, flexible from 0. Asks for the nodes of a cluster: brokers, or controllers (KIP-919)."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from .describe_cluster_response import DescribeClusterResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zb = Layout(">?b").pack
_PACK_ZbZ = Layout(">?b?").pack
_PACK_ZbZx = Layout(">?b?x").pack
_PACK_Zbx = Layout(">?bx").pack
_PACK_Zx = Layout(">?x").pack
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_ZbB = Layout(">?bB").unpack_from
_UNPACK_ZbZB = Layout(">?b?B").unpack_from


class DescribeClusterRequest(Request["DescribeClusterResponse"]):
    """Asks for the nodes of a cluster: brokers, or controllers (KIP-919)."""

    __slots__ = ("include_cluster_authorized_operations", "endpoint_type", "include_fenced_brokers", "unknown_tagged_fields")
    __match_args__ = ("include_cluster_authorized_operations", "endpoint_type", "include_fenced_brokers")
    KIND = "request"
    API_KEY = 60
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    _RESPONSE_NAME = "DescribeClusterResponse"
    include_cluster_authorized_operations: Final[bool]
    """Whether to tell what the client may do with the cluster. (bool)"""
    endpoint_type: Final[int]
    """1 brokers, 2 controllers. (int8, versions 1-2)"""
    include_fenced_brokers: Final[bool]
    """Whether to list fenced brokers too. (bool, version 2)"""

    def __init__(
        self,
        *,
        include_cluster_authorized_operations: bool = False,
        endpoint_type: int = 1,
        include_fenced_brokers: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.include_cluster_authorized_operations = include_cluster_authorized_operations
        self.endpoint_type = endpoint_type
        self.include_fenced_brokers = include_fenced_brokers
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            include_cluster_authorized_operations: bool = ...,
            endpoint_type: int = ...,
            include_fenced_brokers: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeClusterRequest = new(DescribeClusterRequest)


def _read_DescribeClusterRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClusterRequest()
    o.endpoint_type = 1
    o.include_fenced_brokers = False
    o.include_cluster_authorized_operations, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeClusterRequest_0(put: Append, o: Any) -> None:
    if o.endpoint_type != 1 or o.include_fenced_brokers is not False:
        raise ValueError("this version lacks a field that is set")
    if o.include_cluster_authorized_operations is not True and o.include_cluster_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.include_cluster_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.include_cluster_authorized_operations))


def _read_DescribeClusterRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClusterRequest()
    o.include_fenced_brokers = False
    o.include_cluster_authorized_operations, o.endpoint_type, n = _UNPACK_ZbB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeClusterRequest_1(put: Append, o: Any) -> None:
    if o.include_fenced_brokers is not False:
        raise ValueError("this version lacks a field that is set")
    if o.include_cluster_authorized_operations is not True and o.include_cluster_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Zb(o.include_cluster_authorized_operations, o.endpoint_type))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zbx(o.include_cluster_authorized_operations, o.endpoint_type))


def _read_DescribeClusterRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClusterRequest()
    o.include_cluster_authorized_operations, o.endpoint_type, o.include_fenced_brokers, n = _UNPACK_ZbZB(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeClusterRequest_2(put: Append, o: Any) -> None:
    if o.include_cluster_authorized_operations is not True and o.include_cluster_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_fenced_brokers is not True and o.include_fenced_brokers is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ZbZ(o.include_cluster_authorized_operations, o.endpoint_type, o.include_fenced_brokers))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ZbZx(o.include_cluster_authorized_operations, o.endpoint_type, o.include_fenced_brokers))


DescribeClusterRequest._READERS = {
    0: _read_DescribeClusterRequest_0,
    1: _read_DescribeClusterRequest_1,
    2: _read_DescribeClusterRequest_2,
}
DescribeClusterRequest._WRITERS = {
    0: _write_DescribeClusterRequest_0,
    1: _write_DescribeClusterRequest_1,
    2: _write_DescribeClusterRequest_2,
}
