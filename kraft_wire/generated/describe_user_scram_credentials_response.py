# Generated from DescribeUserScramCredentialsResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeUserScramCredentialsResponse, response of API key 50, version 0, flexible from 0. Answers DescribeUserScramCredentialsRequest."""

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

_PACK_bi = Layout(">bi").pack
_PACK_bix = Layout(">bix").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_UNPACK_biB = Layout(">biB").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from


class CredentialInfo(Struct):
    """Mechanisms and iterations of the user's credentials."""

    __slots__ = ("mechanism", "iterations", "unknown_tagged_fields")
    __match_args__ = ("mechanism", "iterations")
    __qualname__ = "DescribeUserScramCredentialsResponse.CredentialInfo"
    mechanism: Final[int]
    """SASL mechanism. (int8)"""
    iterations: Final[int]
    """Number of rounds of the SCRAM hash. (int32)"""

    def __init__(
        self,
        *,
        mechanism: int = 0,
        iterations: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.mechanism = mechanism
        self.iterations = iterations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            mechanism: int = ...,
            iterations: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CredentialInfo = CredentialInfo
_new_CredentialInfo = new(CredentialInfo)


class DescribeUserScramCredentialsResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("user", "error_code", "error_message", "credential_infos", "unknown_tagged_fields")
    __match_args__ = ("user", "error_code", "error_message", "credential_infos")
    __qualname__ = "DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult"
    user: Final[str]
    """Name of the user. (string)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    credential_infos: Final[tuple[CredentialInfo, ...]]
    """Mechanisms and iterations of the user's credentials. ([]CredentialInfo)"""

    def __init__(
        self,
        *,
        user: str = "",
        error_code: int = 0,
        error_message: str | None = "",
        credential_infos: Iterable[CredentialInfo] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.user = user
        self.error_code = error_code
        self.error_message = error_message
        self.credential_infos = tuple(credential_infos)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            user: str = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            credential_infos: Iterable[CredentialInfo] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeUserScramCredentialsResult = DescribeUserScramCredentialsResult
_new_DescribeUserScramCredentialsResult = new(DescribeUserScramCredentialsResult)


class DescribeUserScramCredentialsResponse(Message):
    """Answers DescribeUserScramCredentialsRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "results", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "results")
    KIND = "response"
    API_KEY = 50
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        CredentialInfo: TypeAlias = _CredentialInfo
        DescribeUserScramCredentialsResult: TypeAlias = _DescribeUserScramCredentialsResult
    else:  # no annotation of a field
        CredentialInfo = _CredentialInfo
        DescribeUserScramCredentialsResult = _DescribeUserScramCredentialsResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    results: Final[tuple[DescribeUserScramCredentialsResult, ...]]
    """One result for each thing that was asked for. ([]DescribeUserScramCredentialsResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        results: Iterable[DescribeUserScramCredentialsResult] = (),
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
            results: Iterable[DescribeUserScramCredentialsResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeUserScramCredentialsResponse = new(DescribeUserScramCredentialsResponse)


def _read_CredentialInfo_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CredentialInfo()
        o.mechanism, o.iterations, n = _UNPACK_biB(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CredentialInfo_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_bi(o.mechanism, o.iterations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bix(o.mechanism, o.iterations))


def _read_DescribeUserScramCredentialsResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeUserScramCredentialsResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.user = buf[pos + 1 : (pos := pos + n)].decode()
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
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.credential_infos, pos = _read_CredentialInfo_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeUserScramCredentialsResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.user.encode()
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
        items = o.credential_infos
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_CredentialInfo_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeUserScramCredentialsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeUserScramCredentialsResponse()
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
    o.results, pos = _read_DescribeUserScramCredentialsResult_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeUserScramCredentialsResponse_0(put: Append, o: Any) -> None:
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
        _write_DescribeUserScramCredentialsResult_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeUserScramCredentialsResponse._READERS = {
    0: _read_DescribeUserScramCredentialsResponse_0,
}
DescribeUserScramCredentialsResponse._WRITERS = {
    0: _write_DescribeUserScramCredentialsResponse_0,
}
