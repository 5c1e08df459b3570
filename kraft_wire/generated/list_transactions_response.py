# Generated from ListTransactionsResponse.json by `python -m codegen generate`. Do not edit.
"""ListTransactionsResponse, response of API key 66, versions 0-2, flexible from 0. Answers ListTransactionsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    write_compact_texts,
)
from kraft_wire.message import Message, Struct
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_q = Layout(">q").pack
_PACK_qB = Layout(">qB").pack
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from


class TransactionState(Struct):
    """One entry for each transaction."""

    __slots__ = ("transactional_id", "producer_id", "transaction_state", "unknown_tagged_fields")
    __match_args__ = ("transactional_id", "producer_id", "transaction_state")
    __qualname__ = "ListTransactionsResponse.TransactionState"
    transactional_id: Final[str]
    """Transactional id of the producer. (string)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    transaction_state: Final[str]
    """State of the transaction, as text. (string)"""

    def __init__(
        self,
        *,
        transactional_id: str = "",
        producer_id: int = 0,
        transaction_state: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.producer_id = producer_id
        self.transaction_state = transaction_state
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str = ...,
            producer_id: int = ...,
            transaction_state: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TransactionState = TransactionState
_new_TransactionState = new(TransactionState)


class ListTransactionsResponse(Message):
    """Answers ListTransactionsRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "unknown_state_filters", "transaction_states", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "unknown_state_filters", "transaction_states")
    KIND = "response"
    API_KEY = 66
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    if TYPE_CHECKING:
        TransactionState: TypeAlias = _TransactionState
    else:  # no annotation of a field
        TransactionState = _TransactionState
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    unknown_state_filters: Final[tuple[str, ...]]
    """States of the request that the server does not know. ([]string)"""
    transaction_states: Final[tuple[TransactionState, ...]]
    """One entry for each transaction. ([]TransactionState)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        unknown_state_filters: Iterable[str] = (),
        transaction_states: Iterable[TransactionState] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.unknown_state_filters = _text_tuple(unknown_state_filters)
        self.transaction_states = tuple(transaction_states)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            unknown_state_filters: Iterable[str] = ...,
            transaction_states: Iterable[TransactionState] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListTransactionsResponse = new(ListTransactionsResponse)


def _read_TransactionState_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TransactionState()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
        o.producer_id, n = _UNPACK_qB(buf, pos)
        pos += 8
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.transaction_state = buf[pos + 1 : (pos := pos + n)].decode()
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
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.transaction_state.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_qB(o.producer_id, n))
        else:
            put(_PACK_q(o.producer_id))
            put(text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ListTransactionsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListTransactionsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.unknown_state_filters, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.transaction_states, pos = _read_TransactionState_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListTransactionsResponse_0(put: Append, o: Any) -> None:
    items = o.unknown_state_filters
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    write_compact_texts(put, items)
    items = o.transaction_states
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TransactionState_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListTransactionsResponse._READERS = {
    0: _read_ListTransactionsResponse_0,
    1: _read_ListTransactionsResponse_0,
    2: _read_ListTransactionsResponse_0,
}
ListTransactionsResponse._WRITERS = {
    0: _write_ListTransactionsResponse_0,
    1: _write_ListTransactionsResponse_0,
    2: _write_ListTransactionsResponse_0,
}
