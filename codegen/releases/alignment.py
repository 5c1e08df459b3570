"""Which field of an older release is which field of a newer one.

Names change between releases while the wire stays: Vote's CandidateId became ReplicaId. Fields of
the same name and shape belong together; among the others, those that stand at the same place
(or have the same tag) in a version that both releases have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    predecessor: so every version of either release keeps its own order. Names first, places
    second.
    """
    by_name = {field.name: field for field in newer.fields}
    partners: dict[str, FieldSpec] = {}
    for field in older.fields:
        namesake = by_name.get(field.name)
        if namesake is not None and same_shape(namesake, field):
            partners[field.name] = namesake
    for version in shared:
        _pair_by_place(_untagged(newer, version), _untagged(older, version), partners)
        _pair_by_place(_tagged(newer, version), _tagged(older, version), partners)
    return _in_order(newer, older, partners)


def same_shape(one: FieldSpec, other: FieldSpec) -> bool:
    """Whether two fields have the same type, whatever their structures are called."""
    if one.type.is_array != other.type.is_array:
        return False
    if one.type.is_struct or other.type.is_struct:
        return one.type.is_struct and other.type.is_struct
    return one.type.name == other.type.name


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


def _pair_by_place(
    newer: Sequence[FieldSpec], older: Sequence[FieldSpec], partners: dict[str, FieldSpec]
) -> None:
    """Pair what is still alone; sequences of other shapes are other messages and prove nothing."""
    if len(newer) != len(older) or not all(map(same_shape, newer, older)):
        return
    taken = {field.name for field in partners.values()}
    for one, other in zip(newer, older, strict=True):
        if other.name not in partners and one.name not in taken:
            partners[other.name] = one


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
