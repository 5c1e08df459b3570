"""The wire form of a message: the content of one version, field by field.

This is the only place of the generator that asks which versions a field is present, nullable,
tagged or compact in. Layouts (`codegen.python.layout`) are made of it, and it tells which versions
of two releases have the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from struct import calcsize
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegen.schema.model import FieldSpec, MessageSpec, StructSpec


@dataclass(frozen=True, slots=True)
class WireField:
    """A field that a version has; `struct` is the wire form of its structure.

    `is_compact` says that its length is a varint, one more than the length, 0 for null (KIP-482);
    else it is an int16 for strings and an int32 for all others, -1 for null.
    """

    spec: FieldSpec
    is_nullable: bool
    is_tagged: bool
    is_compact: bool
    struct: WireStruct | None = None

    @property
    def tail(self) -> str:
        """The form of the content after a length or a null mark, as `FieldType.form`.

        "" for a fixed size.
        """
        return "" if self.spec.type.is_fixed else self.spec.type.form

    @property
    def format(self) -> str:
        """The `struct` letters of a field of fixed size, else of the length or mark before it.

        "B" is the first byte of a compact length. Empty for a structure that cannot be null, and
        for one in a tagged field: its mark is a varint there.
        """
        kind = self.spec.type
        if kind.form == "struct":
            return "b" if self.is_nullable and not self.is_tagged else ""
        if self.is_compact:
            return "B"
        return "i" if kind.is_array or kind.primitive is None else kind.primitive.letter

    @property
    def least_size(self) -> int:
        """The fewest bytes that the field takes, its tag and size apart."""
        if self.struct is not None and not self.spec.type.is_array:
            return 1 if self.is_nullable else self.struct.least_size
        return calcsize(f">{self.format}")

    def extends(self, older: WireField) -> bool:
        """Return True if this reads all bytes that `older` writes; names do not matter."""
        if self.struct is None or older.struct is None:
            is_same_type = self.spec.type.has_same_bytes(older.spec.type)
        else:
            is_same_type = self.spec.type.is_array == older.spec.type.is_array
            is_same_type = is_same_type and self.struct.extends(older.struct)
        return (
            is_same_type
            and self.is_nullable == older.is_nullable
            and self.is_compact == older.is_compact
        )

    def has_same_default(self, other: WireField) -> bool:
        """Return True if both have the same value when absent, structures field by field."""
        one, two = self.struct, other.struct
        if repr(self.spec.default) != repr(other.spec.default):  # of NaN too
            return False
        if one is None or two is None or self.spec.type.is_array or self.spec.default is None:
            return True
        return (
            len(one.untagged) == len(two.untagged)
            and all(map(WireField.has_same_default, one.untagged, two.untagged))
            and all(
                one.tagged[tag].has_same_default(two.tagged[tag])
                for tag in one.tagged.keys() & two.tagged.keys()
            )
        )

    def stands_for(self, older: WireField) -> bool:
        """Return True if this, as a tagged field, reads all bytes that `older` writes or omits."""
        return self.extends(older) and self.has_same_default(older)


@dataclass(frozen=True, slots=True)
class WireStruct:
    """A structure in one version: fields in order, then those of the tag section by tag.

    `absent` are the fields that the version lacks. `undefined_tags` are tags of other versions,
    which this one, although flexible, must not have.
    """

    spec: StructSpec
    is_flexible: bool
    untagged: tuple[WireField, ...]
    tagged: dict[int, WireField]
    absent: tuple[FieldSpec, ...]

    @property
    def undefined_tags(self) -> tuple[int, ...]:
        """The tags that only other versions have, in order; empty without a tag section."""
        every = {field.tag for field in self.spec.fields if field.tag is not None}
        return tuple(sorted(every - self.tagged.keys())) if self.is_flexible else ()

    @property
    def least_size(self) -> int:
        """The fewest bytes that the structure takes; the tag section takes one."""
        return int(self.is_flexible) + sum(field.least_size for field in self.untagged)

    def extends(self, older: WireStruct) -> bool:
        """Return True if this reads everything `older` writes: only tagged fields can differ."""
        return (
            self.is_flexible == older.is_flexible
            and len(self.untagged) == len(older.untagged)
            and all(map(WireField.extends, self.untagged, older.untagged))
            and self.tagged.keys() >= older.tagged.keys()
            and all(self.tagged[tag].stands_for(field) for tag, field in older.tagged.items())
        )

    def has_same_bytes(self, other: WireStruct) -> bool:
        """Return True if both read and write the same bytes, whatever their fields are called."""
        return self.extends(other) and other.extends(self)


def first_difference(newer: WireStruct, older: WireStruct, path: str = "") -> str:
    """Return the first difference of two forms of a version; "" if the newer reads the older."""
    where = f" in {path}" if path else ""
    if newer.is_flexible != older.is_flexible:
        return f"only the {'newer' if newer.is_flexible else 'older'} release is flexible{where}"
    for place, (one, other) in enumerate(zip_longest(newer.untagged, older.untagged)):
        if one is None or other is None or not one.extends(other):
            return _parting(one, other, f"{path or newer.spec.name} at place {place}")
    for tag, other in older.tagged.items():
        one = newer.tagged.get(tag)
        where = f"tag {tag} of {path or newer.spec.name}"
        if one is None or not one.extends(other):
            return _parting(one, other, where)
        if not one.has_same_default(other):
            return f"absent {where} stands for other defaults of {one.spec.name}"
    return ""


def _parting(newer: WireField | None, older: WireField | None, where: str) -> str:
    if newer is not None and older is not None and newer.struct and older.struct:
        inside = first_difference(newer.struct, older.struct, newer.spec.name)
        if inside:
            return inside
    shown = [
        "no field" if one is None else f"{one.spec.name} ({one.spec.type}{_form(one)})"
        for one in (newer, older)
    ]
    return f"{where} the newer release has {shown[0]}, the older {shown[1]}"


def _form(field: WireField) -> str:
    return ", nullable" if field.is_nullable else ""


def wire_form(message: MessageSpec, version: int) -> WireStruct:
    """Return the wire form of a version of a message."""
    return struct_form(message, message.root, version)


def struct_form(message: MessageSpec, struct: StructSpec, version: int) -> WireStruct:
    """Return the wire form of one structure in a version of a message."""
    untagged: list[WireField] = []
    tagged: dict[int, WireField] = {}
    absent: list[FieldSpec] = []
    for spec in struct.fields:
        if version not in spec.versions:
            absent.append(spec)
            continue
        field = _field(message, spec, version)
        if spec.tag is not None and field.is_tagged:
            tagged[spec.tag] = field
        else:
            untagged.append(field)
    return WireStruct(
        struct,
        version in message.flexible_versions,
        tuple(untagged),
        dict(sorted(tagged.items())),
        tuple(absent),
    )


def _field(message: MessageSpec, spec: FieldSpec, version: int) -> WireField:
    own = spec.flexible_versions
    has_length = not spec.type.is_fixed and spec.type.form != "struct"
    return WireField(
        spec,
        is_nullable=version in spec.nullable_versions,
        is_tagged=version in spec.tagged_versions,
        is_compact=has_length and version in (message.flexible_versions if own is None else own),
        struct=struct_form(message, message.structs[spec.type.name], version)
        if spec.type.is_struct
        else None,
    )
