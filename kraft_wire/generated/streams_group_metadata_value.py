# Generated from StreamsGroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupMetadataValue, coordinator value of type 17, version 0, flexible from 0. The epochs of a streams group."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
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

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from


class LastAssignmentConfig(Struct):
    """Configs with which the group was last assigned."""

    __slots__ = ("key", "value", "unknown_tagged_fields")
    __match_args__ = ("key", "value")
    __qualname__ = "StreamsGroupMetadataValue.LastAssignmentConfig"
    key: Final[str]
    """Name that the value belongs to. (string)"""
    value: Final[str]
    """Value of the config. (string)"""

    def __init__(
        self,
        *,
        key: str = "",
        value: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.key = key
        self.value = value
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            key: str = ...,
            value: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LastAssignmentConfig = LastAssignmentConfig
_new_LastAssignmentConfig = new(LastAssignmentConfig)


class StreamsGroupMetadataValue(Message):
    """The epochs of a streams group."""

    __slots__ = ("epoch", "metadata_hash", "validated_topology_epoch", "last_assignment_configs", "stored_description_topology_epoch", "failed_description_topology_epoch", "unknown_tagged_fields")
    __match_args__ = ("epoch", "metadata_hash", "validated_topology_epoch", "last_assignment_configs", "stored_description_topology_epoch", "failed_description_topology_epoch")
    KIND = "coordinator-value"
    API_KEY = 17
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        LastAssignmentConfig: TypeAlias = _LastAssignmentConfig
    else:  # no annotation of a field
        LastAssignmentConfig = _LastAssignmentConfig
    epoch: Final[int]
    """Epoch of the group. (int32)"""
    metadata_hash: Final[int]
    """Hash of the metadata of all subscribed topics. (int64)"""
    validated_topology_epoch: Final[int]
    """Topology epoch that was checked against the existing topics. (int32, tag 0)"""
    last_assignment_configs: Final[tuple[LastAssignmentConfig, ...] | None]
    """Configs with which the group was last assigned. ([]LastAssignmentConfig, tag 1)"""
    stored_description_topology_epoch: Final[int]
    """Topology epoch whose description is stored; -1 for none. (int32, tag 2)"""
    failed_description_topology_epoch: Final[int]
    """Newest topology epoch whose description was refused; -1 for none. (int32, tag 3)"""

    def __init__(
        self,
        *,
        epoch: int = 0,
        metadata_hash: int = 0,
        validated_topology_epoch: int = -1,
        last_assignment_configs: Iterable[LastAssignmentConfig] | None = (),
        stored_description_topology_epoch: int = -1,
        failed_description_topology_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.epoch = epoch
        self.metadata_hash = metadata_hash
        self.validated_topology_epoch = validated_topology_epoch
        self.last_assignment_configs = None if last_assignment_configs is None else tuple(last_assignment_configs)
        self.stored_description_topology_epoch = stored_description_topology_epoch
        self.failed_description_topology_epoch = failed_description_topology_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            epoch: int = ...,
            metadata_hash: int = ...,
            validated_topology_epoch: int = ...,
            last_assignment_configs: Iterable[LastAssignmentConfig] | None = ...,
            stored_description_topology_epoch: int = ...,
            failed_description_topology_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupMetadataValue = new(StreamsGroupMetadataValue)


def _read_LastAssignmentConfig_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LastAssignmentConfig()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.key = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.value = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LastAssignmentConfig_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.key.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.value.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_StreamsGroupMetadataValue_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.validated_topology_epoch,) = _UNPACK_i(buf, pos)
            pos += 4
        elif tag == 1:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.last_assignment_configs, pos = _read_LastAssignmentConfig_many_0(buf, pos + 1, n - 1)
            else:
                o.last_assignment_configs = None
                pos += 1
        elif tag == 2:
            (o.stored_description_topology_epoch,) = _UNPACK_i(buf, pos)
            pos += 4
        elif tag == 3:
            (o.failed_description_topology_epoch,) = _UNPACK_i(buf, pos)
            pos += 4
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


def _read_StreamsGroupMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupMetadataValue()
    o.epoch, o.metadata_hash, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.validated_topology_epoch = -1
    o.last_assignment_configs = ()
    o.stored_description_topology_epoch = -1
    o.failed_description_topology_epoch = -1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_StreamsGroupMetadataValue_tags_0(o, buf, pos, n)
    return o, pos


def _write_StreamsGroupMetadataValue_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.validated_topology_epoch != -1:
        tags.append((0, _PACK_i(o.validated_topology_epoch)))
    if o.last_assignment_configs != ():
        piece_1: list[bytes] = []
        put = piece_1.append
        items = o.last_assignment_configs
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            if items:
                _write_LastAssignmentConfig_many_0(put, items)
        tags.append((1, b"".join(piece_1)))
    if o.stored_description_topology_epoch != -1:
        tags.append((2, _PACK_i(o.stored_description_topology_epoch)))
    if o.failed_description_topology_epoch != -1:
        tags.append((3, _PACK_i(o.failed_description_topology_epoch)))
    write_tags(to, tags, o.unknown_tagged_fields, 4)


def _write_StreamsGroupMetadataValue_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields or o.validated_topology_epoch != -1 or o.last_assignment_configs != () or o.stored_description_topology_epoch != -1 or o.failed_description_topology_epoch != -1:
        put(_PACK_iq(o.epoch, o.metadata_hash))
        _write_StreamsGroupMetadataValue_tags_0(put, o)
    else:
        put(_PACK_iqx(o.epoch, o.metadata_hash))


StreamsGroupMetadataValue._READERS = {
    0: _read_StreamsGroupMetadataValue_0,
}
StreamsGroupMetadataValue._WRITERS = {
    0: _write_StreamsGroupMetadataValue_0,
}
