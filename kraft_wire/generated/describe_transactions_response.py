# Generated from DescribeTransactionsResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeTransactionsResponse, response of API key 65, version 0, flexible from 0. Answers DescribeTransactionsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    pack_many,
    read_numbers,
)
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iqqh = Layout(">iqqh").pack
_PACK_iqqhB = Layout(">iqqhB").pack
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iqqhB = Layout(">iqqhB").unpack_from


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "partitions")
    __qualname__ = "DescribeTransactionsResponse.TopicData"
    topic: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicData = TopicData
_new_TopicData = new(TopicData)


class TransactionState(Struct):
    """One entry for each transaction."""

    __slots__ = ("error_code", "transactional_id", "transaction_state", "transaction_timeout_ms", "transaction_start_time_ms", "producer_id", "producer_epoch", "topics", "unknown_tagged_fields")
    __match_args__ = ("error_code", "transactional_id", "transaction_state", "transaction_timeout_ms", "transaction_start_time_ms", "producer_id", "producer_epoch", "topics")
    __qualname__ = "DescribeTransactionsResponse.TransactionState"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    transactional_id: Final[str]
    """Transactional id of the producer. (string)"""
    transaction_state: Final[str]
    """State of the transaction, as text. (string)"""
    transaction_timeout_ms: Final[int]
    """Milliseconds after which the coordinator aborts the transaction. (int32)"""
    transaction_start_time_ms: Final[int]
    """When the transaction began, in milliseconds since 1970; -1 if none is open. (int64)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16)"""
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        transactional_id: str = "",
        transaction_state: str = "",
        transaction_timeout_ms: int = 0,
        transaction_start_time_ms: int = 0,
        producer_id: int = 0,
        producer_epoch: int = 0,
        topics: Iterable[TopicData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.transactional_id = transactional_id
        self.transaction_state = transaction_state
        self.transaction_timeout_ms = transaction_timeout_ms
        self.transaction_start_time_ms = transaction_start_time_ms
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            transactional_id: str = ...,
            transaction_state: str = ...,
            transaction_timeout_ms: int = ...,
            transaction_start_time_ms: int = ...,
            producer_id: int = ...,
            producer_epoch: int = ...,
            topics: Iterable[TopicData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TransactionState = TransactionState
_new_TransactionState = new(TransactionState)


class DescribeTransactionsResponse(Message):
    """Answers DescribeTransactionsRequest."""

    __slots__ = ("throttle_time_ms", "transaction_states", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "transaction_states")
    KIND = "response"
    API_KEY = 65
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TopicData: TypeAlias = _TopicData
        TransactionState: TypeAlias = _TransactionState
    else:  # no annotation of a field
        TopicData = _TopicData
        TransactionState = _TransactionState
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    transaction_states: Final[tuple[TransactionState, ...]]
    """One entry for each transaction. ([]TransactionState)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        transaction_states: Iterable[TransactionState] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.transaction_states = tuple(transaction_states)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            transaction_states: Iterable[TransactionState] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeTransactionsResponse = new(DescribeTransactionsResponse)


def _read_TopicData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TransactionState_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TransactionState()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.transaction_state = buf[pos + 1 : (pos := pos + n)].decode()
        o.transaction_timeout_ms, o.transaction_start_time_ms, o.producer_id, o.producer_epoch, n = _UNPACK_iqqhB(buf, pos)
        pos += 22
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_TopicData_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TransactionState_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.transactional_id.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_hB(o.error_code, n))
        else:
            put(_PACK_h(o.error_code))
            put(text_uvarint(n))
        put(items)
        items = o.transaction_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        if n < 128:
            put(_PACK_iqqhB(o.transaction_timeout_ms, o.transaction_start_time_ms, o.producer_id, o.producer_epoch, n))
        else:
            put(_PACK_iqqh(o.transaction_timeout_ms, o.transaction_start_time_ms, o.producer_id, o.producer_epoch))
            put(count_uvarint(n))
        if items:
            _write_TopicData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeTransactionsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeTransactionsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.transaction_states, pos = _read_TransactionState_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeTransactionsResponse_0(put: Append, o: Any) -> None:
    items = o.transaction_states
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_TransactionState_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeTransactionsResponse._READERS = {
    0: _read_DescribeTransactionsResponse_0,
}
DescribeTransactionsResponse._WRITERS = {
    0: _write_DescribeTransactionsResponse_0,
}
