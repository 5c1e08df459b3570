# Generated from FetchResponse.json by `python -m codegen generate`. Do not edit.
"""FetchResponse, response of API key 1, versions 0-18, flexible from 12. Records, and what a reader must know of the log: its high watermark, its leader, where it diverges, or the snapshot to fetch instead."""

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
    count_length,
    count_length_not_null,
    count_uvarint,
    keep_unknown_tag,
    long_blob_length,
    new,
    octets,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ihi = Layout(">ihi").pack
_PACK_ihiB = Layout(">ihiB").pack
_PACK_ihii = Layout(">ihii").pack
_PACK_ihqi = Layout(">ihqi").pack
_PACK_ihqqi = Layout(">ihqqi").pack
_PACK_ihqqq = Layout(">ihqqq").pack
_PACK_ihqqqB = Layout(">ihqqqB").pack
_PACK_ihqqqi = Layout(">ihqqqi").pack
_PACK_ii = Layout(">ii").pack
_PACK_iix = Layout(">iix").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_PACK_qi = Layout(">qi").pack
_PACK_qix = Layout(">qix").pack
_PACK_qq = Layout(">qq").pack
_PACK_qqx = Layout(">qqx").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihiB = Layout(">ihiB").unpack_from
_UNPACK_ihii = Layout(">ihii").unpack_from
_UNPACK_ihqi = Layout(">ihqi").unpack_from
_UNPACK_ihqqi = Layout(">ihqqi").unpack_from
_UNPACK_ihqqqB = Layout(">ihqqqB").unpack_from
_UNPACK_ihqqqi = Layout(">ihqqqi").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from
_UNPACK_qiB = Layout(">qiB").unpack_from
_UNPACK_qq = Layout(">qq").unpack_from
_UNPACK_qqB = Layout(">qqB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class EpochEndOffset(Struct):
    """Where the leader's log parts from the reader's; an end offset of -1 where it does not."""

    __slots__ = ("epoch", "end_offset", "unknown_tagged_fields")
    __match_args__ = ("epoch", "end_offset")
    __qualname__ = "FetchResponse.EpochEndOffset"
    epoch: Final[int]
    """Highest epoch of the leader's log that is not above the reader's; -1 without divergence. (int32, versions 12-18)"""
    end_offset: Final[int]
    """Where that epoch ends in the leader's log, exclusive; -1 without divergence. (int64, versions 12-18)"""

    def __init__(
        self,
        *,
        epoch: int = -1,
        end_offset: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.epoch = epoch
        self.end_offset = end_offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            epoch: int = ...,
            end_offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_EpochEndOffset = EpochEndOffset
_new_EpochEndOffset = new(EpochEndOffset)
_DEFAULT_EpochEndOffset = shared_default(EpochEndOffset)


class LeaderIdAndEpoch(Struct):
    """The leader as far as the answering node knows."""

    __slots__ = ("leader_id", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("leader_id", "leader_epoch")
    __qualname__ = "FetchResponse.LeaderIdAndEpoch"
    leader_id: Final[int]
    """Node id of the leader; -1 if there is none or it is unknown. (int32, versions 12-18)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32, versions 12-18)"""

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


class SnapshotId(Struct):
    """Snapshot to fetch because the log no longer begins where the reader ends; end offset -1 for none."""

    __slots__ = ("end_offset", "epoch", "unknown_tagged_fields")
    __match_args__ = ("end_offset", "epoch")
    __qualname__ = "FetchResponse.SnapshotId"
    end_offset: Final[int]
    """Offset behind the last record that the snapshot replaces; -1 for no snapshot. (int64)"""
    epoch: Final[int]
    """Epoch of the last record that the snapshot replaces; -1 for no snapshot. (int32)"""

    def __init__(
        self,
        *,
        end_offset: int = -1,
        epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.end_offset = end_offset
        self.epoch = epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            end_offset: int = ...,
            epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_SnapshotId = SnapshotId
_new_SnapshotId = new(SnapshotId)
_DEFAULT_SnapshotId = shared_default(SnapshotId)


class AbortedTransaction(Struct):
    """Aborted transactions within what was read, so that the reader can skip them."""

    __slots__ = ("producer_id", "first_offset", "unknown_tagged_fields")
    __match_args__ = ("producer_id", "first_offset")
    __qualname__ = "FetchResponse.AbortedTransaction"
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64, versions 4-18)"""
    first_offset: Final[int]
    """First offset. (int64, versions 4-18)"""

    def __init__(
        self,
        *,
        producer_id: int = 0,
        first_offset: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.producer_id = producer_id
        self.first_offset = first_offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            producer_id: int = ...,
            first_offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AbortedTransaction = AbortedTransaction
_new_AbortedTransaction = new(AbortedTransaction)


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "high_watermark", "last_stable_offset", "log_start_offset", "diverging_epoch", "current_leader", "snapshot_id", "aborted_transactions", "preferred_read_replica", "records", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code", "high_watermark", "last_stable_offset", "log_start_offset", "diverging_epoch", "current_leader", "snapshot_id", "aborted_transactions", "preferred_read_replica", "records")
    __qualname__ = "FetchResponse.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    high_watermark: Final[int]
    """End of what is committed, exclusive. (int64)"""
    last_stable_offset: Final[int]
    """Offset below which every transaction is decided. (int64, versions 4-18, ignorable)"""
    log_start_offset: Final[int]
    """First offset that the log still has; -1 if unknown. (int64, versions 5-18, ignorable)"""
    diverging_epoch: Final[EpochEndOffset]
    """Where the leader's log parts from the reader's; an end offset of -1 where it does not. (EpochEndOffset, versions 12-18, tag 0)"""
    current_leader: Final[LeaderIdAndEpoch]
    """The leader as far as the answering node knows. (LeaderIdAndEpoch, versions 12-18, tag 1)"""
    snapshot_id: Final[SnapshotId]
    """Snapshot to fetch because the log no longer begins where the reader ends; end offset -1 for none. (SnapshotId, versions 12-18, tag 2)"""
    aborted_transactions: Final[tuple[AbortedTransaction, ...] | None]
    """Aborted transactions within what was read, so that the reader can skip them. ([]AbortedTransaction, versions 4-18, ignorable)"""
    preferred_read_replica: Final[int]
    """Node id of the replica to read from instead; -1 for the leader. (int32, versions 11-18)"""
    records: Final[bytes | None]
    """Record batches from the fetch offset on; the last one may be cut off. (records)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        high_watermark: int = 0,
        last_stable_offset: int = -1,
        log_start_offset: int = -1,
        diverging_epoch: EpochEndOffset = _DEFAULT_EpochEndOffset,
        current_leader: LeaderIdAndEpoch = _DEFAULT_LeaderIdAndEpoch,
        snapshot_id: SnapshotId = _DEFAULT_SnapshotId,
        aborted_transactions: Iterable[AbortedTransaction] | None = (),
        preferred_read_replica: int = -1,
        records: bytes | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.high_watermark = high_watermark
        self.last_stable_offset = last_stable_offset
        self.log_start_offset = log_start_offset
        self.diverging_epoch = diverging_epoch
        self.current_leader = current_leader
        self.snapshot_id = snapshot_id
        self.aborted_transactions = None if aborted_transactions is None else tuple(aborted_transactions)
        self.preferred_read_replica = preferred_read_replica
        self.records = records
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            high_watermark: int = ...,
            last_stable_offset: int = ...,
            log_start_offset: int = ...,
            diverging_epoch: EpochEndOffset = ...,
            current_leader: LeaderIdAndEpoch = ...,
            snapshot_id: SnapshotId = ...,
            aborted_transactions: Iterable[AbortedTransaction] | None = ...,
            preferred_read_replica: int = ...,
            records: bytes | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class FetchableTopicResponse(Struct):
    """What was read, by topic."""

    __slots__ = ("topic", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "topic_id", "partitions")
    __qualname__ = "FetchResponse.FetchableTopicResponse"
    topic: Final[str]
    """Name of the topic. (string, versions 0-12, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 13-18, ignorable)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[PartitionData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            topic_id: Uuid = ...,
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_FetchableTopicResponse = FetchableTopicResponse
_new_FetchableTopicResponse = new(FetchableTopicResponse)


class NodeEndpoint(Struct):
    """Where the leaders that this response names can be reached."""

    __slots__ = ("node_id", "host", "port", "rack", "unknown_tagged_fields")
    __match_args__ = ("node_id", "host", "port", "rack")
    __qualname__ = "FetchResponse.NodeEndpoint"
    node_id: Final[int]
    """Node id of the broker or controller. (int32, versions 16-18)"""
    host: Final[str]
    """Name or address of the host. (string, versions 16-18)"""
    port: Final[int]
    """TCP port. (int32, versions 16-18)"""
    rack: Final[str | None]
    """Rack of the node; null for none. (string, versions 16-18)"""

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


class FetchResponse(Message):
    """Records, and what a reader must know of the log: its high watermark, its leader, where it diverges, or the snapshot to fetch instead."""

    __slots__ = ("throttle_time_ms", "error_code", "session_id", "responses", "node_endpoints", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "session_id", "responses", "node_endpoints")
    KIND = "response"
    API_KEY = 1
    VERSIONS = (0, 18)
    FLEXIBLE_VERSIONS = (12, 18)
    _IDENTITIES = ((("responses",), (("topic", 0, 12), ("topic_id", 13, 18))),)
    if TYPE_CHECKING:
        EpochEndOffset: TypeAlias = _EpochEndOffset
        LeaderIdAndEpoch: TypeAlias = _LeaderIdAndEpoch
        SnapshotId: TypeAlias = _SnapshotId
        AbortedTransaction: TypeAlias = _AbortedTransaction
        PartitionData: TypeAlias = _PartitionData
        FetchableTopicResponse: TypeAlias = _FetchableTopicResponse
        NodeEndpoint: TypeAlias = _NodeEndpoint
    else:  # no annotation of a field
        EpochEndOffset = _EpochEndOffset
        LeaderIdAndEpoch = _LeaderIdAndEpoch
        SnapshotId = _SnapshotId
        AbortedTransaction = _AbortedTransaction
        PartitionData = _PartitionData
        FetchableTopicResponse = _FetchableTopicResponse
        NodeEndpoint = _NodeEndpoint
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-18, ignorable)"""
    error_code: Final[int]
    """Error code of the request as a whole; 0 for success. (int16, versions 7-18, ignorable)"""
    session_id: Final[int]
    """Id of the fetch session; 0 without one. (int32, versions 7-18)"""
    responses: Final[tuple[FetchableTopicResponse, ...]]
    """What was read, by topic. ([]FetchableTopicResponse)"""
    node_endpoints: Final[tuple[NodeEndpoint, ...]]
    """Where the leaders that this response names can be reached. ([]NodeEndpoint, versions 16-18, tag 0)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        session_id: int = 0,
        responses: Iterable[FetchableTopicResponse] = (),
        node_endpoints: Iterable[NodeEndpoint] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.session_id = session_id
        self.responses = tuple(responses)
        self.node_endpoints = tuple(node_endpoints)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            session_id: int = ...,
            responses: Iterable[FetchableTopicResponse] = ...,
            node_endpoints: Iterable[NodeEndpoint] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_FetchResponse = new(FetchResponse)


def _read_EpochEndOffset_12(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EpochEndOffset()
    o.epoch, o.end_offset, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_EpochEndOffset_12(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_iq(o.epoch, o.end_offset))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqx(o.epoch, o.end_offset))


def _read_LeaderIdAndEpoch_12(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderIdAndEpoch()
    o.leader_id, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderIdAndEpoch_12(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ii(o.leader_id, o.leader_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iix(o.leader_id, o.leader_epoch))


def _read_SnapshotId_12(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SnapshotId()
    o.end_offset, o.epoch, n = _UNPACK_qiB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SnapshotId_12(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_qi(o.end_offset, o.epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qix(o.end_offset, o.epoch))


def _read_AbortedTransaction_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AbortedTransaction()
        o.producer_id, o.first_offset = _UNPACK_qq(buf, pos)
        pos += 16
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AbortedTransaction_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_qq(o.producer_id, o.first_offset))


def _read_AbortedTransaction_many_12(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AbortedTransaction()
        o.producer_id, o.first_offset, n = _UNPACK_qqB(buf, pos)
        pos += 17
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AbortedTransaction_many_12(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_qq(o.producer_id, o.first_offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_qqx(o.producer_id, o.first_offset))


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.last_stable_offset = -1
        o.log_start_offset = -1
        o.diverging_epoch = _DEFAULT_EpochEndOffset
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.snapshot_id = _DEFAULT_SnapshotId
        o.aborted_transactions = ()
        o.preferred_read_replica = -1
        o.partition_index, o.error_code, o.high_watermark, n = _UNPACK_ihqi(buf, pos)
        pos += 18
        if n >= 0:
            end = pos + n
            o.records = buf[pos:end]
            pos = end
        elif n == -1:
            o.records = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.diverging_epoch).epoch != -1 or s0.end_offset != -1 or s0.unknown_tagged_fields or (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields or (s0 := o.snapshot_id).end_offset != -1 or s0.epoch != -1 or s0.unknown_tagged_fields or o.preferred_read_replica != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.records
        if items is None:
            put(_PACK_ihqi(o.partition_index, o.error_code, o.high_watermark, -1))
        else:
            if type(items) is not bytes:
                items = octets(items)
            n = len(items)
            put(_PACK_ihqi(o.partition_index, o.error_code, o.high_watermark, n))
            put(items)


def _read_PartitionData_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.log_start_offset = -1
        o.diverging_epoch = _DEFAULT_EpochEndOffset
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.snapshot_id = _DEFAULT_SnapshotId
        o.preferred_read_replica = -1
        o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, n = _UNPACK_ihqqi(buf, pos)
        pos += 26
        if n >= 0:
            if n > 1000000:
                raise ValueError("array is too long")
            o.aborted_transactions, pos = _read_AbortedTransaction_many_4(buf, pos, n)
        elif n == -1:
            o.aborted_transactions = None
        else:
            raise ValueError("length is below -1")
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.records = buf[pos:end]
            pos = end
        elif n == -1:
            o.records = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_4(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.diverging_epoch).epoch != -1 or s0.end_offset != -1 or s0.unknown_tagged_fields or (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields or (s0 := o.snapshot_id).end_offset != -1 or s0.epoch != -1 or s0.unknown_tagged_fields or o.preferred_read_replica != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.aborted_transactions
        if items is None:
            put(_PACK_ihqqi(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, -1))
        else:
            n = len(items)
            if n > 1000000:
                raise ValueError("array is too long")
            put(_PACK_ihqqi(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, n))
            if items:
                _write_AbortedTransaction_many_4(put, items)
        items = o.records
        if items is None:
            put(_PACK_i(-1))
        else:
            if type(items) is not bytes:
                items = octets(items)
            n = len(items)
            put(_PACK_i(n))
            put(items)


def _read_PartitionData_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.diverging_epoch = _DEFAULT_EpochEndOffset
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.snapshot_id = _DEFAULT_SnapshotId
        o.preferred_read_replica = -1
        o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, n = _UNPACK_ihqqqi(buf, pos)
        pos += 34
        if n >= 0:
            if n > 1000000:
                raise ValueError("array is too long")
            o.aborted_transactions, pos = _read_AbortedTransaction_many_4(buf, pos, n)
        elif n == -1:
            o.aborted_transactions = None
        else:
            raise ValueError("length is below -1")
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.records = buf[pos:end]
            pos = end
        elif n == -1:
            o.records = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_5(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.diverging_epoch).epoch != -1 or s0.end_offset != -1 or s0.unknown_tagged_fields or (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields or (s0 := o.snapshot_id).end_offset != -1 or s0.epoch != -1 or s0.unknown_tagged_fields or o.preferred_read_replica != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.aborted_transactions
        if items is None:
            put(_PACK_ihqqqi(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, -1))
        else:
            n = len(items)
            if n > 1000000:
                raise ValueError("array is too long")
            put(_PACK_ihqqqi(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, n))
            if items:
                _write_AbortedTransaction_many_4(put, items)
        items = o.records
        if items is None:
            put(_PACK_i(-1))
        else:
            if type(items) is not bytes:
                items = octets(items)
            n = len(items)
            put(_PACK_i(n))
            put(items)


def _read_PartitionData_many_11(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.diverging_epoch = _DEFAULT_EpochEndOffset
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.snapshot_id = _DEFAULT_SnapshotId
        o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, n = _UNPACK_ihqqqi(buf, pos)
        pos += 34
        if n >= 0:
            if n > 1000000:
                raise ValueError("array is too long")
            o.aborted_transactions, pos = _read_AbortedTransaction_many_4(buf, pos, n)
        elif n == -1:
            o.aborted_transactions = None
        else:
            raise ValueError("length is below -1")
        o.preferred_read_replica, n = _UNPACK_ii(buf, pos)
        pos += 8
        if n >= 0:
            end = pos + n
            o.records = buf[pos:end]
            pos = end
        elif n == -1:
            o.records = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_11(put: Append, many: Any) -> None:
    for o in many:
        if (s0 := o.diverging_epoch).epoch != -1 or s0.end_offset != -1 or s0.unknown_tagged_fields or (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields or (s0 := o.snapshot_id).end_offset != -1 or s0.epoch != -1 or s0.unknown_tagged_fields:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.aborted_transactions
        if items is None:
            put(_PACK_ihqqqi(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, -1))
        else:
            n = len(items)
            if n > 1000000:
                raise ValueError("array is too long")
            put(_PACK_ihqqqi(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, n))
            if items:
                _write_AbortedTransaction_many_4(put, items)
        items = o.records
        if items is None:
            put(_PACK_ii(o.preferred_read_replica, -1))
        else:
            if type(items) is not bytes:
                items = octets(items)
            n = len(items)
            put(_PACK_ii(o.preferred_read_replica, n))
            put(items)


def _read_PartitionData_tags_12(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            o.diverging_epoch, pos = _read_EpochEndOffset_12(buf, pos)
        elif tag == 1:
            o.current_leader, pos = _read_LeaderIdAndEpoch_12(buf, pos)
        elif tag == 2:
            o.snapshot_id, pos = _read_SnapshotId_12(buf, pos)
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


def _read_PartitionData_many_12(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, n = _UNPACK_ihqqqB(buf, pos)
        pos += 30
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.aborted_transactions, pos = _read_AbortedTransaction_many_12(buf, pos + 1, n - 1)
        else:
            o.aborted_transactions = None
            pos += 1
        o.preferred_read_replica, n = _UNPACK_iB(buf, pos)
        pos += 4
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
        pos += 1
        o.diverging_epoch = _DEFAULT_EpochEndOffset
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.snapshot_id = _DEFAULT_SnapshotId
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_PartitionData_tags_12(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_tags_12(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if (s0 := o.diverging_epoch).epoch != -1 or s0.end_offset != -1 or s0.unknown_tagged_fields:
        piece_0: list[bytes] = []
        put = piece_0.append
        _write_EpochEndOffset_12(put, o.diverging_epoch)
        tags.append((0, b"".join(piece_0)))
    if (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields:
        piece_1: list[bytes] = []
        put = piece_1.append
        _write_LeaderIdAndEpoch_12(put, o.current_leader)
        tags.append((1, b"".join(piece_1)))
    if (s0 := o.snapshot_id).end_offset != -1 or s0.epoch != -1 or s0.unknown_tagged_fields:
        piece_2: list[bytes] = []
        put = piece_2.append
        _write_SnapshotId_12(put, o.snapshot_id)
        tags.append((2, b"".join(piece_2)))
    write_tags(to, tags, o.unknown_tagged_fields, 3)


def _write_PartitionData_many_12(put: Append, many: Any) -> None:
    for o in many:
        items = o.aborted_transactions
        if items is None:
            put(_PACK_ihqqqB(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, 0))
        else:
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihqqqB(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, n))
            else:
                put(_PACK_ihqqq(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset))
                put(count_uvarint(n))
            if items:
                _write_AbortedTransaction_many_12(put, items)
        items = o.records
        if items is None:
            put(_PACK_iB(o.preferred_read_replica, 0))
        else:
            if type(items) is not bytes:
                items = octets(items)
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.preferred_read_replica, n))
            else:
                put(_PACK_i(o.preferred_read_replica))
                put(uvarint(n))
            put(items)
        if o.unknown_tagged_fields or (s0 := o.diverging_epoch).epoch != -1 or s0.end_offset != -1 or s0.unknown_tagged_fields or (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.unknown_tagged_fields or (s0 := o.snapshot_id).end_offset != -1 or s0.epoch != -1 or s0.unknown_tagged_fields:
            _write_PartitionData_tags_12(put, o)
        else:
            put(b"\0")


def _read_FetchableTopicResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchableTopicResponse()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_PartitionData_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchableTopicResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionData_many_0(put, items)


def _read_FetchableTopicResponse_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchableTopicResponse()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_PartitionData_many_4(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchableTopicResponse_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionData_many_4(put, items)


def _read_FetchableTopicResponse_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchableTopicResponse()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_PartitionData_many_5(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchableTopicResponse_many_5(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionData_many_5(put, items)


def _read_FetchableTopicResponse_many_11(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchableTopicResponse()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_PartitionData_many_11(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchableTopicResponse_many_11(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionData_many_11(put, items)


def _read_FetchableTopicResponse_many_12(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchableTopicResponse()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_12(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FetchableTopicResponse_many_12(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionData_many_12(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_FetchableTopicResponse_many_13(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchableTopicResponse()
        o.topic = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_12(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FetchableTopicResponse_many_13(put: Append, many: Any) -> None:
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
            _write_PartitionData_many_12(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_NodeEndpoint_many_16(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
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


def _write_NodeEndpoint_many_16(put: Append, many: Any) -> None:
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


def _read_FetchResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.throttle_time_ms = 0
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_FetchableTopicResponse_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchResponse_0(put: Append, o: Any) -> None:
    if o.session_id != 0 or o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_FetchableTopicResponse_many_0(put, items)


def _read_FetchResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = ()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_FetchableTopicResponse_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchResponse_1(put: Append, o: Any) -> None:
    if o.session_id != 0 or o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_FetchableTopicResponse_many_0(put, items)


def _read_FetchResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = ()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_FetchableTopicResponse_many_4(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchResponse_4(put: Append, o: Any) -> None:
    if o.session_id != 0 or o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_FetchableTopicResponse_many_4(put, items)


def _read_FetchResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = ()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_FetchableTopicResponse_many_5(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchResponse_5(put: Append, o: Any) -> None:
    if o.session_id != 0 or o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_FetchableTopicResponse_many_5(put, items)


def _read_FetchResponse_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.node_endpoints = ()
    o.throttle_time_ms, o.error_code, o.session_id, n = _UNPACK_ihii(buf, pos)
    pos += 14
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_FetchableTopicResponse_many_5(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchResponse_7(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ihii(o.throttle_time_ms, o.error_code, o.session_id, n))
    if items:
        _write_FetchableTopicResponse_many_5(put, items)


def _read_FetchResponse_11(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.node_endpoints = ()
    o.throttle_time_ms, o.error_code, o.session_id, n = _UNPACK_ihii(buf, pos)
    pos += 14
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_FetchableTopicResponse_many_11(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchResponse_11(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ihii(o.throttle_time_ms, o.error_code, o.session_id, n))
    if items:
        _write_FetchableTopicResponse_many_11(put, items)


def _read_FetchResponse_tags_12(o: Any, buf: bytes, pos: int, n: int) -> int:
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


def _read_FetchResponse_12(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.node_endpoints = ()
    o.throttle_time_ms, o.error_code, o.session_id, n = _UNPACK_ihiB(buf, pos)
    pos += 10
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_FetchableTopicResponse_many_12(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchResponse_tags_12(o, buf, pos, n)
    return o, pos


def _write_FetchResponse_12(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    items = o.responses
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihiB(o.throttle_time_ms, o.error_code, o.session_id, n))
    else:
        put(_PACK_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        put(count_uvarint(n))
    if items:
        _write_FetchableTopicResponse_many_12(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields, 1)
    else:
        put(b"\0")


def _read_FetchResponse_tags_13(o: Any, buf: bytes, pos: int, n: int) -> int:
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


def _read_FetchResponse_13(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.node_endpoints = ()
    o.throttle_time_ms, o.error_code, o.session_id, n = _UNPACK_ihiB(buf, pos)
    pos += 10
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_FetchableTopicResponse_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchResponse_tags_13(o, buf, pos, n)
    return o, pos


def _write_FetchResponse_13(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    items = o.responses
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihiB(o.throttle_time_ms, o.error_code, o.session_id, n))
    else:
        put(_PACK_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        put(count_uvarint(n))
    if items:
        _write_FetchableTopicResponse_many_13(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields, 1)
    else:
        put(b"\0")


def _read_FetchResponse_tags_16(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            o.node_endpoints, pos = _read_NodeEndpoint_many_16(buf, pos + 1, n - 1)
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


def _read_FetchResponse_16(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchResponse()
    o.throttle_time_ms, o.error_code, o.session_id, n = _UNPACK_ihiB(buf, pos)
    pos += 10
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_FetchableTopicResponse_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.node_endpoints = ()
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchResponse_tags_16(o, buf, pos, n)
    return o, pos


def _write_FetchResponse_tags_16(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.node_endpoints != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.node_endpoints
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_NodeEndpoint_many_16(put, items)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_FetchResponse_16(put: Append, o: Any) -> None:
    items = o.responses
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihiB(o.throttle_time_ms, o.error_code, o.session_id, n))
    else:
        put(_PACK_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        put(count_uvarint(n))
    if items:
        _write_FetchableTopicResponse_many_13(put, items)
    if o.unknown_tagged_fields or o.node_endpoints != ():
        _write_FetchResponse_tags_16(put, o)
    else:
        put(b"\0")


FetchResponse._READERS = {
    0: _read_FetchResponse_0,
    1: _read_FetchResponse_1,
    2: _read_FetchResponse_1,
    3: _read_FetchResponse_1,
    4: _read_FetchResponse_4,
    5: _read_FetchResponse_5,
    6: _read_FetchResponse_5,
    7: _read_FetchResponse_7,
    8: _read_FetchResponse_7,
    9: _read_FetchResponse_7,
    10: _read_FetchResponse_7,
    11: _read_FetchResponse_11,
    12: _read_FetchResponse_12,
    13: _read_FetchResponse_13,
    14: _read_FetchResponse_13,
    15: _read_FetchResponse_13,
    16: _read_FetchResponse_16,
    17: _read_FetchResponse_16,
    18: _read_FetchResponse_16,
}
FetchResponse._WRITERS = {
    0: _write_FetchResponse_0,
    1: _write_FetchResponse_1,
    2: _write_FetchResponse_1,
    3: _write_FetchResponse_1,
    4: _write_FetchResponse_4,
    5: _write_FetchResponse_5,
    6: _write_FetchResponse_5,
    7: _write_FetchResponse_7,
    8: _write_FetchResponse_7,
    9: _write_FetchResponse_7,
    10: _write_FetchResponse_7,
    11: _write_FetchResponse_11,
    12: _write_FetchResponse_12,
    13: _write_FetchResponse_13,
    14: _write_FetchResponse_13,
    15: _write_FetchResponse_13,
    16: _write_FetchResponse_16,
    17: _write_FetchResponse_16,
    18: _write_FetchResponse_16,
}
