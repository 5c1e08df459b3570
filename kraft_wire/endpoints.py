"""The addresses in messages: every host with a port, found by the schemas.

Clients learn from 15 responses where brokers, controllers and coordinators listen, and connect
there. A proxy has to replace these addresses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_wire.message import Message
    from kraft_wire.schema import StructSchema

__all__ = ["endpoints", "has_endpoints", "with_endpoints"]

AnyMessage = TypeVar("AnyMessage", bound="Message")


class _Way(NamedTuple):
    """The path to the addresses in a structure: it is one, or some of its fields contain one.

    `endpoint` is the host and the port of its own address, `fields` are name, whether it is an
    array, and the way inside.
    """

    endpoint: tuple[str, str] | None
    fields: tuple[tuple[str, bool, _Way], ...]


def has_endpoints(cls: type[Message]) -> bool:
    """Return True if messages of this class can hold addresses."""
    return any(_way(cls))


def endpoints(message: Message) -> list[tuple[str, int]]:
    """Return host and port of every address of a message, in order; empty hosts are left out."""
    return list(_found(message, _way(type(message))))


def with_endpoints(
    message: AnyMessage, replacement: Callable[[str, int], tuple[str, int]]
) -> AnyMessage:
    """Return a copy with `replacement(host, port)` in place of every address.

    Empty hosts stay: they say that there is no address. All else stays too, unknown tagged fields
    included. A message without addresses is returned as it is.
    """
    made: AnyMessage = _replaced(message, _way(type(message)), replacement)
    return made


_NAMES = (("host", "port"), ("host_name", "port"), ("v0_host", "v0_port"))
"""The names of an address: LeaderAndIsr has hostName, UpdateMetadata 0 v0Host and v0Port."""

_WAYS: dict[type[Message], _Way] = {}


def _way(cls: type[Message]) -> _Way:
    if cls not in _WAYS:
        _WAYS[cls] = _way_into(cls.schema().root)
    return _WAYS[cls]


def _way_into(struct: StructSchema) -> _Way:
    types = {field.name: field.type for field in struct.fields if not field.is_array}
    fields = (
        (field.name, field.is_array, _way_into(field.struct))
        for field in struct.fields
        if field.struct is not None
    )
    named = (each for each in _NAMES if types.get(each[0]) == "string" and each[1] in types)
    return _Way(next(named, None), tuple(field for field in fields if any(field[2])))


def _found(value: Any, way: _Way) -> Iterator[tuple[str, int]]:
    if way.endpoint is not None and getattr(value, way.endpoint[0]):
        yield getattr(value, way.endpoint[0]), getattr(value, way.endpoint[1])
    for name, is_array, inner in way.fields:
        held = getattr(value, name)
        if held is not None:
            for each in held if is_array else (held,):
                yield from _found(each, inner)


def _replaced(value: Any, way: _Way, replacement: Callable[[str, int], tuple[str, int]]) -> Any:
    changes: dict[str, Any] = {}
    if way.endpoint is not None and getattr(value, way.endpoint[0]):
        host, port = way.endpoint
        changes[host], changes[port] = replacement(getattr(value, host), getattr(value, port))
    for name, is_array, inner in way.fields:
        held = getattr(value, name)
        if held and is_array:
            changes[name] = [_replaced(each, inner, replacement) for each in held]
        elif held:
            changes[name] = _replaced(held, inner, replacement)
    return value.replace(**changes) if changes else value
