"""Merge several releases: the newest wins, older ones add the versions that it dropped.

For a version of a message that two releases have, the newer release decides. A version that only an
older release has is added. Versions that one schema cannot express are left out and reported, never
guessed.

Of a merged message, names, defaults and order are the newer release's. Fields that it no longer
has come back at their place of the wire, with ranges cut to the versions of old. Each range is the
newer one where that is still true, else the older one, else the shortest that is. The result is
read back by the rules of the language and compared, version by version, with the wire forms of both
releases. Pairs of fields that a version contradicts by place, tag or default are refused before.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from codegen.errors import SchemaError
from codegen.releases.alignment import Pair, align, contradiction, moved, reachable_versions
from codegen.schema.model import MAX_VERSION, NONE, Kind, MessageSpec, StructSpec, Versions
from codegen.schema.reader import read_message
from codegen.schema.types import FieldType
from codegen.schema.wire import first_difference, struct_form, wire_form
from codegen.schema.writer import default_literal, inline_user, schema_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from codegen.releases.sources import Release
    from codegen.schema.model import FieldSpec


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Versions of an older release that the merged specs omit, and why."""

    message: str
    versions: Versions
    release: str
    reason: str

    def __str__(self) -> str:
        release = f" of {self.release}" if self.release else ""
        return f"{self.message} {self.versions}{release}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Renamed:
    """A field with another name in the older release, at the same place of the wire."""

    message: str
    struct: str
    older: str
    newer: str
    release: str

    def __str__(self) -> str:
        release = f" of {self.release}" if self.release else ""
        return f"{self.message}: {self.older}{release} is {self.newer} in {self.struct}"


@dataclass(slots=True)
class Merged:
    """Several releases as one; `areas` is the folder of each message."""

    messages: dict[str, MessageSpec] = field(default_factory=dict)
    areas: dict[str, str] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)
    renamed: list[Renamed] = field(default_factory=list)


def merge(releases: Iterable[Release]) -> Merged:
    """Merge releases, given newest first."""
    merged = Merged()
    for release in releases:
        for name, older in sorted(release.messages.items()):
            newer = merged.messages.get(name)
            if newer is None:
                merged.messages[name] = older
                merged.areas[name] = release.areas[name]
                continue
            merged.messages[name], left_out, renamed = merge_message(newer, older)
            merged.left_out += [replace(one, release=release.version) for one in left_out]
            merged.renamed += [replace(one, release=release.version) for one in renamed]
    merged.messages = dict(sorted(merged.messages.items()))
    return merged


def merge_message(
    newer: MessageSpec, older: MessageSpec
) -> tuple[MessageSpec, list[LeftOut], list[Renamed]]:
    """Return the newer message with the versions that only the older one has.

    With it comes what had to be left out: versions with other bytes, and versions that no single
    schema can hold together with the newer ones; then the fields that pair by their place.
    """
    shared = newer.valid_versions & older.valid_versions
    left_out = [
        LeftOut(newer.name, Versions(version, version), "", f"other bytes: {difference}")
        for version in shared
        if (difference := first_difference(wire_form(newer, version), wire_form(older, version)))
    ]
    extra = set(older.valid_versions) - set(newer.valid_versions)
    if not extra:
        return newer, left_out, []
    try:
        reason = _difference(newer, older)
        if reason:
            raise SchemaError(newer.source, "", reason)
        one = _MessageMerge(newer, older)
        return one.merge(), left_out, one.renamed
    except SchemaError as error:
        dropped = Versions(min(extra), max(extra))
        reason = ": ".join(part for part in (error.path, error.detail) if part)
        return newer, [*left_out, LeftOut(newer.name, dropped, "", reason)], []


def _difference(newer: MessageSpec, older: MessageSpec) -> str:
    """Return why the versions of two releases do not number the same thing; "" if they do."""
    if newer.kind is Kind.COORDINATOR_KEY and older.kind is Kind.DATA:
        return "the newer release numbers coordinator keys by apiKey, not by version"
    if newer.kind is not older.kind and (newer.kind, older.kind) != (
        Kind.COORDINATOR_VALUE,
        Kind.DATA,
    ):
        return f"the newer release has a {newer.kind} of this name"
    if None not in (newer.api_key, older.api_key) and newer.api_key != older.api_key:
        return f"the newer release has it with apiKey {newer.api_key}"
    return ""


def merge_versions(newer: MessageSpec, older: MessageSpec) -> MessageSpec:
    """Return the newer message with the versions that only the older one has.

    Raises SchemaError where no single schema can say both.
    """
    return _MessageMerge(newer, older).merge()


def fit(present: Iterable[int], relevant: Iterable[int], *candidates: Versions) -> Versions:
    """Find one range that holds every version of `present` and no other relevant one.

    The first candidate that does is taken; else the shortest such range, open at the end where
    `present` holds the last relevant version. Raises ValueError where no range does.
    """
    wanted = set(present)
    every = sorted(relevant)
    computed = NONE
    if wanted:
        is_open = max(wanted) == every[-1]
        computed = Versions(min(wanted), MAX_VERSION if is_open else max(wanted))
    for candidate in (*candidates, computed):
        if {version for version in every if version in candidate} == wanted:
            return candidate
    shown = ", ".join(str(version) for version in sorted(wanted))
    raise ValueError(f"versions {shown} are not a single range")


class _MessageMerge:
    """One merge; `_partners` maps each newer structure to its older counterpart."""

    def __init__(self, newer: MessageSpec, older: MessageSpec) -> None:
        self._newer = newer
        self._older = older
        self._extra = frozenset(older.valid_versions) - frozenset(newer.valid_versions)
        self._reach_of_newer = reachable_versions(newer)
        self._reach_of_older = reachable_versions(older)
        self._partners: dict[str, StructSpec] = {}
        self._pairs: dict[str, list[Pair]] = {}
        self.renamed: list[Renamed] = []
        """Fields that pair by their place alone."""
        self._find_partners(newer.root, older.root)
        self._names = self._names_of_older()

    def merge(self) -> MessageSpec:
        newer, older = self._newer, self._older
        valid = self._valid_versions()
        flexible = self._combine(newer.flexible_versions, older.flexible_versions)
        structs = self._merged_structs(valid)
        merged = replace(
            newer,
            valid_versions=valid,
            flexible_versions=flexible,
            deprecated_versions=self._deprecated_versions(),
            root=structs.pop(newer.name),
            structs=structs,
        )
        self._verify(merged)
        return merged

    def _valid_versions(self) -> Versions:
        every = {*self._newer.valid_versions, *self._extra}
        valid = Versions(min(every), max(every))
        if len(set(valid)) != len(every):
            detail = f"{self._newer.valid_versions} and {self._older.valid_versions} leave a gap"
            raise SchemaError("", "validVersions", detail)
        return valid

    def _combine(self, newer: Versions, older: Versions) -> Versions:
        """Combine two ranges of the message as a whole."""
        of_newer = {version for version in self._newer.valid_versions if version in newer}
        of_older = {version for version in self._extra if version in older}
        try:
            every = {*self._newer.valid_versions, *self._extra}
            return fit(of_newer | of_older, every, newer, older)
        except ValueError as error:
            raise SchemaError("", "flexibleVersions", str(error)) from None

    def _deprecated_versions(self) -> Versions:
        """Combine ranges without effect on the wire; the newer one if they do not fit together."""
        try:
            return self._combine(self._newer.deprecated_versions, self._older.deprecated_versions)
        except SchemaError:
            return self._newer.deprecated_versions

    def _find_partners(self, newer: StructSpec, older: StructSpec) -> None:
        known = self._partners.setdefault(newer.name, older)
        if known is not older and not self._are_alike(known, older):
            detail = f"{newer.name} stands for {known.name} and {older.name} of the older release"
            raise SchemaError("", newer.name, detail)
        if newer.name in self._pairs:
            return
        shared = self._reach_of_newer[newer.name] & self._reach_of_older[older.name]
        pairs = self._pairs[newer.name] = align(newer, older, sorted(shared))
        self._refuse_other_places(newer, older, sorted(shared))
        self._refuse_other_type(newer, older)
        for pair in pairs:
            if pair.newer is None or pair.older is None:
                continue
            self._refuse_other_default(newer, pair.newer, pair.older)
            if pair.newer.name != pair.older.name:
                self._note_renamed(newer, pair.newer, pair.older)
            if pair.newer.type.is_struct:
                self._find_partners(
                    self._newer.structs[pair.newer.type.name],
                    self._older.structs[pair.older.type.name],
                )

    def _refuse_other_places(self, newer: StructSpec, older: StructSpec, shared: list[int]) -> None:
        """Refuse pairs that a place or a tag contradicts, in a shared version or in one of old."""
        pairs = self._pairs[newer.name]
        found = contradiction(newer, older, pairs, shared)
        extra = sorted(self._reach_of_older[older.name] & self._extra)
        name, detail = found or moved(older, pairs, extra)
        if detail:
            raise SchemaError(self._newer.source, f"{newer.name}.{name}", detail)

    def _refuse_other_type(self, newer: StructSpec, older: StructSpec) -> None:
        """Refuse a field of old that has the name of a newer one and other bytes."""
        extra = self._reach_of_older[older.name] & self._extra
        pairs = self._pairs[newer.name]
        lone = {pair.newer.name: pair.newer for pair in pairs if pair.newer and not pair.older}
        for pair in pairs:
            field = pair.older
            if field is None or pair.newer is not None or field.name not in lone:
                continue
            if any(version in field.versions for version in extra):
                here = lone[field.name].type
                detail = f"is {here} in the newer release, {field.type} in the older"
                raise SchemaError(self._newer.source, f"{newer.name}.{field.name}", detail)

    def _are_alike(self, one: StructSpec, other: StructSpec) -> bool:
        """Return True if two structures of old can be one: the same versions, bytes and places."""
        versions = self._reach_of_older[one.name]
        if versions != self._reach_of_older[other.name]:
            return False
        if contradiction(one, other, align(one, other, sorted(versions)), sorted(versions)):
            return False
        return all(
            struct_form(self._older, one, version).has_same_bytes(
                struct_form(self._older, other, version)
            )
            for version in versions
        )

    def _refuse_other_default(self, struct: StructSpec, newer: FieldSpec, older: FieldSpec) -> None:
        """Refuse another default of a tagged field: an absent tag in old data means the default.

        At one place but with other names, any fields of other defaults can be different things.
        """
        is_renamed = newer.name != older.name
        extra = self._reach_of_older[self._partners[struct.name].name] & self._extra
        tagged = [v for v in extra if v in older.versions and v in older.tagged_versions]
        is_blob = newer.type != older.type and not newer.type.is_struct  # bytes became records
        if is_blob or not (is_renamed or tagged):
            return
        texts = [default_literal(one) or "none" for one in (newer, older)]
        if texts[0] != texts[1]:
            where = f"is at the place of {older.name}" if is_renamed else "is tagged"
            if tagged:
                where += f" in version {min(tagged)}"
            detail = f"{where}, but its default is {texts[0]}, not {texts[1]}"
            raise SchemaError(self._newer.source, f"{struct.name}.{newer.name}", detail)

    def _note_renamed(self, struct: StructSpec, newer: FieldSpec, older: FieldSpec) -> None:
        """Note a pair by place; refuse one that names different things."""
        if newer.entity_type != older.entity_type:
            kinds = [one.entity_type or "value without an entity type" for one in (newer, older)]
            detail = f"is at the place of {older.name}, but is a {kinds[0]}, not a {kinds[1]}"
            raise SchemaError(self._newer.source, f"{struct.name}.{newer.name}", detail)
        message = self._newer.name
        self.renamed.append(Renamed(message, struct.name, older.name, newer.name, ""))

    def _names_of_older(self) -> dict[str, str]:
        """Return the name of each older structure: its partner's, else its own if that is free."""
        names = {older.name: newer for newer, older in self._partners.items()}
        taken = {*self._newer.structs, self._newer.name}
        for name in self._older.structs:
            free = f"{name}V{min(self._extra)}" if name in taken else name
            names.setdefault(name, free)
        return names

    def _merged_structs(self, valid: Versions) -> dict[str, StructSpec]:
        """Build every structure, contained ones first, the message itself last."""
        built: dict[str, StructSpec] = {}
        for struct in self._newer.all_structs():
            built[struct.name] = replace(struct, fields=self._merged_fields(struct))
        for struct in self._older.structs.values():
            name = self._names[struct.name]
            fields = tuple(self._with_merged_type(field) for field in struct.fields)
            built.setdefault(name, replace(struct, name=name, fields=fields))
        ordered: dict[str, StructSpec] = {}
        for name in (self._newer.name, *self._newer.structs):
            _collect(built, name, ordered)
        versions = {
            name: self._versions_of(struct, ordered.values())
            for name, struct in ordered.items()
            if name != self._newer.name
        }
        versions[self._newer.name] = valid
        return {name: replace(struct, versions=versions[name]) for name, struct in ordered.items()}

    def _merged_fields(self, struct: StructSpec) -> tuple[FieldSpec, ...]:
        older = self._partners.get(struct.name)
        if older is None:
            return struct.fields
        versions = (
            self._reach_of_newer[struct.name],
            self._reach_of_older[older.name] & self._extra,
        )
        fields = []
        for pair in self._pairs[struct.name]:
            try:
                field = _merged_field(pair, *versions)
            except ValueError as error:
                named = pair.newer or pair.older
                name = named.name if named is not None else ""
                raise SchemaError("", f"{struct.name}.{name}", str(error)) from None
            if field is not None:
                fields.append(field if pair.newer is not None else self._with_merged_type(field))
        return tuple(fields)

    def _with_merged_type(self, field: FieldSpec) -> FieldSpec:
        if not field.type.is_struct:
            return field
        name = self._names[field.type.name]
        return replace(field, type=FieldType(name, is_array=field.type.is_array))

    def _versions_of(self, struct: StructSpec, structs: Iterable[StructSpec]) -> Versions:
        """Return those of its field for an inline structure, those that reach it for others."""
        users = [
            field
            for user in structs
            for field in user.fields
            if field.type.is_struct and field.type.name == struct.name
        ]
        in_newer = self._newer.structs.get(struct.name)
        older = self._partners.get(struct.name)
        if in_newer is not None and inline_user(self._newer, in_newer) and len(users) == 1:
            return users[0].versions
        if in_newer is None or older is None:
            return struct.versions
        reach = self._reach_of_older[older.name] & self._extra
        reach |= self._reach_of_newer[struct.name]
        return fit(reach, reach, struct.versions, older.versions)

    def _verify(self, merged: MessageSpec) -> None:
        """Refuse a result that breaks a rule of the language or differs from either release."""
        again = read_message(schema_text(merged), "")
        if again != replace(merged, source=""):
            raise SchemaError("", "", "the merged schema does not read back as written")
        for version in merged.valid_versions:
            origin = self._older if version in self._extra else self._newer
            if not wire_form(merged, version).has_same_bytes(wire_form(origin, version)):
                detail = f"version {version} does not go into one schema with the newer ones"
                raise SchemaError("", "", detail)


def _merged_field(
    pair: Pair, versions_of_newer: AbstractSet[int], versions_of_older: AbstractSet[int]
) -> FieldSpec | None:
    """Combine a field of two releases, each of which has a say for its versions.

    None for a field of the older release that none of its versions has. Raises raises ValueError if
    the versions are not a single range.
    """
    field = pair.newer or pair.older
    if field is None:
        return None
    relevant = versions_of_newer | versions_of_older
    says = ((pair.newer, versions_of_newer), (pair.older, versions_of_older))

    def combine(attribute: str, relevant: Iterable[int]) -> Versions:
        present: set[int] = set()
        candidates: list[Versions] = []
        for one, versions in says:
            if one is not None:
                its: Versions = getattr(one, attribute)
                present |= {v for v in versions if v in its and v in one.versions}
                candidates.append(its)
        return fit(present, relevant, *candidates)

    versions = combine("versions", relevant)
    here = [version for version in relevant if version in versions]
    if pair.newer is None and not here:
        return None
    tagged = combine("tagged_versions", here)
    tags = [one.tag for one, _ in says if one is not None and one.tag is not None]
    return replace(
        field,
        versions=versions,
        nullable_versions=combine("nullable_versions", here),
        tagged_versions=tagged,
        tag=tags[0] if tagged else None,
    )


def _collect(structs: dict[str, StructSpec], name: str, ordered: dict[str, StructSpec]) -> None:
    """Add a structure after those that it contains."""
    if name in ordered:
        return
    for spec in structs[name].fields:
        if spec.type.is_struct:
            _collect(structs, spec.type.name, ordered)
    ordered[name] = structs[name]
