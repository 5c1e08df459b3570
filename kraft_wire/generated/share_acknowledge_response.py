# Generated from ShareAcknowledgeResponse.json by `python -m codegen generate`. Do not edit.
"""ShareAcknowledgeResponse, response of API key 79, versions 0-2, flexible from 0. Answers ShareAcknowledgeRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct, shared_default
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

_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iix = Layout(">iix").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class LeaderIdAndEpoch(Struct):
    """The leader as far as the answering node knows."""

    __slots__ = ("leader_id", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("leader_id", "leader_epoch")
    __qualname__ = "ShareAcknowledgeResponse.LeaderIdAndEpoch"
    leader_id: Final[int]
    """Node id of the leader; -1 if there is none or it is unknown. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""

    def __init__(
        self,
        *,
        leader_id: int = 0,
        leader_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            leader_id: int = ...,
            leader_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LeaderIdAndEpoch = LeaderIdAndEpoch
_new_LeaderIdAndEpoch = new(LeaderIdAndEpoch)
_DEFAULT_LeaderIdAndEpoch = shared_default(LeaderIdAndEpoch)


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "error_message", "current_leader", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code", "error_message", "current_leader")
    __qualname__ = "ShareAcknowledgeResponse.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    current_leader: Final[LeaderIdAndEpoch]
    """The leader as far as the answering node knows. (LeaderIdAndEpoch)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        current_leader: LeaderIdAndEpoch = _DEFAULT_LeaderIdAndEpoch,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.error_message = error_message
        self.current_leader = current_leader
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            current_leader: LeaderIdAndEpoch = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class ShareAcknowledgeTopicResponse(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ShareAcknowledgeResponse.ShareAcknowledgeTopicResponse"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[PartitionData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ShareAcknowledgeTopicResponse = ShareAcknowledgeTopicResponse
_new_ShareAcknowledgeTopicResponse = new(ShareAcknowledgeTopicResponse)


class NodeEndpoint(Struct):
    """Where the leaders that this response names can be reached."""

    __slots__ = ("node_id", "host", "port", "rack", "unknown_tagged_fields")
    __match_args__ = ("node_id", "host", "port", "rack")
    __qualname__ = "ShareAcknowledgeResponse.NodeEndpoint"
    node_id: Final[int]
    """Node id of the broker or controller. (int32)"""
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (int32)"""
    rack: Final[str | None]
    """Rack of the node; null for none. (string)"""

    def __init__(
        self,
        *,
        node_id: int = 0,
        host: str = "",
        port: int = 0,
        rack: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.node_id = node_id
        self.host = host
        self.port = port
        self.rack = rack
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            node_id: int = ...,
            host: str = ...,
            port: int = ...,
            rack: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_NodeEndpoint = NodeEndpoint
_new_NodeEndpoint = new(NodeEndpoint)


class ShareAcknowledgeResponse(Message):
    """Answers ShareAcknowledgeRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "acquisition_lock_timeout_ms", "responses", "node_endpoints", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "acquisition_lock_timeout_ms", "responses", "node_endpoints")
    KIND = "response"
    API_KEY = 79
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    if TYPE_CHECKING:
        LeaderIdAndEpoch: TypeAlias = _LeaderIdAndEpoch
        PartitionData: TypeAlias = _PartitionData
        ShareAcknowledgeTopicResponse: TypeAlias = _ShareAcknowledgeTopicResponse
        NodeEndpoint: TypeAlias = _NodeEndpoint
    else:  # no annotation of a field
        LeaderIdAndEpoch = _LeaderIdAndEpoch
        PartitionData = _PartitionData
        ShareAcknowledgeTopicResponse = _ShareAcknowledgeTopicResponse
        NodeEndpoint = _NodeEndpoint
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    acquisition_lock_timeout_ms: Final[int]
    """Milliseconds for which an acquired record belongs to its member. (int32, version 2, ignorable)"""
    responses: Final[tuple[ShareAcknowledgeTopicResponse, ...]]
    """One result for each thing that was asked for. ([]ShareAcknowledgeTopicResponse)"""
    node_endpoints: Final[tuple[NodeEndpoint, ...]]
    """Where the leaders that this response names can be reached. ([]NodeEndpoint)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        acquisition_lock_timeout_ms: int = 0,
        responses: Iterable[ShareAcknowledgeTopicResponse] = (),
        node_endpoints: Iterable[NodeEndpoint] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.acquisition_lock_timeout_ms = acquisition_lock_timeout_ms
        self.responses = tuple(responses)
        self.node_endpoints = tuple(node_endpoints)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            acquisition_lock_timeout_ms: int = ...,
            responses: Iterable[ShareAcknowledgeTopicResponse] = ...,
            node_endpoints: Iterable[NodeEndpoint] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareAcknowledgeResponse = new(ShareAcknowledgeResponse)


def _read_LeaderIdAndEpoch_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderIdAndEpoch()
    o.leader_id, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderIdAndEpoch_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ii(o.leader_id, o.leader_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iix(o.leader_id, o.leader_epoch))


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        o.current_leader, pos = _read_LeaderIdAndEpoch_0(buf, pos)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_ihB(o.partition_index, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.partition_index, o.error_code, n))
            else:
                put(_PACK_ih(o.partition_index, o.error_code))
                put(text_uvarint(n))
            put(items)
        _write_LeaderIdAndEpoch_0(put, o.current_leader)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ShareAcknowledgeTopicResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ShareAcknowledgeTopicResponse()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ShareAcknowledgeTopicResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partitions
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_PartitionData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_NodeEndpoint_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_NodeEndpoint()
        o.node_id, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.rack = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.rack = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_NodeEndpoint_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.host.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.node_id, n))
        else:
            put(_PACK_i(o.node_id))
            put(text_uvarint(n))
        put(items)
        items = o.rack
        if items is None:
            put(_PACK_iB(o.port, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.port, n))
            else:
                put(_PACK_i(o.port))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ShareAcknowledgeResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareAcknowledgeResponse()
    o.acquisition_lock_timeout_ms = 0
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
    o.responses, pos = _read_ShareAcknowledgeTopicResponse_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.node_endpoints, pos = _read_NodeEndpoint_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareAcknowledgeResponse_0(put: Append, o: Any) -> None:
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
        _write_ShareAcknowledgeTopicResponse_many_0(put, items)
    items = o.node_endpoints
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_NodeEndpoint_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ShareAcknowledgeResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareAcknowledgeResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    o.acquisition_lock_timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_ShareAcknowledgeTopicResponse_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.node_endpoints, pos = _read_NodeEndpoint_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareAcknowledgeResponse_2(put: Append, o: Any) -> None:
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
    if n < 128:
        put(_PACK_iB(o.acquisition_lock_timeout_ms, n))
    else:
        put(_PACK_i(o.acquisition_lock_timeout_ms))
        put(count_uvarint(n))
    if items:
        _write_ShareAcknowledgeTopicResponse_many_0(put, items)
    items = o.node_endpoints
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_NodeEndpoint_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareAcknowledgeResponse._READERS = {
    0: _read_ShareAcknowledgeResponse_0,
    1: _read_ShareAcknowledgeResponse_0,
    2: _read_ShareAcknowledgeResponse_2,
}
ShareAcknowledgeResponse._WRITERS = {
    0: _write_ShareAcknowledgeResponse_0,
    1: _write_ShareAcknowledgeResponse_0,
    2: _write_ShareAcknowledgeResponse_2,
}
