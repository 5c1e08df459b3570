"""The types of fields: `PRIMITIVES` is the one table, and everything about a type is a row of it.

Readers, layouts and templates take letters, widths, lengths, ranges and annotations from here. The
`default` of a field comes as the text of a schema file and becomes a value in Python.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from struct import calcsize
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_DECIMAL = re.compile(r"[+-]?[0-9]{1,20}")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,16}")
_UUID = re.compile(r"[A-Za-z0-9_-]{22}(?:==)?")
_FLOAT = re.compile(r"[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")

_STRING_BYTES_MAX = 32_767
"""UTF-8 bytes of a string (Short.MAX_VALUE, also where the length is compact)."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """A row of the table of types.

    `form` names what generated code does with a value: "bool" and "number" go into a `struct`
    call as they are, "uuid" as sixteen bytes; "text" and "blob" follow their length. `letter` is
    the `struct` letter of a value of fixed size, else that of the length where it is not compact.
    """

    name: str
    form: str
    letter: str
    annotation: str
    implied: object
    """The default of a field whose schema gives none."""
    parse: Callable[[str], object]
    """Reads the text of a default, never "" and never "null". Raises ValueError."""
    lowest: int = 0
    highest: int = 0
    """The range of an integer; both 0 for other types."""

    @property
    def is_fixed(self) -> bool:
        """Return True if every value has the same size, so that no length comes first."""
        return self.form not in ("text", "blob")

    @property
    def width(self) -> int:
        """Bytes of a value of fixed size, else those of the length that is not compact."""
        return calcsize(f">{self.letter}")

    @property
    def array_form(self) -> str:
        """The form of an array in generated code: "numbers", "uuids", "texts" or "blobs"."""
        return "numbers" if self.form == "bool" else f"{self.form}s"


def _integer(name: str, letter: str) -> Primitive:
    """Return the row of an integer; a capital letter means unsigned."""
    values = 2 ** (8 * calcsize(f">{letter}"))
    lowest = 0 if letter.isupper() else -values // 2
    highest = lowest + values - 1

    def parse(text: str) -> int:
        if _HEXADECIMAL.fullmatch(text):
            value = int(text, 16)
        elif _DECIMAL.fullmatch(text):
            value = int(text)
        else:
            raise ValueError(f"{text!r} is not a valid {name}")
        if not lowest <= value <= highest:
            raise ValueError(f"{text} is out of the range of {name}")
        return value

    return Primitive(name, "number", letter, "int", 0, parse, lowest, highest)


def _parse_bool(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(f"{text!r} is neither true nor false")
    return text.lower() == "true"


def _parse_float(text: str) -> float:
    if _FLOAT.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a valid float64")
    return float(text)


def _parse_string(text: str) -> str:
    size = len(text.encode())
    if size > _STRING_BYTES_MAX:
        raise ValueError(f"is a string of {size} bytes; the maximum is {_STRING_BYTES_MAX}")
    return text


def _parse_uuid(text: str) -> bytes:
    if _UUID.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a valid uuid: 22 characters of base64url")
    return base64.urlsafe_b64decode(text[:22] + "==")


def _refuse_bytes(text: str) -> bytes:
    raise ValueError(f"{text!r} is not a valid default of bytes; only null is allowed")


def _refuse_records(_: str) -> bytes:
    raise ValueError("the only default of records is null")


_ROWS = (
    Primitive("bool", "bool", "?", "bool", False, _parse_bool),  # a default
    _integer("int8", "b"),
    _integer("int16", "h"),
    _integer("uint16", "H"),
    _integer("int32", "i"),
    _integer("uint32", "I"),
    _integer("int64", "q"),
    Primitive("float64", "number", "d", "float", 0.0, _parse_float),
    Primitive("uuid", "uuid", "16s", "Uuid", bytes(16), _parse_uuid),
    Primitive("string", "text", "h", "str", "", _parse_string),
    Primitive("bytes", "blob", "i", "bytes", b"", _refuse_bytes),
    Primitive("records", "blob", "i", "bytes", None, _refuse_records),
)

PRIMITIVES = {row.name: row for row in _ROWS}
"""The types of the schema language by name; any other name is that of a structure."""

ABSENT = object()
"""The default of a structure that the schema gives none: a structure of defaults."""


@dataclass(frozen=True, slots=True)
class FieldType:
    """`name` is one of PRIMITIVES or the name of a structure; arrays hold elements of it."""

    name: str
    is_array: bool = False

    @property
    def primitive(self) -> Primitive | None:
        """The row of the type, or of the elements of an array; None for structures."""
        return PRIMITIVES.get(self.name)

    @property
    def is_struct(self) -> bool:
        """Return True if the elements are structures."""
        return self.name not in PRIMITIVES

    @property
    def form(self) -> str:
        """`Primitive.form` or `array_form`; "struct" and "structs" for structures."""
        row = self.primitive
        if row is None:
            return "structs" if self.is_array else "struct"
        return row.array_form if self.is_array else row.form

    def has_same_bytes(self, other: FieldType) -> bool:
        """Return True if both are written alike: `bytes` became `records` with the same bytes.

        The bytes of structures are for the caller to compare.
        """
        if self.is_array != other.is_array or self.is_struct != other.is_struct:
            return False
        blobs = {"bytes", "records"}
        return self.is_struct or self.name == other.name or {self.name, other.name} == blobs

    @property
    def is_fixed(self) -> bool:
        """Return True if every value has the same size: a primitive type without a length."""
        return self.primitive is not None and self.primitive.is_fixed and not self.is_array

    def __str__(self) -> str:
        return f"[]{self.name}" if self.is_array else self.name


def default_text(value: object) -> str:
    """Return a JSON value as text of the schema language: some files write text, some do not.

    A JSON null means no default, like a missing one. Raises ValueError for lists and
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
    """Read the default of a field of this type; "" if there is none.

    `always_nullable` says whether null is allowed in every version of the field. Raises
    ValueError where the text is not a value of the type.
    """
    row = None if field_type.is_array else field_type.primitive
    if text == "":
        if row is not None:
            return row.implied
        return () if field_type.is_array else ABSENT
    if row is not None and row.is_fixed:
        return row.parse(text)
    if text == "null":
        # records default to null even in versions that do not allow null
        if not always_nullable and (row is None or row.implied is not None):
            raise ValueError("null is not allowed in every version of the field")
        return None
    if row is None:
        raise ValueError(f"{text!r} is not a valid default of {field_type}; only null is allowed")
    return row.parse(text)
