# Generated from DescribeConfigsResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeConfigsResponse, response of API key 32, versions 0-4, flexible from 4. Answers DescribeConfigsRequest."""

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

_PACK_B = Layout(">B").pack
_PACK_ZZZ = Layout(">???").pack
_PACK_ZbZ = Layout(">?b?").pack
_PACK_ZbZB = Layout(">?b?B").pack
_PACK_ZbZi = Layout(">?b?i").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bh = Layout(">bh").pack
_PACK_bx = Layout(">bx").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_ZZZ = Layout(">???").unpack_from
_UNPACK_ZbZB = Layout(">?b?B").unpack_from
_UNPACK_ZbZi = Layout(">?b?i").unpack_from
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bh = Layout(">bh").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class DescribeConfigsSynonym(Struct):
    """The same config under other names and sources, strongest first."""

    __slots__ = ("name", "value", "source", "unknown_tagged_fields")
    __match_args__ = ("name", "value", "source")
    __qualname__ = "DescribeConfigsResponse.DescribeConfigsSynonym"
    name: Final[str]
    """Other name of the config. (string, versions 1-4)"""
    value: Final[str | None]
    """Value under this name; null where it is a secret. (string, versions 1-4)"""
    source: Final[int]
    """Where the value comes from. (int8, versions 1-4)"""

    def __init__(
        self,
        *,
        name: str = "",
        value: str | None = "",
        source: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.value = value
        self.source = source
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            value: str | None = ...,
            source: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeConfigsSynonym = DescribeConfigsSynonym
_new_DescribeConfigsSynonym = new(DescribeConfigsSynonym)


class DescribeConfigsResourceResult(Struct):
    """Configs, each a name and a value."""

    __slots__ = ("name", "value", "read_only", "is_default", "config_source", "is_sensitive", "synonyms", "config_type", "documentation", "unknown_tagged_fields")
    __match_args__ = ("name", "value", "read_only", "is_default", "config_source", "is_sensitive", "synonyms", "config_type", "documentation")
    __qualname__ = "DescribeConfigsResponse.DescribeConfigsResourceResult"
    name: Final[str]
    """Name of the config. (string)"""
    value: Final[str | None]
    """Value of the config; null where it is a secret. (string)"""
    read_only: Final[bool]
    """Whether the config cannot be changed. (bool)"""
    is_default: Final[bool]
    """Whether the value is the default. (bool, version 0)"""
    config_source: Final[int]
    """Where the value comes from. (int8, versions 1-4, ignorable)"""
    is_sensitive: Final[bool]
    """Whether the value is a secret and not told. (bool)"""
    synonyms: Final[tuple[DescribeConfigsSynonym, ...]]
    """The same config under other names and sources, strongest first. ([]DescribeConfigsSynonym, versions 1-4, ignorable)"""
    config_type: Final[int]
    """Type of the value. (int8, versions 3-4, ignorable)"""
    documentation: Final[str | None]
    """What the config means. (string, versions 3-4, ignorable)"""

    def __init__(
        self,
        *,
        name: str = "",
        value: str | None = "",
        read_only: bool = False,
        is_default: bool = False,
        config_source: int = -1,
        is_sensitive: bool = False,
        synonyms: Iterable[DescribeConfigsSynonym] = (),
        config_type: int = 0,
        documentation: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.value = value
        self.read_only = read_only
        self.is_default = is_default
        self.config_source = config_source
        self.is_sensitive = is_sensitive
        self.synonyms = tuple(synonyms)
        self.config_type = config_type
        self.documentation = documentation
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            value: str | None = ...,
            read_only: bool = ...,
            is_default: bool = ...,
            config_source: int = ...,
            is_sensitive: bool = ...,
            synonyms: Iterable[DescribeConfigsSynonym] = ...,
            config_type: int = ...,
            documentation: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeConfigsResourceResult = DescribeConfigsResourceResult
_new_DescribeConfigsResourceResult = new(DescribeConfigsResourceResult)


class DescribeConfigsResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("error_code", "error_message", "resource_type", "resource_name", "configs", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "resource_type", "resource_name", "configs")
    __qualname__ = "DescribeConfigsResponse.DescribeConfigsResult"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    resource_type: Final[int]
    """Type of the resource. (int8)"""
    resource_name: Final[str]
    """Name of the resource. (string)"""
    configs: Final[tuple[DescribeConfigsResourceResult, ...]]
    """Configs, each a name and a value. ([]DescribeConfigsResourceResult)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = "",
        resource_type: int = 0,
        resource_name: str = "",
        configs: Iterable[DescribeConfigsResourceResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.resource_type = resource_type
        self.resource_name = resource_name
        self.configs = tuple(configs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            resource_type: int = ...,
            resource_name: str = ...,
            configs: Iterable[DescribeConfigsResourceResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeConfigsResult = DescribeConfigsResult
_new_DescribeConfigsResult = new(DescribeConfigsResult)


class DescribeConfigsResponse(Message):
    """Answers DescribeConfigsRequest."""

    __slots__ = ("throttle_time_ms", "results", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "results")
    KIND = "response"
    API_KEY = 32
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (4, 4)
    if TYPE_CHECKING:
        DescribeConfigsSynonym: TypeAlias = _DescribeConfigsSynonym
        DescribeConfigsResourceResult: TypeAlias = _DescribeConfigsResourceResult
        DescribeConfigsResult: TypeAlias = _DescribeConfigsResult
    else:  # no annotation of a field
        DescribeConfigsSynonym = _DescribeConfigsSynonym
        DescribeConfigsResourceResult = _DescribeConfigsResourceResult
        DescribeConfigsResult = _DescribeConfigsResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    results: Final[tuple[DescribeConfigsResult, ...]]
    """One result for each thing that was asked for. ([]DescribeConfigsResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        results: Iterable[DescribeConfigsResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.results = tuple(results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            results: Iterable[DescribeConfigsResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeConfigsResponse = new(DescribeConfigsResponse)


def _read_DescribeConfigsSynonym_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsSynonym()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.value = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.value = None
        else:
            raise ValueError("length is below -1")
        (o.source,) = _UNPACK_b(buf, pos)
        pos += 1
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsSynonym_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.value
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)
        put(_PACK_b(o.source))


def _read_DescribeConfigsSynonym_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsSynonym()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.value = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.value = None
            pos += 1
        o.source, n = _UNPACK_bB(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsSynonym_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.value
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            put(_PACK_b(o.source))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bx(o.source))


def _read_DescribeConfigsResourceResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResourceResult()
        o.config_source = -1
        o.synonyms = ()
        o.config_type = 0
        o.documentation = ""
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.value = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.value = None
        else:
            raise ValueError("length is below -1")
        o.read_only, o.is_default, o.is_sensitive = _UNPACK_ZZZ(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResourceResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.value
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)
        if o.read_only is not True and o.read_only is not False:
            raise ValueError("bool is neither true nor false")
        if o.is_default is not True and o.is_default is not False:
            raise ValueError("bool is neither true nor false")
        if o.is_sensitive is not True and o.is_sensitive is not False:
            raise ValueError("bool is neither true nor false")
        put(_PACK_ZZZ(o.read_only, o.is_default, o.is_sensitive))


def _read_DescribeConfigsResourceResult_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResourceResult()
        o.is_default = False
        o.config_type = 0
        o.documentation = ""
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.value = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.value = None
        else:
            raise ValueError("length is below -1")
        o.read_only, o.config_source, o.is_sensitive, n = _UNPACK_ZbZi(buf, pos)
        pos += 7
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.synonyms, pos = _read_DescribeConfigsSynonym_many_1(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResourceResult_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.is_default is not False:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.value
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)
        if o.read_only is not True and o.read_only is not False:
            raise ValueError("bool is neither true nor false")
        if o.is_sensitive is not True and o.is_sensitive is not False:
            raise ValueError("bool is neither true nor false")
        items = o.synonyms
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ZbZi(o.read_only, o.config_source, o.is_sensitive, n))
        if items:
            _write_DescribeConfigsSynonym_many_1(put, items)


def _read_DescribeConfigsResourceResult_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResourceResult()
        o.is_default = False
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.value = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.value = None
        else:
            raise ValueError("length is below -1")
        o.read_only, o.config_source, o.is_sensitive, n = _UNPACK_ZbZi(buf, pos)
        pos += 7
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.synonyms, pos = _read_DescribeConfigsSynonym_many_1(buf, pos, n)
        o.config_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n >= 0:
            end = pos + n
            o.documentation = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.documentation = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResourceResult_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.is_default is not False:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.value
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)
        if o.read_only is not True and o.read_only is not False:
            raise ValueError("bool is neither true nor false")
        if o.is_sensitive is not True and o.is_sensitive is not False:
            raise ValueError("bool is neither true nor false")
        items = o.synonyms
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ZbZi(o.read_only, o.config_source, o.is_sensitive, n))
        if items:
            _write_DescribeConfigsSynonym_many_1(put, items)
        items = o.documentation
        if items is None:
            put(_PACK_bh(o.config_type, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_bh(o.config_type, n))
            put(items)


def _read_DescribeConfigsResourceResult_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResourceResult()
        o.is_default = False
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.value = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.value = None
            pos += 1
        o.read_only, o.config_source, o.is_sensitive, n = _UNPACK_ZbZB(buf, pos)
        pos += 3
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.synonyms, pos = _read_DescribeConfigsSynonym_many_4(buf, pos + 1, n - 1)
        o.config_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.documentation = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.documentation = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResourceResult_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.is_default is not False:
            raise ValueError("this version lacks a field that is set")
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.value
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        if o.read_only is not True and o.read_only is not False:
            raise ValueError("bool is neither true nor false")
        if o.is_sensitive is not True and o.is_sensitive is not False:
            raise ValueError("bool is neither true nor false")
        items = o.synonyms
        n = len(items) + 1
        if n < 128:
            put(_PACK_ZbZB(o.read_only, o.config_source, o.is_sensitive, n))
        else:
            put(_PACK_ZbZ(o.read_only, o.config_source, o.is_sensitive))
            put(count_uvarint(n))
        if items:
            _write_DescribeConfigsSynonym_many_4(put, items)
        items = o.documentation
        if items is None:
            put(_PACK_bB(o.config_type, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_bB(o.config_type, n))
            else:
                put(_PACK_b(o.config_type))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeConfigsResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResult()
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.configs, pos = _read_DescribeConfigsResourceResult_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.configs
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribeConfigsResourceResult_many_0(put, items)


def _read_DescribeConfigsResult_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResult()
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.configs, pos = _read_DescribeConfigsResourceResult_many_1(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResult_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.configs
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribeConfigsResourceResult_many_1(put, items)


def _read_DescribeConfigsResult_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResult()
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.configs, pos = _read_DescribeConfigsResourceResult_many_3(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResult_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.configs
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribeConfigsResourceResult_many_3(put, items)


def _read_DescribeConfigsResult_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResult()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        o.resource_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.configs, pos = _read_DescribeConfigsResourceResult_many_4(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResult_many_4(put: Append, many: Any) -> None:
    for o in many:
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
        items = o.resource_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.resource_type, n))
        else:
            put(_PACK_b(o.resource_type))
            put(text_uvarint(n))
        put(items)
        items = o.configs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribeConfigsResourceResult_many_4(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeConfigsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeConfigsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.results, pos = _read_DescribeConfigsResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeConfigsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DescribeConfigsResult_many_0(put, items)


def _read_DescribeConfigsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeConfigsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.results, pos = _read_DescribeConfigsResult_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeConfigsResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DescribeConfigsResult_many_1(put, items)


def _read_DescribeConfigsResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeConfigsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.results, pos = _read_DescribeConfigsResult_many_3(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeConfigsResponse_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DescribeConfigsResult_many_3(put, items)


def _read_DescribeConfigsResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeConfigsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_DescribeConfigsResult_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeConfigsResponse_4(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribeConfigsResult_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeConfigsResponse._READERS = {
    0: _read_DescribeConfigsResponse_0,
    1: _read_DescribeConfigsResponse_1,
    2: _read_DescribeConfigsResponse_1,
    3: _read_DescribeConfigsResponse_3,
    4: _read_DescribeConfigsResponse_4,
}
DescribeConfigsResponse._WRITERS = {
    0: _write_DescribeConfigsResponse_0,
    1: _write_DescribeConfigsResponse_1,
    2: _write_DescribeConfigsResponse_1,
    3: _write_DescribeConfigsResponse_3,
    4: _write_DescribeConfigsResponse_4,
}
