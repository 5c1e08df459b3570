"""The types of fields, and the defaults that they can have.

A default comes as the text of a schema file and becomes a value in Python.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass

PRIMITIVES = (
    "bool",
    "int8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "float64",
    "uuid",
    "string",
    "bytes",
    "records",
)
"""The type names of the schema language; anything else names a structure."""

ABSENT = object()
"""The default of a structure that the schema gives none: a structure of defaults."""


@dataclass(frozen=True, slots=True)
class FieldType:
    """`name` is one of PRIMITIVES or the name of a structure; arrays hold elements of it."""

    name: str
    is_array: bool = False

    @property
    def is_struct(self) -> bool:
        """Whether the elements are structures."""
        return self.name not in PRIMITIVES

    def __str__(self) -> str:
        return f"[]{self.name}" if self.is_array else self.name


INTEGER_RANGES = {
    "int8": (-(2**7), 2**7 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "uint16": (0, 2**16 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
}
"""Lowest and highest value of each integer type."""

_DECIMAL = re.compile(r"[+-]?[0-9]{1,20}")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,16}")
_UUID = re.compile(r"[A-Za-z0-9_-]{22}(?:==)?")
_FLOAT = re.compile(r"[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")


def default_text(value: object) -> str:
    """Return what the schema language sees of a JSON value: some files write text, some do not.

    A JSON null is no default at all, just as a missing one. Raises ValueError for lists and
    objects.
    """
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float() | str():
            return str(value)
        case _:
            raise ValueError("must be text, a number or a boolean")


def parse_default(field_type: FieldType, text: str, *, always_nullable: bool) -> object:
    """Read the default of a field of this type; "" stands for none given.

    `always_nullable` says whether null may stand there in every version of the field. Raises
    ValueError where the text is no value of the type.
    """
    name = field_type.name
    if field_type.is_array or field_type.is_struct or name in ("string", "bytes", "records"):
        return _parse_nullable(field_type, text, always_nullable=always_nullable)
    if name == "bool":
        return _parse_bool(text)
    if name == "float64":
        return _parse_float(text)
    if name == "uuid":
        return _parse_uuid(text)
    return _parse_integer(name, text)


def _parse_nullable(field_type: FieldType, text: str, *, always_nullable: bool) -> object:
    is_plain = not field_type.is_array
    if is_plain and field_type.name == "records":
        if text not in ("", "null"):
            raise ValueError("records have no other default than null")
        return None
    if text == "null":
        if not always_nullable:
            raise ValueError("null is not allowed in every version of the field")
        return None
    if is_plain and field_type.name == "string":
        return text
    if text:
        raise ValueError(f"{text!r} is no default of {field_type}: only null is")
    if field_type.is_array:
        return ()
    return ABSENT if field_type.is_struct else b""


def _parse_bool(text: str) -> bool:
    if text.lower() not in ("", "true", "false"):
        raise ValueError(f"{text!r} is neither true nor false")
    return text.lower() == "true"


def _parse_float(text: str) -> float:
    if not text:
        return 0.0
    if _FLOAT.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no float64")
    return float(text)


def _parse_uuid(text: str) -> bytes:
    if not text:
        return bytes(16)
    if _UUID.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no uuid: 22 characters of base64url")
    return base64.urlsafe_b64decode(text[:22] + "==")


def _parse_integer(name: str, text: str) -> int:
    if not text:
        return 0
    lowest, highest = INTEGER_RANGES[name]
    if _HEXADECIMAL.fullmatch(text):
        value = int(text, 16)
    elif _DECIMAL.fullmatch(text):
        value = int(text)
    else:
        raise ValueError(f"{text!r} is no {name}")
    if not lowest <= value <= highest:
        raise ValueError(f"{text} is out of the range of {name}")
    return value
