# Generated from UpdateFeaturesRequest.json by `python -m codegen generate`. Do not edit.
"""UpdateFeaturesRequest, request of API key 57, versions 0-2, flexible from 0. Raises or lowers finalized features of the cluster, metadata.version and kraft.version among them."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
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
    from .update_features_response import UpdateFeaturesResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_hZ = Layout(">h?").pack
_PACK_hZx = Layout(">h?x").pack
_PACK_hb = Layout(">hb").pack
_PACK_hbx = Layout(">hbx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_hZB = Layout(">h?B").unpack_from
_UNPACK_hbB = Layout(">hbB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from


class FeatureUpdateKey(Struct):
    """Features to change."""

    __slots__ = ("feature", "max_version_level", "allow_downgrade", "upgrade_type", "unknown_tagged_fields")
    __match_args__ = ("feature", "max_version_level", "allow_downgrade", "upgrade_type")
    __qualname__ = "UpdateFeaturesRequest.FeatureUpdateKey"
    feature: Final[str]
    """Name of the feature. (string)"""
    max_version_level: Final[int]
    """Level to finalize; 0 takes the feature away. (int16)"""
    allow_downgrade: Final[bool]
    """Whether a lower level is allowed. (bool, version 0)"""
    upgrade_type: Final[int]
    """1 upgrade, 2 downgrade without loss, 3 downgrade that may lose metadata. (int8, versions 1-2)"""

    def __init__(
        self,
        *,
        feature: str = "",
        max_version_level: int = 0,
        allow_downgrade: bool = False,
        upgrade_type: int = 1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.feature = feature
        self.max_version_level = max_version_level
        self.allow_downgrade = allow_downgrade
        self.upgrade_type = upgrade_type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            feature: str = ...,
            max_version_level: int = ...,
            allow_downgrade: bool = ...,
            upgrade_type: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_FeatureUpdateKey = FeatureUpdateKey
_new_FeatureUpdateKey = new(FeatureUpdateKey)


class UpdateFeaturesRequest(Request["UpdateFeaturesResponse"]):
    """Raises or lowers finalized features of the cluster, metadata.version and kraft.version among them."""

    __slots__ = ("timeout_ms", "feature_updates", "validate_only", "unknown_tagged_fields")
    __match_args__ = ("timeout_ms", "feature_updates", "validate_only")
    KIND = "request"
    API_KEY = 57
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    _RESPONSE_NAME = "UpdateFeaturesResponse"
    if TYPE_CHECKING:
        FeatureUpdateKey: TypeAlias = _FeatureUpdateKey
    else:  # no annotation of a field
        FeatureUpdateKey = _FeatureUpdateKey
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""
    feature_updates: Final[tuple[FeatureUpdateKey, ...]]
    """Features to change. ([]FeatureUpdateKey)"""
    validate_only: Final[bool]
    """Whether to check only and change nothing. (bool, versions 1-2)"""

    def __init__(
        self,
        *,
        timeout_ms: int = 60000,
        feature_updates: Iterable[FeatureUpdateKey] = (),
        validate_only: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.timeout_ms = timeout_ms
        self.feature_updates = tuple(feature_updates)
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            timeout_ms: int = ...,
            feature_updates: Iterable[FeatureUpdateKey] = ...,
            validate_only: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UpdateFeaturesRequest = new(UpdateFeaturesRequest)


def _read_FeatureUpdateKey_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FeatureUpdateKey()
        o.upgrade_type = 1
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.feature = buf[pos + 1 : (pos := pos + n)].decode()
        o.max_version_level, o.allow_downgrade, n = _UNPACK_hZB(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FeatureUpdateKey_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.upgrade_type != 1:
            raise ValueError("this version lacks a field that is set")
        items = o.feature.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.allow_downgrade is not True and o.allow_downgrade is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_hZ(o.max_version_level, o.allow_downgrade))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hZx(o.max_version_level, o.allow_downgrade))


def _read_FeatureUpdateKey_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FeatureUpdateKey()
        o.allow_downgrade = False
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.feature = buf[pos + 1 : (pos := pos + n)].decode()
        o.max_version_level, o.upgrade_type, n = _UNPACK_hbB(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FeatureUpdateKey_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.allow_downgrade is not False:
            raise ValueError("this version lacks a field that is set")
        items = o.feature.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_hb(o.max_version_level, o.upgrade_type))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hbx(o.max_version_level, o.upgrade_type))


def _read_UpdateFeaturesRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateFeaturesRequest()
    o.validate_only = False
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.feature_updates, pos = _read_FeatureUpdateKey_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UpdateFeaturesRequest_0(put: Append, o: Any) -> None:
    if o.validate_only is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.feature_updates
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.timeout_ms, n))
    else:
        put(_PACK_i(o.timeout_ms))
        put(count_uvarint(n))
    if items:
        _write_FeatureUpdateKey_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_UpdateFeaturesRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateFeaturesRequest()
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.feature_updates, pos = _read_FeatureUpdateKey_many_1(buf, pos + 1, n - 1)
    o.validate_only, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UpdateFeaturesRequest_1(put: Append, o: Any) -> None:
    items = o.feature_updates
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.timeout_ms, n))
    else:
        put(_PACK_i(o.timeout_ms))
        put(count_uvarint(n))
    if items:
        _write_FeatureUpdateKey_many_1(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.validate_only))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.validate_only))


UpdateFeaturesRequest._READERS = {
    0: _read_UpdateFeaturesRequest_0,
    1: _read_UpdateFeaturesRequest_1,
    2: _read_UpdateFeaturesRequest_1,
}
UpdateFeaturesRequest._WRITERS = {
    0: _write_UpdateFeaturesRequest_0,
    1: _write_UpdateFeaturesRequest_1,
    2: _write_UpdateFeaturesRequest_1,
}
