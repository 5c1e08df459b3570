# Generated from CreateTopicsResponse.json by `python -m codegen generate`. Do not edit.
"""CreateTopicsResponse, response of API key 19, versions 0-7, flexible from 5. Answers CreateTopicsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

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
_PACK_ZbZ = Layout(">?b?").pack
_PACK_ZbZx = Layout(">?b?x").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ii = Layout(">ii").pack
_PACK_uh = Layout(">16sh").pack
_PACK_uhB = Layout(">16shB").pack
_UNPACK_ZbZB = Layout(">?b?B").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_uhB = Layout(">16shB").unpack_from


class CreatableTopicConfigs(Struct):
    """Configs, each a name and a value."""

    __slots__ = ("name", "value", "read_only", "config_source", "is_sensitive", "unknown_tagged_fields")
    __match_args__ = ("name", "value", "read_only", "config_source", "is_sensitive")
    __qualname__ = "CreateTopicsResponse.CreatableTopicConfigs"
    name: Final[str]
    """Name of the config. (string, versions 5-7)"""
    value: Final[str | None]
    """Value of the config; null where it is a secret. (string, versions 5-7)"""
    read_only: Final[bool]
    """Whether the config cannot be changed. (bool, versions 5-7)"""
    config_source: Final[int]
    """Where the value comes from. (int8, versions 5-7, ignorable)"""
    is_sensitive: Final[bool]
    """Whether the value is a secret and not told. (bool, versions 5-7)"""

    def __init__(
        self,
        *,
        name: str = "",
        value: str | None = "",
        read_only: bool = False,
        config_source: int = -1,
        is_sensitive: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.value = value
        self.read_only = read_only
        self.config_source = config_source
        self.is_sensitive = is_sensitive
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            value: str | None = ...,
            read_only: bool = ...,
            config_source: int = ...,
            is_sensitive: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CreatableTopicConfigs = CreatableTopicConfigs
_new_CreatableTopicConfigs = new(CreatableTopicConfigs)


class CreatableTopicResult(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "topic_id", "error_code", "error_message", "topic_config_error_code", "num_partitions", "replication_factor", "configs", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "error_code", "error_message", "topic_config_error_code", "num_partitions", "replication_factor", "configs")
    __qualname__ = "CreateTopicsResponse.CreatableTopicResult"
    name: Final[str]
    """Name of the topic. (string)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 7, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, versions 1-7, ignorable)"""
    topic_config_error_code: Final[int]
    """Why configs are not told; 0 where they are. (int16, versions 5-7, tag 0, ignorable)"""
    num_partitions: Final[int]
    """Number of partitions; -1 for the default. (int32, versions 5-7, ignorable)"""
    replication_factor: Final[int]
    """Number of replicas; -1 for the default. (int16, versions 5-7, ignorable)"""
    configs: Final[tuple[CreatableTopicConfigs, ...] | None]
    """Configs, each a name and a value. ([]CreatableTopicConfigs, versions 5-7, ignorable)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        error_code: int = 0,
        error_message: str | None = "",
        topic_config_error_code: int = 0,
        num_partitions: int = -1,
        replication_factor: int = -1,
        configs: Iterable[CreatableTopicConfigs] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.error_code = error_code
        self.error_message = error_message
        self.topic_config_error_code = topic_config_error_code
        self.num_partitions = num_partitions
        self.replication_factor = replication_factor
        self.configs = None if configs is None else tuple(configs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            topic_id: Uuid = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            topic_config_error_code: int = ...,
            num_partitions: int = ...,
            replication_factor: int = ...,
            configs: Iterable[CreatableTopicConfigs] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CreatableTopicResult = CreatableTopicResult
_new_CreatableTopicResult = new(CreatableTopicResult)


class CreateTopicsResponse(Message):
    """Answers CreateTopicsRequest."""

    __slots__ = ("throttle_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics")
    KIND = "response"
    API_KEY = 19
    VERSIONS = (0, 7)
    FLEXIBLE_VERSIONS = (5, 7)
    _IDENTITIES = ((("topics",), (("name", 0, 7), ("topic_id", 7, 7))),)
    if TYPE_CHECKING:
        CreatableTopicConfigs: TypeAlias = _CreatableTopicConfigs
        CreatableTopicResult: TypeAlias = _CreatableTopicResult
    else:  # no annotation of a field
        CreatableTopicConfigs = _CreatableTopicConfigs
        CreatableTopicResult = _CreatableTopicResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 2-7, ignorable)"""
    topics: Final[tuple[CreatableTopicResult, ...]]
    """One entry for each topic. ([]CreatableTopicResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[CreatableTopicResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            topics: Iterable[CreatableTopicResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_CreateTopicsResponse = new(CreateTopicsResponse)


def _read_CreatableTopicConfigs_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopicConfigs()
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
        pos += 4
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopicConfigs_many_5(put: Append, many: Any) -> None:
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
        if o.read_only is not True and o.read_only is not False:
            raise ValueError("bool is neither true nor false")
        if o.is_sensitive is not True and o.is_sensitive is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_ZbZ(o.read_only, o.config_source, o.is_sensitive))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ZbZx(o.read_only, o.config_source, o.is_sensitive))


def _read_CreatableTopicResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopicResult()
        o.topic_id = ZERO_UUID
        o.error_message = ""
        o.topic_config_error_code = 0
        o.num_partitions = -1
        o.replication_factor = -1
        o.configs = ()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (o.error_code,) = _UNPACK_h(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopicResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_h(o.error_code))


def _read_CreatableTopicResult_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopicResult()
        o.topic_id = ZERO_UUID
        o.topic_config_error_code = 0
        o.num_partitions = -1
        o.replication_factor = -1
        o.configs = ()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
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
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopicResult_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)


def _read_CreatableTopicResult_tags_5(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.topic_config_error_code,) = _UNPACK_h(buf, pos)
            pos += 2
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


def _read_CreatableTopicResult_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopicResult()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        o.num_partitions, o.replication_factor, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.configs, pos = _read_CreatableTopicConfigs_many_5(buf, pos + 1, n - 1)
        else:
            o.configs = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.topic_config_error_code = 0
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_CreatableTopicResult_tags_5(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopicResult_tags_5(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.topic_config_error_code != 0:
        tags.append((0, _PACK_h(o.topic_config_error_code)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_CreatableTopicResult_many_5(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
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
        items = o.configs
        if items is None:
            put(_PACK_ihB(o.num_partitions, o.replication_factor, 0))
        else:
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.num_partitions, o.replication_factor, n))
            else:
                put(_PACK_ih(o.num_partitions, o.replication_factor))
                put(count_uvarint(n))
            if items:
                _write_CreatableTopicConfigs_many_5(put, items)
        if o.unknown_tagged_fields or o.topic_config_error_code != 0:
            _write_CreatableTopicResult_tags_5(put, o)
        else:
            put(b"\0")


def _read_CreatableTopicResult_tags_7(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.topic_config_error_code,) = _UNPACK_h(buf, pos)
            pos += 2
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


def _read_CreatableTopicResult_many_7(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableTopicResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        u0, o.error_code, n = _UNPACK_uhB(buf, pos)
        pos += 18
        o.topic_id = UUIDS[u0]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        o.num_partitions, o.replication_factor, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.configs, pos = _read_CreatableTopicConfigs_many_5(buf, pos + 1, n - 1)
        else:
            o.configs = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.topic_config_error_code = 0
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_CreatableTopicResult_tags_7(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_CreatableTopicResult_tags_7(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.topic_config_error_code != 0:
        tags.append((0, _PACK_h(o.topic_config_error_code)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_CreatableTopicResult_many_7(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.error_message
        if items is None:
            put(_PACK_uhB(o.topic_id, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_uhB(o.topic_id, o.error_code, n))
            else:
                put(_PACK_uh(o.topic_id, o.error_code))
                put(text_uvarint(n))
            put(items)
        items = o.configs
        if items is None:
            put(_PACK_ihB(o.num_partitions, o.replication_factor, 0))
        else:
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.num_partitions, o.replication_factor, n))
            else:
                put(_PACK_ih(o.num_partitions, o.replication_factor))
                put(count_uvarint(n))
            if items:
                _write_CreatableTopicConfigs_many_5(put, items)
        if o.unknown_tagged_fields or o.topic_config_error_code != 0:
            _write_CreatableTopicResult_tags_7(put, o)
        else:
            put(b"\0")


def _read_CreateTopicsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateTopicsResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_CreatableTopicResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateTopicsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_CreatableTopicResult_many_0(put, items)


def _read_CreateTopicsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateTopicsResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_CreatableTopicResult_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateTopicsResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_CreatableTopicResult_many_1(put, items)


def _read_CreateTopicsResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateTopicsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_CreatableTopicResult_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateTopicsResponse_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_CreatableTopicResult_many_1(put, items)


def _read_CreateTopicsResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateTopicsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_CreatableTopicResult_many_5(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreateTopicsResponse_5(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_CreatableTopicResult_many_5(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_CreateTopicsResponse_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateTopicsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_CreatableTopicResult_many_7(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreateTopicsResponse_7(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_CreatableTopicResult_many_7(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


CreateTopicsResponse._READERS = {
    0: _read_CreateTopicsResponse_0,
    1: _read_CreateTopicsResponse_1,
    2: _read_CreateTopicsResponse_2,
    3: _read_CreateTopicsResponse_2,
    4: _read_CreateTopicsResponse_2,
    5: _read_CreateTopicsResponse_5,
    6: _read_CreateTopicsResponse_5,
    7: _read_CreateTopicsResponse_7,
}
CreateTopicsResponse._WRITERS = {
    0: _write_CreateTopicsResponse_0,
    1: _write_CreateTopicsResponse_1,
    2: _write_CreateTopicsResponse_2,
    3: _write_CreateTopicsResponse_2,
    4: _write_CreateTopicsResponse_2,
    5: _write_CreateTopicsResponse_5,
    6: _write_CreateTopicsResponse_5,
    7: _write_CreateTopicsResponse_7,
}
