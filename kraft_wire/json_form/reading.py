"""Kafka's JSON form, the way in: what the generated JsonConverter classes accept, and no more.

Numbers must be of the field's kind and range, never text; every field of the version that is not
tagged is required; unknown keys are ignored. Base64 and uuids are read as Jackson and
Kafka read them.
"""

from __future__ import annotations

import re
from binascii import a2b_base64
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.errors import JsonFormError, UnsupportedVersionError, WireError, within
from kraft_wire.inspection import unsupported
from kraft_wire.primitives import Uuid
from kraft_wire.schema import INTEGERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from kraft_wire.message import Message
    from kraft_wire.schema import FieldSchema, StructSchema

    Read = Callable[[Any], Any]
    Step = tuple[str, str, Read, bool]
    AnyMessage = TypeVar("AnyMessage", bound=Message)

__all__ = ["from_json"]

_READERS: Final[dict[tuple[type[Message], int], Read]] = {}
_MISSING: Final = object()
_KINDS: Final = {
    type(None): "null",
    bool: "a boolean",
    int: "an integer",
    float: "a number with a fraction",
    str: "text",
    list: "an array",
    dict: "an object",
}


def from_json(cls: type[AnyMessage], value: object, version: int) -> AnyMessage:
    """Build a message from its JSON form.

    Fields of other versions are read if they are there: whether they may be written is decided by
    `encode`. Raises JsonFormError with the path, UnsupportedVersionError for a version that the
    message lacks or a structure that the version lacks.
    """
    read = _READERS.get((cls, version))
    if read is None:
        if not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
            raise unsupported(cls.__name__, cls.VERSIONS, version)
        read = _READERS[cls, version] = _Readers(cls, version).structure(cls.schema().root)
    message: AnyMessage = read(value)
    return message


class _Readers:
    """Builds the functions that read one message in one version, from its schema."""

    def __init__(self, cls: type[Message], version: int) -> None:
        self._cls = cls
        self._version = version

    def structure(self, struct: StructSchema, make: Callable[..., Any] | None = None) -> Read:
        """Build the function that reads a structure."""
        make = make or self._cls
        version = self._version
        if not struct.versions[0] <= version <= struct.versions[1]:
            return _refuse(f"version {version} has no {struct.name}")
        steps: list[Step] = [
            (field.json_name, field.name, self._field(struct, field), self._is_mandatory(field))
            for field in struct.fields
        ]

        def read(form: Any) -> Any:
            if type(form) is not dict:
                raise _unexpected("an object", form)
            values: dict[str, Any] = {}
            key = ""
            try:
                for key, name, read_field, is_mandatory in steps:
                    value = form.get(key, _MISSING)
                    if value is not _MISSING:
                        values[name] = read_field(value)
                    elif is_mandatory:
                        raise JsonFormError(f"missing, but mandatory in version {version}")
            except WireError as error:
                raise within(error, key) from None
            return make(**values)

        return read

    def _is_mandatory(self, field: FieldSchema) -> bool:
        return field.is_present(self._version) and not field.is_tagged(self._version)

    def _field(self, struct: StructSchema, field: FieldSchema) -> Read:
        single = self._single(field)
        read = _array(single) if field.is_array else single
        if field.is_present(self._version):
            return _nullable(read) if field.is_nullable(self._version) else read
        # of another version: it is up to `encode` whether it can be left out
        return _nullable(read) if _overlaps(field.nullable_versions, struct.versions) else read

    def _single(self, field: FieldSchema) -> Read:
        if field.struct is not None:
            return self.structure(field.struct, getattr(self._cls, field.struct.name))
        if field.type in INTEGERS:
            return _integer(field.type)
        return _SINGLES[field.type]


def _overlaps(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(one[0], other[0]) <= min(one[1], other[1])


def _unexpected(due: str, value: Any) -> JsonFormError:
    return JsonFormError(f"{_KINDS.get(type(value), type(value).__name__)} where {due} is due")


def _refuse(detail: str) -> Read:
    def read(_: Any) -> Any:
        raise UnsupportedVersionError(detail)

    return read


def _nullable(read: Read) -> Read:
    return lambda value: None if value is None else read(value)


def _array(read: Read) -> Read:
    def read_all(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise _unexpected("an array", value)
        index = 0
        elements = []
        try:
            for index, element in enumerate(value):  # noqa: B007  # used by the handler below
                elements.append(read(element))
        except WireError as error:
            raise within(error, f"[{index}]") from None
        return tuple(elements)

    return read_all


def _integer(type_name: str) -> Read:
    lowest, highest = INTEGERS[type_name]

    def read(value: Any) -> int:
        if type(value) is not int:
            raise _unexpected(f"an integer ({type_name})", value)
        if not lowest <= value <= highest:
            raise JsonFormError(f"{_short(value)} is out of the range of {type_name}")
        return value

    return read


def _short(value: int) -> str:
    return str(value) if value.bit_length() < 256 else f"a number of {value.bit_length()} bits"


def _boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise _unexpected("a boolean", value)
    return value


def _float(value: Any) -> float:
    if type(value) is not float:
        raise _unexpected("a number with a fraction or an exponent", value)
    return value


def _string(value: Any) -> str:
    if type(value) is not str:
        raise _unexpected("text", value)
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        # as Java encodes an unpaired surrogate
        return value.encode("utf-8", "replace").decode()
    return value


def _uuid(value: Any) -> Uuid:
    if type(value) is not str:
        raise _unexpected("text (a uuid)", value)
    try:
        return Uuid.parse(value)
    except ValueError as error:
        raise JsonFormError(str(error)) from None


_USUAL_BASE64: Final = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_UNUSUAL_BASE64: Final = re.compile(
    r"(?:[\0- ]*[A-Za-z0-9+/]{2}(?:[A-Za-z0-9+/]{2}|[A-Za-z0-9+/]=|==))*[\0- ]*"
)
_QUANTUM: Final = re.compile(r"[A-Za-z0-9+/=]{4}")


def _bytes(value: Any) -> bytes:
    if type(value) is not str:
        raise _unexpected("text (base64)", value)
    if len(value) % 4 == 0 and _USUAL_BASE64.fullmatch(value):
        return a2b_base64(value)
    # Jackson also takes space between the groups of four, and padding in any of them
    if _UNUSUAL_BASE64.fullmatch(value):
        return b"".join(map(a2b_base64, _QUANTUM.findall(value)))
    raise JsonFormError("not padded base64")


_SINGLES: Final[dict[str, Read]] = {
    "bool": _boolean,
    "float64": _float,
    "string": _string,
    "uuid": _uuid,
    "bytes": _bytes,
    "records": _bytes,
}
