"""Kafka's JSON form, the way out: what the generated JsonConverter classes print.

For each message and version a function is put together once, out of closures over the schema.
"""

from __future__ import annotations

import math
from base64 import b64encode
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.errors import UnsupportedVersionError, WireError, within
from kraft_wire.inspection import encode_fault, unsupported
from kraft_wire.inspection.value_check import is_default
from kraft_wire.message import Struct
from kraft_wire.primitives import Uuid
from kraft_wire.schema import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_wire.message import Message
    from kraft_wire.schema import FieldSchema, StructSchema

    Write = Callable[[Any], Any]

__all__ = ["count_unknown_tags", "to_json"]

_WRITERS: Final[dict[tuple[type[Message], int, bool], Write]] = {}


def to_json(message: Message, version: int, *, serialize_records: bool = True) -> dict[str, Any]:
    """Return the JSON form of a message.

    Without `serialize_records` a field of type `records` becomes its size, under a name of its
    own ("recordsSizeInBytes"), as in Kafka's request log. Raises UnsupportedVersionError for a
    version that the message lacks, and for a field that the version lacks, if it is not ignorable
    and not at its default; EncodeError for values that no field can hold.
    """
    key = (type(message), version, serialize_records)
    write = _WRITERS.get(key)
    if write is None:
        write = _WRITERS[key] = _writer(type(message), version, serialize_records)
    try:
        form: dict[str, Any] = write(message)
    except (TypeError, ValueError, AttributeError):
        raise encode_fault(message, version) from None
    return form


def count_unknown_tags(value: object) -> int:
    """Count the tagged fields that were kept unread, in a message and its structures."""
    if isinstance(value, Struct):
        return len(value.unknown_tagged_fields) + sum(map(count_unknown_tags, value._values()))
    if isinstance(value, tuple) and value and isinstance(value[0], Struct):
        return sum(map(count_unknown_tags, value))
    return 0


def _writer(cls: type[Message], version: int, serialize_records: bool) -> Write:
    if not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        raise unsupported(cls.__name__, cls.VERSIONS, version)
    writers = _Writers(cls, version, serialize_records=serialize_records)
    return writers.structure(cls.schema().root)


class _Writers:
    """Builds the functions that print one message in one version, from its schema."""

    def __init__(self, cls: type[Message], version: int, *, serialize_records: bool) -> None:
        self._cls = cls
        self._version = version
        self._serialize_records = serialize_records

    def structure(self, struct: StructSchema) -> Write:
        """Build the function that prints a structure."""
        present = [field for field in struct.fields if field.is_present(self._version)]
        get = _getter([field.name for field in present])
        keys = [field.json_name for field in present]
        converted = [step for field in present if (step := self._conversion(field))]
        dropped = self._dropped(struct, present)

        def write(value: Any) -> dict[str, Any]:
            if dropped is not None:
                dropped(value)
            form = dict(zip(keys, get(value), strict=True))
            for key, convert in converted:
                try:
                    convert(form)
                except WireError as error:
                    raise within(error, key) from None
            return form

        return write

    def _dropped(self, struct: StructSchema, present: list[FieldSchema]) -> Write | None:
        """Build the check of fields that this version lacks; None if all can be dropped."""
        lacking = [f for f in struct.fields if f not in present and not f.ignorable]
        if not lacking:
            return None
        get = _getter([field.name for field in lacking])
        defaults = tuple(self._default(field) for field in lacking)

        def check(value: Any) -> None:
            held = get(value)
            if held == defaults:
                return
            for field, one, default in zip(lacking, held, defaults, strict=True):
                if one != default and not is_default(field, one):
                    detail = (
                        f"version {self._version} has no such field, and it is not at its default"
                    )
                    raise UnsupportedVersionError(detail, path=field.json_name)

        return check

    def _default(self, field: FieldSchema) -> Any:
        if field.default is ABSENT and field.struct is not None:
            return getattr(self._cls, field.struct.name)()
        return field.default

    def _conversion(
        self, field: FieldSchema
    ) -> tuple[str, Callable[[dict[str, Any]], None]] | None:
        """Build the step that converts a field's value to JSON, or leaves the field out."""
        key = field.json_name
        convert = self._value(field)
        if field.is_tagged(self._version):
            return key, _tagged(key, field, self._default(field), convert)
        if field.type == "records" and not self._serialize_records:
            return key, _sized(key)
        return (key, _always(key, convert)) if convert else None

    def _value(self, field: FieldSchema) -> Write | None:
        """Build the function that prints a value that is not null; None if it is JSON already."""
        single = self._single(field)
        if not field.is_array:
            return single
        return _array(single) if single else list

    def _single(self, field: FieldSchema) -> Write | None:
        if field.struct is not None:
            return self.structure(field.struct)
        if field.type in ("bytes", "records"):
            return _base64
        if field.type == "uuid":
            return _uuid
        return _float if field.type == "float64" else None


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    get = attrgetter(names[0])
    return lambda value: (get(value),)


def _base64(value: bytes) -> str:
    return b64encode(value).decode()


@lru_cache(maxsize=4096)
def _uuid(value: bytes) -> str:
    if len(value) != 16:
        raise ValueError("a uuid must have 16 bytes")
    return str(value if isinstance(value, Uuid) else Uuid(value))


def _float(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _array(write: Write) -> Write:
    def write_all(values: Iterable[Any]) -> list[Any]:
        index = -1
        forms = []
        try:
            for index, value in enumerate(values):  # noqa: B007  # used by the handler below
                forms.append(write(value))
        except WireError as error:
            raise within(error, f"[{index}]") from None
        return forms

    return write_all


def _always(key: str, convert: Write) -> Callable[[dict[str, Any]], None]:
    def step(form: dict[str, Any]) -> None:
        value = form[key]
        if value is not None:
            form[key] = convert(value)

    return step


def _tagged(
    key: str, field: FieldSchema, default: Any, convert: Write | None
) -> Callable[[dict[str, Any]], None]:
    def step(form: dict[str, Any]) -> None:
        value = form[key]
        if value == default or is_default(field, value):  # NaN is a default too
            del form[key]
        elif convert and value is not None:
            form[key] = convert(value)

    return step


def _sized(key: str) -> Callable[[dict[str, Any]], None]:
    """Replace records by their size, in their place; null stays null under the field's own name."""

    def step(form: dict[str, Any]) -> None:
        if form[key] is None:
            return
        entries = [
            (f"{key}SizeInBytes", len(value)) if name == key else (name, value)
            for name, value in form.items()
        ]
        form.clear()
        form.update(entries)

    return step
