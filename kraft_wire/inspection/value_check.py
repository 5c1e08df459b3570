"""Check that a message can be written in a version, which the fast writers leave out.

They fail somewhere in the middle of a value; this goes over all fields by the schema and says which
one it is. The rules are those of Kafka's generated `write` methods, and Python's own: a field may
hold anything until it is written.
"""

from __future__ import annotations

import operator
from math import isnan
from struct import error as struct_error
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.errors import EncodeError, UnsupportedVersionError, WireError, within
from kraft_wire.limits import (
    ARRAY_ELEMENTS_MAX,
    STRING_BYTES_MAX,
    TAG_MAX,
    TAGGED_FIELDS_MAX,
    UNKNOWN_TAG_BYTES_MAX,
)
from kraft_wire.schema import ABSENT, FIXED_SIZE, INTEGERS

if TYPE_CHECKING:
    from kraft_wire.inspection.faults import Described
    from kraft_wire.schema import FieldSchema, StructSchema

__all__ = ["check", "is_default"]

_MISSING: Final = object()
_FLOAT64: Final = FIXED_SIZE["float64"]


def check(message: Described, version: int) -> None:
    """Raise EncodeError or UnsupportedVersionError for values that this version cannot carry."""
    schema = message.schema()
    _check_struct(schema.root, message, version, is_flexible=schema.is_flexible(version))


def is_default(field: FieldSchema, value: Any) -> bool:
    """Return True if a field of any version holds its default, so that nothing is lost without it.

    As the generated writers compare: structures field by field, True and False as such, NaN with
    any NaN. A comparison of values of a wrong type can raise any exception.
    """
    if field.default is ABSENT and field.struct is not None:
        return all(
            is_default(one, getattr(value, one.name, _MISSING)) for one in field.struct.fields
        ) and not getattr(value, "unknown_tagged_fields", _MISSING)
    if isinstance(field.default, bool) or field.default is None:
        return value is field.default
    if isinstance(field.default, float) and isnan(field.default):
        return type(value) is float and isnan(value)
    return bool(value == field.default)


def _check_struct(struct: StructSchema, value: Any, version: int, *, is_flexible: bool) -> None:
    for field in struct.fields:
        try:
            held = getattr(value, field.name)
        except AttributeError:
            kind = type(value).__name__
            raise EncodeError(f"{kind} where {struct.name} is due", path=None) from None
        try:
            if field.is_present(version):
                if field.is_tagged(version) and is_default(field, held):
                    continue  # never written, even with a value of a wrong type
                _check_field(field, held, version, is_flexible=is_flexible)
            elif not field.ignorable and not is_default(field, held):
                detail = "this version has no such field, and it is not at its default"
                raise UnsupportedVersionError(detail)
        except WireError as error:
            raise within(error, field.json_name) from None
    _check_unknown_tags(struct, value, version, is_flexible=is_flexible)


def _check_field(field: FieldSchema, held: Any, version: int, *, is_flexible: bool) -> None:
    if held is None:
        if not field.is_nullable(version):
            raise EncodeError("null, which this version does not allow")
        return
    if not field.is_array:
        _check_single(field, held, version, is_flexible=is_flexible)
        return
    try:
        count, elements = len(held), iter(held)
    except TypeError:
        raise EncodeError(f"{type(held).__name__} where an array is due") from None
    if field.type == "string" and isinstance(held, str):
        raise EncodeError("a str where an array of strings is due")
    if count > ARRAY_ELEMENTS_MAX:
        raise EncodeError(f"an array of {count} elements; the maximum is {ARRAY_ELEMENTS_MAX}")
    for index, element in enumerate(elements):
        try:
            _check_single(field, element, version, is_flexible=is_flexible)
        except WireError as error:
            raise within(error, f"[{index}]") from None


def _check_single(field: FieldSchema, held: Any, version: int, *, is_flexible: bool) -> None:
    if field.struct is not None:
        _check_struct(field.struct, held, version, is_flexible=is_flexible)
    elif field.type in INTEGERS:
        _check_integer(field.type, held)
    elif field.type == "string":
        _check_text(held)
    elif field.type == "float64":
        _check_float(held)
    elif field.type == "bool":
        if held is not True and held is not False:
            raise EncodeError(f"{type(held).__name__} where bool is due")
    elif field.type == "uuid":
        _check_uuid(held)
    else:
        _check_bytes(field.type, held)


def _check_integer(type_name: str, held: Any) -> None:
    try:
        number = operator.index(held)
    except TypeError:
        raise EncodeError(f"{type(held).__name__} where {type_name} is due") from None
    lowest, highest = INTEGERS[type_name]
    if not lowest <= number <= highest:
        shown = number if number.bit_length() < 256 else f"a number of {number.bit_length()} bits"
        raise EncodeError(f"{shown} is out of the range of {type_name}")


def _check_float(held: Any) -> None:
    try:
        _FLOAT64.pack(held)
    except OverflowError:
        raise EncodeError("an integer out of the range of float64") from None
    except (struct_error, TypeError):
        raise EncodeError(f"{type(held).__name__} where float64 is due") from None


def _check_text(held: Any) -> None:
    if not isinstance(held, str):
        raise EncodeError(f"{type(held).__name__} where a string is due")
    try:
        size = len(held.encode())
    except UnicodeEncodeError:
        raise EncodeError("a string with a lone surrogate, which UTF-8 cannot hold") from None
    if size > STRING_BYTES_MAX:
        raise EncodeError(f"a string of {size} bytes; {STRING_BYTES_MAX} are the most")


def _check_bytes(type_name: str, held: Any) -> None:
    if not isinstance(held, (bytes, bytearray, memoryview)):
        raise EncodeError(f"{type(held).__name__} where {type_name} is due")
    if isinstance(held, memoryview) and (held.itemsize, held.ndim) != (1, 1):
        raise EncodeError(f"a memoryview that is not of single bytes where {type_name} is due")


def _check_uuid(held: Any) -> None:
    if not isinstance(held, (bytes, bytearray)):
        raise EncodeError(f"{type(held).__name__} where uuid is due")
    if len(held) != 16:
        raise EncodeError(f"a uuid of {len(held)} bytes")


def _check_unknown_tags(
    struct: StructSchema, value: Any, version: int, *, is_flexible: bool
) -> None:
    unknown = value.unknown_tagged_fields
    if not unknown:
        return
    if not is_flexible:
        raise UnsupportedVersionError("this version has no tagged fields")
    if not isinstance(unknown, (tuple, list)):
        detail = f"{type(unknown).__name__} where a tuple of tagged fields is due"
        raise EncodeError(detail, path="taggedFields")
    defined = {field.tag for field in struct.fields if field.tag is not None}
    used: set[int] = set()
    size = 0
    for tag, data in unknown:
        if not isinstance(data, bytes) or not isinstance(tag, int) or not 0 <= tag <= TAG_MAX:
            raise EncodeError(f"no tagged field: {tag!r}", path="taggedFields")
        if tag in defined:
            detail = f"tag {tag} is that of a field of {struct.name}"
            raise EncodeError(detail, path=f"taggedFields[{tag}]")
        if tag in used:
            raise EncodeError(f"tag {tag} is used twice", path=f"taggedFields[{tag}]")
        used.add(tag)
        size += len(data)
    count = len(used) + sum(
        field.is_present(version)
        and field.is_tagged(version)
        and not is_default(field, getattr(value, field.name))
        for field in struct.fields
    )
    if count > TAGGED_FIELDS_MAX:
        raise EncodeError(f"{count} tagged fields in one structure", path="taggedFields")
    if size > UNKNOWN_TAG_BYTES_MAX:
        raise EncodeError(f"{size} bytes in unknown tagged fields", path="taggedFields")
