"""The wire form of a message: what one version has on the wire, field by field.

This is the only place of the generator that asks which versions a field is present, nullable,
tagged or compact in. Layouts (`codegen.python.layout`) are made of it, and it tells which versions
of two releases have the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
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
        """What follows a length or a null mark, as `FieldType.form`; "" for a fixed size."""
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
        """Whether this reads whatever `older` writes, names aside."""
        if self.struct is None or older.struct is None:
            is_same_type = self.spec.type == older.spec.type
        else:
            is_same_type = self.spec.type.is_array == older.spec.type.is_array
            is_same_type = is_same_type and self.struct.extends(older.struct)
        return (
            is_same_type
            and self.is_nullable == older.is_nullable
            and self.is_compact == older.is_compact
        )


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
        """Tags that only other versions have, in order; none where there is no tag section."""
        every = {field.tag for field in self.spec.fields if field.tag is not None}
        return tuple(sorted(every - self.tagged.keys())) if self.is_flexible else ()

    @property
    def least_size(self) -> int:
        """The fewest bytes that the structure takes; the tag section takes one."""
        return int(self.is_flexible) + sum(field.least_size for field in self.untagged)

    def extends(self, older: WireStruct) -> bool:
        """Whether this reads whatever `older` writes: only tagged fields may have been added."""
        return (
            self.is_flexible == older.is_flexible
            and len(self.untagged) == len(older.untagged)
            and all(map(WireField.extends, self.untagged, older.untagged))
            and self.tagged.keys() >= older.tagged.keys()
            and all(self.tagged[tag].extends(field) for tag, field in older.tagged.items())
        )

    def has_same_bytes(self, other: WireStruct) -> bool:
        """Whether both read and write the same bytes, whatever their fields are called."""
        return self.extends(other) and other.extends(self)


def wire_form(message: MessageSpec, version: int) -> WireStruct:
    """Return what a version of a message has on the wire."""
    return _struct(message, message.root, version)


def _struct(message: MessageSpec, struct: StructSpec, version: int) -> WireStruct:
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
        struct=_struct(message, message.structs[spec.type.name], version)
        if spec.type.is_struct
        else None,
    )
