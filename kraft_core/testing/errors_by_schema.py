"""Responses that carry an error, for every API and version, from the schemas alone.

A response has error codes at up to three levels: at its top, in an entry (a topic, group,
transaction or resource), and in a partition. `error_response` makes a response to a request from
nothing, as `getErrorResponse` of each of Kafka's request classes does by hand; `with_error` puts an
error into a response that exists.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kraft_core.testing.entries import PARTITION, Place, key_of, source_of
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import kafka_messages
from kraft_wire.schema import NEVER, StructSchema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_wire.message import Message
    from kraft_wire.schema import FieldSchema

__all__ = [
    "ErrorPlacementError",
    "Level",
    "answer_by_schema",
    "error_levels",
    "error_response",
    "merged",
    "with_error",
]

AnyMessage = TypeVar("AnyMessage", bound="Message")


class ErrorPlacementError(ValueError):
    """A version of a response has no field for an error at this level, or no entry for it."""


class Level(StrEnum):
    """Place of an error code in a response."""

    TOP = "top"
    TOPIC = "topic"
    """An entry: a topic, or a group, transaction or resource for APIs that are not about topics."""
    PARTITION = "partition"


_CODES: Final = ("error_code", "partition_error_code")
_OF_ENTRIES: Final = frozenset(
    code
    for code in ErrorCode
    if "SESSION" not in code.name
    and any(word in code.name for word in ("TOPIC", "PARTITION", "LEADER", "REPLICA", "OFFSET"))
) | {
    ErrorCode.CORRUPT_MESSAGE,
    ErrorCode.MESSAGE_TOO_LARGE,
    ErrorCode.RECORD_LIST_TOO_LARGE,
    ErrorCode.INVALID_RECORD,
    ErrorCode.INVALID_TIMESTAMP,
    ErrorCode.KAFKA_STORAGE_ERROR,
    ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
    ErrorCode.DUPLICATE_SEQUENCE_NUMBER,
    ErrorCode.INVALID_CONFIG,
}
"""Errors that are about one topic or partition: clients look for them there."""

_UNKNOWN: Final = frozenset(
    {
        "base_offset",
        "committed_offset",
        "controller_id",
        "end_offset",
        "high_watermark",
        "leader_id",
        "low_watermark",
        "node_id",
        "offset",
        "timestamp",
    }
)
"""Numbers that are -1 next to an error, as in Kafka's answers; 0 would be a fact."""


def error_levels(cls: type[Message], version: int) -> tuple[Level, ...]:
    """Return the levels at which this version of a response has error codes, the top first."""
    found = {level for level, _, _ in _codes(cls.schema().root, version, is_root=True)}
    return tuple(level for level in Level if level in found)


def with_error(
    response: AnyMessage,
    version: int,
    code: ErrorCode,
    level: Level,
    matches: Callable[[Place], bool] | None = None,
) -> AnyMessage:
    """Return the response with an error code in every place of the level.

    `matches` selects topics and partitions. Raises ErrorPlacementError if nothing was changed.
    """
    stamp = _Stamp(version, code, level, matches or (lambda _: True))
    made: AnyMessage = stamp.on(response, type(response).schema().root, Place(), is_root=True)
    if not stamp.count:
        name = type(response).__name__
        raise ErrorPlacementError(f"{name} {version} has no {level} to put {code.name} in")
    return made


def error_response(
    request: Message, version: int, code: ErrorCode, level: Level | None = None
) -> Message:
    """Make the response to a request that fails with this error.

    It has an entry for each entry of the request. Without a level, errors about a topic or
    partition are put as deep as the version allows; all others at the top if it has an error code
    there, else as deep as possible. Raises ErrorPlacementError if there is no such place.
    """
    filled = answer_by_schema(request, version)
    cls = type(filled)
    levels = error_levels(cls, version)
    if level is not None:
        return with_error(filled, version, code, level)
    deep = code in _OF_ENTRIES
    for each in reversed(levels) if deep else sorted(levels, key=_top_then_deep):
        try:
            return with_error(filled, version, code, each)
        except ErrorPlacementError:
            continue
    raise ErrorPlacementError(
        f"{cls.__name__} {version} has no place for {code.name}: "
        f"{'the request names no entry' if levels else 'it has no error code'}"
    )


def answer_by_schema(request: Message, version: int) -> Message:
    """Make a well-formed response without an error, with an entry for each of the request."""
    assert request.API_KEY is not None  # noqa: S101  # requests have one
    cls = kafka_messages().class_of("response", request.API_KEY)
    return _Filled(type(request).schema().root, version).message(cls, request)


def merged(responses: list[Message]) -> Message:
    """Return one response with the entries of all; the first one's other fields are kept."""
    made: Message = responses[0]
    for more in responses[1:]:
        made = _merged(made, more, type(made).schema().root)
    return made


def _merged(value: Any, more: Any, struct: StructSchema) -> Any:
    changes = {}
    for each in struct.fields:
        if not each.is_array or each.struct is None or each.name == "node_endpoints":
            continue
        entries = list(getattr(value, each.name) or ())
        for entry in getattr(more, each.name) or ():
            name = _name_of(entry, each.struct)
            same = [
                place for place, other in enumerate(entries) if _name_of(other, each.struct) == name
            ]
            if same:
                entries[same[0]] = _merged(entries[same[0]], entry, each.struct)
            else:
                entries.append(entry)
        changes[each.name] = entries
    return value.replace(**changes) if changes else value


def _name_of(entry: Any, struct: StructSchema) -> list[Any]:
    keys = ("topicName", "topic_id", PARTITION, "groupId", "transactionalId", "resource_name")
    return [
        getattr(entry, each.name)
        for each in struct.fields
        if not each.is_array and key_of(each) in keys
    ]


def _top_then_deep(level: Level) -> int:
    return (Level.TOP, Level.PARTITION, Level.TOPIC).index(level)


def _level(struct: StructSchema, *, is_root: bool) -> Level:
    if is_root:
        return Level.TOP
    is_partition = any(key_of(each) == PARTITION and not each.is_array for each in struct.fields)
    return Level.PARTITION if is_partition else Level.TOPIC


def _codes(
    struct: StructSchema, version: int, *, is_root: bool = False
) -> Iterator[tuple[Level, StructSchema, FieldSchema]]:
    for each in struct.fields:
        if not each.is_present(version):
            continue
        if each.name in _CODES:
            yield _level(struct, is_root=is_root), struct, each
        elif each.struct is not None:
            yield from _codes(each.struct, version)


class _Stamp:
    """One error to be put into a response; counts its places."""

    def __init__(
        self, version: int, code: ErrorCode, level: Level, matches: Callable[[Place], bool]
    ) -> None:
        self.version, self.code, self.level, self.matches = version, code, level, matches
        self.count = 0

    def on(self, value: Any, struct: StructSchema, around: Place, *, is_root: bool = False) -> Any:
        changes: dict[str, Any] = {}
        place = _place(value, struct, around)
        is_here = _level(struct, is_root=is_root) is self.level and (is_root or self.matches(place))
        for each in struct.fields:
            if not each.is_present(self.version):
                continue
            held = getattr(value, each.name)
            if each.name in _CODES and is_here:
                self.count += 1
                changes[each.name] = int(self.code)
                changes |= _unknown(struct)
            elif each.struct is not None and held and any(_codes(each.struct, self.version)):
                inner = [
                    self.on(one, each.struct, place) for one in (held if each.is_array else (held,))
                ]
                changes[each.name] = inner if each.is_array else inner[0]
        return value.replace(**changes) if changes else value


def _unknown(struct: StructSchema) -> dict[str, Any]:
    return {each.name: -1 for each in struct.fields if each.name in _UNKNOWN}


def _place(value: Any, struct: StructSchema, around: Place) -> Place:
    said = {
        key_of(each): getattr(value, each.name)
        for each in struct.fields
        if not each.is_array and each.struct is None
    }
    return Place(
        said.get("topicName") or around.topic,
        said.get("topic_id") or around.topic_id,
        said.get(PARTITION, around.partition),
    )


_NO_FIELDS: Final = StructSchema("", NEVER, ())


class _Filled:
    """A response with an entry for each entry of a request."""

    def __init__(self, request: StructSchema, version: int) -> None:
        self._request, self._version = request, version

    def message(self, cls: type[Message], request: Message) -> Message:
        values = self._arrays(cls, cls.schema().root, self._request, request, {})
        return cls(**values)

    def _arrays(
        self,
        cls: type[Message],
        struct: StructSchema,
        around: StructSchema,
        value: Any,
        said: dict[str, Any],
    ) -> dict[str, Any]:
        """Return the arrays of a structure whose elements lead to an error code."""
        made: dict[str, Any] = {}
        for each in struct.fields:
            if not (each.is_array and each.struct and each.is_present(self._version)):
                continue
            if any(_codes(each.struct, self._version)):
                made[each.name] = list(self._elements(cls, each.struct, around, value, said))
        return made

    def _elements(
        self,
        cls: type[Message],
        struct: StructSchema,
        around: StructSchema,
        value: Any,
        said: dict[str, Any],
    ) -> Iterator[Any]:
        sources = source_of(struct, around, self._version)
        if not sources and around is self._request:
            yield self._element(cls, struct, around, {**said, "": value})
        for source in sources:
            inside = source.path[-1].struct
            for row in source.rows(value):
                yield self._element(cls, struct, inside or _NO_FIELDS, {**said, **row})

    def _element(
        self, cls: type[Message], struct: StructSchema, around: StructSchema, row: dict[str, Any]
    ) -> Any:
        value = row.pop("")
        fields = {
            each.name: row[key_of(each)]
            for each in struct.fields
            if not each.is_array and each.name not in _CODES and _is_copied(each, row)
        }
        fields |= {each.name: b"" for each in struct.fields if each.type == "records"}
        inner = self._arrays(cls, struct, around, value, row)
        return getattr(cls, struct.name)(**fields, **inner)


def _is_copied(each: FieldSchema, row: dict[str, Any]) -> bool:
    """Return True for what names an entry: numbers of a request are not those of its answer."""
    key = key_of(each)
    return key in row and row[key] is not None and (key == PARTITION or each.type in _NAMES)


_NAMES: Final = ("string", "uuid", "int8")
"""Names, ids, and the kinds of resources."""
