# Generated from CreateTopicsRequest.json by `python -m codegen generate`. Do not edit.
"""CreateTopicsRequest, request of API key 19, versions 0-7, flexible from 5. Creates topics."""

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
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .create_topics_response import CreateTopicsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iZ = Layout(">i?").pack
_PACK_iZx = Layout(">i?x").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihi = Layout(">ihi").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iZ = Layout(">i?").unpack_from
_UNPACK_iZB = Layout(">i?B").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihi = Layout(">ihi").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class CreatableReplicaAssignment(Struct):
    """Replicas of each partition; empty lets the server choose."""

    __slots__ = ("partition_index", "broker_ids", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "broker_ids")
    __qualname__ = "CreateTopicsRequest.CreatableReplicaAssignment"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    broker_ids: Final[tuple[int, ...]]
    """Node ids of the replicas. ([]int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        broker_ids: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.broker_ids = tuple(broker_ids)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            broker_ids: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CreatableReplicaAssignment = CreatableReplicaAssignment
_new_CreatableReplicaAssignment = new(CreatableReplicaAssignment)


class CreatableTopicConfig(Struct):
    """Configs, each a name and a value."""

    __slots__ = ("name", "value", "unknown_tagged_fields")
    __match_args__ = ("name", "value")
    __qualname__ = "CreateTopicsRequest.CreatableTopicConfig"
    name: Final[str]
    """Name of the config. (string)"""
    value: Final[str | None]
    """Value of the config; null for none. (string)"""

    def __init__(
        self,
        *,
        name: str = "",
        value: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.value = value
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            value: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CreatableTopicConfig = CreatableTopicConfig
_new_CreatableTopicConfig = new(CreatableTopicConfig)


class CreatableTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "num_partitions", "replication_factor", "assignments", "configs", "unknown_tagged_fields")
    __match_args__ = ("name", "num_partitions", "replication_factor", "assignments", "configs")
    __qualname__ = "CreateTopicsRequest.CreatableTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    num_partitions: Final[int]
    """Number of partitions; -1 for the default. (int32)"""
    replication_factor: Final[int]
    """Number of replicas; -1 for the default. (int16)"""
    assignments: Final[tuple[CreatableReplicaAssignment, ...]]
    """Replicas of each partition; empty lets the server choose. ([]CreatableReplicaAssignment)"""
    configs: Final[tuple[CreatableTopicConfig, ...]]
    """Configs, each a name and a value. ([]CreatableTopicConfig)"""

    def __init__(
        self,
        *,
        name: str = "",
        num_partitions: int = 0,
        replication_factor: int = 0,
        assignments: Iterable[CreatableReplicaAssignment] = (),
        configs: Iterable[CreatableTopicConfig] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.num_partitions = num_partitions
        self.replication_factor = replication_factor
        self.assignments = tuple(assignments)
        self.configs = tuple(configs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            num_partitions: int = ...,
            replication_factor: int = ...,
            assignments: Iterable[CreatableReplicaAssignment] = ...,
            configs: Iterable[CreatableTopicConfig] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CreatableTopic = CreatableTopic
_new_CreatableTopic = new(CreatableTopic)


class CreateTopicsRequest(Request["CreateTopicsResponse"]):
    """Creates topics."""

    __slots__ = ("topics", "timeout_ms", "validate_only", "unknown_tagged_fields")
    __match_args__ = ("topics", "timeout_ms", "validate_only")
    KIND = "request"
    API_KEY = 19
    VERSIONS = (0, 7)
    FLEXIBLE_VERSIONS = (5, 7)
    _RESPONSE_NAME = "CreateTopicsResponse"
    if TYPE_CHECKING:
        CreatableReplicaAssignment: TypeAlias = _CreatableReplicaAssignment
        CreatableTopicConfig: TypeAlias = _CreatableTopicConfig
        CreatableTopic: TypeAlias = _CreatableTopic
    else:  # no annotation of a field
        CreatableReplicaAssignment = _CreatableReplicaAssignment
        CreatableTopicConfig = _CreatableTopicConfig
        CreatableTopic = _CreatableTopic
    topics: Final[tuple[CreatableTopic, ...]]
    """One entry for each topic. ([]CreatableTopic)"""
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""
    validate_only: Final[bool]
    """Whether to check only and change nothing. (bool, versions 1-7)"""

    def __init__(
        self,
        *,
        topics: Iterable[CreatableTopic] = (),
        timeout_ms: int = 60000,
        validate_only: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = tuple(topics)
        self.timeout_ms = timeout_ms
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[CreatableTopic] = ...,
            timeout_ms: int = ...,
            validate_only: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_CreateTopicsRequest = new(CreateTopicsRequest)


def _read_CreatableReplicaAssignment_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableReplicaAssignment()
        o.partition_index, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.broker_ids = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_CreatableReplicaAssignment_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.broker_ids
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ii(o.partition_index, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_CreatableReplicaAssignment_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableReplicaAssignment()
        o.partition_index, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.broker_ids = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CreatableReplicaAssignment_many_5(put: Append, many: Any) -> None:
    for o in many:
        items = o.broker_ids
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.partition_index, n))
        else:
            put(_PACK_i(o.partition_index))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_CreatableTopicConfig_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopicConfig()
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
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopicConfig_many_0(put: Append, many: Any) -> None:
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


def _read_CreatableTopicConfig_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopicConfig()
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
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopicConfig_many_5(put: Append, many: Any) -> None:
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
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_CreatableTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopic()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        o.num_partitions, o.replication_factor, n = _UNPACK_ihi(buf, pos)
        pos += 10
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.assignments, pos = _read_CreatableReplicaAssignment_many_0(buf, pos, n)
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.configs, pos = _read_CreatableTopicConfig_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.assignments
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ihi(o.num_partitions, o.replication_factor, n))
        if items:
            _write_CreatableReplicaAssignment_many_0(put, items)
        items = o.configs
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_CreatableTopicConfig_many_0(put, items)


def _read_CreatableTopic_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.num_partitions, o.replication_factor, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.assignments, pos = _read_CreatableReplicaAssignment_many_5(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.configs, pos = _read_CreatableTopicConfig_many_5(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopic_many_5(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.assignments
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.num_partitions, o.replication_factor, n))
        else:
            put(_PACK_ih(o.num_partitions, o.replication_factor))
            put(count_uvarint(n))
        if items:
            _write_CreatableReplicaAssignment_many_5(put, items)
        items = o.configs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_CreatableTopicConfig_many_5(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_CreateTopicsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateTopicsRequest()
    o.validate_only = False
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_CreatableTopic_many_0(buf, pos, n)
    (o.timeout_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateTopicsRequest_0(put: Append, o: Any) -> None:
    if o.validate_only is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_CreatableTopic_many_0(put, items)
    put(_PACK_i(o.timeout_ms))


def _read_CreateTopicsRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateTopicsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_CreatableTopic_many_0(buf, pos, n)
    o.timeout_ms, o.validate_only = _UNPACK_iZ(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateTopicsRequest_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_CreatableTopic_many_0(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_iZ(o.timeout_ms, o.validate_only))


def _read_CreateTopicsRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateTopicsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_CreatableTopic_many_5(buf, pos + 1, n - 1)
    o.timeout_ms, o.validate_only, n = _UNPACK_iZB(buf, pos)
    pos += 6
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreateTopicsRequest_5(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_CreatableTopic_many_5(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_iZ(o.timeout_ms, o.validate_only))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iZx(o.timeout_ms, o.validate_only))


CreateTopicsRequest._READERS = {
    0: _read_CreateTopicsRequest_0,
    1: _read_CreateTopicsRequest_1,
    2: _read_CreateTopicsRequest_1,
    3: _read_CreateTopicsRequest_1,
    4: _read_CreateTopicsRequest_1,
    5: _read_CreateTopicsRequest_5,
    6: _read_CreateTopicsRequest_5,
    7: _read_CreateTopicsRequest_5,
}
CreateTopicsRequest._WRITERS = {
    0: _write_CreateTopicsRequest_0,
    1: _write_CreateTopicsRequest_1,
    2: _write_CreateTopicsRequest_1,
    3: _write_CreateTopicsRequest_1,
    4: _write_CreateTopicsRequest_1,
    5: _write_CreateTopicsRequest_5,
    6: _write_CreateTopicsRequest_5,
    7: _write_CreateTopicsRequest_5,
}
