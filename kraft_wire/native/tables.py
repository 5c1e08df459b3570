"""The engine's tables, from `Message.schema()` and the generated classes.

Built when a version of a message is first encoded or decoded. For a class that the engine cannot
serve (not generated, or changed beyond what the tables can express) the result is None, and the
pure Python codecs are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.native import _engine

if TYPE_CHECKING:
    from kraft_wire.schema import FieldSchema, StructSchema

__all__ = ["KINDS", "highest_version", "layout"]

KINDS: Final = {
    "bool": 0,
    "int8": 1,
    "int16": 2,
    "uint16": 3,
    "int32": 4,
    "uint32": 5,
    "int64": 6,
    "float64": 7,
    "uuid": 8,
    "string": 9,
    "bytes": 10,
    "records": 10,
    "struct": 11,
}
"""As `Kind` in engine.h."""

_UNSUITED: Final = (ImportError, AttributeError, TypeError, ValueError, KeyError)
"""Errors of a class without a schema, or without the slots of its schema."""

_SLOTS: Final[dict[type[Any], _engine.Slots]] = {}


def highest_version(cls: type[Any]) -> int | None:
    """Return the highest version of a message class; None if the engine cannot serve it."""
    root = _generated_class(cls)
    if root is None:
        return None
    try:
        schema = root.schema()
        _slots(root, schema.root, root)
    except _UNSUITED:
        return None
    highest: int = schema.versions[1]
    return highest


def layout(cls: type[Any], version: int) -> _engine.Layout | None:
    """Return the layout of a message in a version; None if it lacks this version."""
    root = _generated_class(cls)
    if root is None:
        return None
    try:
        schema = root.schema()
        if not schema.versions[0] <= version <= schema.versions[1]:
            return None
        return _layout(root, schema.root, version, is_flexible=schema.is_flexible(version))
    except _UNSUITED:
        return None


def _generated_class(cls: Any) -> Any:
    """Return the class with the generated codecs; None where `cls` replaces them."""
    root: Any = next((base for base in cls.__mro__ if "_READERS" in vars(base)), None)
    if root is None or cls._READERS is not root._READERS or cls._WRITERS is not root._WRITERS:
        return None
    return root


def _slots(cls: type[Any], struct: StructSchema, root: type[Any]) -> _engine.Slots:
    if cls not in _SLOTS:
        initial = cls()
        _SLOTS[cls] = _engine.Slots(
            cls,
            tuple(
                (
                    field.name,
                    KINDS[field.type],
                    field.is_array,
                    getattr(initial, field.name),
                    _slots_of_child(root, field.struct) if field.struct else None,
                )
                for field in struct.fields
            ),
        )
    return _SLOTS[cls]


def _slots_of_child(root: type[Any], struct: StructSchema) -> _engine.Slots:
    return _slots(getattr(root, struct.name), struct, root)


def _layout(
    root: type[Any], struct: StructSchema, version: int, *, is_flexible: bool
) -> _engine.Layout:
    is_root = struct is root.schema().root
    slots = _slots(root if is_root else getattr(root, struct.name), struct, root)
    plain, tagged, absent = [], [], []
    lacking = set()
    for index, field in enumerate(struct.fields):
        if not field.is_present(version):
            absent.append((index, False, False, None, 0, field.ignorable))
        elif field.tag is not None and field.is_tagged(version):
            tagged.append(_field(root, index, field, version, is_flexible=is_flexible))
            continue
        else:
            plain.append(_field(root, index, field, version, is_flexible=is_flexible))
        if field.tag is not None:
            lacking.add(field.tag)
    tagged.sort(key=lambda item: item[4])
    lacking -= {item[4] for item in tagged}
    return _engine.Layout(
        slots, is_flexible, tuple(plain), tuple(tagged), tuple(absent), tuple(sorted(lacking))
    )


def _field(
    root: type[Any], index: int, field: FieldSchema, version: int, *, is_flexible: bool
) -> tuple[int, bool, bool, _engine.Layout | None, int, bool]:
    child = None
    if field.struct is not None:
        child = _layout(root, field.struct, version, is_flexible=is_flexible)
    is_compact = is_flexible and field.compact
    return index, is_compact, field.is_nullable(version), child, field.tag or 0, field.ignorable
