# Generated from ApiVersionsResponse.json by `python -m codegen generate`. Do not edit.
"""ApiVersionsResponse, response of API key 18, versions 0-5, flexible from 3. Lists APIs with their versions, and features; its header never has tagged fields, so that every client can read it."""

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
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_hhh = Layout(">hhh").pack
_PACK_hhhx = Layout(">hhhx").pack
_PACK_hhx = Layout(">hhx").pack
_PACK_hi = Layout(">hi").pack
_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_PACK_q = Layout(">q").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hhB = Layout(">hhB").unpack_from
_UNPACK_hhh = Layout(">hhh").unpack_from
_UNPACK_hhhB = Layout(">hhhB").unpack_from
_UNPACK_hi = Layout(">hi").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_q = Layout(">q").unpack_from


class ApiVersion(Struct):
    """APIs that the server speaks."""

    __slots__ = ("api_key", "min_version", "max_version", "unknown_tagged_fields")
    __match_args__ = ("api_key", "min_version", "max_version")
    __qualname__ = "ApiVersionsResponse.ApiVersion"
    api_key: Final[int]
    """Number of the API. (int16)"""
    min_version: Final[int]
    """Lowest version that the server speaks. (int16)"""
    max_version: Final[int]
    """Highest version that the server speaks. (int16)"""

    def __init__(
        self,
        *,
        api_key: int = 0,
        min_version: int = 0,
        max_version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.api_key = api_key
        self.min_version = min_version
        self.max_version = max_version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            api_key: int = ...,
            min_version: int = ...,
            max_version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ApiVersion = ApiVersion
_new_ApiVersion = new(ApiVersion)


class SupportedFeatureKey(Struct):
    """Features that the server supports, with their levels."""

    __slots__ = ("name", "min_version", "max_version", "unknown_tagged_fields")
    __match_args__ = ("name", "min_version", "max_version")
    __qualname__ = "ApiVersionsResponse.SupportedFeatureKey"
    name: Final[str]
    """Name of the feature. (string, versions 3-5)"""
    min_version: Final[int]
    """Lowest level that the server supports. (int16, versions 3-5)"""
    max_version: Final[int]
    """Highest level that the server supports. (int16, versions 3-5)"""

    def __init__(
        self,
        *,
        name: str = "",
        min_version: int = 0,
        max_version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.min_version = min_version
        self.max_version = max_version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            min_version: int = ...,
            max_version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_SupportedFeatureKey = SupportedFeatureKey
_new_SupportedFeatureKey = new(SupportedFeatureKey)


class FinalizedFeatureKey(Struct):
    """Features that hold in the whole cluster, with their levels."""

    __slots__ = ("name", "max_version_level", "min_version_level", "unknown_tagged_fields")
    __match_args__ = ("name", "max_version_level", "min_version_level")
    __qualname__ = "ApiVersionsResponse.FinalizedFeatureKey"
    name: Final[str]
    """Name of the feature. (string, versions 3-5)"""
    max_version_level: Final[int]
    """Finalized level of the feature. (int16, versions 3-5)"""
    min_version_level: Final[int]
    """Finalized level of the feature, the same as the highest. (int16, versions 3-5)"""

    def __init__(
        self,
        *,
        name: str = "",
        max_version_level: int = 0,
        min_version_level: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.max_version_level = max_version_level
        self.min_version_level = min_version_level
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            max_version_level: int = ...,
            min_version_level: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_FinalizedFeatureKey = FinalizedFeatureKey
_new_FinalizedFeatureKey = new(FinalizedFeatureKey)


class ApiVersionsResponse(Message):
    """Lists APIs with their versions, and features; its header never has tagged fields, so that every client can read it."""

    __slots__ = ("error_code", "api_keys", "throttle_time_ms", "supported_features", "finalized_features_epoch", "finalized_features", "zk_migration_ready", "unknown_tagged_fields")
    __match_args__ = ("error_code", "api_keys", "throttle_time_ms", "supported_features", "finalized_features_epoch", "finalized_features", "zk_migration_ready")
    KIND = "response"
    API_KEY = 18
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (3, 5)
    if TYPE_CHECKING:
        ApiVersion: TypeAlias = _ApiVersion
        SupportedFeatureKey: TypeAlias = _SupportedFeatureKey
        FinalizedFeatureKey: TypeAlias = _FinalizedFeatureKey
    else:  # no annotation of a field
        ApiVersion = _ApiVersion
        SupportedFeatureKey = _SupportedFeatureKey
        FinalizedFeatureKey = _FinalizedFeatureKey
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    api_keys: Final[tuple[ApiVersion, ...]]
    """APIs that the server speaks. ([]ApiVersion)"""
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-5, ignorable)"""
    supported_features: Final[tuple[SupportedFeatureKey, ...]]
    """Features that the server supports, with their levels. ([]SupportedFeatureKey, versions 3-5, tag 0, ignorable)"""
    finalized_features_epoch: Final[int]
    """Metadata offset at which the finalized features were read; -1 if unknown. (int64, versions 3-5, tag 1, ignorable)"""
    finalized_features: Final[tuple[FinalizedFeatureKey, ...]]
    """Features that hold in the whole cluster, with their levels. ([]FinalizedFeatureKey, versions 3-5, tag 2, ignorable)"""
    zk_migration_ready: Final[bool]
    """Whether a controller is configured for a migration from ZooKeeper. (bool, versions 3-5, tag 3, ignorable)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        api_keys: Iterable[ApiVersion] = (),
        throttle_time_ms: int = 0,
        supported_features: Iterable[SupportedFeatureKey] = (),
        finalized_features_epoch: int = -1,
        finalized_features: Iterable[FinalizedFeatureKey] = (),
        zk_migration_ready: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.api_keys = tuple(api_keys)
        self.throttle_time_ms = throttle_time_ms
        self.supported_features = tuple(supported_features)
        self.finalized_features_epoch = finalized_features_epoch
        self.finalized_features = tuple(finalized_features)
        self.zk_migration_ready = zk_migration_ready
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            api_keys: Iterable[ApiVersion] = ...,
            throttle_time_ms: int = ...,
            supported_features: Iterable[SupportedFeatureKey] = ...,
            finalized_features_epoch: int = ...,
            finalized_features: Iterable[FinalizedFeatureKey] = ...,
            zk_migration_ready: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ApiVersionsResponse = new(ApiVersionsResponse)


def _read_ApiVersion_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ApiVersion()
        o.api_key, o.min_version, o.max_version = _UNPACK_hhh(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ApiVersion_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_hhh(o.api_key, o.min_version, o.max_version))


def _read_ApiVersion_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ApiVersion()
        o.api_key, o.min_version, o.max_version, n = _UNPACK_hhhB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ApiVersion_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_hhh(o.api_key, o.min_version, o.max_version))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hhhx(o.api_key, o.min_version, o.max_version))


def _read_SupportedFeatureKey_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_SupportedFeatureKey()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.min_version, o.max_version, n = _UNPACK_hhB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_SupportedFeatureKey_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_hh(o.min_version, o.max_version))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hhx(o.min_version, o.max_version))


def _read_FinalizedFeatureKey_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FinalizedFeatureKey()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.max_version_level, o.min_version_level, n = _UNPACK_hhB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FinalizedFeatureKey_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_hh(o.max_version_level, o.min_version_level))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hhx(o.max_version_level, o.min_version_level))


def _read_ApiVersionsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ApiVersionsResponse()
    o.throttle_time_ms = 0
    o.supported_features = ()
    o.finalized_features_epoch = -1
    o.finalized_features = ()
    o.zk_migration_ready = False
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.api_keys, pos = _read_ApiVersion_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ApiVersionsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.api_keys
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hi(o.error_code, n))
    if items:
        _write_ApiVersion_many_0(put, items)


def _read_ApiVersionsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ApiVersionsResponse()
    o.supported_features = ()
    o.finalized_features_epoch = -1
    o.finalized_features = ()
    o.zk_migration_ready = False
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.api_keys, pos = _read_ApiVersion_many_0(buf, pos, n)
    (o.throttle_time_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ApiVersionsResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.api_keys
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hi(o.error_code, n))
    if items:
        _write_ApiVersion_many_0(put, items)
    put(_PACK_i(o.throttle_time_ms))


def _read_ApiVersionsResponse_tags_3(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            o.supported_features, pos = _read_SupportedFeatureKey_many_3(buf, pos + 1, n - 1)
        elif tag == 1:
            (o.finalized_features_epoch,) = _UNPACK_q(buf, pos)
            pos += 8
        elif tag == 2:
            n = buf[pos]
            if n > 127 or not n:
                n, pos = count_length_not_null(buf, pos, n)
            o.finalized_features, pos = _read_FinalizedFeatureKey_many_3(buf, pos + 1, n - 1)
        elif tag == 3:
            (o.zk_migration_ready,) = _UNPACK_Z(buf, pos)
            pos += 1
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


def _read_ApiVersionsResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ApiVersionsResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.api_keys, pos = _read_ApiVersion_many_3(buf, pos + 1, n - 1)
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.supported_features = ()
    o.finalized_features_epoch = -1
    o.finalized_features = ()
    o.zk_migration_ready = False
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_ApiVersionsResponse_tags_3(o, buf, pos, n)
    return o, pos


def _write_ApiVersionsResponse_tags_3(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.supported_features != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.supported_features
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_SupportedFeatureKey_many_3(put, items)
        tags.append((0, b"".join(piece_0)))
    if o.finalized_features_epoch != -1:
        tags.append((1, _PACK_q(o.finalized_features_epoch)))
    if o.finalized_features != ():
        piece_2: list[bytes] = []
        put = piece_2.append
        items = o.finalized_features
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_FinalizedFeatureKey_many_3(put, items)
        tags.append((2, b"".join(piece_2)))
    if o.zk_migration_ready is not False:
        if o.zk_migration_ready is not True and o.zk_migration_ready is not False:
            raise ValueError("bool is neither true nor false")
        tags.append((3, _PACK_Z(o.zk_migration_ready)))
    write_tags(to, tags, o.unknown_tagged_fields, 4)


def _write_ApiVersionsResponse_3(put: Append, o: Any) -> None:
    items = o.api_keys
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_ApiVersion_many_3(put, items)
    if o.unknown_tagged_fields or o.supported_features != () or o.finalized_features_epoch != -1 or o.finalized_features != () or o.zk_migration_ready is not False:
        put(_PACK_i(o.throttle_time_ms))
        _write_ApiVersionsResponse_tags_3(put, o)
    else:
        put(_PACK_ix(o.throttle_time_ms))


ApiVersionsResponse._READERS = {
    0: _read_ApiVersionsResponse_0,
    1: _read_ApiVersionsResponse_1,
    2: _read_ApiVersionsResponse_1,
    3: _read_ApiVersionsResponse_3,
    4: _read_ApiVersionsResponse_3,
    5: _read_ApiVersionsResponse_3,
}
ApiVersionsResponse._WRITERS = {
    0: _write_ApiVersionsResponse_0,
    1: _write_ApiVersionsResponse_1,
    2: _write_ApiVersionsResponse_1,
    3: _write_ApiVersionsResponse_3,
    4: _write_ApiVersionsResponse_3,
    5: _write_ApiVersionsResponse_3,
}
