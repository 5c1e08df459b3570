# Generated from ShareFetchResponse.json by `python -m codegen generate`. Do not edit.
"""ShareFetchResponse, response of API key 78, versions 0-2, flexible from 0. Answers ShareFetchRequest."""

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
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iix = Layout(">iix").pack
_PACK_qqh = Layout(">qqh").pack
_PACK_qqhx = Layout(">qqhx").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_qqhB = Layout(">qqhB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class LeaderIdAndEpoch(Struct):
    """The leader as far as the answering node knows."""

    __slots__ = ("leader_id", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("leader_id", "leader_epoch")
    __qualname__ = "ShareFetchResponse.LeaderIdAndEpoch"
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


class AcquiredRecords(Struct):
    """Ranges of offsets that this member has acquired."""

    __slots__ = ("first_offset", "last_offset", "delivery_count", "unknown_tagged_fields")
    __match_args__ = ("first_offset", "last_offset", "delivery_count")
    __qualname__ = "ShareFetchResponse.AcquiredRecords"
    first_offset: Final[int]
    """First offset. (int64)"""
    last_offset: Final[int]
    """Last offset. (int64)"""
    delivery_count: Final[int]
    """How often the records were delivered. (int16)"""

    def __init__(
        self,
        *,
        first_offset: int = 0,
        last_offset: int = 0,
        delivery_count: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.first_offset = first_offset
        self.last_offset = last_offset
        self.delivery_count = delivery_count
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            first_offset: int = ...,
            last_offset: int = ...,
            delivery_count: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AcquiredRecords = AcquiredRecords
_new_AcquiredRecords = new(AcquiredRecords)


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "error_message", "acknowledge_error_code", "acknowledge_error_message", "current_leader", "records", "acquired_records", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code", "error_message", "acknowledge_error_code", "acknowledge_error_message", "current_leader", "records", "acquired_records")
    __qualname__ = "ShareFetchResponse.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    acknowledge_error_code: Final[int]
    """What became of the acknowledgements, as an error code; 0 for success. (int16)"""
    acknowledge_error_message: Final[str | None]
    """Text of the acknowledgement error; null without one. (string)"""
    current_leader: Final[LeaderIdAndEpoch]
    """The leader as far as the answering node knows. (LeaderIdAndEpoch)"""
    records: Final[bytes | None]
    """Record batches. (records, null in 0)"""
    acquired_records: Final[tuple[AcquiredRecords, ...]]
    """Ranges of offsets that this member has acquired. ([]AcquiredRecords)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        acknowledge_error_code: int = 0,
        acknowledge_error_message: str | None = None,
        current_leader: LeaderIdAndEpoch = _DEFAULT_LeaderIdAndEpoch,
        records: bytes | None = None,
        acquired_records: Iterable[AcquiredRecords] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.error_message = error_message
        self.acknowledge_error_code = acknowledge_error_code
        self.acknowledge_error_message = acknowledge_error_message
        self.current_leader = current_leader
        self.records = records
        self.acquired_records = tuple(acquired_records)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            acknowledge_error_code: int = ...,
            acknowledge_error_message: str | None = ...,
            current_leader: LeaderIdAndEpoch = ...,
            records: bytes | None = ...,
            acquired_records: Iterable[AcquiredRecords] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class ShareFetchableTopicResponse(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ShareFetchResponse.ShareFetchableTopicResponse"
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


_ShareFetchableTopicResponse = ShareFetchableTopicResponse
_new_ShareFetchableTopicResponse = new(ShareFetchableTopicResponse)


class NodeEndpoint(Struct):
    """Where the leaders that this response names can be reached."""

    __slots__ = ("node_id", "host", "port", "rack", "unknown_tagged_fields")
    __match_args__ = ("node_id", "host", "port", "rack")
    __qualname__ = "ShareFetchResponse.NodeEndpoint"
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


class ShareFetchResponse(Message):
    """Answers ShareFetchRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "acquisition_lock_timeout_ms", "responses", "node_endpoints", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "acquisition_lock_timeout_ms", "responses", "node_endpoints")
    KIND = "response"
    API_KEY = 78
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    if TYPE_CHECKING:
        LeaderIdAndEpoch: TypeAlias = _LeaderIdAndEpoch
        AcquiredRecords: TypeAlias = _AcquiredRecords
        PartitionData: TypeAlias = _PartitionData
        ShareFetchableTopicResponse: TypeAlias = _ShareFetchableTopicResponse
        NodeEndpoint: TypeAlias = _NodeEndpoint
    else:  # no annotation of a field
        LeaderIdAndEpoch = _LeaderIdAndEpoch
        AcquiredRecords = _AcquiredRecords
        PartitionData = _PartitionData
        ShareFetchableTopicResponse = _ShareFetchableTopicResponse
        NodeEndpoint = _NodeEndpoint
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    acquisition_lock_timeout_ms: Final[int]
    """Milliseconds for which an acquired record belongs to its member. (int32, versions 1-2)"""
    responses: Final[tuple[ShareFetchableTopicResponse, ...]]
    """One result for each thing that was asked for. ([]ShareFetchableTopicResponse)"""
    node_endpoints: Final[tuple[NodeEndpoint, ...]]
    """Where the leaders that this response names can be reached. ([]NodeEndpoint)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        acquisition_lock_timeout_ms: int = 0,
        responses: Iterable[ShareFetchableTopicResponse] = (),
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
            responses: Iterable[ShareFetchableTopicResponse] = ...,
            node_endpoints: Iterable[NodeEndpoint] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareFetchResponse = new(ShareFetchResponse)


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


def _read_AcquiredRecords_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AcquiredRecords()
        o.first_offset, o.last_offset, o.delivery_count, n = _UNPACK_qqhB(buf, pos)
        pos += 19
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AcquiredRecords_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_qqh(o.first_offset, o.last_offset, o.delivery_count))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_qqhx(o.first_offset, o.last_offset, o.delivery_count))


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
        o.acknowledge_error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.acknowledge_error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.acknowledge_error_message = None
            pos += 1
        o.current_leader, pos = _read_LeaderIdAndEpoch_0(buf, pos)
        n = buf[pos]
        if n > 127:
            n -= 128
            pos += 1
            if buf[pos] < 128:
                n += buf[pos] << 7
            else:
                n, pos = long_blob_length(buf, pos)
        if n:
            end = pos + n
            o.records = buf[pos + 1 : end]
            pos = end
        else:
            o.records = None
            pos += 1
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.acquired_records, pos = _read_AcquiredRecords_many_0(buf, pos + 1, n - 1)
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
        items = o.acknowledge_error_message
        if items is None:
            put(_PACK_hB(o.acknowledge_error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.acknowledge_error_code, n))
            else:
                put(_PACK_h(o.acknowledge_error_code))
                put(text_uvarint(n))
            put(items)
        _write_LeaderIdAndEpoch_0(put, o.current_leader)
        items = o.records
        if items is None:
            put(_PACK_B(0))
        else:
            if type(items) is not bytes:
                items = octets(items)
            n = len(items) + 1
            put(BYTES[n] if n < 128 else uvarint(n))
            put(items)
        items = o.acquired_records
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_AcquiredRecords_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_PartitionData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
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
        o.acknowledge_error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.acknowledge_error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.acknowledge_error_message = None
            pos += 1
        o.current_leader, pos = _read_LeaderIdAndEpoch_0(buf, pos)
        n = buf[pos]
        if n > 127:
            n -= 128
            pos += 1
            if buf[pos] < 128:
                n += buf[pos] << 7
            else:
                n, pos = long_blob_length(buf, pos)
        if not n:
            raise ValueError("null bytes")
        end = pos + n
        o.records = buf[pos + 1 : end]
        pos = end
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.acquired_records, pos = _read_AcquiredRecords_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_1(put: Append, many: Any) -> None:
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
        items = o.acknowledge_error_message
        if items is None:
            put(_PACK_hB(o.acknowledge_error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.acknowledge_error_code, n))
            else:
                put(_PACK_h(o.acknowledge_error_code))
                put(text_uvarint(n))
            put(items)
        _write_LeaderIdAndEpoch_0(put, o.current_leader)
        items = o.records
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        items = o.acquired_records
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_AcquiredRecords_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ShareFetchableTopicResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ShareFetchableTopicResponse()
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


def _write_ShareFetchableTopicResponse_many_0(put: Append, many: Any) -> None:
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


def _read_ShareFetchableTopicResponse_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ShareFetchableTopicResponse()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ShareFetchableTopicResponse_many_1(put: Append, many: Any) -> None:
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
            _write_PartitionData_many_1(put, items)
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


def _read_ShareFetchResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareFetchResponse()
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
    o.responses, pos = _read_ShareFetchableTopicResponse_many_0(buf, pos + 1, n - 1)
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


def _write_ShareFetchResponse_0(put: Append, o: Any) -> None:
    if o.acquisition_lock_timeout_ms != 0:
        raise ValueError("this version lacks a field that is set")
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
        _write_ShareFetchableTopicResponse_many_0(put, items)
    items = o.node_endpoints
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_NodeEndpoint_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ShareFetchResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareFetchResponse()
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
    o.responses, pos = _read_ShareFetchableTopicResponse_many_1(buf, pos + 1, n - 1)
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


def _write_ShareFetchResponse_1(put: Append, o: Any) -> None:
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
        _write_ShareFetchableTopicResponse_many_1(put, items)
    items = o.node_endpoints
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_NodeEndpoint_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareFetchResponse._READERS = {
    0: _read_ShareFetchResponse_0,
    1: _read_ShareFetchResponse_1,
    2: _read_ShareFetchResponse_1,
}
ShareFetchResponse._WRITERS = {
    0: _write_ShareFetchResponse_0,
    1: _write_ShareFetchResponse_1,
    2: _write_ShareFetchResponse_1,
}
