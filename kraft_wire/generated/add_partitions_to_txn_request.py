# Generated from AddPartitionsToTxnRequest.json by `python -m codegen generate`. Do not edit.
"""AddPartitionsToTxnRequest, request of API key 24, versions 0-5, flexible from 3. Makes partitions part of one or several ongoing transactions; from version 4 on brokers send it too."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    UNPACK_INT32S,
    pack_many,
    read_numbers,
    unpack_many,
)
from kraft_wire.message import Request, Struct
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
    from .add_partitions_to_txn_response import AddPartitionsToTxnResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_qh = Layout(">qh").pack
_PACK_qhB = Layout(">qhB").pack
_PACK_qhZ = Layout(">qh?").pack
_PACK_qhZB = Layout(">qh?B").pack
_PACK_qhi = Layout(">qhi").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_qhB = Layout(">qhB").unpack_from
_UNPACK_qhZB = Layout(">qh?B").unpack_from
_UNPACK_qhi = Layout(">qhi").unpack_from


class AddPartitionsToTxnTopic(Struct):
    """Part of AddPartitionsToTxnRequest."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "AddPartitionsToTxnRequest.AddPartitionsToTxnTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AddPartitionsToTxnTopic = AddPartitionsToTxnTopic
_new_AddPartitionsToTxnTopic = new(AddPartitionsToTxnTopic)


class AddPartitionsToTxnTransaction(Struct):
    """One entry for each transaction."""

    __slots__ = ("transactional_id", "producer_id", "producer_epoch", "verify_only", "topics", "unknown_tagged_fields")
    __match_args__ = ("transactional_id", "producer_id", "producer_epoch", "verify_only", "topics")
    __qualname__ = "AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction"
    transactional_id: Final[str]
    """Transactional id of the producer. (string, versions 4-5)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64, versions 4-5)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16, versions 4-5)"""
    verify_only: Final[bool]
    """Whether to check only that the partitions are part of the transaction. (bool, versions 4-5)"""
    topics: Final[tuple[AddPartitionsToTxnTopic, ...]]
    """One entry for each topic. ([]AddPartitionsToTxnTopic, versions 4-5)"""

    def __init__(
        self,
        *,
        transactional_id: str = "",
        producer_id: int = 0,
        producer_epoch: int = 0,
        verify_only: bool = False,
        topics: Iterable[AddPartitionsToTxnTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.verify_only = verify_only
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str = ...,
            producer_id: int = ...,
            producer_epoch: int = ...,
            verify_only: bool = ...,
            topics: Iterable[AddPartitionsToTxnTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AddPartitionsToTxnTransaction = AddPartitionsToTxnTransaction
_new_AddPartitionsToTxnTransaction = new(AddPartitionsToTxnTransaction)


class AddPartitionsToTxnRequest(Request["AddPartitionsToTxnResponse"]):
    """Makes partitions part of one or several ongoing transactions; from version 4 on brokers send it too."""

    __slots__ = ("transactions", "v3_and_below_transactional_id", "v3_and_below_producer_id", "v3_and_below_producer_epoch", "v3_and_below_topics", "unknown_tagged_fields")
    __match_args__ = ("transactions", "v3_and_below_transactional_id", "v3_and_below_producer_id", "v3_and_below_producer_epoch", "v3_and_below_topics")
    KIND = "request"
    API_KEY = 24
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (3, 5)
    _RESPONSE_NAME = "AddPartitionsToTxnResponse"
    if TYPE_CHECKING:
        AddPartitionsToTxnTopic: TypeAlias = _AddPartitionsToTxnTopic
        AddPartitionsToTxnTransaction: TypeAlias = _AddPartitionsToTxnTransaction
    else:  # no annotation of a field
        AddPartitionsToTxnTopic = _AddPartitionsToTxnTopic
        AddPartitionsToTxnTransaction = _AddPartitionsToTxnTransaction
    transactions: Final[tuple[AddPartitionsToTxnTransaction, ...]]
    """One entry for each transaction. ([]AddPartitionsToTxnTransaction, versions 4-5)"""
    v3_and_below_transactional_id: Final[str]
    """Transactional id of the producer. (string, versions 0-3)"""
    v3_and_below_producer_id: Final[int]
    """Id of the producer. (int64, versions 0-3)"""
    v3_and_below_producer_epoch: Final[int]
    """Epoch of the producer. (int16, versions 0-3)"""
    v3_and_below_topics: Final[tuple[AddPartitionsToTxnTopic, ...]]
    """Partitions by topic. ([]AddPartitionsToTxnTopic, versions 0-3)"""

    def __init__(
        self,
        *,
        transactions: Iterable[AddPartitionsToTxnTransaction] = (),
        v3_and_below_transactional_id: str = "",
        v3_and_below_producer_id: int = 0,
        v3_and_below_producer_epoch: int = 0,
        v3_and_below_topics: Iterable[AddPartitionsToTxnTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactions = tuple(transactions)
        self.v3_and_below_transactional_id = v3_and_below_transactional_id
        self.v3_and_below_producer_id = v3_and_below_producer_id
        self.v3_and_below_producer_epoch = v3_and_below_producer_epoch
        self.v3_and_below_topics = tuple(v3_and_below_topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactions: Iterable[AddPartitionsToTxnTransaction] = ...,
            v3_and_below_transactional_id: str = ...,
            v3_and_below_producer_id: int = ...,
            v3_and_below_producer_epoch: int = ...,
            v3_and_below_topics: Iterable[AddPartitionsToTxnTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AddPartitionsToTxnRequest = new(AddPartitionsToTxnRequest)


def _read_AddPartitionsToTxnTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AddPartitionsToTxnTopic()
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
        o.partitions = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AddPartitionsToTxnTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_AddPartitionsToTxnTopic_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AddPartitionsToTxnTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
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


def _write_AddPartitionsToTxnTopic_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
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


def _read_AddPartitionsToTxnTransaction_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AddPartitionsToTxnTransaction()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
        o.producer_id, o.producer_epoch, o.verify_only, n = _UNPACK_qhZB(buf, pos)
        pos += 11
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_AddPartitionsToTxnTopic_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AddPartitionsToTxnTransaction_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.transactional_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.verify_only is not True and o.verify_only is not False:
            raise ValueError("bool is neither true nor false")
        items = o.topics
        n = len(items) + 1
        if n < 128:
            put(_PACK_qhZB(o.producer_id, o.producer_epoch, o.verify_only, n))
        else:
            put(_PACK_qhZ(o.producer_id, o.producer_epoch, o.verify_only))
            put(count_uvarint(n))
        if items:
            _write_AddPartitionsToTxnTopic_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AddPartitionsToTxnRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddPartitionsToTxnRequest()
    o.transactions = ()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.v3_and_below_transactional_id = buf[pos:end].decode()
    pos = end
    o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n = _UNPACK_qhi(buf, pos)
    pos += 14
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.v3_and_below_topics, pos = _read_AddPartitionsToTxnTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_AddPartitionsToTxnRequest_0(put: Append, o: Any) -> None:
    if o.transactions != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.v3_and_below_transactional_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.v3_and_below_topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_qhi(o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n))
    if items:
        _write_AddPartitionsToTxnTopic_many_0(put, items)


def _read_AddPartitionsToTxnRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddPartitionsToTxnRequest()
    o.transactions = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.v3_and_below_transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n = _UNPACK_qhB(buf, pos)
    pos += 10
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.v3_and_below_topics, pos = _read_AddPartitionsToTxnTopic_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AddPartitionsToTxnRequest_3(put: Append, o: Any) -> None:
    if o.transactions != ():
        raise ValueError("this version lacks a field that is set")
    items = o.v3_and_below_transactional_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.v3_and_below_topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_qhB(o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n))
    else:
        put(_PACK_qh(o.v3_and_below_producer_id, o.v3_and_below_producer_epoch))
        put(count_uvarint(n))
    if items:
        _write_AddPartitionsToTxnTopic_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_AddPartitionsToTxnRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddPartitionsToTxnRequest()
    o.v3_and_below_transactional_id = ""
    o.v3_and_below_producer_id = 0
    o.v3_and_below_producer_epoch = 0
    o.v3_and_below_topics = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.transactions, pos = _read_AddPartitionsToTxnTransaction_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AddPartitionsToTxnRequest_4(put: Append, o: Any) -> None:
    if o.v3_and_below_transactional_id != "" or o.v3_and_below_producer_id != 0 or o.v3_and_below_producer_epoch != 0 or o.v3_and_below_topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.transactions
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_AddPartitionsToTxnTransaction_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AddPartitionsToTxnRequest._READERS = {
    0: _read_AddPartitionsToTxnRequest_0,
    1: _read_AddPartitionsToTxnRequest_0,
    2: _read_AddPartitionsToTxnRequest_0,
    3: _read_AddPartitionsToTxnRequest_3,
    4: _read_AddPartitionsToTxnRequest_4,
    5: _read_AddPartitionsToTxnRequest_4,
}
AddPartitionsToTxnRequest._WRITERS = {
    0: _write_AddPartitionsToTxnRequest_0,
    1: _write_AddPartitionsToTxnRequest_0,
    2: _write_AddPartitionsToTxnRequest_0,
    3: _write_AddPartitionsToTxnRequest_3,
    4: _write_AddPartitionsToTxnRequest_4,
    5: _write_AddPartitionsToTxnRequest_4,
}
