# Generated from AlterReplicaLogDirsRequest.json by `python -m codegen generate`. Do not edit.
"""AlterReplicaLogDirsRequest, request of API key 34, versions 0-2, flexible from 2. Moves replicas of a broker to other log directories of the same broker."""

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
    from .alter_replica_log_dirs_response import AlterReplicaLogDirsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class AlterReplicaLogDirTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic"
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


_AlterReplicaLogDirTopic = AlterReplicaLogDirTopic
_new_AlterReplicaLogDirTopic = new(AlterReplicaLogDirTopic)


class AlterReplicaLogDir(Struct):
    """Log directories and the replicas that shall move there."""

    __slots__ = ("path", "topics", "unknown_tagged_fields")
    __match_args__ = ("path", "topics")
    __qualname__ = "AlterReplicaLogDirsRequest.AlterReplicaLogDir"
    path: Final[str]
    """Absolute path of the log directory. (string)"""
    topics: Final[tuple[AlterReplicaLogDirTopic, ...]]
    """One entry for each topic. ([]AlterReplicaLogDirTopic)"""

    def __init__(
        self,
        *,
        path: str = "",
        topics: Iterable[AlterReplicaLogDirTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.path = path
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            path: str = ...,
            topics: Iterable[AlterReplicaLogDirTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AlterReplicaLogDir = AlterReplicaLogDir
_new_AlterReplicaLogDir = new(AlterReplicaLogDir)


class AlterReplicaLogDirsRequest(Request["AlterReplicaLogDirsResponse"]):
    """Moves replicas of a broker to other log directories of the same broker."""

    __slots__ = ("dirs", "unknown_tagged_fields")
    __match_args__ = ("dirs",)
    KIND = "request"
    API_KEY = 34
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    _RESPONSE_NAME = "AlterReplicaLogDirsResponse"
    if TYPE_CHECKING:
        AlterReplicaLogDirTopic: TypeAlias = _AlterReplicaLogDirTopic
        AlterReplicaLogDir: TypeAlias = _AlterReplicaLogDir
    else:  # no annotation of a field
        AlterReplicaLogDirTopic = _AlterReplicaLogDirTopic
        AlterReplicaLogDir = _AlterReplicaLogDir
    dirs: Final[tuple[AlterReplicaLogDir, ...]]
    """Log directories and the replicas that shall move there. ([]AlterReplicaLogDir)"""

    def __init__(
        self,
        *,
        dirs: Iterable[AlterReplicaLogDir] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.dirs = tuple(dirs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            dirs: Iterable[AlterReplicaLogDir] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AlterReplicaLogDirsRequest = new(AlterReplicaLogDirsRequest)


def _read_AlterReplicaLogDirTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterReplicaLogDirTopic()
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


def _write_AlterReplicaLogDirTopic_many_0(put: Append, many: Any) -> None:
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


def _read_AlterReplicaLogDirTopic_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterReplicaLogDirTopic()
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


def _write_AlterReplicaLogDirTopic_many_2(put: Append, many: Any) -> None:
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


def _read_AlterReplicaLogDir_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterReplicaLogDir()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.path = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.topics, pos = _read_AlterReplicaLogDirTopic_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AlterReplicaLogDir_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.path.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.topics
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_AlterReplicaLogDirTopic_many_0(put, items)


def _read_AlterReplicaLogDir_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterReplicaLogDir()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.path = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_AlterReplicaLogDirTopic_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AlterReplicaLogDir_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.path.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_AlterReplicaLogDirTopic_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterReplicaLogDirsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterReplicaLogDirsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.dirs, pos = _read_AlterReplicaLogDir_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_AlterReplicaLogDirsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.dirs
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_AlterReplicaLogDir_many_0(put, items)


def _read_AlterReplicaLogDirsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterReplicaLogDirsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.dirs, pos = _read_AlterReplicaLogDir_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterReplicaLogDirsRequest_2(put: Append, o: Any) -> None:
    items = o.dirs
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_AlterReplicaLogDir_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AlterReplicaLogDirsRequest._READERS = {
    0: _read_AlterReplicaLogDirsRequest_0,
    1: _read_AlterReplicaLogDirsRequest_0,
    2: _read_AlterReplicaLogDirsRequest_2,
}
AlterReplicaLogDirsRequest._WRITERS = {
    0: _write_AlterReplicaLogDirsRequest_0,
    1: _write_AlterReplicaLogDirsRequest_0,
    2: _write_AlterReplicaLogDirsRequest_2,
}
