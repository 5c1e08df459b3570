# Generated from ProduceResponse.json by `python -m codegen generate`. Do not edit.
"""ProduceResponse, response of API key 0, versions 0-13, flexible from 9. Answers ProduceRequest."""

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
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
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
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihq = Layout(">ihq").pack
_PACK_ihqq = Layout(">ihqq").pack
_PACK_ihqqq = Layout(">ihqqq").pack
_PACK_ihqqqB = Layout(">ihqqqB").pack
_PACK_ihqqqi = Layout(">ihqqqi").pack
_PACK_ii = Layout(">ii").pack
_PACK_iix = Layout(">iix").pack
_PACK_ix = Layout(">ix").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihq = Layout(">ihq").unpack_from
_UNPACK_ihqq = Layout(">ihqq").unpack_from
_UNPACK_ihqqq = Layout(">ihqqq").unpack_from
_UNPACK_ihqqqB = Layout(">ihqqqB").unpack_from
_UNPACK_ihqqqi = Layout(">ihqqqi").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class BatchIndexAndErrorMessage(Struct):
    """Records that made the broker refuse the batch."""

    __slots__ = ("batch_index", "batch_index_error_message", "unknown_tagged_fields")
    __match_args__ = ("batch_index", "batch_index_error_message")
    __qualname__ = "ProduceResponse.BatchIndexAndErrorMessage"
    batch_index: Final[int]
    """Index of the record in its batch. (int32, versions 8-13)"""
    batch_index_error_message: Final[str | None]
    """Why this record was refused. (string, versions 8-13)"""

    def __init__(
        self,
        *,
        batch_index: int = 0,
        batch_index_error_message: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.batch_index = batch_index
        self.batch_index_error_message = batch_index_error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            batch_index: int = ...,
            batch_index_error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_BatchIndexAndErrorMessage = BatchIndexAndErrorMessage
_new_BatchIndexAndErrorMessage = new(BatchIndexAndErrorMessage)


class LeaderIdAndEpoch(Struct):
    """The leader as far as the answering node knows."""

    __slots__ = ("leader_id", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("leader_id", "leader_epoch")
    __qualname__ = "ProduceResponse.LeaderIdAndEpoch"
    leader_id: Final[int]
    """Node id of the leader; -1 if there is none or it is unknown. (int32, versions 10-13)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32, versions 10-13)"""

    def __init__(
        self,
        *,
        leader_id: int = -1,
        leader_epoch: int = -1,
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


class PartitionProduceResponse(Struct):
    """Results by partition."""

    __slots__ = ("index", "error_code", "base_offset", "log_append_time_ms", "log_start_offset", "record_errors", "error_message", "current_leader", "unknown_tagged_fields")
    __match_args__ = ("index", "error_code", "base_offset", "log_append_time_ms", "log_start_offset", "record_errors", "error_message", "current_leader")
    __qualname__ = "ProduceResponse.PartitionProduceResponse"
    index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    base_offset: Final[int]
    """Offset that the first record of the batch got. (int64)"""
    log_append_time_ms: Final[int]
    """Time at which the broker appended the batch; -1 where records keep their own. (int64, versions 2-13, ignorable)"""
    log_start_offset: Final[int]
    """First offset that the log still has; -1 if unknown. (int64, versions 5-13, ignorable)"""
    record_errors: Final[tuple[BatchIndexAndErrorMessage, ...]]
    """Records that made the broker refuse the batch. ([]BatchIndexAndErrorMessage, versions 8-13, ignorable)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, versions 8-13, ignorable)"""
    current_leader: Final[LeaderIdAndEpoch]
    """The leader as far as the answering node knows. (LeaderIdAndEpoch, versions 10-13, tag 0)"""

    def __init__(
        self,
        *,
        index: int = 0,
        error_code: int = 0,
        base_offset: int = 0,
        log_append_time_ms: int = -1,
        log_start_offset: int = -1,
        record_errors: Iterable[BatchIndexAndErrorMessage] = (),
        error_message: str | None = None,
        current_leader: LeaderIdAndEpoch = _DEFAULT_LeaderIdAndEpoch,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.index = index
        self.error_code = error_code
        self.base_offset = base_offset
        self.log_append_time_ms = log_append_time_ms
        self.log_start_offset = log_start_offset
        self.record_errors = tuple(record_errors)
        self.error_message = error_message
        self.current_leader = current_leader
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            index: int = ...,
            error_code: int = ...,
            base_offset: int = ...,
            log_append_time_ms: int = ...,
            log_start_offset: int = ...,
            record_errors: Iterable[BatchIndexAndErrorMessage] = ...,
            error_message: str | None = ...,
            current_leader: LeaderIdAndEpoch = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionProduceResponse = PartitionProduceResponse
_new_PartitionProduceResponse = new(PartitionProduceResponse)


class TopicProduceResponse(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("name", "topic_id", "partition_responses", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "partition_responses")
    __qualname__ = "ProduceResponse.TopicProduceResponse"
    name: Final[str]
    """Name of the topic. (string, versions 0-12, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 13, ignorable)"""
    partition_responses: Final[tuple[PartitionProduceResponse, ...]]
    """Results by partition. ([]PartitionProduceResponse)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partition_responses: Iterable[PartitionProduceResponse] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.partition_responses = tuple(partition_responses)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            topic_id: Uuid = ...,
            partition_responses: Iterable[PartitionProduceResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicProduceResponse = TopicProduceResponse
_new_TopicProduceResponse = new(TopicProduceResponse)


class NodeEndpoint(Struct):
    """Where the leaders that this response names can be reached."""

    __slots__ = ("node_id", "host", "port", "rack", "unknown_tagged_fields")
    __match_args__ = ("node_id", "host", "port", "rack")
    __qualname__ = "ProduceResponse.NodeEndpoint"
    node_id: Final[int]
    """Node id of the broker or controller. (int32, versions 10-13)"""
    host: Final[str]
    """Name or address of the host. (string, versions 10-13)"""
    port: Final[int]
    """TCP port. (int32, versions 10-13)"""
    rack: Final[str | None]
    """Rack of the node; null for none. (string, versions 10-13)"""

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


class ProduceResponse(Message):
    """Answers ProduceRequest."""

    __slots__ = ("responses", "throttle_time_ms", "node_endpoints", "unknown_tagged_fields")
    __match_args__ = ("responses", "throttle_time_ms", "node_endpoints")
    KIND = "response"
    API_KEY = 0
    VERSIONS = (0, 13)
    FLEXIBLE_VERSIONS = (9, 13)
    _IDENTITIES = ((("responses",), (("name", 0, 12), ("topic_id", 13, 13))),)
    if TYPE_CHECKING:
        BatchIndexAndErrorMessage: TypeAlias = _BatchIndexAndErrorMessage
        LeaderIdAndEpoch: TypeAlias = _LeaderIdAndEpoch
        PartitionProduceResponse: TypeAlias = _PartitionProduceResponse
        TopicProduceResponse: TypeAlias = _TopicProduceResponse
        NodeEndpoint: TypeAlias = _NodeEndpoint
    else:  # no annotation of a field
        BatchIndexAndErrorMessage = _BatchIndexAndErrorMessage
        LeaderIdAndEpoch = _LeaderIdAndEpoch
        PartitionProduceResponse = _PartitionProduceResponse
        TopicProduceResponse = _TopicProduceResponse
        NodeEndpoint = _NodeEndpoint
    responses: Final[tuple[TopicProduceResponse, ...]]
    """One result for each thing that was asked for. ([]TopicProduceResponse)"""
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-13, ignorable)"""
    node_endpoints: Final[tuple[NodeEndpoint, ...]]
    """Where the leaders that this response names can be reached. ([]NodeEndpoint, versions 10-13, tag 0)"""

    def __init__(
        self,
        *,
        responses: Iterable[TopicProduceResponse] = (),
        throttle_time_ms: int = 0,
        node_endpoints: Iterable[NodeEndpoint] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.responses = tuple(responses)
        self.throttle_time_ms = throttle_time_ms
        self.node_endpoints = tuple(node_endpoints)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            responses: Iterable[TopicProduceResponse] = ...,
            throttle_time_ms: int = ...,
            node_endpoints: Iterable[NodeEndpoint] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ProduceResponse = new(ProduceResponse)


def _read_BatchIndexAndErrorMessage_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_BatchIndexAndErrorMessage()
        o.batch_index, n = _UNPACK_ih(buf, pos)
        pos += 6
        if n >= 0:
            end = pos + n
            o.batch_index_error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.batch_index_error_message = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_BatchIndexAndErrorMessage_many_8(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.batch_index_error_message
        if items is None:
            put(_PACK_ih(o.batch_index, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_ih(o.batch_index, n))
            put(items)


def _read_BatchIndexAndErrorMessage_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_BatchIndexAndErrorMessage()
        o.batch_index, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.batch_index_error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.batch_index_error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_BatchIndexAndErrorMessage_many_9(put: Append, many: Any) -> None:
    for o in many:
        items = o.batch_index_error_message
        if items is None:
            put(_PACK_iB(o.batch_index, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.batch_index, n))
            else:
                put(_PACK_i(o.batch_index))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_LeaderIdAndEpoch_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderIdAndEpoch()
    o.leader_id, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderIdAndEpoch_10(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ii(o.leader_id, o.leader_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iix(o.leader_id, o.leader_epoch))


def _read_PartitionProduceResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionProduceResponse()
        o.log_append_time_ms = -1
        o.log_start_offset = -1
        o.record_errors = ()
        o.error_message = None
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.index, o.error_code, o.base_offset = _UNPACK_ihq(buf, pos)
        pos += 14
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionProduceResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ihq(o.index, o.error_code, o.base_offset))


def _read_PartitionProduceResponse_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionProduceResponse()
        o.log_start_offset = -1
        o.record_errors = ()
        o.error_message = None
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.index, o.error_code, o.base_offset, o.log_append_time_ms = _UNPACK_ihqq(buf, pos)
        pos += 22
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionProduceResponse_many_2(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ihqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms))


def _read_PartitionProduceResponse_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionProduceResponse()
        o.record_errors = ()
        o.error_message = None
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset = _UNPACK_ihqqq(buf, pos)
        pos += 30
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionProduceResponse_many_5(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ihqqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset))


def _read_PartitionProduceResponse_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionProduceResponse()
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n = _UNPACK_ihqqqi(buf, pos)
        pos += 34
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.record_errors, pos = _read_BatchIndexAndErrorMessage_many_8(buf, pos, n)
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionProduceResponse_many_8(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.record_errors
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ihqqqi(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n))
        if items:
            _write_BatchIndexAndErrorMessage_many_8(put, items)
        items = o.error_message
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)


def _read_PartitionProduceResponse_tags_9(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0,):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_PartitionProduceResponse_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionProduceResponse()
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n = _UNPACK_ihqqqB(buf, pos)
        pos += 30
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.record_errors, pos = _read_BatchIndexAndErrorMessage_many_9(buf, pos + 1, n - 1)
        n = buf[pos]
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
            pos = _read_PartitionProduceResponse_tags_9(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_PartitionProduceResponse_many_9(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields:
            raise ValueError("this version lacks a field that is set")
        items = o.record_errors
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihqqqB(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n))
        else:
            put(_PACK_ihqqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset))
            put(count_uvarint(n))
        if items:
            _write_BatchIndexAndErrorMessage_many_9(put, items)
        items = o.error_message
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields, 1)
        else:
            put(b"\0")


def _read_PartitionProduceResponse_tags_10(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            o.current_leader, pos = _read_LeaderIdAndEpoch_10(buf, pos)
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_PartitionProduceResponse_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionProduceResponse()
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n = _UNPACK_ihqqqB(buf, pos)
        pos += 30
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.record_errors, pos = _read_BatchIndexAndErrorMessage_many_9(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_PartitionProduceResponse_tags_10(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_PartitionProduceResponse_tags_10(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields:
        piece_0: list[bytes] = []
        put = piece_0.append
        _write_LeaderIdAndEpoch_10(put, o.current_leader)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_PartitionProduceResponse_many_10(put: Append, many: Any) -> None:
    for o in many:
        items = o.record_errors
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihqqqB(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n))
        else:
            put(_PACK_ihqqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset))
            put(count_uvarint(n))
        if items:
            _write_BatchIndexAndErrorMessage_many_9(put, items)
        items = o.error_message
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields or (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields:
            _write_PartitionProduceResponse_tags_10(put, o)
        else:
            put(b"\0")


def _read_TopicProduceResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceResponse()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partition_responses, pos = _read_PartitionProduceResponse_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_responses
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionProduceResponse_many_0(put, items)


def _read_TopicProduceResponse_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceResponse()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partition_responses, pos = _read_PartitionProduceResponse_many_2(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceResponse_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_responses
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionProduceResponse_many_2(put, items)


def _read_TopicProduceResponse_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceResponse()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partition_responses, pos = _read_PartitionProduceResponse_many_5(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceResponse_many_5(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_responses
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionProduceResponse_many_5(put, items)


def _read_TopicProduceResponse_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceResponse()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partition_responses, pos = _read_PartitionProduceResponse_many_8(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceResponse_many_8(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_responses
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionProduceResponse_many_8(put, items)


def _read_TopicProduceResponse_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceResponse()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_responses, pos = _read_PartitionProduceResponse_many_9(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceResponse_many_9(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_responses
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionProduceResponse_many_9(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicProduceResponse_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceResponse()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_responses, pos = _read_PartitionProduceResponse_many_10(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceResponse_many_10(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_responses
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionProduceResponse_many_10(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicProduceResponse_many_13(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceResponse()
        o.name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_responses, pos = _read_PartitionProduceResponse_many_10(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceResponse_many_13(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partition_responses
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_PartitionProduceResponse_many_10(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_NodeEndpoint_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
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


def _write_NodeEndpoint_many_10(put: Append, many: Any) -> None:
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


def _read_ProduceResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceResponse()
    o.throttle_time_ms = 0
    o.node_endpoints = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_TopicProduceResponse_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ProduceResponse_0(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicProduceResponse_many_0(put, items)


def _read_ProduceResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceResponse()
    o.node_endpoints = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_TopicProduceResponse_many_0(buf, pos, n)
    (o.throttle_time_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ProduceResponse_1(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicProduceResponse_many_0(put, items)
    put(_PACK_i(o.throttle_time_ms))


def _read_ProduceResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceResponse()
    o.node_endpoints = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_TopicProduceResponse_many_2(buf, pos, n)
    (o.throttle_time_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ProduceResponse_2(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicProduceResponse_many_2(put, items)
    put(_PACK_i(o.throttle_time_ms))


def _read_ProduceResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceResponse()
    o.node_endpoints = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_TopicProduceResponse_many_5(buf, pos, n)
    (o.throttle_time_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ProduceResponse_5(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicProduceResponse_many_5(put, items)
    put(_PACK_i(o.throttle_time_ms))


def _read_ProduceResponse_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceResponse()
    o.node_endpoints = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_TopicProduceResponse_many_8(buf, pos, n)
    (o.throttle_time_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ProduceResponse_8(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicProduceResponse_many_8(put, items)
    put(_PACK_i(o.throttle_time_ms))


def _read_ProduceResponse_tags_9(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0,):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_ProduceResponse_9(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceResponse()
    o.node_endpoints = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_TopicProduceResponse_many_9(buf, pos + 1, n - 1)
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_ProduceResponse_tags_9(o, buf, pos, n)
    return o, pos


def _write_ProduceResponse_9(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    items = o.responses
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicProduceResponse_many_9(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.throttle_time_ms))
        write_tags(put, [], o.unknown_tagged_fields, 1)
    else:
        put(_PACK_ix(o.throttle_time_ms))


def _read_ProduceResponse_tags_10(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127 or not n:
                n, pos = count_length_not_null(buf, pos, n)
            o.node_endpoints, pos = _read_NodeEndpoint_many_10(buf, pos + 1, n - 1)
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_ProduceResponse_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceResponse()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_TopicProduceResponse_many_10(buf, pos + 1, n - 1)
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.node_endpoints = ()
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_ProduceResponse_tags_10(o, buf, pos, n)
    return o, pos


def _write_ProduceResponse_tags_10(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.node_endpoints != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.node_endpoints
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_NodeEndpoint_many_10(put, items)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_ProduceResponse_10(put: Append, o: Any) -> None:
    items = o.responses
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicProduceResponse_many_10(put, items)
    if o.unknown_tagged_fields or o.node_endpoints != ():
        put(_PACK_i(o.throttle_time_ms))
        _write_ProduceResponse_tags_10(put, o)
    else:
        put(_PACK_ix(o.throttle_time_ms))


def _read_ProduceResponse_tags_13(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127 or not n:
                n, pos = count_length_not_null(buf, pos, n)
            o.node_endpoints, pos = _read_NodeEndpoint_many_10(buf, pos + 1, n - 1)
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_ProduceResponse_13(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceResponse()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_TopicProduceResponse_many_13(buf, pos + 1, n - 1)
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.node_endpoints = ()
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_ProduceResponse_tags_13(o, buf, pos, n)
    return o, pos


def _write_ProduceResponse_tags_13(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.node_endpoints != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.node_endpoints
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_NodeEndpoint_many_10(put, items)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_ProduceResponse_13(put: Append, o: Any) -> None:
    items = o.responses
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicProduceResponse_many_13(put, items)
    if o.unknown_tagged_fields or o.node_endpoints != ():
        put(_PACK_i(o.throttle_time_ms))
        _write_ProduceResponse_tags_13(put, o)
    else:
        put(_PACK_ix(o.throttle_time_ms))


ProduceResponse._READERS = {
    0: _read_ProduceResponse_0,
    1: _read_ProduceResponse_1,
    2: _read_ProduceResponse_2,
    3: _read_ProduceResponse_2,
    4: _read_ProduceResponse_2,
    5: _read_ProduceResponse_5,
    6: _read_ProduceResponse_5,
    7: _read_ProduceResponse_5,
    8: _read_ProduceResponse_8,
    9: _read_ProduceResponse_9,
    10: _read_ProduceResponse_10,
    11: _read_ProduceResponse_10,
    12: _read_ProduceResponse_10,
    13: _read_ProduceResponse_13,
}
ProduceResponse._WRITERS = {
    0: _write_ProduceResponse_0,
    1: _write_ProduceResponse_1,
    2: _write_ProduceResponse_2,
    3: _write_ProduceResponse_2,
    4: _write_ProduceResponse_2,
    5: _write_ProduceResponse_5,
    6: _write_ProduceResponse_5,
    7: _write_ProduceResponse_5,
    8: _write_ProduceResponse_8,
    9: _write_ProduceResponse_9,
    10: _write_ProduceResponse_10,
    11: _write_ProduceResponse_10,
    12: _write_ProduceResponse_10,
    13: _write_ProduceResponse_13,
}
