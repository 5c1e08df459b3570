# Generated from StreamsGroupTopologyDescriptionUpdateRequest.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupTopologyDescriptionUpdateRequest, request of API key 93, version 0, flexible from 0. A member hands in the full description of its streams topology."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    write_compact_texts,
)
from kraft_wire.message import Request, Struct, shared_default
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
    from .streams_group_topology_description_update_response import StreamsGroupTopologyDescriptionUpdateResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_i = Layout(">i").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class TopologyDescriptionNode(Struct):
    """Part of StreamsGroupTopologyDescriptionUpdateRequest."""

    __slots__ = ("name", "node_type", "source_topics", "sink_topic", "stores", "successors", "unknown_tagged_fields")
    __match_args__ = ("name", "node_type", "source_topics", "sink_topic", "stores", "successors")
    __qualname__ = "StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode"
    name: Final[str]
    """Name of the node. (string)"""
    node_type: Final[int]
    """1 source, 2 processor, 3 sink. (int8)"""
    source_topics: Final[tuple[str, ...]]
    """Source topics. ([]string)"""
    sink_topic: Final[str | None]
    """Topic that the sink writes to; null where it varies. (string)"""
    stores: Final[tuple[str, ...]]
    """State stores of the node. ([]string)"""
    successors: Final[tuple[str, ...]]
    """Nodes that come after. ([]string)"""

    def __init__(
        self,
        *,
        name: str = "",
        node_type: int = 0,
        source_topics: Iterable[str] = (),
        sink_topic: str | None = None,
        stores: Iterable[str] = (),
        successors: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.node_type = node_type
        self.source_topics = _text_tuple(source_topics)
        self.sink_topic = sink_topic
        self.stores = _text_tuple(stores)
        self.successors = _text_tuple(successors)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            node_type: int = ...,
            source_topics: Iterable[str] = ...,
            sink_topic: str | None = ...,
            stores: Iterable[str] = ...,
            successors: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopologyDescriptionNode = TopologyDescriptionNode
_new_TopologyDescriptionNode = new(TopologyDescriptionNode)
_DEFAULT_TopologyDescriptionNode = shared_default(TopologyDescriptionNode)


class TopologyDescriptionSubtopology(Struct):
    """One entry for each subtopology."""

    __slots__ = ("subtopology_id", "nodes", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "nodes")
    __qualname__ = "StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionSubtopology"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    nodes: Final[tuple[TopologyDescriptionNode, ...]]
    """One entry for each node. ([]TopologyDescriptionNode)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        nodes: Iterable[TopologyDescriptionNode] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.nodes = tuple(nodes)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            nodes: Iterable[TopologyDescriptionNode] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopologyDescriptionSubtopology = TopologyDescriptionSubtopology
_new_TopologyDescriptionSubtopology = new(TopologyDescriptionSubtopology)


class TopologyDescriptionGlobalStore(Struct):
    """Global stores of the topology."""

    __slots__ = ("source", "processor", "unknown_tagged_fields")
    __match_args__ = ("source", "processor")
    __qualname__ = "StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionGlobalStore"
    source: Final[TopologyDescriptionNode]
    """Source of the global store. (TopologyDescriptionNode)"""
    processor: Final[TopologyDescriptionNode]
    """Processor of the global store. (TopologyDescriptionNode)"""

    def __init__(
        self,
        *,
        source: TopologyDescriptionNode = _DEFAULT_TopologyDescriptionNode,
        processor: TopologyDescriptionNode = _DEFAULT_TopologyDescriptionNode,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.source = source
        self.processor = processor
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            source: TopologyDescriptionNode = ...,
            processor: TopologyDescriptionNode = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopologyDescriptionGlobalStore = TopologyDescriptionGlobalStore
_new_TopologyDescriptionGlobalStore = new(TopologyDescriptionGlobalStore)


class TopologyDescription(Struct):
    """The whole topology."""

    __slots__ = ("subtopologies", "global_stores", "unknown_tagged_fields")
    __match_args__ = ("subtopologies", "global_stores")
    __qualname__ = "StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescription"
    subtopologies: Final[tuple[TopologyDescriptionSubtopology, ...]]
    """One entry for each subtopology. ([]TopologyDescriptionSubtopology)"""
    global_stores: Final[tuple[TopologyDescriptionGlobalStore, ...]]
    """Global stores of the topology. ([]TopologyDescriptionGlobalStore)"""

    def __init__(
        self,
        *,
        subtopologies: Iterable[TopologyDescriptionSubtopology] = (),
        global_stores: Iterable[TopologyDescriptionGlobalStore] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopologies = tuple(subtopologies)
        self.global_stores = tuple(global_stores)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopologies: Iterable[TopologyDescriptionSubtopology] = ...,
            global_stores: Iterable[TopologyDescriptionGlobalStore] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopologyDescription = TopologyDescription
_new_TopologyDescription = new(TopologyDescription)
_DEFAULT_TopologyDescription = shared_default(TopologyDescription)


class StreamsGroupTopologyDescriptionUpdateRequest(Request["StreamsGroupTopologyDescriptionUpdateResponse"]):
    """A member hands in the full description of its streams topology."""

    __slots__ = ("group_id", "member_id", "topology_epoch", "topology_description", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id", "topology_epoch", "topology_description")
    KIND = "request"
    API_KEY = 93
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "StreamsGroupTopologyDescriptionUpdateResponse"
    if TYPE_CHECKING:
        TopologyDescriptionNode: TypeAlias = _TopologyDescriptionNode
        TopologyDescriptionSubtopology: TypeAlias = _TopologyDescriptionSubtopology
        TopologyDescriptionGlobalStore: TypeAlias = _TopologyDescriptionGlobalStore
        TopologyDescription: TypeAlias = _TopologyDescription
    else:  # no annotation of a field
        TopologyDescriptionNode = _TopologyDescriptionNode
        TopologyDescriptionSubtopology = _TopologyDescriptionSubtopology
        TopologyDescriptionGlobalStore = _TopologyDescriptionGlobalStore
        TopologyDescription = _TopologyDescription
    group_id: Final[str]
    """Id of the group. (string)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    topology_epoch: Final[int]
    """Epoch of the topology. (int32)"""
    topology_description: Final[TopologyDescription]
    """The whole topology. (TopologyDescription)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        topology_epoch: int = 0,
        topology_description: TopologyDescription = _DEFAULT_TopologyDescription,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.topology_epoch = topology_epoch
        self.topology_description = topology_description
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            member_id: str = ...,
            topology_epoch: int = ...,
            topology_description: TopologyDescription = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupTopologyDescriptionUpdateRequest = new(StreamsGroupTopologyDescriptionUpdateRequest)


def _read_TopologyDescriptionNode_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TopologyDescriptionNode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    o.node_type, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.source_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.sink_topic = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.sink_topic = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.stores, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.successors, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _read_TopologyDescriptionNode_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopologyDescriptionNode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.node_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.source_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.sink_topic = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.sink_topic = None
            pos += 1
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.stores, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.successors, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopologyDescriptionNode_0(put: Append, o: Any) -> None:
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.source_topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_bB(o.node_type, n))
    else:
        put(_PACK_b(o.node_type))
        put(count_uvarint(n))
    write_compact_texts(put, items)
    items = o.sink_topic
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.stores
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    items = o.successors
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _write_TopologyDescriptionNode_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.source_topics
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.node_type, n))
        else:
            put(_PACK_b(o.node_type))
            put(count_uvarint(n))
        write_compact_texts(put, items)
        items = o.sink_topic
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.stores
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.successors
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopologyDescriptionSubtopology_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopologyDescriptionSubtopology()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.subtopology_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.nodes, pos = _read_TopologyDescriptionNode_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopologyDescriptionSubtopology_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.subtopology_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.nodes
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopologyDescriptionNode_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopologyDescriptionGlobalStore_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopologyDescriptionGlobalStore()
        o.source, pos = _read_TopologyDescriptionNode_0(buf, pos)
        o.processor, pos = _read_TopologyDescriptionNode_0(buf, pos)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopologyDescriptionGlobalStore_many_0(put: Append, many: Any) -> None:
    for o in many:
        _write_TopologyDescriptionNode_0(put, o.source)
        _write_TopologyDescriptionNode_0(put, o.processor)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopologyDescription_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TopologyDescription()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.subtopologies, pos = _read_TopologyDescriptionSubtopology_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.global_stores, pos = _read_TopologyDescriptionGlobalStore_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_TopologyDescription_0(put: Append, o: Any) -> None:
    items = o.subtopologies
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopologyDescriptionSubtopology_many_0(put, items)
    items = o.global_stores
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopologyDescriptionGlobalStore_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_StreamsGroupTopologyDescriptionUpdateRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupTopologyDescriptionUpdateRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    (o.topology_epoch,) = _UNPACK_i(buf, pos)
    pos += 4
    o.topology_description, pos = _read_TopologyDescription_0(buf, pos)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupTopologyDescriptionUpdateRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    put(_PACK_i(o.topology_epoch))
    _write_TopologyDescription_0(put, o.topology_description)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StreamsGroupTopologyDescriptionUpdateRequest._READERS = {
    0: _read_StreamsGroupTopologyDescriptionUpdateRequest_0,
}
StreamsGroupTopologyDescriptionUpdateRequest._WRITERS = {
    0: _write_StreamsGroupTopologyDescriptionUpdateRequest_0,
}
