# Generated from RegisterBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""RegisterBrokerRecord, metadata of type 0, versions 0-4, flexible from 0. Registers a broker."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    read_uuids,
    write_uuids,
)
from kraft_wire.message import Message, Struct
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
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_Hh = Layout(">Hh").pack
_PACK_Hhx = Layout(">Hhx").pack
_PACK_Z = Layout(">?").pack
_PACK_ZZ = Layout(">??").pack
_PACK_ZZx = Layout(">??x").pack
_PACK_Zx = Layout(">?x").pack
_PACK_hh = Layout(">hh").pack
_PACK_hhx = Layout(">hhx").pack
_PACK_iZuq = Layout(">i?16sq").pack
_PACK_iZuqB = Layout(">i?16sqB").pack
_PACK_iuq = Layout(">i16sq").pack
_PACK_iuqB = Layout(">i16sqB").pack
_UNPACK_HhB = Layout(">HhB").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_ZZB = Layout(">??B").unpack_from
_UNPACK_hhB = Layout(">hhB").unpack_from
_UNPACK_iZuqB = Layout(">i?16sqB").unpack_from
_UNPACK_iuqB = Layout(">i16sqB").unpack_from


class BrokerEndpoint(Struct):
    """Where the node can be reached."""

    __slots__ = ("name", "host", "port", "security_protocol", "unknown_tagged_fields")
    __match_args__ = ("name", "host", "port", "security_protocol")
    __qualname__ = "RegisterBrokerRecord.BrokerEndpoint"
    name: Final[str]
    """Name of the listener. (string)"""
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (uint16)"""
    security_protocol: Final[int]
    """0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL. (int16)"""

    def __init__(
        self,
        *,
        name: str = "",
        host: str = "",
        port: int = 0,
        security_protocol: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.host = host
        self.port = port
        self.security_protocol = security_protocol
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            host: str = ...,
            port: int = ...,
            security_protocol: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_BrokerEndpoint = BrokerEndpoint
_new_BrokerEndpoint = new(BrokerEndpoint)


class BrokerFeature(Struct):
    """Features that the node supports, with their levels."""

    __slots__ = ("name", "min_supported_version", "max_supported_version", "unknown_tagged_fields")
    __match_args__ = ("name", "min_supported_version", "max_supported_version")
    __qualname__ = "RegisterBrokerRecord.BrokerFeature"
    name: Final[str]
    """Name of the feature. (string)"""
    min_supported_version: Final[int]
    """Lowest level that the node supports. (int16)"""
    max_supported_version: Final[int]
    """Highest level that the node supports. (int16)"""

    def __init__(
        self,
        *,
        name: str = "",
        min_supported_version: int = 0,
        max_supported_version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.min_supported_version = min_supported_version
        self.max_supported_version = max_supported_version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            min_supported_version: int = ...,
            max_supported_version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_BrokerFeature = BrokerFeature
_new_BrokerFeature = new(BrokerFeature)


class RegisterBrokerRecord(Message):
    """Registers a broker."""

    __slots__ = ("broker_id", "is_migrating_zk_broker", "incarnation_id", "broker_epoch", "end_points", "features", "rack", "fenced", "in_controlled_shutdown", "log_dirs", "cordoned_log_dirs", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "is_migrating_zk_broker", "incarnation_id", "broker_epoch", "end_points", "features", "rack", "fenced", "in_controlled_shutdown", "log_dirs", "cordoned_log_dirs")
    KIND = "metadata"
    API_KEY = 0
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (0, 4)
    if TYPE_CHECKING:
        BrokerEndpoint: TypeAlias = _BrokerEndpoint
        BrokerFeature: TypeAlias = _BrokerFeature
    else:  # no annotation of a field
        BrokerEndpoint = _BrokerEndpoint
        BrokerFeature = _BrokerFeature
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    is_migrating_zk_broker: Final[bool]
    """Whether it is a ZooKeeper broker under migration. (bool, versions 2-4)"""
    incarnation_id: Final[Uuid]
    """Random id of the process, new at each start. (uuid)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""
    end_points: Final[tuple[BrokerEndpoint, ...]]
    """Where the node can be reached. ([]BrokerEndpoint)"""
    features: Final[tuple[BrokerFeature, ...]]
    """Features that the node supports, with their levels. ([]BrokerFeature)"""
    rack: Final[str | None]
    """Rack of the node; null for none. (string)"""
    fenced: Final[bool]
    """Whether the broker is fenced: it is no replica in sync and serves no client. (bool)"""
    in_controlled_shutdown: Final[bool]
    """Whether the broker hands over its leaderships to stop. (bool, versions 1-4)"""
    log_dirs: Final[tuple[Uuid, ...]]
    """Directory ids of the log directories that are online. ([]uuid, versions 3-4, tag 0)"""
    cordoned_log_dirs: Final[tuple[Uuid, ...] | None]
    """Directory ids of log directories that take no new replicas; null where the broker has not told. ([]uuid, version 4, tag 1)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        is_migrating_zk_broker: bool = False,
        incarnation_id: Uuid = ZERO_UUID,
        broker_epoch: int = 0,
        end_points: Iterable[BrokerEndpoint] = (),
        features: Iterable[BrokerFeature] = (),
        rack: str | None = "",
        fenced: bool = True,
        in_controlled_shutdown: bool = False,
        log_dirs: Iterable[Uuid] = (),
        cordoned_log_dirs: Iterable[Uuid] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.is_migrating_zk_broker = is_migrating_zk_broker
        self.incarnation_id = incarnation_id
        self.broker_epoch = broker_epoch
        self.end_points = tuple(end_points)
        self.features = tuple(features)
        self.rack = rack
        self.fenced = fenced
        self.in_controlled_shutdown = in_controlled_shutdown
        self.log_dirs = tuple(log_dirs)
        self.cordoned_log_dirs = None if cordoned_log_dirs is None else tuple(cordoned_log_dirs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            is_migrating_zk_broker: bool = ...,
            incarnation_id: Uuid = ...,
            broker_epoch: int = ...,
            end_points: Iterable[BrokerEndpoint] = ...,
            features: Iterable[BrokerFeature] = ...,
            rack: str | None = ...,
            fenced: bool = ...,
            in_controlled_shutdown: bool = ...,
            log_dirs: Iterable[Uuid] = ...,
            cordoned_log_dirs: Iterable[Uuid] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RegisterBrokerRecord = new(RegisterBrokerRecord)


def _read_BrokerEndpoint_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_BrokerEndpoint()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, o.security_protocol, n = _UNPACK_HhB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_BrokerEndpoint_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_Hh(o.port, o.security_protocol))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Hhx(o.port, o.security_protocol))


def _read_BrokerFeature_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_BrokerFeature()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.min_supported_version, o.max_supported_version, n = _UNPACK_hhB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_BrokerFeature_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_hh(o.min_supported_version, o.max_supported_version))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hhx(o.min_supported_version, o.max_supported_version))


def _read_RegisterBrokerRecord_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0, 1):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_RegisterBrokerRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RegisterBrokerRecord()
    o.is_migrating_zk_broker = False
    o.in_controlled_shutdown = False
    o.log_dirs = ()
    o.cordoned_log_dirs = None
    o.broker_id, u0, o.broker_epoch, n = _UNPACK_iuqB(buf, pos)
    pos += 28
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.end_points, pos = _read_BrokerEndpoint_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_BrokerFeature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    o.fenced, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_RegisterBrokerRecord_tags_0(o, buf, pos, n)
    return o, pos


def _write_RegisterBrokerRecord_0(put: Append, o: Any) -> None:
    if o.is_migrating_zk_broker is not False or o.in_controlled_shutdown is not False or o.log_dirs != () or o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.end_points
    n = len(items) + 1
    if n < 128:
        put(_PACK_iuqB(o.broker_id, o.incarnation_id, o.broker_epoch, n))
    else:
        put(_PACK_iuq(o.broker_id, o.incarnation_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_BrokerEndpoint_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_BrokerFeature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.fenced is not True and o.fenced is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.fenced))
        write_tags(put, [], o.unknown_tagged_fields, 2)
    else:
        put(_PACK_Zx(o.fenced))


def _read_RegisterBrokerRecord_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0, 1):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_RegisterBrokerRecord_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RegisterBrokerRecord()
    o.is_migrating_zk_broker = False
    o.log_dirs = ()
    o.cordoned_log_dirs = None
    o.broker_id, u0, o.broker_epoch, n = _UNPACK_iuqB(buf, pos)
    pos += 28
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.end_points, pos = _read_BrokerEndpoint_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_BrokerFeature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    o.fenced, o.in_controlled_shutdown, n = _UNPACK_ZZB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_RegisterBrokerRecord_tags_1(o, buf, pos, n)
    return o, pos


def _write_RegisterBrokerRecord_1(put: Append, o: Any) -> None:
    if o.is_migrating_zk_broker is not False or o.log_dirs != () or o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.end_points
    n = len(items) + 1
    if n < 128:
        put(_PACK_iuqB(o.broker_id, o.incarnation_id, o.broker_epoch, n))
    else:
        put(_PACK_iuq(o.broker_id, o.incarnation_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_BrokerEndpoint_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_BrokerFeature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.fenced is not True and o.fenced is not False:
        raise ValueError("bool is neither true nor false")
    if o.in_controlled_shutdown is not True and o.in_controlled_shutdown is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ZZ(o.fenced, o.in_controlled_shutdown))
        write_tags(put, [], o.unknown_tagged_fields, 2)
    else:
        put(_PACK_ZZx(o.fenced, o.in_controlled_shutdown))


def _read_RegisterBrokerRecord_tags_2(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0, 1):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_RegisterBrokerRecord_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RegisterBrokerRecord()
    o.log_dirs = ()
    o.cordoned_log_dirs = None
    o.broker_id, o.is_migrating_zk_broker, u0, o.broker_epoch, n = _UNPACK_iZuqB(buf, pos)
    pos += 29
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.end_points, pos = _read_BrokerEndpoint_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_BrokerFeature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    o.fenced, o.in_controlled_shutdown, n = _UNPACK_ZZB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_RegisterBrokerRecord_tags_2(o, buf, pos, n)
    return o, pos


def _write_RegisterBrokerRecord_2(put: Append, o: Any) -> None:
    if o.log_dirs != () or o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.is_migrating_zk_broker is not True and o.is_migrating_zk_broker is not False:
        raise ValueError("bool is neither true nor false")
    items = o.end_points
    n = len(items) + 1
    if n < 128:
        put(_PACK_iZuqB(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id, o.broker_epoch, n))
    else:
        put(_PACK_iZuq(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_BrokerEndpoint_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_BrokerFeature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.fenced is not True and o.fenced is not False:
        raise ValueError("bool is neither true nor false")
    if o.in_controlled_shutdown is not True and o.in_controlled_shutdown is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ZZ(o.fenced, o.in_controlled_shutdown))
        write_tags(put, [], o.unknown_tagged_fields, 2)
    else:
        put(_PACK_ZZx(o.fenced, o.in_controlled_shutdown))


def _read_RegisterBrokerRecord_tags_3(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            o.log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
        elif tag in (1,):
            raise ValueError("this version has no such tag")
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


def _read_RegisterBrokerRecord_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RegisterBrokerRecord()
    o.cordoned_log_dirs = None
    o.broker_id, o.is_migrating_zk_broker, u0, o.broker_epoch, n = _UNPACK_iZuqB(buf, pos)
    pos += 29
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.end_points, pos = _read_BrokerEndpoint_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_BrokerFeature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    o.fenced, o.in_controlled_shutdown, n = _UNPACK_ZZB(buf, pos)
    pos += 3
    o.log_dirs = ()
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_RegisterBrokerRecord_tags_3(o, buf, pos, n)
    return o, pos


def _write_RegisterBrokerRecord_tags_3(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.log_dirs != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.log_dirs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_uuids(put, items)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_RegisterBrokerRecord_3(put: Append, o: Any) -> None:
    if o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.is_migrating_zk_broker is not True and o.is_migrating_zk_broker is not False:
        raise ValueError("bool is neither true nor false")
    items = o.end_points
    n = len(items) + 1
    if n < 128:
        put(_PACK_iZuqB(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id, o.broker_epoch, n))
    else:
        put(_PACK_iZuq(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_BrokerEndpoint_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_BrokerFeature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.fenced is not True and o.fenced is not False:
        raise ValueError("bool is neither true nor false")
    if o.in_controlled_shutdown is not True and o.in_controlled_shutdown is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields or o.log_dirs != ():
        put(_PACK_ZZ(o.fenced, o.in_controlled_shutdown))
        _write_RegisterBrokerRecord_tags_3(put, o)
    else:
        put(_PACK_ZZx(o.fenced, o.in_controlled_shutdown))


def _read_RegisterBrokerRecord_tags_4(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            o.log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
        elif tag == 1:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.cordoned_log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
            else:
                o.cordoned_log_dirs = None
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


def _read_RegisterBrokerRecord_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RegisterBrokerRecord()
    o.broker_id, o.is_migrating_zk_broker, u0, o.broker_epoch, n = _UNPACK_iZuqB(buf, pos)
    pos += 29
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.end_points, pos = _read_BrokerEndpoint_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_BrokerFeature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    o.fenced, o.in_controlled_shutdown, n = _UNPACK_ZZB(buf, pos)
    pos += 3
    o.log_dirs = ()
    o.cordoned_log_dirs = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_RegisterBrokerRecord_tags_4(o, buf, pos, n)
    return o, pos


def _write_RegisterBrokerRecord_tags_4(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.log_dirs != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.log_dirs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_uuids(put, items)
        tags.append((0, b"".join(piece_0)))
    if o.cordoned_log_dirs is not None:
        piece_1: list[bytes] = []
        put = piece_1.append
        items = o.cordoned_log_dirs
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            write_uuids(put, items)
        tags.append((1, b"".join(piece_1)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_RegisterBrokerRecord_4(put: Append, o: Any) -> None:
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.is_migrating_zk_broker is not True and o.is_migrating_zk_broker is not False:
        raise ValueError("bool is neither true nor false")
    items = o.end_points
    n = len(items) + 1
    if n < 128:
        put(_PACK_iZuqB(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id, o.broker_epoch, n))
    else:
        put(_PACK_iZuq(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_BrokerEndpoint_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_BrokerFeature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.fenced is not True and o.fenced is not False:
        raise ValueError("bool is neither true nor false")
    if o.in_controlled_shutdown is not True and o.in_controlled_shutdown is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields or o.log_dirs != () or o.cordoned_log_dirs is not None:
        put(_PACK_ZZ(o.fenced, o.in_controlled_shutdown))
        _write_RegisterBrokerRecord_tags_4(put, o)
    else:
        put(_PACK_ZZx(o.fenced, o.in_controlled_shutdown))


RegisterBrokerRecord._READERS = {
    0: _read_RegisterBrokerRecord_0,
    1: _read_RegisterBrokerRecord_1,
    2: _read_RegisterBrokerRecord_2,
    3: _read_RegisterBrokerRecord_3,
    4: _read_RegisterBrokerRecord_4,
}
RegisterBrokerRecord._WRITERS = {
    0: _write_RegisterBrokerRecord_0,
    1: _write_RegisterBrokerRecord_1,
    2: _write_RegisterBrokerRecord_2,
    3: _write_RegisterBrokerRecord_3,
    4: _write_RegisterBrokerRecord_4,
}
