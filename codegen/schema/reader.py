"""Schema files to specs: Kafka's message language, every attribute checked.

A schema that breaks a rule is refused with its file, field and attribute (SchemaError); nothing
is guessed. Beyond Kafka's own language, messages and structures may have an `about` too. Messages
come first, then their structures, then the rules of a single field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.errors import SchemaError
from codegen.naming import RESERVED_CLASSES, USED_CLASSES, attribute_name, module_name
from codegen.schema.attributes import Attributes, parse_commented_json
from codegen.schema.error_codes import schema_files
from codegen.schema.model import (
    MAX_VERSION,
    NONE,
    FieldSpec,
    Kind,
    MessageSpec,
    StructSpec,
    Versions,
)
from codegen.schema.types import PRIMITIVES, FieldType, default_text, parse_default

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HIGHEST_DEPTH = 32
"""Structures inside each other; Kafka has at most 6."""

MOST_FIELDS = 10_000
"""Fields of a structure, those of structures inside it counted wherever they are used. Kafka's
largest message has 100; common structures that use each other twice double it with each level."""

LONGEST_MODULE_NAME = 200
"""Characters: a file name has at most 255 bytes, and Python adds to that of the module."""

_LISTENERS = ("broker", "controller", "zkBroker")
_API_VERSIONS = 18
_KEYED = (
    Kind.REQUEST,
    Kind.RESPONSE,
    Kind.METADATA,
    Kind.COORDINATOR_KEY,
    Kind.COORDINATOR_VALUE,
)

ENTITY_TYPES = {
    "transactionalId": "string",
    "groupId": "string",
    "topicName": "string",
    "brokerId": "int32",
    "producerId": "int64",
}
"""The type of fields with one of Kafka's entityTypes; other fields may have any type."""

FORK_TAGS = 10_000
"""Tags from here on are those of forks, which keep clear of the ones that Kafka may add."""

HIGHEST_TAG = 2**31 - 2


def read_folder(path: Path) -> dict[str, MessageSpec]:
    """Read every schema below a folder, by message name and sorted by it.

    Raises SchemaError for the first file that breaks a rule, for a name that two files define and
    for a folder without schemas.
    """
    files = list(schema_files(path))
    if not files:
        raise SchemaError(str(path), "", "has no schema files (*.json)")
    found: dict[str, MessageSpec] = {}
    modules: dict[str, MessageSpec] = {}
    for file in files:
        source = file.relative_to(path).as_posix()
        spec = read_message(read_text(file.read_bytes(), source), source)
        if spec is None:
            continue
        other = modules.setdefault(module_name(spec.name), spec)
        if other is not spec:
            raise SchemaError(source, "name", f"{other.source} already defines {other.name}")
        found[spec.name] = spec
    return dict(sorted(found.items()))


def read_text(octets: bytes, source: str) -> str:
    """Decode a schema file. Raises SchemaError where it is not UTF-8."""
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SchemaError(source, "", f"is not UTF-8 at byte {error.start}") from None


def read_message(text: str, source: str, *, may_trail: bool = False) -> MessageSpec | None:
    """Read one schema; None for a message without valid versions. Raises SchemaError.

    `may_trail` ignores text after the JSON, as the readers of releases before 3.0 did.
    """
    return _read_root(parse_commented_json(text, source, may_trail=may_trail))


def notes_on(messages: Iterable[MessageSpec]) -> list[str]:
    """Name the schemas whose `flexibleVersions` may have been forgotten, a sentence each.

    Releases before 2.4 had no such attribute, and up to 2.8 a missing one meant none. In a set in
    which others are flexible, a forgotten line makes other bytes.
    """
    every = list(messages)
    if not any(message.flexible_versions for message in every):
        return []
    return [
        f"{message.source or message.name}: has no flexibleVersions, which means none"
        for message in every
        if not message.states_flexibility
    ]


def _read_root(top: Attributes) -> MessageSpec | None:
    name = _read_class_name(top)
    if name in USED_CLASSES:
        top.refuse("name", f"{name!r} cannot name a message: generated modules use it")
    if (length := len(module_name(name))) > LONGEST_MODULE_NAME:
        detail = f"makes a module name of {length} characters, the maximum is {LONGEST_MODULE_NAME}"
        top.refuse("name", detail)
    kind = _read_kind(top)
    api_key = top.number("apiKey", MAX_VERSION)
    valid = top.versions("validVersions")
    if not valid:
        for attribute in _OPTIONAL:
            top.raw(attribute)
        top.finish()
        return None
    if valid.highest == MAX_VERSION:
        top.refuse("validVersions", f"{valid} has no upper end")
    flexible = top.versions("flexibleVersions", NONE)
    if flexible and flexible.highest != MAX_VERSION:
        top.refuse("flexibleVersions", f"{flexible} must be none or open ({flexible.lowest}+)")
    structs = _StructReader(top, name, flexible).read(valid)
    spec = MessageSpec(
        name=name,
        kind=kind,
        api_key=api_key,
        valid_versions=valid,
        flexible_versions=flexible,
        root=structs.pop(name),
        structs=structs,
        deprecated_versions=top.versions("deprecatedVersions", NONE),
        latest_version_unstable=top.flag("latestVersionUnstable"),
        listeners=_read_listeners(top),
        header_versions=_read_header_versions(top),
        source=top.source,
        states_flexibility=top.has("flexibleVersions"),
    )
    top.finish()
    _check_message_kind(top, spec)
    return spec


_OPTIONAL = (
    "flexibleVersions",
    "deprecatedVersions",
    "listeners",
    "latestVersionUnstable",
    "headerVersions",
    "about",
    "fields",
    "commonStructs",
)
"""Attributes that a message without valid versions may still have; they are not checked."""


def _read_class_name(struct: Attributes) -> str:
    name = struct.word("name")
    if not name[0].isupper() or name in RESERVED_CLASSES:
        struct.refuse("name", f"{name!r} cannot name a message or structure")
    return name


def _read_kind(top: Attributes) -> Kind:
    text = top.text("type")
    try:
        return Kind(text)
    except ValueError:
        top.refuse("type", f"{text!r} is not one of {', '.join(Kind)}")


def _read_listeners(top: Attributes) -> tuple[str, ...]:
    listeners = top.words("listeners")
    for name in listeners:
        if name not in _LISTENERS:
            top.refuse("listeners", f"{name!r} is none of {', '.join(_LISTENERS)}")
    return listeners


def _read_header_versions(top: Attributes) -> tuple[tuple[Versions, int], ...]:
    """Read {"0-1": "1", "2+": "2"}: from 0, without gaps, never falling, open at the end."""
    given = top.mapping("headerVersions")
    found = Attributes(top.source, "headerVersions", given)
    ranges: list[tuple[Versions, int]] = []
    for text in given:
        versions = found.parse_versions(text, text)
        header = found.number(text, MAX_VERSION)
        if header is None:
            found.refuse(text, "must be a number")
        ranges.append((versions, header))
    ranges.sort(key=lambda item: item[0].lowest)
    following, header = 0, 0
    for versions, number in ranges:
        if versions.lowest != following or not versions:
            found.refuse(str(versions), f"ranges must follow each other: expected {following}")
        if number < header:
            found.refuse(str(versions), f"header version {number} follows {header}")
        following, header = versions.highest + 1, number
    if ranges and following <= MAX_VERSION:
        found.refuse("", f"must be open at the end ({following}+)")
    return tuple(ranges)


def _check_headers(top: Attributes, spec: MessageSpec) -> None:
    """Check that a flexible version has a flexible header; ApiVersions must answer without."""
    if spec.kind is Kind.RESPONSE and spec.api_key == _API_VERSIONS:
        for versions, header in spec.header_versions:
            if header:  # clients of any age read it before they know the versions (KIP-511)
                detail = f"{header} is given, but the ApiVersions response has header 0"
                top.refuse(f"headerVersions.{versions}", detail)
        return
    lowest = 2 if spec.kind is Kind.REQUEST else 1
    for versions, header in spec.header_versions:
        flexible = versions & spec.flexible_versions & spec.valid_versions
        if flexible and header < lowest:
            detail = f"header {header} is not flexible, but versions {flexible} are"
            top.refuse(f"headerVersions.{versions}", detail)


def _check_message_kind(top: Attributes, spec: MessageSpec) -> None:
    """Check the attributes that only some kinds of messages may, or must, have."""
    if spec.kind is not Kind.REQUEST:
        if spec.listeners:
            top.refuse("listeners", "only requests have them")
        if spec.latest_version_unstable:
            top.refuse("latestVersionUnstable", "only requests have it")
    if spec.header_versions and spec.kind not in (Kind.REQUEST, Kind.RESPONSE):
        top.refuse("headerVersions", "only requests and responses have them")
    _check_headers(top, spec)
    if spec.api_key is None and spec.kind in _KEYED:
        top.refuse("apiKey", f"is missing; a {spec.kind} must have one")
    if any(field.map_key for field in spec.root.fields):
        top.refuse("fields", "mapKey has no meaning on top-level fields")
    if spec.kind is Kind.COORDINATOR_KEY:
        if spec.valid_versions != Versions(0, 0):
            top.refuse("validVersions", "a coordinator-key has version 0 only")
        if spec.flexible_versions:
            top.refuse("flexibleVersions", "a coordinator-key has none")


class _StructReader:
    """Collects the structures of one message, inline ones and common ones."""

    def __init__(self, top: Attributes, name: str, flexible: Versions) -> None:
        self._top = top
        self._name = name
        self._flexible = flexible
        self._common: dict[str, Attributes] = {}
        self._read: dict[str, StructSpec] = {}
        self._sizes: dict[str, int] = {}
        self._open: list[str] = []
        self._versions: list[Versions] = []

    def read(self, valid: Versions) -> dict[str, StructSpec]:
        """Read every structure, contained ones first, the message itself last."""
        for struct in self._top.objects("commonStructs", "commonStructs"):
            name = _read_class_name(struct)
            if name in self._common or name == self._name:
                struct.refuse("name", f"structure {name} is defined twice")
            self._common[name] = struct
        self._versions = [valid]
        root = self._read_struct(self._top, self._name, valid, "")
        for name in self._common:
            self._read_common(name)
        self._read[self._name] = root
        return self._read

    def _read_common(self, name: str) -> None:
        if name in self._read:
            return
        struct = self._common[name]
        outer, self._versions = self._versions, self._versions[:1]
        self._read[name] = self._read_struct(struct, name, struct.versions("versions"), struct.path)
        self._versions = outer
        struct.raw("deprecatedVersions")
        struct.finish()

    def _read_struct(
        self, struct: Attributes, name: str, versions: Versions, prefix: str
    ) -> StructSpec:
        self._open.append(name)
        self._versions.append(self._versions[-1] & versions)
        fields = tuple(self._read_field(field) for field in struct.objects("fields", prefix))
        self._versions.pop()
        self._open.pop()
        _check_fields(struct, fields)
        self._sizes[name] = sum(1 + self._sizes.get(field.type.name, 0) for field in fields)
        if self._sizes[name] > MOST_FIELDS:
            struct.refuse(
                "fields",
                f"{name} has {self._sizes[name]} fields where structures are used,"
                f" {MOST_FIELDS} are the most",
            )
        return StructSpec(name, versions, fields, about=struct.text("about", ""))

    def _read_field(self, attributes: Attributes) -> FieldSpec:
        field = read_field(attributes, self._flexible)
        if field.type.is_struct:
            self._resolve(attributes, field)
        return field

    def _resolve(self, attributes: Attributes, field: FieldSpec) -> None:
        """Read the structure of a field, which is inline or among the common ones."""
        name = field.type.name
        if name in self._open:
            attributes.refuse("type", f"structure {name} contains itself")
        if len(self._open) > HIGHEST_DEPTH:
            attributes.refuse("type", f"structures nest deeper than {HIGHEST_DEPTH}")
        if name in self._common:
            if attributes.has("fields"):
                attributes.refuse("fields", f"common structure {name} is defined again")
            self._read_common(name)
            used = self._versions[-1] & field.versions
            if not self._read[name].versions.covers(used):
                detail = f"structure {name} does not exist in all of the versions {used}"
                attributes.refuse("versions", detail)
            return
        if not attributes.has("fields"):
            attributes.refuse("type", f"structure {name} is not defined")
        if name in self._read:
            attributes.refuse("type", f"structure {name} is defined twice")
        self._read[name] = self._read_struct(attributes, name, field.versions, attributes.path)


def _check_fields(struct: Attributes, fields: tuple[FieldSpec, ...]) -> None:
    """Check that names are unique, and that tags are unique and leave no gap."""
    names: dict[str, str] = {}
    tags: dict[int, str] = {}
    for field in fields:
        attribute = attribute_name(field.name)
        if attribute in names:
            detail = f"is {attribute} in Python, as {names[attribute]} is"
            struct.refuse(f"{field.name}.name", detail)
        names[attribute] = field.name
        if field.tag is None:
            continue
        if field.tag in tags:
            struct.refuse(f"{field.name}.tag", f"{field.tag} is the tag of {tags[field.tag]} too")
        tags[field.tag] = field.name
    own = {tag: name for tag, name in tags.items() if tag < FORK_TAGS}
    for tag, name in sorted(own.items()):
        if tag >= len(own):
            struct.refuse(f"{name}.tag", f"{tag} leaves a gap: {len(own)} tags start at 0")


def read_field(attributes: Attributes, message_flexible: Versions) -> FieldSpec:
    """Read one field, but not the structure that it can define inline.

    Raises SchemaError.
    """
    tagged = attributes.versions("taggedVersions", NONE)
    field_type = _read_type(attributes)
    versions = attributes.versions("versions", tagged or None)
    nullable = attributes.versions("nullableVersions", NONE)
    field = FieldSpec(
        name=attributes.word("name"),
        type=field_type,
        versions=versions,
        nullable_versions=nullable,
        tagged_versions=tagged,
        tag=attributes.number("tag", HIGHEST_TAG),
        default=_read_default(attributes, field_type, always_nullable=nullable.covers(versions)),
        ignorable=attributes.flag("ignorable"),
        map_key=attributes.flag("mapKey"),
        entity_type=_read_entity_type(attributes, field_type),
        zero_copy=attributes.flag("zeroCopy"),
        flexible_versions=_read_flexible_versions(attributes, field_type, message_flexible),
        about=attributes.text("about", ""),
    )
    attributes.finish(also=("fields",))
    _check_field_type(attributes, field)
    _check_tag(attributes, field, message_flexible)
    return field


def _read_type(attributes: Attributes) -> FieldType:
    text = attributes.text("type").strip()
    name = text.removeprefix("[]")
    if name.startswith("[]"):
        attributes.refuse("type", f"{text!r}: an array cannot hold arrays, only structures can")
    is_struct = name[:1].isupper() and name.isalnum() and name.isascii()
    if name in RESERVED_CLASSES:
        attributes.refuse("type", f"{name!r} cannot name a message or structure")
    if name not in PRIMITIVES and not is_struct:
        attributes.refuse(
            "type", f"{text!r} is not a valid type: primitive, Structure or [] of them"
        )
    if text == "[]records":
        attributes.refuse("type", "records cannot be elements of an array")
    return FieldType(name, is_array=text.startswith("[]"))


def _read_default(
    attributes: Attributes, field_type: FieldType, *, always_nullable: bool
) -> object:
    value = attributes.raw("default")
    try:
        text = default_text(value)
        return parse_default(field_type, text, always_nullable=always_nullable)
    except ValueError as error:
        attributes.refuse("default", str(error))


def _read_entity_type(attributes: Attributes, field_type: FieldType) -> str | None:
    name = attributes.text("entityType", "unknown")
    if name == "unknown":
        return None
    wanted = ENTITY_TYPES.get(name, field_type.name)  # forks have entity types of their own
    if field_type.name != wanted:
        attributes.refuse("entityType", f"{name} is of type {wanted}, the field of {field_type}")
    return name


def _read_flexible_versions(
    attributes: Attributes, field_type: FieldType, message_flexible: Versions
) -> Versions | None:
    """Read the versions in which the length of a field is compact; None for those of the message.

    Kafka's generator takes any part of the message's flexible versions. Kafka's schemas have but
    one such field, with none; generated code knows all of them or none.
    """
    if not attributes.text("flexibleVersions", ""):
        return None
    versions = attributes.versions("flexibleVersions")
    if field_type.is_array or field_type.name not in ("string", "bytes"):
        attributes.refuse("flexibleVersions", "only string and bytes fields have their own")
    if not message_flexible.covers(versions):
        detail = f"{versions} is not within the message's {message_flexible}"
        attributes.refuse("flexibleVersions", detail)
    if versions and versions != message_flexible:
        detail = f"{versions} is a part of the message's {message_flexible}: must be all or none"
        attributes.refuse("flexibleVersions", detail)
    return None if versions else NONE


def _check_field_type(attributes: Attributes, field: FieldSpec) -> None:
    kind = field.type
    if field.nullable_versions and kind.is_fixed:
        attributes.refuse("nullableVersions", f"a field of type {kind} cannot be null")
    if field.zero_copy and (kind.is_array or kind.name != "bytes"):
        attributes.refuse("zeroCopy", f"only bytes can have it, not {kind}")
    if attributes.has("fields") and not kind.is_struct:
        attributes.refuse("fields", f"a field of type {kind} has no fields of its own")


def _check_tag(attributes: Attributes, field: FieldSpec, message_flexible: Versions) -> None:
    tagged = field.tagged_versions
    if field.tag is None:
        if tagged:
            attributes.refuse("taggedVersions", "is given, but no tag")
        return
    if field.map_key:
        attributes.refuse("tag", "a key field cannot be tagged")
    if field.type.name == "records":
        attributes.refuse("tag", "records cannot be tagged")
    if not tagged:
        attributes.refuse("tag", "is given, but no taggedVersions")
    if tagged.highest != MAX_VERSION:
        attributes.refuse("taggedVersions", f"{tagged} must be open ({tagged.lowest}+)")
    if not field.versions.covers(tagged):
        attributes.refuse("taggedVersions", f"{tagged} is not within versions {field.versions}")
    if field.nullable_versions & tagged not in (NONE, tagged):
        detail = "either all tagged versions are nullable or none"
        attributes.refuse("nullableVersions", detail)
    flexible = message_flexible if field.flexible_versions is None else field.flexible_versions
    if not flexible.covers(tagged):
        attributes.refuse("taggedVersions", f"{tagged} is not within flexible {flexible}")
