"""Match the fields of an older release to those of a newer one.

Names change between releases while the wire stays: Vote's CandidateId became ReplicaId. Fields of
the same name and shape belong together; among those whose names the other release does not have,
those at the same place (or with the same tag) in the versions that both releases have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from codegen.schema.model import FieldSpec, MessageSpec, StructSpec


@dataclass(frozen=True, slots=True)
class Pair:
    """A field of the newer release and its counterpart in the older one; None where missing."""

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

    The pairs are in the newer order, and what only the older release has follows its
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
    """Return True if two fields have the same bytes; names of types and structures can differ."""
    return one.type.has_same_bytes(other.type)


def contradiction(
    newer: StructSpec, older: StructSpec, pairs: Iterable[Pair], shared: Iterable[int]
) -> tuple[str, str] | None:
    """Find a pair that a version of both releases contradicts; return the field and the fault.

    One release cannot have in it, at the place or tag of a field, what is another field by name.
    """
    both = [(one.newer, one.older) for one in pairs if one.newer and one.older]
    olds = {new.name: old.name for new, old in both}
    news = {old.name: new.name for new, old in both}
    for version in shared:
        for new, old in both:
            if version not in new.versions or version not in old.versions:
                continue
            tags = _tag(new, version), _tag(old, version)
            if tags[0] != tags[1]:
                shown = ["no tag" if tag is None else f"tag {tag}" for tag in tags]
                detail = f"has {shown[0]} in version {version}, in the older release {shown[1]}"
                return new.name, detail
        for one, other in _at_one_place(newer, older, version):
            if olds.get(one.name, other.name) != other.name:
                detail = f"is at the place of {other.name} of the older release in version"
                return one.name, f"{detail} {version}, by name it is {olds[one.name]}"
            if news.get(other.name, one.name) != one.name:
                detail = f"of the older release is at the place of {one.name} in version {version}"
                return other.name, f"{detail}, by name it is {news[other.name]}"
    return None


def moved(older: StructSpec, pairs: Iterable[Pair], versions: Iterable[int]) -> tuple[str, str]:
    """Find a field that one schema would give another place or tag in a version of old, and why.

    Two empty texts where there is none.
    """
    pairs = list(pairs)
    in_order = [pair.older for pair in pairs if pair.older is not None]
    for version in versions:
        refused = f"version {version} does not go into one schema with the newer ones"
        ours = [field for field in in_order if _is_untagged(field, version)]
        for one, other in zip(ours, _untagged(older, version), strict=True):
            if one is not other:
                return other.name, f"{refused}: {one.name} is at its place"
        for pair in pairs:
            tag = _tag(pair.older, version) if pair.older is not None else None
            if tag is not None and pair.newer is not None and pair.newer.tag not in (None, tag):
                return pair.newer.name, f"{refused}: its tag is {tag} there, not {pair.newer.tag}"
    return "", ""


def _tag(field: FieldSpec, version: int) -> int | None:
    return field.tag if version in field.versions and version in field.tagged_versions else None


def _is_untagged(field: FieldSpec, version: int) -> bool:
    return version in field.versions and version not in field.tagged_versions


def _at_one_place(
    newer: StructSpec, older: StructSpec, version: int
) -> Iterator[tuple[FieldSpec, FieldSpec]]:
    """Yield the values of both releases at one place, if all shapes agree, and with one tag."""
    news, olds = _untagged(newer, version), _untagged(older, version)
    if len(news) == len(olds) and all(map(same_shape, news, olds)):
        yield from zip(news, olds, strict=True)
    by_tag = {field.tag: field for field in _tagged(older, version)}
    for field in _tagged(newer, version):
        if field.tag in by_tag and same_shape(field, by_tag[field.tag]):
            yield field, by_tag[field.tag]


def _untagged(struct: StructSpec, version: int) -> list[FieldSpec]:
    return [field for field in struct.fields if _is_untagged(field, version)]


def _tagged(struct: StructSpec, version: int) -> list[FieldSpec]:
    """List the fields of the tag section by tag."""
    found = [field for field in struct.fields if _tag(field, version) is not None]
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
            if [_tag(one, version) for one in news] != [_tag(one, version) for one in olds]:
                continue
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
