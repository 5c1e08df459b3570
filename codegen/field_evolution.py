"""What two releases of one message change in its fields, and whether that is legal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from codegen.alignment import Pair, align, reachable_versions, same_shape
from codegen.change import Change, ranges
from codegen.writer import default_literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegen.spec import FieldSpec, MessageSpec, StructSpec
    from codegen.versions import Versions

KEPT_BYTES = "versions that both releases have keep their bytes"
ONLY_NEW_VERSIONS = "only new versions differ"
UNSTABLE = "the version was unstable"


def field_changes(
    older: MessageSpec, newer: MessageSpec, unstable: frozenset[int]
) -> Iterator[Change]:
    """Compare the fields of two releases of a message, structure by structure.

    `unstable` are the versions of the older release that promised nothing.
    """
    return _Comparison(older, newer, unstable).structs(older.root, newer.root, "")


class _Comparison:
    """Walks two messages side by side; a structure used in many places is compared once."""

    def __init__(self, older: MessageSpec, newer: MessageSpec, unstable: frozenset[int]) -> None:
        self._older = older
        self._newer = newer
        self._unstable = unstable
        self._reach_of_older = reachable_versions(older)
        self._reach_of_newer = reachable_versions(newer)
        self._seen: set[tuple[str, str]] = set()

    def structs(self, older: StructSpec, newer: StructSpec, path: str) -> Iterator[Change]:
        if (older.name, newer.name) in self._seen:
            return
        self._seen.add((older.name, newer.name))
        reach_of_older = self._reach_of_older[older.name]
        reach_of_newer = self._reach_of_newer[newer.name]
        for pair in _pairs(older, newer, sorted(reach_of_older & reach_of_newer)):
            field = pair.newer or pair.older
            place = ".".join(part for part in (path, field.name if field else "") if part)
            view = _View(self._newer.name, place, reach_of_older, reach_of_newer, self._unstable)
            if pair.newer is None or pair.older is None:
                yield from _lone_field(view, pair)
            elif not same_shape(pair.newer, pair.older):
                yield from _retyped_field(view, pair.older, pair.newer)
            else:
                yield from _kept_field(view, pair.older, pair.newer)
                yield from self._inside(pair.older, pair.newer, place)

    def _inside(self, older: FieldSpec, newer: FieldSpec, path: str) -> Iterator[Change]:
        if newer.type.is_struct:
            yield from self.structs(
                self._older.structs[older.type.name], self._newer.structs[newer.type.name], path
            )


@dataclass(frozen=True, slots=True)
class _View:
    """A place in both messages: in which versions each release has it at all."""

    message: str
    path: str
    older: frozenset[int]
    newer: frozenset[int]
    unstable: frozenset[int]

    def change(
        self, what: str, before: object, after: object, broken: frozenset[int], rule: str
    ) -> Change:
        """Judge a change; `broken` are the versions whose bytes it changes."""
        legal = broken <= self.unstable
        told = rule
        if broken:
            told = f"{UNSTABLE if legal else rule}: {ranges(broken)}"
        elif rule == KEPT_BYTES:
            told = ONLY_NEW_VERSIONS
        texts = [None if value is None else str(value) for value in (before, after)]
        return Change(self.message, self.path, what, texts[0], texts[1], legal, told)

    @property
    def shared(self) -> frozenset[int]:
        return self.older & self.newer


def _pairs(older: StructSpec, newer: StructSpec, shared: list[int]) -> list[Pair]:
    """Pair the fields; those of one name but different types are one pair here."""
    pairs = align(newer, older, shared)
    lone = {pair.older.name: pair.older for pair in pairs if pair.newer is None and pair.older}
    retyped = {
        pair.newer.name
        for pair in pairs
        if pair.older is None and pair.newer is not None and pair.newer.name in lone
    }
    found = []
    for pair in pairs:
        if pair.newer is None and pair.older is not None and pair.older.name in retyped:
            continue
        if pair.newer is not None and pair.older is None and pair.newer.name in retyped:
            found.append(Pair(pair.newer, lone[pair.newer.name]))
        else:
            found.append(pair)
    return found


def _within(versions: Versions, reach: frozenset[int]) -> frozenset[int]:
    return frozenset(version for version in reach if version in versions)


def _lone_field(view: _View, pair: Pair) -> Iterator[Change]:
    """Tell of a field that one of the releases lacks."""
    if pair.newer is not None:
        here = _within(pair.newer.versions, view.newer)
        broken = _within(pair.newer.versions, view.shared)
        broken -= _within(pair.newer.tagged_versions, view.shared)
        if here:
            rule = KEPT_BYTES
            if here & view.shared and not broken:
                rule = "tagged fields may come in any flexible version"
            yield view.change("field added", None, _declared(pair.newer), broken, rule)
    if pair.older is not None and _within(pair.older.versions, view.older):
        broken = _within(pair.older.versions, view.shared)
        rule = KEPT_BYTES if broken else "no version that stays has it"
        yield view.change("field removed", _declared(pair.older), None, broken, rule)


def _retyped_field(view: _View, older: FieldSpec, newer: FieldSpec) -> Iterator[Change]:
    before = _within(older.versions, view.shared)
    after = _within(newer.versions, view.shared)
    yield view.change("type", older.type, newer.type, before | after, KEPT_BYTES)


def _kept_field(view: _View, older: FieldSpec, newer: FieldSpec) -> Iterator[Change]:
    """Tell what differs in a field that both releases have."""
    if older.name != newer.name:
        rule = "names are not on the wire"
        yield view.change("name", older.name, newer.name, frozenset(), rule)
    both = _within(older.versions, view.shared) & _within(newer.versions, view.shared)
    yield from _changed_versions(view, older, newer)
    for what, before, after in (
        ("nullableVersions", older.nullable_versions, newer.nullable_versions),
        ("taggedVersions", older.tagged_versions, newer.tagged_versions),
    ):
        broken = _within(before, both) ^ _within(after, both)
        if broken or _differs_above(view, before, after):
            yield view.change(what, before, after, broken, KEPT_BYTES)
    if older.tag is not None and newer.tag is not None and older.tag != newer.tag:
        tagged = _within(older.tagged_versions, both) & _within(newer.tagged_versions, both)
        yield view.change("tag", older.tag, newer.tag, tagged, "a field keeps its tag")
    if older.default != newer.default:
        before_text, after_text = default_literal(older), default_literal(newer)
        rule = "a field keeps its default: it stands for what is not on the wire"
        yield view.change("default", before_text, after_text, both or view.shared, rule)


def _changed_versions(view: _View, older: FieldSpec, newer: FieldSpec) -> Iterator[Change]:
    before = _within(older.versions, view.shared)
    after = _within(newer.versions, view.shared)
    gone = before - after
    come = (after - before) - _within(newer.tagged_versions, view.shared)
    if before != after or _differs_above(view, older.versions, newer.versions):
        rule = KEPT_BYTES
        yield view.change("versions", older.versions, newer.versions, gone | come, rule)


def _differs_above(view: _View, before: Versions, after: Versions) -> bool:
    """Whether the new versions do not simply go on as the older schema said."""
    added = view.newer - view.older
    return _within(before, added) != _within(after, added)


def _declared(field: FieldSpec) -> str:
    tag = f", tag {field.tag}" if field.tag is not None else ""
    return f"{field.type} in {field.versions}{tag}"
