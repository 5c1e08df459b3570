"""A column type as text and back: the small part of Spark's DDL that the views need.

Spark's own parser needs a running JVM; readers and their tests do not have one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

PRIMITIVES: Final = frozenset(
    (
        "binary",
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "double",
        "string",
        "timestamp",
    )
)
"""The types without parts, by the names that Spark's `simpleString` gives them."""

_TOKEN: Final = re.compile(r"\s*([<>,:()]|[^\s<>,:()]+)")


@dataclass(frozen=True, slots=True)
class ArrayType:
    """A list of one element type."""

    element: ColumnType

    def __str__(self) -> str:
        return f"array<{self.element}>"


@dataclass(frozen=True, slots=True)
class MapType:
    """Keys and values, each of one type."""

    key: ColumnType
    value: ColumnType

    def __str__(self) -> str:
        return f"map<{self.key},{self.value}>"


@dataclass(frozen=True, slots=True)
class StructType:
    """Fields by name, in order."""

    fields: tuple[Column, ...]

    def __str__(self) -> str:
        return f"struct<{','.join(f'{field.name}:{field.type}' for field in self.fields)}>"


ColumnType = str | ArrayType | MapType | StructType
"""A primitive is its name; `str(type)` is Spark's `simpleString` of it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column, or a field of a struct. Every one is nullable."""

    name: str
    type: ColumnType


def parse_type(text: str) -> ColumnType:
    """Read a type; what is no type of the views comes back as its text, in small letters."""
    tokens = _TOKEN.findall(text)
    try:
        found, end = _type(tokens, 0)
    except IndexError:
        return text.strip().lower()
    return found if end == len(tokens) else "".join(tokens).lower()


def parse_columns(text: str) -> tuple[Column, ...]:
    """Read `name TYPE, name TYPE, ...`."""
    tokens = _TOKEN.findall(text)
    columns = []
    position = 0
    while position < len(tokens):
        found, end = _type(tokens, position + 1)
        columns.append(Column(tokens[position], found))
        position = end + 1
    return tuple(columns)


def _type(tokens: list[str], position: int) -> tuple[ColumnType, int]:
    """Read the type that begins at a token; return it and where it ends."""
    name = tokens[position].lower()
    position += 1
    if tokens[position : position + 1] != ["<"]:
        return name, position
    position += 1
    if name == "struct":
        return _struct(tokens, position)
    first, position = _type(tokens, position)
    if name == "array":
        return ArrayType(first), position + 1
    second, position = _type(tokens, position + 1)
    return MapType(first, second), position + 1


def _struct(tokens: list[str], position: int) -> tuple[StructType, int]:
    fields = []
    while tokens[position] != ">":
        if tokens[position] == ",":
            position += 1
        name = tokens[position]
        found, position = _type(tokens, position + 2)
        fields.append(Column(name, found))
    return StructType(tuple(fields)), position + 1
