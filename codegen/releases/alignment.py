"""Which field of an older release is which field of a newer one.

Names change between releases while the wire stays: Vote's CandidateId became ReplicaId. Fields of
the same name and shape belong together; among those whose names the other release does not have,
those at the same place (or with the same tag) in the versions that both releases have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from codegen.schema.model import FieldSpec, MessageSpec, StructSpec


@dataclass(frozen=True, slots=True)
class Pair:
    """A field of the newer release and its counterpart in the older one, as far as there are."""

    newer: FieldSpec | None
    older: FieldSpec | None


def reachable_versions(message: MessageSpec) -> dict[str, frozenset[int]]:
    """Return the versions in which each structure is on the wire, by its name."""
    found: dict[str, set[int]] = {struct.name: set() for struct in message.all_structs()}

    def visit(struct: StructSpec, versions: set[int]) -> None:
        found[struct.name] |= versions
        for field in struct.fields:
            inside = {version for version in versions if version in field.versions}
            if field.type.is_struct and inside:
                visit(message.structs[field.type.name], inside)

    visit(message.root, set(message.valid_versions))
    return {name: frozenset(versions) for name, versions in found.items()}


def align(newer: StructSpec, older: StructSpec, shared: Iterable[int]) -> list[Pair]:
    """Pair the fields of two structures; `shared` are the versions that both releases have.

    The pairs stand in the newer order, and what only the older release has follows its
    predecessor: so every version of either release keeps its own order. Fields pair by name, else
    by place and wire form, if that is certain.
    """
    by_name = {field.name: field for field in newer.fields}
    partners: dict[str, FieldSpec] = {}
    for field in older.fields:
        namesake = by_name.get(field.name)
        if namesake is not None and same_shape(namesake, field):
            partners[field.name] = namesake
    for old_name, new_name in _renamed(newer, older, shared).items():
        partners[old_name] = by_name[new_name]
    return _in_order(newer, older, partners)


def same_shape(one: FieldSpec, other: FieldSpec) -> bool:
    """Return True if two fields are written alike, whatever types and structures are called."""
    return one.type.has_same_bytes(other.type)


def _untagged(struct: StructSpec, version: int) -> list[FieldSpec]:
    return [
        field
        for field in struct.fields
        if version in field.versions and version not in field.tagged_versions
    ]


def _tagged(struct: StructSpec, version: int) -> list[FieldSpec]:
    """List the fields of the tag section, each at the index that is its tag."""
    found = [field for field in struct.fields if version in field.tagged_versions]
    return sorted(found, key=lambda field: field.tag or 0)


def _renamed(newer: StructSpec, older: StructSpec, shared: Iterable[int]) -> dict[str, str]:
    """Find the fields with another name in the newer release: old name to new name.

    They are at one place of the wire in a version that both releases have, neither name is in the
    other release, and no other version says otherwise.
    """
    names_of_newer = {field.name for field in newer.fields}
    names_of_older = {field.name for field in older.fields}
    found: set[tuple[str, str]] = set()
    for version in shared:
        for fields_of in (_untagged, _tagged):
            news, olds = fields_of(newer, version), fields_of(older, version)
            if len(news) != len(olds) or not all(map(same_shape, news, olds)):
                continue  # sequences of other shapes are other messages and prove nothing
            found.update(
                (other.name, one.name)
                for one, other in zip(news, olds, strict=True)
                if one.name not in names_of_older and other.name not in names_of_newer
            )
    olds_of = [old for old, _ in found]
    news_of = [new for _, new in found]
    return {old: new for old, new in found if olds_of.count(old) == 1 == news_of.count(new)}


def _in_order(newer: StructSpec, older: StructSpec, partners: dict[str, FieldSpec]) -> list[Pair]:
    followers: dict[str, list[FieldSpec]] = {}
    before = ""
    for field in older.fields:
        partner = partners.get(field.name)
        if partner is None:
            followers.setdefault(before, []).append(field)
        else:
            before = partner.name
    olds = {partner.name: name for name, partner in partners.items()}
    by_name = {field.name: field for field in older.fields}
    pairs = [Pair(None, field) for field in followers.get("", [])]
    for field in newer.fields:
        pairs.append(Pair(field, by_name.get(olds.get(field.name, ""))))
        pairs += [Pair(None, follower) for follower in followers.get(field.name, [])]
    return pairs
