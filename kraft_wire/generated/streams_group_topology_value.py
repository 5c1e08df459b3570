# Generated from StreamsGroupTopologyValue.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupTopologyValue, coordinator value of type 23, version 0, flexible from 0. The topology of a streams group: its subtopologies and their topics."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT16S,
    READ_INT16S,
    _text_tuple,
    pack_many,
    read_compact_texts,
    read_numbers,
    write_compact_texts,
)
from kraft_wire.message import Message, Struct
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from


class TopicConfig(Struct):
    """Configs of the topic."""

    __slots__ = ("key", "value", "unknown_tagged_fields")
    __match_args__ = ("key", "value")
    __qualname__ = "StreamsGroupTopologyValue.TopicConfig"
    key: Final[str]
    """Name of the config. (string)"""
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


_TopicConfig = TopicConfig
_new_TopicConfig = new(TopicConfig)


class TopicInfo(Struct):
    """Part of StreamsGroupTopologyValue."""

    __slots__ = ("name", "partitions", "replication_factor", "topic_configs", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions", "replication_factor", "topic_configs")
    __qualname__ = "StreamsGroupTopologyValue.TopicInfo"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[int]
    """One entry for each partition. (int32)"""
    replication_factor: Final[int]
    """Number of replicas; -1 for the default. (int16)"""
    topic_configs: Final[tuple[TopicConfig, ...]]
    """Configs of the topic. ([]TopicConfig)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: int = 0,
        replication_factor: int = 0,
        topic_configs: Iterable[TopicConfig] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partitions = partitions
        self.replication_factor = replication_factor
        self.topic_configs = tuple(topic_configs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partitions: int = ...,
            replication_factor: int = ...,
            topic_configs: Iterable[TopicConfig] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicInfo = TopicInfo
_new_TopicInfo = new(TopicInfo)


class CopartitionGroup(Struct):
    """Source topics that must have equally many partitions."""

    __slots__ = ("source_topics", "source_topic_regex", "repartition_source_topics", "unknown_tagged_fields")
    __match_args__ = ("source_topics", "source_topic_regex", "repartition_source_topics")
    __qualname__ = "StreamsGroupTopologyValue.CopartitionGroup"
    source_topics: Final[tuple[int, ...]]
    """Source topics. ([]int16)"""
    source_topic_regex: Final[tuple[int, ...]]
    """Regular expressions for source topics. ([]int16)"""
    repartition_source_topics: Final[tuple[int, ...]]
    """Repartition topics that the subtopology reads from. ([]int16)"""

    def __init__(
        self,
        *,
        source_topics: Iterable[int] = (),
        source_topic_regex: Iterable[int] = (),
        repartition_source_topics: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.source_topics = tuple(source_topics)
        self.source_topic_regex = tuple(source_topic_regex)
        self.repartition_source_topics = tuple(repartition_source_topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            source_topics: Iterable[int] = ...,
            source_topic_regex: Iterable[int] = ...,
            repartition_source_topics: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CopartitionGroup = CopartitionGroup
_new_CopartitionGroup = new(CopartitionGroup)


class Subtopology(Struct):
    """One entry for each subtopology."""

    __slots__ = ("subtopology_id", "source_topics", "source_topic_regex", "state_changelog_topics", "repartition_sink_topics", "repartition_source_topics", "copartition_groups", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "source_topics", "source_topic_regex", "state_changelog_topics", "repartition_sink_topics", "repartition_source_topics", "copartition_groups")
    __qualname__ = "StreamsGroupTopologyValue.Subtopology"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    source_topics: Final[tuple[str, ...]]
    """Source topics. ([]string)"""
    source_topic_regex: Final[tuple[str, ...]]
    """Regular expressions for source topics. ([]string)"""
    state_changelog_topics: Final[tuple[TopicInfo, ...]]
    """Changelog topics of the state stores. ([]TopicInfo)"""
    repartition_sink_topics: Final[tuple[str, ...]]
    """Repartition topics that the subtopology writes to. ([]string)"""
    repartition_source_topics: Final[tuple[TopicInfo, ...]]
    """Repartition topics that the subtopology reads from. ([]TopicInfo)"""
    copartition_groups: Final[tuple[CopartitionGroup, ...]]
    """Source topics that must have equally many partitions. ([]CopartitionGroup)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        source_topics: Iterable[str] = (),
        source_topic_regex: Iterable[str] = (),
        state_changelog_topics: Iterable[TopicInfo] = (),
        repartition_sink_topics: Iterable[str] = (),
        repartition_source_topics: Iterable[TopicInfo] = (),
        copartition_groups: Iterable[CopartitionGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.source_topics = _text_tuple(source_topics)
        self.source_topic_regex = _text_tuple(source_topic_regex)
        self.state_changelog_topics = tuple(state_changelog_topics)
        self.repartition_sink_topics = _text_tuple(repartition_sink_topics)
        self.repartition_source_topics = tuple(repartition_source_topics)
        self.copartition_groups = tuple(copartition_groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            source_topics: Iterable[str] = ...,
            source_topic_regex: Iterable[str] = ...,
            state_changelog_topics: Iterable[TopicInfo] = ...,
            repartition_sink_topics: Iterable[str] = ...,
            repartition_source_topics: Iterable[TopicInfo] = ...,
            copartition_groups: Iterable[CopartitionGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Subtopology = Subtopology
_new_Subtopology = new(Subtopology)


class StreamsGroupTopologyValue(Message):
    """The topology of a streams group: its subtopologies and their topics."""

    __slots__ = ("epoch", "subtopologies", "unknown_tagged_fields")
    __match_args__ = ("epoch", "subtopologies")
    KIND = "coordinator-value"
    API_KEY = 23
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TopicConfig: TypeAlias = _TopicConfig
        TopicInfo: TypeAlias = _TopicInfo
        CopartitionGroup: TypeAlias = _CopartitionGroup
        Subtopology: TypeAlias = _Subtopology
    else:  # no annotation of a field
        TopicConfig = _TopicConfig
        TopicInfo = _TopicInfo
        CopartitionGroup = _CopartitionGroup
        Subtopology = _Subtopology
    epoch: Final[int]
    """Epoch of the topology, raised by each change of it. (int32)"""
    subtopologies: Final[tuple[Subtopology, ...]]
    """One entry for each subtopology. ([]Subtopology)"""

    def __init__(
        self,
        *,
        epoch: int = 0,
        subtopologies: Iterable[Subtopology] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.epoch = epoch
        self.subtopologies = tuple(subtopologies)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            epoch: int = ...,
            subtopologies: Iterable[Subtopology] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupTopologyValue = new(StreamsGroupTopologyValue)


def _read_TopicConfig_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicConfig()
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


def _write_TopicConfig_many_0(put: Append, many: Any) -> None:
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


def _read_TopicInfo_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicInfo()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.partitions, o.replication_factor, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topic_configs, pos = _read_TopicConfig_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicInfo_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topic_configs
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.partitions, o.replication_factor, n))
        else:
            put(_PACK_ih(o.partitions, o.replication_factor))
            put(count_uvarint(n))
        if items:
            _write_TopicConfig_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_CopartitionGroup_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CopartitionGroup()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.source_topics = (READ_INT16S[n] if n < 16 else read_numbers("h", n))(buf, pos)
        pos += 2 * n - 1
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.source_topic_regex = (READ_INT16S[n] if n < 16 else read_numbers("h", n))(buf, pos)
        pos += 2 * n - 1
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.repartition_source_topics = (READ_INT16S[n] if n < 16 else read_numbers("h", n))(buf, pos)
        pos += 2 * n - 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CopartitionGroup_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT16S[n - 1] if n < 16 else pack_many("h", len(items)))(*items))
        items = o.source_topic_regex
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT16S[n - 1] if n < 16 else pack_many("h", len(items)))(*items))
        items = o.repartition_source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT16S[n - 1] if n < 16 else pack_many("h", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Subtopology_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Subtopology()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.subtopology_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.source_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.source_topic_regex, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.state_changelog_topics, pos = _read_TopicInfo_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.repartition_sink_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.repartition_source_topics, pos = _read_TopicInfo_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.copartition_groups, pos = _read_CopartitionGroup_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Subtopology_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.subtopology_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.source_topic_regex
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.state_changelog_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicInfo_many_0(put, items)
        items = o.repartition_sink_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.repartition_source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicInfo_many_0(put, items)
        items = o.copartition_groups
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_CopartitionGroup_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_StreamsGroupTopologyValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupTopologyValue()
    o.epoch, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.subtopologies, pos = _read_Subtopology_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupTopologyValue_0(put: Append, o: Any) -> None:
    items = o.subtopologies
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.epoch, n))
    else:
        put(_PACK_i(o.epoch))
        put(count_uvarint(n))
    if items:
        _write_Subtopology_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StreamsGroupTopologyValue._READERS = {
    0: _read_StreamsGroupTopologyValue_0,
}
StreamsGroupTopologyValue._WRITERS = {
    0: _write_StreamsGroupTopologyValue_0,
}
