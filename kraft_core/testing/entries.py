"""The entries of requests and responses, by the schemas: topics, partitions, groups, resources.

A response has an entry for each entry of its request, but the two arrays often have other names
(`topic_data` and `responses`), other fields (`partition_indexes` and `partition_index`) and another
nesting. They are paired by what their fields mean: a field's `key` is its entity type, or its name
with the synonyms that Kafka's schemas use.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_wire.message import Message
    from kraft_wire.primitives import Uuid
    from kraft_wire.schema import FieldSchema, StructSchema

AnyMessage = TypeVar("AnyMessage", bound="Message")

__all__ = ["PARTITION", "Place", "Source", "key_of", "places", "restricted", "source_of"]

TOPIC: Final = "topicName"
TOPIC_ID: Final = "topic_id"
PARTITION: Final = "partition"

_SYNONYMS: Final = {
    "topic": TOPIC,
    "topic_name": TOPIC,
    "index": PARTITION,
    "partition_id": PARTITION,
    "partition_index": PARTITION,
    "partition_indexes": PARTITION,
    "partitions": PARTITION,
    "coordinator_keys": "key",
    "user": "name",
}
_NAMING: Final = frozenset({"topicName", "groupId", "transactionalId"})
"""Entity types of what an entry can be about; a brokerId is more often a value."""


def key_of(each: FieldSchema) -> str:
    """Return the key of a field: its entity type, or its name in a common form."""
    if each.entity_type in _NAMING:
        return each.entity_type
    return _SYNONYMS.get(each.name, each.name)


class Place(NamedTuple):
    """The topic or partition of an entry of a request; None for what the request leaves out."""

    topic: str | None = None
    topic_id: Uuid | None = None
    partition: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """An array of a request, possibly inside others, whose elements are entries of a response."""

    path: tuple[FieldSchema, ...]
    keys: frozenset[str]
    """The values of an element, with those of the arrays around it."""

    def rows(self, request: Any) -> Iterator[dict[str, Any]]:
        """Yield the values of each element by key, with `""` for the element itself."""
        yield from self._rows(request, self.path, {})

    def _rows(
        self, value: Any, path: tuple[FieldSchema, ...], around: dict[str, Any]
    ) -> Iterator[dict[str, Any]]:
        if not path:
            yield {**around, "": value}
            return
        first, *rest = path
        for element in getattr(value, first.name) or ():
            yield from self._rows(element, tuple(rest), {**around, **_said(first, element)})


def source_of(response: StructSchema, request: StructSchema, version: int) -> tuple[Source, ...]:
    """Return the arrays of a request whose elements are the entries of an array of the response.

    Several where the request has its entries in several arrays (AlterUserScramCredentials); none
    if it has none, as the log directories of DescribeLogDirs.
    """
    sources = list(_sources(request, version, (), frozenset()))
    wanted = {
        key_of(each)
        for each in response.fields
        if each.is_present(version) and not each.is_array and each.struct is None
    }
    scores = [len(wanted & source.keys) for source in sources]
    best = max(scores, default=0)
    if not best:  # entries by position alone: CreateAcls, DeleteAcls
        outer = [each for each in sources if len(each.path) == 1 and TOPIC not in each.keys]
        return (outer[0],) if len(outer) == 1 else ()
    chosen = [source for source, score in zip(sources, scores, strict=True) if score == best]
    fewest = min(len(source.path) for source in chosen)
    return tuple(source for source in chosen if len(source.path) == fewest)


def places(request: Message, version: int) -> list[Place]:
    """Return the topics and partitions that a request names, in order."""
    return list(_places(request, type(request).schema().root, version, Place()))


def restricted(
    request: AnyMessage, version: int, keep: Callable[[Place], bool]
) -> AnyMessage | None:
    """Return the request with the places that `keep` accepts; None if it accepts none."""
    kept: AnyMessage | None = _kept(request, type(request).schema().root, version, Place(), keep)
    return kept


def _arrays(struct: StructSchema | None, version: int) -> list[FieldSchema]:
    fields = () if struct is None else struct.fields
    return [each for each in fields if _leads_to_places(each, version)]


def _places(value: Any, struct: StructSchema, version: int, around: Place) -> Iterator[Place]:
    for array in _arrays(struct, version):
        for element in getattr(value, array.name) or ():
            place = _place(array, element, around)
            if array.struct is not None and _has_inner(element, array.struct, version):
                yield from _places(element, array.struct, version, place)
            else:
                yield place


def _has_inner(element: Any, struct: StructSchema, version: int) -> bool:
    return any(getattr(element, each.name) for each in _arrays(struct, version))


def _kept(
    value: Any, struct: StructSchema, version: int, around: Place, keep: Callable[[Place], bool]
) -> Any:
    changes: dict[str, Any] = {}
    for array in _arrays(struct, version):
        elements = []
        for element in getattr(value, array.name) or ():
            place = _place(array, element, around)
            if array.struct is not None and _has_inner(element, array.struct, version):
                made = _kept(element, array.struct, version, place, keep)
                elements += [] if made is None else [made]
            elif keep(place):
                elements.append(element)
        changes[array.name] = elements
    return value.replace(**changes) if any(changes.values()) else None


def _place(array: FieldSchema, element: Any, around: Place) -> Place:
    said = _said(array, element)
    return Place(
        said.get(TOPIC) or around.topic,
        _id(said.get(TOPIC_ID)) or around.topic_id,
        said.get(PARTITION, around.partition),
    )


def _id(value: Uuid | None) -> Uuid | None:
    return None if value is None or value == ZERO_UUID else value


def _said(array: FieldSchema, element: Any) -> dict[str, Any]:
    """Return the values of an element, by key."""
    if array.struct is None:
        return {key_of(array): element}
    return {
        key_of(each): getattr(element, each.name)
        for each in array.struct.fields
        if not each.is_array and each.struct is None
    }


def _is_entries(each: FieldSchema, version: int) -> bool:
    is_asked = not each.name.startswith("forgotten")  # fetch sessions: not in the response
    return is_asked and each.is_array and each.is_present(version) and each.type in _ELEMENTS


_ELEMENTS: Final = ("struct", "string", "int32")


def _sources(
    struct: StructSchema, version: int, path: tuple[FieldSchema, ...], around: frozenset[str]
) -> Iterator[Source]:
    for each in struct.fields:
        if not _is_entries(each, version):
            continue
        inside = (*path, each)
        if each.struct is None:
            yield Source(inside, around | {key_of(each)})
            continue
        own = frozenset(
            key_of(inner)
            for inner in each.struct.fields
            if not inner.is_array and inner.is_present(version)
        )
        yield Source(inside, around | own)
        yield from _sources(each.struct, version, inside, around | own)


def _leads_to_places(each: FieldSchema, version: int) -> bool:
    """Return True for an array whose elements are topics or partitions, or contain such arrays."""
    if not _is_entries(each, version):
        return False
    if each.struct is None:
        return key_of(each) in (TOPIC, PARTITION)
    return any(
        _leads_to_places(inner, version)
        if inner.is_array
        else key_of(inner) in (TOPIC, TOPIC_ID, PARTITION)
        for inner in each.struct.fields
    )
