# Generated from UpdateFeaturesResponse.json by `python -m codegen generate`. Do not edit.
"""UpdateFeaturesResponse, response of API key 57, versions 0-2, flexible from 0. Answers UpdateFeaturesRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
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

_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from


class UpdatableFeatureResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("feature", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("feature", "error_code", "error_message")
    __qualname__ = "UpdateFeaturesResponse.UpdatableFeatureResult"
    feature: Final[str]
    """Name of the feature. (string)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""

    def __init__(
        self,
        *,
        feature: str = "",
        error_code: int = 0,
        error_message: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.feature = feature
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            feature: str = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_UpdatableFeatureResult = UpdatableFeatureResult
_new_UpdatableFeatureResult = new(UpdatableFeatureResult)


class UpdateFeaturesResponse(Message):
    """Answers UpdateFeaturesRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "results", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "results")
    KIND = "response"
    API_KEY = 57
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    if TYPE_CHECKING:
        UpdatableFeatureResult: TypeAlias = _UpdatableFeatureResult
    else:  # no annotation of a field
        UpdatableFeatureResult = _UpdatableFeatureResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    results: Final[tuple[UpdatableFeatureResult, ...]]
    """One result for each thing that was asked for. ([]UpdatableFeatureResult, versions 0-1, ignorable)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        results: Iterable[UpdatableFeatureResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.results = tuple(results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            results: Iterable[UpdatableFeatureResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UpdateFeaturesResponse = new(UpdateFeaturesResponse)


def _read_UpdatableFeatureResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdatableFeatureResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.feature = buf[pos + 1 : (pos := pos + n)].decode()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
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
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_UpdatableFeatureResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.feature.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.error_message
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_UpdateFeaturesResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateFeaturesResponse()
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
    o.results, pos = _read_UpdatableFeatureResult_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UpdateFeaturesResponse_0(put: Append, o: Any) -> None:
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
    items = o.results
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_UpdatableFeatureResult_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_UpdateFeaturesResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateFeaturesResponse()
    o.results = ()
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
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UpdateFeaturesResponse_2(put: Append, o: Any) -> None:
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
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


UpdateFeaturesResponse._READERS = {
    0: _read_UpdateFeaturesResponse_0,
    1: _read_UpdateFeaturesResponse_0,
    2: _read_UpdateFeaturesResponse_2,
}
UpdateFeaturesResponse._WRITERS = {
    0: _write_UpdateFeaturesResponse_0,
    1: _write_UpdateFeaturesResponse_0,
    2: _write_UpdateFeaturesResponse_2,
}
