"""Messages that are tables of 100 to 750 structures: what clusters, groups and tools exchange.

Values come from the type and the name of a field, so a message is filled from its schema:
names with a number, integers of one digit up to most of their type, and random bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_wire.messages import message_class
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from random import Random

    from kraft_wire.message import Message
    from kraft_wire.schema import FieldSchema, StructSchema

TABLES: tuple[tuple[str, int, tuple[int, ...]], ...] = (
    ("ListOffsetsRequest", 9, (10, 15)),
    ("ListOffsetsResponse", 9, (10, 15)),
    ("OffsetCommitRequest", 9, (10, 50)),
    ("OffsetCommitResponse", 9, (10, 50)),
    ("OffsetFetchResponse", 9, (1, 10, 50)),
    ("ProduceResponse", 11, (10, 15)),
    ("OffsetForLeaderEpochResponse", 4, (10, 15)),
    ("DescribeConfigsResponse", 4, (10, 30, 2)),
    ("DescribeGroupsResponse", 5, (5, 20)),
    ("ListGroupsResponse", 4, (500,)),
    ("DescribeAclsResponse", 3, (50, 5)),
    ("DescribeLogDirsResponse", 4, (2, 10, 30)),
    ("CreateTopicsResponse", 7, (20, 15)),
    ("DeleteTopicsResponse", 6, (100,)),
)
"""Message, version, and how many elements the arrays of structures have, by depth."""

_ELEMENTS = 3  # in arrays of strings and numbers
_BYTES = 48
_DIGITS = {"int8": 2, "int16": 3, "uint16": 4, "int32": 6, "uint32": 6, "int64": 11}


def table_message(name: str, version: int, counts: tuple[int, ...], random: Random) -> Message:
    """Fill all fields that the version has; tagged ones and error messages keep their defaults."""
    cls = message_class(name)
    return cls(**_values(cls, cls.schema().root, version, counts, random))


def _values(
    cls: Any, struct: StructSchema, version: int, counts: tuple[int, ...], random: Random
) -> dict[str, Any]:
    return {
        field.name: _value(cls, field, version, counts, random)
        for field in struct.fields
        if field.is_present(version)
        and not field.is_tagged(version)
        and "error" not in field.name
        and "authorized_operations" not in field.name
    }


def _value(
    cls: Any, field: FieldSchema, version: int, counts: tuple[int, ...], random: Random
) -> Any:
    if field.struct is not None:
        inner = getattr(cls, field.struct.name)
        count = (counts[0] if counts else 1) if field.is_array else 1
        made = [
            inner(**_values(cls, field.struct, version, counts[1:], random)) for _ in range(count)
        ]
        return made if field.is_array else made[0]
    if field.is_array:
        return [_scalar(field, random) for _ in range(_ELEMENTS)]
    return _scalar(field, random)


def _scalar(field: FieldSchema, random: Random) -> Any:
    if field.type == "bool":
        return bool(random.randrange(2))
    if field.type == "string":
        return f"{field.name.replace('_', '-')}-of-region-{random.randrange(1000)}"
    if field.type in ("bytes", "records"):
        return random.randbytes(_BYTES)
    if field.type == "uuid":
        return Uuid(random.randbytes(16))
    if field.type == "float64":
        return random.random()
    return random.randrange(10 ** random.randrange(1, _DIGITS[field.type]))
